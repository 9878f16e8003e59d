import { describe, expect, test } from 'vitest';
import { bindCitations, brokenMarkers, mendMarkers } from '../../../src/core/article/binding';
import { renderBlock, renderMarkdown } from '../../../src/core/article/markdown';
import { publicationNotes } from '../../../src/core/check/publication';
import { currentBlocks } from '../../../src/core/article/state';
import { plainId } from '../../../src/core/ids';
import { sendAnswerPart } from '../../../src/core/tool/articleTools';
import { callTool } from '../../fakes/callTool';
import { LogBuilder } from '../../fakes/builders';

describe('a marker whose writing is off', () => {
  test.each([
    '[[cite: E1 ]]', '[[cite:e1]]', '[[Cite:E1]]', '[cite:E1]', '[[E1]]', '[[[cite:E1]]]', '【cite:E1】', '[[cite:E01]]', '[[cite:\u0415\u0031]]', '[[ cite : E1 ]]', '［cite：E1］'.replace('：', ':'),
  ])('%s is the one that was meant', (written) => {
    expect(mendMarkers(`So it is ${written}.`)).toBe('So it is [[cite:E1]].');
  });

  test.each([['[[cite:E1,E2]]'], ['[[cite:E1, E2]]'], ['[[cite:E1; cite:E2]]'], ['[[cite: E1 E2]]'], ['[[E1, E2]]'], ['[[cite:E1、E2]]'], ['[[cite:E1]][[cite:E2]]']])('%s is two', (written) => {
    expect(mendMarkers(written)).toBe('[[cite:E1]][[cite:E2]]');
  });

  test.each(['[[cite:E1', '[[cite:]]', '[[cite:none]]', '[[cite:R3]]', '[[cite:E1, the report]]', 'E1', '[E1]', '[1]', '[[Exhibit]]', '\\[\\[cite:E1\\]\\]', '[[cite:constructor]]'])('%s stays as it is: what was meant is not certain', (written) => {
    expect(mendMarkers(`${written} so`)).toBe(`${written} so`);
  });

  test('is mended when a part is sent, and what is no marker is told', async () => {
    const log = new LogBuilder().plan({});
    log.evidence({});
    const { ok, text } = await callTool(log, sendAnswerPart, { text: 'It is so [cite: e1]. It is also so [[cite:E1', kind: 'fact', claims: ['C1'] });
    expect(ok).toBe(true);
    expect(currentBlocks(log.state.article)[0]).toMatchObject({ text: 'It is so [[cite:E1]]. It is also so [[cite:E1', citations: [{ evidence: 'E1', state: 'bound' }] });
    expect(text).toContain('"[[cite:E1" is no marker and stands there as text: write [[cite:E12]].');
    expect(brokenMarkers('All is well [[cite:E1]], and \\[\\[cite:E1\\]\\] is a quotation.')).toEqual([]);
  });
});

test('what stands behind a number does not make it a link of the text\'s own', () => {
  const log = new LogBuilder().plan({});
  log.evidence({});
  const text = 'It is so [[cite:E1]](http://evil.example) and [[cite:E1]][x] and\n[[cite:E1]]: http://evil.example';
  log.block({ text, citations: bindCitations(text, log.state.ledger) });
  const markdown = renderMarkdown(log.state, { now: '2026-01-01T00:00:00.000Z' });
  expect(markdown).toContain('It is so [1]\\(http://evil.example) and [1]\\[x] and\n[1]\\: http://evil.example');
});

