import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorText } from '../../../../src/core/source/span/anchorText';
import { locateQuote } from '../../../../src/core/source/span/locate';
import { fold } from '../../../../src/core/source/span/skeleton';
import { passage, seeded } from './perturb';
import { prose } from './prose';

const slice = (text: string, range: { start: number; end: number }): string => text.slice(range.start, range.end);

describe('ambiguity', () => {
  const text = 'First part. The valves were closed in the evening by two workers.\nSecond part. The valves were closed in the evening by two workers.\n';
  const anchor = anchorText(text);
  const quote = 'The valves were closed in the evening';
  const second = text.lastIndexOf('The valves');

  it('asks for more context and shows two places', () => {
    const located = locateQuote(anchor, quote);
    expect(located).toMatchObject({ match: 'not-found', reason: 'ambiguous' });
    expect(located.match === 'not-found' && located.nearest.map(({ range }) => slice(text, range))).toEqual([quote, quote]);
  });
  it('is settled by the passage', () => {
    expect(locateQuote(anchor, quote, { within: { start: second - 14, end: text.length } })).toMatchObject({ match: 'verbatim', range: { start: second } });
  });
  it('is settled by what stands before', () => {
    expect(locateQuote(anchor, quote, { prefix: 'Second part. ' })).toMatchObject({ match: 'verbatim', range: { start: second } });
  });
  it('is settled by what stands after', () => {
    expect(locateQuote(anchor, quote, { suffix: ' by two workers. Second part.' })).toMatchObject({ match: 'verbatim', range: { start: 12 } });
  });
  it('is settled by the spelling that is the very same', () => {
    const both = anchorText(`THE VALVES WERE CLOSED IN THE EVENING\n\nLater, ${quote.toLowerCase()}.`);
    expect(locateQuote(both, 'the valves were closed in the evening')).toMatchObject({ match: 'verbatim', range: { start: 46 } });
  });
  it('does not ask when all other places say something else', () => {
    const signs = anchorText('In the north it was -5 degrees that night. In the south it was 5 degrees that night, and calm.');
    expect(locateQuote(signs, '5 degrees that night, and calm')).toMatchObject({ match: 'verbatim' });
    expect(locateQuote(signs, 'it was 5 degrees that night')).toMatchObject({ match: 'verbatim', range: { start: 56 } });
  });
});

describe('short quotes', () => {
  const anchor = anchorText('Revenue 42.1 million\nProfit 42.1 million\nLoss 142.15 million\n');

  it('need a hint', () => {
    expect(locateQuote(anchor, 'Profit 42.1')).toMatchObject({ match: 'not-found', reason: 'too-short' });
    expect(locateQuote(anchor, '—')).toMatchObject({ match: 'not-found', reason: 'too-short' });
  });
  it('of Chinese need no hint from ten characters on', () => {
    const report = anchorText('铅、砷、硝酸盐均未超标。全氟化合物不在2024年监测项目之内。');
    expect(locateQuote(report, '全氟化合物不在2024年监测项目之内。')).toMatchObject({ match: 'verbatim' });
    expect(locateQuote(report, '硝酸盐均未超标')).toMatchObject({ match: 'not-found', reason: 'too-short' });
  });
  it('are found within the passage only', () => {
    expect(locateQuote(anchor, '42.1 million', { within: { start: 21, end: 40 } })).toMatchObject({ match: 'verbatim', range: { start: 28 } });
    expect(locateQuote(anchor, '42.15 million', { within: { start: 41, end: 61 } })).toMatchObject({ match: 'not-found', reason: 'altered' });
  });
});

describe('a passage among many alike', () => {
  const rows = Array.from({ length: 300 }, (_, row) => `Row ${row}: 5 units\n`);
  const anchor = anchorText(rows.join(''));
  const start = rows.slice(0, 250).join('').length;

  it('is searched by itself', () => {
    expect(locateQuote(anchor, '5 units', { within: { start, end: start + rows[250]!.length } })).toMatchObject({ match: 'verbatim', range: { start: start + 9 } });
  });
  it('gives way to another place where the quote is true', () => {
    const signs = anchorText('In the north it was -5 degrees during that night. In the south it was 5 degrees during that night.');
    expect(locateQuote(signs, 'it was 5 degrees during that night', { within: { start: 0, end: 49 } })).toMatchObject({ match: 'verbatim', range: { start: 63 } });
  });
});

