import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, lettersOf } from '../../../../src/core/source/span/skeleton';

describe('fold', () => {
  it.each([
    ['Inter-\nnational', 'international'],
    ['“Curly” — ‘quotes’', 'curlyquotes'],
    ['oﬃce ﬁle', 'officefile'],
    ['ＦＵＬＬ　１２', 'full12'],
    ['ｶﾞｽ', 'ガス'.normalize('NFKD')],
    ['soft\u00adhyphen\u200b\ufeff', 'softhyphen'],
    ['**bold** `code` [link]', 'boldcodelink'],
    ['> quoted\n> lines', 'quotedlines'],
    ['+ item', 'item'],
    ['c++ a>b 5 % €3 20°', 'c++a>b5%€320°'],
    ['STRASSE', lettersOf('straße')],
    ['ΟΔΟΣ', lettersOf('οδος')],
    ['中文，換行\n在此', '中文換行在此'],
    ['½ ㎏ …', '12kg'],
  ])('%j is %j', (text, letters) => {
    expect(fold(text).text).toBe(letters);
  });

  it('joins composed and decomposed forms', () => {
    for (const text of ['Ångström café naïve', 'がぎぐ パピプ', '한국어']) expect(fold(text.normalize('NFD')).text).toBe(fold(text.normalize('NFC')).text);
  });

  it('maps every unit to the start of the code point it came from, and never goes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { text: letters, map } = fold(text);
        expect(map).toHaveLength(letters.length);
        for (let index = 0; index < map.length; index++) {
          const at = map[index]!;
          if (index > 0) expect(at).toBeGreaterThanOrEqual(map[index - 1]!);
          expect(at).toBeLessThan(text.length);
          expect(/^[\udc00-\udfff]/.test(text[at]!) && /[\ud800-\udbff]$/.test(text[at - 1] ?? '')).toBe(false);
        }
      }),
    );
  });

  it('is the same for a text and for its pieces between words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\p{L}\p{N}"“”.,-]{1,9}$/u), { maxLength: 20 }), (words) => {
        expect(fold(words.join(' ')).text).toBe(words.map((word) => fold(word).text).join(''));
        expect(lettersOf(words.join(''))).toBe(fold(words.join('')).text);
      }),
    );
  });

  it('grows for characters that fold to many', () => {
    expect(fold('\ufdfa'.repeat(50)).text).toBe(fold('\ufdfa').text.repeat(50));
  });
});
