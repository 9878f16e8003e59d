import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passagesOf } from '../../../src/core/source/passages';
import { type Heading, type Table, type TextRange } from '../../../src/core/source/reader';

const cut = (text: string, more: { headings?: Heading[]; tables?: Table[]; main?: TextRange | null } = {}) =>
  passagesOf({ text, headings: [], tables: [], main: null, ...more });
const textsOf = (text: string, passages: { range: TextRange }[]) => passages.map(({ range }) => text.slice(range.start, range.end));

/** Heading lines are written `# text`, with as many marks as the level says. */
function headed(text: string): { text: string; headings: Heading[] } {
  return { text, headings: [...text.matchAll(/^(#+) (.+)$/gm)].map((match) => ({ level: match[1]?.length ?? 1, text: match[2] ?? '', start: match.index, end: match.index + match[0].length })) };
}

describe('passages', () => {
  test('nothing gives none', () => {
    expect(cut('')).toEqual([]);
    expect(cut(' \n\n\t ')).toEqual([]);
  });

  test('a short text is one, without its outer white space', () => {
    const text = '\n  One line.\n\nAnother.  \n';
    expect(textsOf(text, cut(text))).toEqual(['One line.\n\nAnother.']);
  });

  test('paragraphs are cut between, not within', () => {
    const paragraph = `${'word '.repeat(99)}end.`;
    const text = Array.from({ length: 9 }, (_, n) => `P${n} ${paragraph}`).join('\n\n');
    const pieces = textsOf(text, cut(text));
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) {
      expect(piece).toMatch(/^P\d /);
      expect(piece).toMatch(/end\.$/);
      expect(piece.length).toBeLessThanOrEqual(1500);
    }
  });

  test('a long paragraph is cut after a sentence', () => {
    const text = 'This is a sentence of some length. '.repeat(200).trim();
    for (const piece of textsOf(text, cut(text))) expect(piece).toMatch(/^This .*length\.$/s);
  });

  test('Chinese passages are about 500 characters and end with a sentence', () => {
    const text = '数据库系统的默认配置可以在文件中修改。'.repeat(150);
    const pieces = textsOf(text, cut(text));
    for (const piece of pieces) expect(piece.endsWith('。')).toBe(true);
    for (const piece of pieces.slice(0, -1)) {
      expect(piece.length).toBeGreaterThan(250);
      expect(piece.length).toBeLessThanOrEqual(500);
    }
  });

  test('each passage knows the headings above it', () => {
    const body = 'Some words to fill this section with text. '.repeat(12);
    const { text, headings } = headed(`# Manual\n\n${body}\n\n## Setup\n\n${body}\n\n### Ports\n\n${body}\n\n## Use\n\n${body}`);
    expect(cut(text, { headings }).map((passage) => passage.headings)).toEqual([['Manual'], ['Manual', 'Setup'], ['Manual', 'Setup', 'Ports'], ['Manual', 'Use']]);
  });

  test('sections too short to stand alone share a passage', () => {
    const { text, headings } = headed('# A\none\n## B\ntwo\n## C\nthree');
    expect(cut(text, { headings })).toMatchObject([{ range: { start: 0, end: text.length }, headings: ['A'] }]);
  });

  test('a piece of a long table carries its caption and columns', () => {
    const rows = Array.from({ length: 120 }, (_, n) => `parameter ${n}\tvalue ${n}`).join('\n');
    const text = `Before.\n\n${rows}\n\nAfter.`;
    const range = { start: 9, end: 9 + rows.length };
    const table: Table = { number: 1, caption: 'Limits', sheet: null, page: null, columns: ['Name', 'Value'], rowHeadingColumn: 0, rowHeadingOrigin: 'declared', cells: [], rowCount: 120, range };
    const inside = cut(text, { tables: [table] }).filter((passage) => passage.columns.length > 0);
    expect(inside.length).toBeGreaterThan(0);
    expect(inside[0]?.columns).toEqual(['Limits', 'Name', 'Value']);
    for (const piece of textsOf(text, inside)) expect(piece).toMatch(/^parameter \d+\tvalue/);
    expect(cut(text, { tables: [table] })[0]?.columns).toEqual([]);
  });

  test('the main text is not mixed with what surrounds it', () => {
    const text = 'Home Products Contact\nThe article itself.\nCopyright';
    const main = { start: 22, end: 41 };
    const passages = cut(text, { main });
    expect(textsOf(text, passages)).toEqual(['Home Products Contact', 'The article itself.', 'Copyright']);
    expect(passages.map((passage) => passage.main)).toEqual([false, true, false]);
  });

  test('whatever the text, every visible character is in exactly one passage, none is too long, no character is torn', () => {
    const piece = fc.oneof(fc.lorem({ maxCount: 60, mode: 'words' }), fc.constantFrom('。', '\n\n', '\n', '. ', '𠮷野家', '数据库', 'x'.repeat(3000), '😀'.repeat(900)));
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      let kept = '';
      for (const { range } of cut(text)) {
        expect(range.start).toBeGreaterThanOrEqual(last);
        expect(range.end).toBeGreaterThan(range.start);
        expect(range.end - range.start).toBeLessThanOrEqual(1501);
        last = range.end;
        const slice = text.slice(range.start, range.end);
        expect(/\p{Surrogate}/u.test(slice)).toBe(false);
        kept += slice;
      }
      expect(kept.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }));
  });
});