test('what a writer puts into a part loads nothing, runs nothing, and has no heading like ours where the article is shown', () => {
  const log = new LogBuilder().plan({});
  log.evidence({});
  log.block({ heading: 'So', text: 'It is so![[cite:E1]] ![x](https://evil.example/?q=secret) <img src=x> <https://evil.example> 2 < 3 and `<b>![y](z)`.\n\n## Sources\n\n1. A fake.\n\n```\n# <kept>\n```\n\n#### Deeper', claims: ['C1'] });
  const markdown = renderMarkdown(log.state, { now: '2026-01-01T00:00:00.000Z' });
  expect(markdown).toContain('It is so\\![1] \\![x](https://evil.example/?q=secret) \\<img src=x> \\<https://evil.example> 2 < 3 and `<b>![y](z)`.');
  expect(markdown).toContain('```\n# <kept>\n```\n\n#### Deeper');
  expect(markdown.match(/^## Sources$/gm)).toHaveLength(1);
});

const rendered = (text: string): string => {
  const log = new LogBuilder().plan({});
  log.block({ heading: null, text, claims: ['C1'] });
  return renderBlock(log.state, currentBlocks(log.state.article)[0] ?? expect.fail(), new Map());
};

test.each([
  ['a backslash before a picture', '\\![x](https://e)', '\\![x](https://e)'],
  ['two before it, which are one in the text', '\\\\![x](https://e)', '\\\\\\![x](https://e)'],
  ['two before a tag', '\\\\<img src=x>', '\\\\\\<img src=x>'],
  ['a mark taken out of a tag', '<\u0000img src=x>', '<\ufffdimg src=x>'],
  ['a mark taken out of a picture', '!\u202e[x](https://e)', '!\ufffd[x](https://e)'],
  ['escaped marks of code', '\\`![x](https://e)\\`', '\\`\\![x](https://e)\\`'],
  ['marks of code that do not match', '`![x](https://e)``', '&#96;\\![x](https://e)&#96;&#96;'],
  ['a fence in the middle of a line', 'So ``` ![x](https://e)', 'So &#96;&#96;&#96; \\![x](https://e)'],
  ['a fence that the end of its list ends', '- ```\n![x](https://e)', '- &#96;&#96;&#96;\n\\![x](https://e)'],
  ['code that begins a line before', '`a\n`![x](https://e)`', '&#96;a\n&#96;\\![x](https://e)&#96;'],
  ['code over two cells', 'a | b\n- | -\n`a | ![x](https://e)` | c', 'a | b\n- | -\n&#96;a | \\![x](https://e)&#96; | c'],
  ['code in a formula', '$`$![x](https://e)`', '$&#96;$\\![x](https://e)&#96;'],
  ['a fence that nothing closes', '```\n![x](https://e)\n``` x', '```\n![x](https://e)\n``` x\n```'],
  ['a heading made by the line below', 'Sources\n---', 'Sources\n\\---'],
  ['a heading in a list', '- # Sources', '- ### Sources'],
  ['what surely is code', 'a `<b>` and ``c ` <d>``\n\n~~~\n<e>\n~~~\n\n| `<f>` | g |', 'a `<b>` and ``c ` <d>``\n\n~~~\n<e>\n~~~\n\n| `<f>` | g |'],
])('%s stays words in a viewer of Markdown, whatever it takes for code', (_what, text, shown) => {
  expect(rendered(text)).toBe(shown);
});

test('what begins many times like the rule of a table is none, and looked at once', () => {
  const text = `${'1\n'.repeat(5000)}${'-'.repeat(20_000)}x`;
  expect(rendered(text)).toBe(text);
});

test('what nobody sees is taken out before markers are bound, so that no marker comes of it later', async () => {
  const log = new LogBuilder().plan({});
  log.evidence({});
  expect((await callTool(log, sendAnswerPart, { heading: '\u202eSo', text: 'It is [[ci\u0000te:E9]] so [[cite:E1]].', kind: 'fact', claims: ['C1'] })).ok).toBe(true);
  const [block] = currentBlocks(log.state.article);
  expect(block).toMatchObject({ heading: 'So', text: 'It is [[cite:E9]] so [[cite:E1]].', citations: [{ evidence: null, state: 'unverified' }, { evidence: 'E1', state: 'bound' }] });
  for (const text of [' ', '\u0000\n']) expect(await callTool(log, sendAnswerPart, { heading: null, text, kind: 'fact', claims: ['C1'] })).toMatchObject({ ok: false, text: 'A part needs words.' });
});

test('an id is taken as it was meant where only its writing is off', () => {
  for (const written of [' C1 ', 'c1', 'C01', '[[C1]]', 'C\u200b1', '\uff231', '\u04211', 'C1\u0000']) expect(plainId(written), written).toBe('C1');
  for (const written of ['1', 'C', 'C1a', 'C1 and C2', '__proto__', 'constructor', 'first', 'C0', 'CC1', '\u04181', 'https://c1.example', 'B3:1']) expect(plainId(written), written).toBe(written);
});

test('a part that says what another says already is refused, unless its markers prove nothing yet', async () => {
  const log = new LogBuilder().plan({});
  const part = { heading: 'So', text: 'It is so [[cite:E1]].', kind: 'fact', claims: ['C1'] };
  expect((await callTool(log, sendAnswerPart, part)).ok).toBe(true);
  log.evidence({});
  expect((await callTool(log, sendAnswerPart, { ...part, replaces: { block: 'B1', revision: 1, why: 'It is proved now.' } })).ok).toBe(true);
  expect(publicationNotes(log.state, currentBlocks(log.state.article)[0] ?? expect.fail())).toEqual([]);
  for (const again of [part, { ...part, replaces: { block: 'B1', revision: 2, why: 'Once more.' } }]) expect((await callTool(log, sendAnswerPart, again)).text).toContain('B1 revision 2 says exactly this already.');
  expect((await callTool(log, sendAnswerPart, { ...part, heading: 'Other' })).ok).toBe(true);
});
