import { describe, expect, it } from 'vitest';
import { anchorText } from '../../../../src/core/source/span/anchorText';
import { locateQuote } from '../../../../src/core/source/span/locate';
import { alteredClasses, changedClasses, honestClasses, passage, seeded } from './perturb';
import { prose, type Language } from './prose';

/** The perturbation table of the span measurements: which quotes are honest, which differ, which are untrue. */
const texts = new Map<Language, string>([
  ['english', prose('english', 200_000, 1)],
  ['chinese', prose('chinese', 60_000, 2)],
  ['japanese', prose('japanese', 40_000, 3)],
]);
const quoteLength: Record<Language, number> = { english: 200, chinese: 70, japanese: 70 };
const samples = 40;
/** "Both ends within 3 characters", as the table counts a quote found. */
const tolerance = 3;

const percent = (count: number, of: number): number => (100 * count) / of;

describe.each([...texts.keys()])('%s', (language) => {
  const text = texts.get(language)!;
  const length = quoteLength[language];

  it.each(honestClasses)('an honest quote is verbatim or near: $name', ({ source, quote }) => {
    const random = seeded(11);
    const rewritten = source(text, random);
    const anchor = anchorText(rewritten.text);
    const missed: string[] = [];
    let found = 0;
    for (let count = 0; count < samples; count++) {
      const place = passage(text, length, random);
      const asked = quote(text.slice(place.start, place.end), random);
      const located = locateQuote(anchor, asked);
      const right =
        located.match !== 'not-found' &&
        Math.abs(located.range.start - rewritten.at(place.start)) <= tolerance &&
        Math.abs(located.range.end - rewritten.at(place.end)) <= tolerance;
      if (right) found++;
      else missed.push(`${asked} → ${JSON.stringify(located)}`);
    }
    expect(percent(found, samples), missed.join('\n')).toBeGreaterThanOrEqual(96);
  });

  const anchor = anchorText(text);

  it.each(changedClasses)('a quote with other words is near, with its difference: $name', ({ change }) => {
    const random = seeded(13);
    const missed: string[] = [];
    let [asked, found] = [0, 0];
    for (let attempt = 0; attempt < samples * 20 && asked < samples; attempt++) {
      const place = passage(text, length, random);
      const changed = change(text.slice(place.start, place.end), random);
      if (changed === null) continue;
      asked++;
      const located = locateQuote(anchor, changed.quote);
      expect(located.match, changed.quote).not.toBe('verbatim');
      if (located.match !== 'near') {
        missed.push(`${changed.quote} → ${JSON.stringify(located)}`);
        continue;
      }
      found++;
      expect(located.differences.map((one) => one.text).join(' ')).toContain(changed.shown.text);
      expect(located.differences.map((one) => one.quote).join(' ')).toContain(changed.shown.quote);
    }
    expect(asked).toBeGreaterThan(20);
    expect(percent(found, asked), missed.join('\n')).toBeGreaterThanOrEqual(90);
  });

  it.each(alteredClasses)('an untrue quote is refused: $name', ({ alter }) => {
    const random = seeded(17);
    for (let count = 0; count < samples; count++) {
      const [place, other] = [passage(text, length, random), passage(text, length, random)];
      const altered = alter(text.slice(place.start, place.end), text.slice(other.start, other.end), random);
      if (altered === null || text.includes(altered)) continue;
      expect(locateQuote(anchor, altered), altered).toMatchObject({ match: 'not-found' });
    }
  });

  it('a quote of another document is not found', () => {
    const elsewhere = prose(language === 'english' ? 'chinese' : 'english', 20_000, 99);
    const random = seeded(19);
    for (let count = 0; count < samples; count++) {
      const place = passage(elsewhere, 120, random);
      expect(locateQuote(anchor, elsewhere.slice(place.start, place.end))).toMatchObject({ match: 'not-found', reason: 'absent' });
    }
  });
});