describe('ellipsis', () => {
  const text = 'The northern line opened in spring. It carried coal, timber and, later, passengers. Its last station burned down before the war. '.concat('Other matters filled the pages of the chronicle for a long while. '.repeat(80), 'Trams replaced the whole service in the end.');
  const anchor = anchorText(text);

  it('joins parts in order, and keeps each', () => {
    const located = locateQuote(anchor, 'The northern line opened in spring ... Its last station burned down');
    expect(located).toMatchObject({ match: 'verbatim' });
    expect(located.match !== 'not-found' && located.parts.map((part) => slice(text, part))).toEqual(['The northern line opened in spring', 'Its last station burned down']);
  });
  it.each(['…', '[…]', '[...]', '(...)', '. . .', '……'])('is seen in %s', (mark) => {
    expect(locateQuote(anchor, `It carried coal ${mark} passengers. Its last station`)).toMatchObject({ match: 'verbatim', parts: { length: 2 } });
  });
  it('shows other words in a part', () => {
    expect(locateQuote(anchor, 'The northern road opened in spring … Its last station burned down')).toMatchObject({ match: 'near', differences: [{ quote: 'road', text: 'line' }] });
  });
  it('does not turn the order round', () => {
    expect(locateQuote(anchor, 'Its last station burned down … The northern line opened in spring')).toMatchObject({ match: 'not-found', reason: 'absent' });
  });
  it('does not reach over pages', () => {
    expect(locateQuote(anchor, 'Its last station burned down … Trams replaced the whole service')).toMatchObject({ match: 'not-found', reason: 'absent' });
  });
  it('wants parts that can be found', () => {
    expect(locateQuote(anchor, 'The northern line opened in spring … by')).toMatchObject({ match: 'not-found', reason: 'too-short' });
  });
  it('may stand in the text itself', () => {
    const own = anchorText('He said: well... perhaps the bridge will be mended one day, and went away.');
    expect(locateQuote(own, 'well… perhaps the bridge will be mended')).toMatchObject({ match: 'verbatim', parts: { length: 1 } });
  });
});

describe('what the quote may carry', () => {
  it('the address of a link', () => {
    const anchor = anchorText('The manual explains how the gate is opened by hand in winter.');
    expect(locateQuote(anchor, 'The [manual](https://example.org/a?b=1 "Title") explains how the gate is opened')).toMatchObject({ match: 'verbatim' });
  });
  it('half of a surrogate pair at its ends', () => {
    const text = 'Signs 🜁🜂 stood over the door of the alchemist for many years 🜃.';
    const located = locateQuote(anchorText(text), text.slice(7, -2));
    expect(located).toMatchObject({ match: 'verbatim' });
  });
  it('a letter without the mark that follows in the text', () => {
    const text = 'They met again in the cafe\u0301 by the old harbour wall.';
    expect(locateQuote(anchorText(text), 'They met again in the cafe')).toMatchObject({ match: 'near', range: { end: 27 } });
  });
  it('a sign with one of its two marks', () => {
    const text = 'They met again in the ca🜁\u0301\u0301 by the old harbour wall.';
    expect(locateQuote(anchorText(text), 'They met again in the ca🜁\u0301')).toMatchObject({ match: 'near', range: { end: text.indexOf(' by') } });
  });
});

describe('nothing to find', () => {
  it('says so, with the nearest text', () => {
    const anchor = anchorText('The committee rejected the proposal after a long debate about its costs for the smaller towns.');
    const located = locateQuote(anchor, 'A committee welcomed some proposals after the short debate over benefits for smaller towns');
    expect(located).toMatchObject({ match: 'not-found', reason: 'absent' });
    expect(located.match === 'not-found' && located.message).toContain('do not stand in this text');
  });
  it('in an empty text', () => {
    expect(locateQuote(anchorText(''), 'a quote long enough to be looked for')).toMatchObject({ match: 'not-found', reason: 'absent' });
  });
});

describe('any text, any slice', () => {
  const letters = fc.constantFrom(...'abcdeéßñ ж日本字かﬁ🜁𝒳e\u0301\u200d-\u00ad\n.,“”'.match(/./gsu)!);
  // A mark stands on a letter, as in writing it does.
  const anyText = fc.string({ unit: letters, minLength: 60, maxLength: 400 }).map((text) => text.replace(/(?<![\p{L}\p{M}])\p{M}+/gu, ' '));

  it('gives a range of whole characters whose letters are those of the quote', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % (text.length - 30);
        const quote = text.slice(start, start + 25 + (length % 200));
        const located = locateQuote(anchorText(text), quote);
        if (located.match !== 'verbatim') return;
        const { range } = located;
        expect(fold(slice(text, range)).text).toBe(fold(quote.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')).text);
        for (const offset of [range.start, range.end]) expect(/^[\ud800-\udbff]$/.test(text[offset - 1] ?? '') && /^[\udc00-\udfff]$/.test(text[offset] ?? '')).toBe(false);
        expect(/^\p{M}/u.test(text.slice(range.end))).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it.each(['english', 'chinese', 'japanese'] as const)('finds a passage of %s at its own place, verbatim', (language) => {
    const text = prose(language, 30_000, 5);
    const anchor = anchorText(text);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 60, max: 600 }), (seed, length) => {
        const place = passage(text, length, seeded(seed));
        // A cut that takes a word's negation away is refused, and rightly.
        fc.pre(![text[place.start - 1], text[place.end]].some((neighbour) => /[不未没無无非]|ない/.test(neighbour ?? '')));
        // Words that stand twice ask for more of what is around them.
        fc.pre(text.indexOf(slice(text, place)) === text.lastIndexOf(slice(text, place)));
        const located = locateQuote(anchor, slice(text, place));
        expect(located).toMatchObject({ match: 'verbatim', differences: [] });
        expect(located.match !== 'not-found' && slice(text, located.range)).toBe(slice(text, place).trim());
      }),
    );
  });

  it('never throws, whatever the quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 }), (text, quote) => {
        expect(['verbatim', 'near', 'not-found']).toContain(locateQuote(anchorText(text), quote, { within: { start: 0, end: text.length } }).match);
      }),
      { numRuns: 500 },
    );
  });
});
