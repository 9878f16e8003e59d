import { describe, expect, it } from 'vitest';
import { characterEnd, characterStart, codePointStart, wellFormed } from '../../../../src/core/source/span/textRange';

describe('whole characters', () => {
  const family = '👩\u200d👧';
  it.each([
    ['a combining mark', 'e\u0301x', 1, 2],
    ['a mark on punctuation', '!\u0338x', 1, 2],
    ['a variation selector', '☎\ufe0fx', 1, 2],
    ['a skin tone', '👍🏽x', 2, 4],
    ['a joined pair', `${family}x`, 2, 5],
    ['a surrogate pair', '🜁x', 1, 2],
    ['nothing', 'ab', 1, 1],
  ])('the end reaches over %s', (_, text, end, expected) => {
    expect(characterEnd(text, end)).toBe(expected);
  });
  it('the start goes before what it would cut', () => {
    expect(characterStart('xe\u0301', 2)).toBe(1);
    expect(characterStart(`x${family}`, 4)).toBe(1);
    expect(characterStart('ab', 1)).toBe(1);
    expect(codePointStart('x🜁', 2)).toBe(1);
  });
  it('a lone surrogate goes, a pair stays', () => {
    expect(wellFormed('\udc00a🜁b\ud800')).toBe('a🜁b');
  });
});
