import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from '../../../src/host/fileName';

describe('a file named after a question', () => {
  it('keeps its words', () => {
    expect(fileName('How many winter sailings were cancelled, and why?')).toBe('How many winter sailings were cancelled, and why');
    expect(fileName('冬季取消了多少班次？')).toBe('冬季取消了多少班次？');
  });

  it('is cut at a word', () => {
    expect(fileName('In the battery ferry trial of Port Ellory, how much energy did each crossing use?')).toBe('In the battery ferry trial of Port Ellory, how much energy');
  });

  it('holds no sign that a system refuses, whatever was asked', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (question) => {
      const name = fileName(question);
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^[. ]|[. ]$/u);
      expect([...name].length).toBeLessThanOrEqual(60);
    }));
  });
});
