import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bindMarkers, hold, parseParagraphs, type Inline, type Piece } from '../../../webview/markdown';

const words = (inline: readonly Inline[]) => inline.map((token) => (token.kind === 'cite' ? `<${token.evidence}>` : token.text)).join('');
const only = (text: string): Piece => {
  const [paragraph] = parseParagraphs(text);
  if (paragraph?.length !== 1) throw new Error(`not one piece: ${JSON.stringify(parseParagraphs(text))}`);
  return paragraph[0] as Piece;
};
const inlineOf = (piece: Piece): Inline[] => ('inline' in piece ? piece.inline : []);

describe('a block’s text', () => {
  it('is cut into paragraphs at empty lines, but not inside a fence', () => {
    expect(parseParagraphs('one\ntwo\n\n\nthree')).toHaveLength(2);
    expect(parseParagraphs('```\na\n\nb\n```\n\nafter').map(([piece]) => piece?.kind)).toEqual(['code', 'paragraph']);
    expect(parseParagraphs('')).toEqual([]);
  });

  it('knows lists, tables, headings and quotations, also right after a line of prose', () => {
    const [pieces] = parseParagraphs('Costs:\n- wire\n- masts\n  and feet\n  1. inner');
    expect(pieces?.map(({ kind }) => kind)).toEqual(['paragraph', 'list']);
    expect(pieces?.[1]).toMatchObject({ kind: 'list', ordered: false, items: [{ level: 1 }, { level: 1 }, { level: 2 }] });
    const table = only('| A | B |\n| --- | ---: |\n| 1[[cite:E1]] | 2 \\| 3 |');
    expect(table.kind === 'table' && table.rows.map((row) => row.map(words))).toEqual([['1<E1>', '2 | 3']]);
    expect(table.kind === 'table' && table.head.map(words)).toEqual(['A', 'B']);
    expect(only('## Costs')).toMatchObject({ kind: 'heading', level: 2 });
    expect(only('> said\n> so')).toMatchObject({ kind: 'quote' });
  });

  it('reads emphasis and code, and leaves arithmetic and names alone', () => {
    const tokens = inlineOf(only('**2.31** kWh, *about* `a*b`, 2 * 3 * 4, snake_case_name'));
    expect(tokens.filter((token) => token.kind === 'text' && token.strong).map((token) => token.kind === 'text' && token.text)).toEqual(['2.31']);
    expect(tokens.filter((token) => token.kind === 'text' && token.em).map((token) => token.kind === 'text' && token.text)).toEqual(['about']);
    expect(words(tokens)).toBe('2.31 kWh, about a*b, 2 * 3 * 4, snake_case_name');
  });

  it('makes nothing of HTML, and shows an address without making it a link', () => {
    expect(words(inlineOf(only('<img src=x onerror=alert(1)> <b>bold</b>')))).toBe('<img src=x onerror=alert(1)> <b>bold</b>');
    expect(words(inlineOf(only('see [the report](https://example.org/x)')))).toBe('see the report (https://example.org/x)');
  });

  it('finds every marker where it stands', () => {
    const text = 'Wire costs 1.1 M€[[cite:E1]][[cite: E12 ]]. **Strong[[cite:E3]]** too.';
    const cites = inlineOf(only(text)).filter((token) => token.kind === 'cite');
    expect(cites.map(({ start }) => text.slice(start, start + 7))).toEqual(['[[cite:', '[[cite:', '[[cite:']);
    expect(cites.map((token) => token.kind === 'cite' && token.evidence)).toEqual(['E1', 'E12', 'E3']);
  });

  it('binds a marker to the word before and the punctuation after, in English and Chinese', () => {
    const bound = bindMarkers(inlineOf(only('substations not[[cite:E1]][[cite:E7]]. The rest')));
    expect(bound.map((run) => (run.kind === 'bound' ? `{${words(run.parts)}}` : words([run])))).toEqual(['substations ', '{not<E1><E7>.}', ' The rest']);
    const chinese = bindMarkers(inlineOf(only('夜间充电更便宜[[cite:E1]]。答案')));
    expect(chinese.map((run) => (run.kind === 'bound' ? `{${words(run.parts)}}` : words([run])))).toEqual(['夜间充电', '{更便宜<E1>。}', '答案']);
  });

  it('marks the sentences that wait, through emphasis and markers', () => {
    const text = 'First. **Second** is held[[cite:E2]]. Third.';
    const start = text.indexOf('**Second');
    const end = text.indexOf(' Third');
    const held = hold(inlineOf(only(text)), [{ start, end }]).filter((token) => token.held);
    expect(words(held)).toBe('Second is held<E2>.');
  });

  it('keeps what stands behind an opening fence', () => {
    expect(parseParagraphs('```The trial ended in March.\nx = 1\n```').flat()).toEqual([{ kind: 'code', text: 'The trial ended in March.\nx = 1' }]);
    expect(parseParagraphs('```\nx = 1\n```').flat()).toEqual([{ kind: 'code', text: 'x = 1' }]);
  });

  it('loses no letter and no marker, whatever the text', () => {
    const piece = fc.constantFrom('word ', '**', '*', '_', '`', '[[cite:E1]]', '[[', ']]', '中文', '\n', '. ', '[a](b)', '\\*', '| ', '# ', '- ', '> ');
    fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const pieces = parseParagraphs(text).flat();
      const all = pieces.flatMap((one): Inline[] => (one.kind === 'list' ? one.items.flatMap((item) => item.inline) : one.kind === 'table' ? [...one.head, ...one.rows.flat()].flat() : one.kind === 'code' ? [] : one.inline));
      const said = all.map((token) => (token.kind === 'text' ? token.text : '')).join('') + pieces.map((one) => (one.kind === 'code' ? one.text : '')).join('');
      expect((said.match(/word/g) ?? []).length).toBe((text.match(/word/g) ?? []).length);
      expect((said.match(/中文/g) ?? []).length).toBe((text.match(/中文/g) ?? []).length);
      for (const token of all) if (token.kind === 'cite') expect(text.startsWith('[[cite:', token.start)).toBe(true);
    }), { numRuns: 400 });
  });
});
