import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineIndex, rangeToLineColumn } from '../../../src/core/source/position';

describe('lines and columns', () => {
  const text = 'one\ntwo 🜁 end\n\nlast';

  it('count from 1, columns in UTF-16 units', () => {
    expect(rangeToLineColumn(text, { start: 0, end: 3 })).toEqual({ start: { line: 1, column: 1 }, end: { line: 1, column: 4 } });
    expect(rangeToLineColumn(text, { start: 4, end: 10 })).toEqual({ start: { line: 2, column: 1 }, end: { line: 2, column: 7 } });
    expect(rangeToLineColumn(text, { start: 15, end: 20 })).toEqual({ start: { line: 3, column: 1 }, end: { line: 4, column: 5 } });
  });
  it('make the fragment of a link', () => {
    expect(new LineIndex(text).fragment({ start: 4, end: 18 })).toBe('L2,1-L4,3');
  });
  it('are a range only where the text has both and something between them', () => {
    const lines = new LineIndex(text);
    expect(lines.between({ line: 2, column: 1 }, { line: 4, column: 3 })).toEqual({ start: 4, end: 18 });
    for (const [from, to] of [[[9, 1], [9, 4]], [[1, 1], [1, 5]], [[2, 2], [2, 2]], [[4, 1], [1, 1]], [[0, 1], [1, 2]], [[1, 0], [1, 2]]] as [[number, number], [number, number]][]) {
      expect(lines.between({ line: from[0], column: from[1] }, { line: to[0], column: to[1] })).toBeNull();
    }
  });
  it('end at the end of the text', () => {
    expect(new LineIndex('').at(9)).toEqual({ line: 1, column: 1 });
    expect(new LineIndex(text).at(999)).toEqual({ line: 4, column: 5 });
    expect(new LineIndex(text).offset({ line: 1, column: 99 })).toBe(3);
  });
  it('lead back to the offset', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '字'), maxLength: 80 }), fc.nat(), (any, at) => {
        const offset = at % (any.length + 1);
        const lines = new LineIndex(any);
        const position = lines.at(offset);
        expect(lines.offset(position)).toBe(offset);
        expect(any.split('\n')[position.line - 1]!.slice(0, position.column - 1)).toBe(any.slice(any.lastIndexOf('\n', offset - 1) + 1 || 0, offset).split('\n').at(-1));
      }),
    );
  });
});
