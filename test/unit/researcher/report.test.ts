import { describe, expect, test } from 'vitest';
import { fittedParts, partsOf, wordsOf } from '../../../src/core/researcher/hosted/report';
import { type HostedReport } from '../../../src/core/researcher/hosted/hostedModel';
import { mendMarkers } from '../../../src/core/article/binding';
import { strangeTypedNumbers } from '../../../src/core/article/typedNumbers';

const cited = (text: string, words: string, address = 'https://one.example'): HostedReport['citations'][number] => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length, address, title: '' });
const report = (text: string, ...citations: HostedReport['citations']): HostedReport => ({ text, citations, steps: [], model: 'm' });
const numbered = (): (() => string) => { let n = 0; return () => `[[cite:E${++n}]]`; };

describe('a report in parts', () => {
  test('has its markers behind the words that were cited, and in place of a link', () => {
    const text = '# Head\n\nIt is so. It is also so ([one](https://one.example)). More.';
    expect(partsOf(report(text, cited(text, 'It is so.'), cited(text, '([one](https://one.example))')), numbered())).toEqual([{ heading: 'Head', text: 'It is so.[[cite:E1]] It is also so [[cite:E2]]. More.' }]);
  });

  test('keeps every marker whole where citations lie in one another or outside of the text', () => {
    const text = 'The share was 91.4 percent in the trial, says the office.';
    const inside = cited(text, '91.4 percent');
    const all = partsOf(report(text, cited(text, text), inside, { ...inside, start: -5, end: 9999 }, { ...inside, start: 60, end: 2 }, inside), numbered())[0]?.text ?? '';
    expect(all.replaceAll(/\[\[cite:E\d\]\]/g, '')).toBe(text);
    expect(all.match(/\[\[cite:E\d\]\]/g)).toHaveLength(5);
    expect(all).toMatch(/91\.4 percent\[\[cite:E\d\]\]\[\[cite:E\d\]\] in the trial/);
  });

  test('binds nothing that the model wrote as a marker or a number by itself', () => {
    const [part] = partsOf(report('It is so [[cite:E1]], [cite: e1], [[E1]], 【cite:E1】 and so [3] and [1, 2]; a[3] stays.'), numbered());
    expect(part?.text).toBe('It is so ((cite:E1)), (cite: e1), ((E1)), (cite:E1) and so (3) and (1, 2); a[3] stays.');
    expect(mendMarkers(part?.text ?? '')).toBe(part?.text);
    expect(strangeTypedNumbers(part?.text ?? '', [])).toEqual([]);
    expect(partsOf(report(`${'['.repeat(400_000)}x`), numbered()).map(({ text }) => text).join('')).toBe(`${'['.repeat(400_000)}x`);
  });

  test('loses no word of a paragraph that is longer than a part, and cuts none in two', () => {
    const rows = Array.from({ length: 400 }, (_, n) => `| row ${n} | ${n} percent |`).join('\n');
    const prose = Array.from({ length: 400 }, (_, n) => `Sentence ${n} says something of line ${n}.`).join(' ');
    const parts = partsOf(report(`# Table\n\n${rows}\n\n# Prose\n\n${prose}\n\n${'x'.repeat(12_000)}`), numbered());
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(6000);
    const joined = parts.map(({ text }) => text).join('\n').replace(/\s+/g, ' ');
    expect(joined).toContain(rows.replace(/\s+/g, ' '));
    expect(joined).toContain(prose);
    expect(joined.match(/x/g)?.length).toBeGreaterThanOrEqual(12_000);
    expect(parts.filter(({ heading }) => heading === 'Table').every(({ text }) => /^\| row[\s\S]*\|$/.test(text))).toBe(true);
  });
});

describe('a report in fewer parts', () => {
  const sections = Array.from({ length: 12 }, (_, n) => ({ heading: `Section ${n}`, text: `Sentence ${n} says something. `.repeat(20).trim() }));
  const wordsIn = (parts: readonly { heading: string | null; text: string }[]): string => parts.map(({ heading, text }) => `${heading ?? ''} ${text}`).join(' ').replace(/[#\s]+/g, ' ').trim();

  test.each([11, 6, 3, 2])('of %i says every word in its order, each heading once', (most) => {
    const parts = fittedParts(sections, most);
    expect(parts.length).toBeLessThanOrEqual(most);
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(6000);
    expect(wordsIn(parts)).toBe(wordsIn(sections));
    expect(parts[0]?.heading).toBe('Section 0');
  });

  test('is as it was where it fits, and where it cannot fit is as few as hold it', () => {
    expect(fittedParts(sections, 12)).toEqual(sections);
    const parts = fittedParts(sections, 1);
    expect(parts).toHaveLength(2);
    expect(wordsIn(parts)).toBe(wordsIn(sections));
  });

  test('does not say the heading of a section again that was cut in two', () => {
    const parts = fittedParts([{ heading: 'One', text: 'a '.repeat(100).trim() }, { heading: 'One', text: 'b' }, { heading: null, text: 'c' }, { heading: 'Two', text: 'd' }], 1);
    expect(parts).toEqual([{ heading: 'One', text: `${'a '.repeat(100).trim()}\n\nb\n\nc\n\n### Two\nd` }]);
  });
});

test('the words of a citation whose offsets lie outside are those of its text', () => {
  const text = 'The share was 91.4 percent in the trial.';
  expect(wordsOf(report(text), { start: 0, end: 9999, address: '', title: '' })).toBe(text);
  expect(() => wordsOf(report(text), { start: -10, end: -20, address: '', title: '' })).not.toThrow();
});
