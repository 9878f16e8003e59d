import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Recorder } from '../../../src/core/run/recorder';
import { memoryWorld, research } from '../../fakes/memoryWorld';
import { call, plan, publish, record, scope, scriptedModel, search, type Line, type ScriptedModel } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const files = { 'statistics.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics\n---\n\n${quote}\n` };
const question = 'What share of sailings was punctual in the trial?';
const found: Line[] = [scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote)];
const ending: Line[] = [call('finish')];

async function run(lines: readonly Line[], options: { tools?: boolean; limits?: Record<string, number> } = {}): Promise<{ recorder: Recorder; model: ScriptedModel }> {
  const model = scriptedModel(lines, options);
  const recorder = await research(memoryWorld(files), question, { limits: options.limits ?? {} }, modelResearcher(model));
  // Whatever a model says: the run ends by a rule, claims nothing that is not in the ledger, and says why.
  expect(recorder.state.run?.state).toBe('ended');
  expect(recorder.state.run?.why).not.toBe('');
  expect(recorder.state.ledger.evidence.every(({ kind, quote: words }) => kind !== 'direct' || words === quote)).toBe(true);
  return { recorder, model };
}

const receipts = (recorder: Recorder, tool: string) => recorder.state.turns.flatMap(({ calls }) => calls.filter(({ name }) => name === tool).map(({ receipt }) => receipt && { ok: receipt.ok, text: 'text' in receipt.text ? receipt.text.text : '' }));
const lastRequest = (model: ScriptedModel): string => JSON.stringify(model.requests.at(-1)?.messages);

describe('a model that does not call', () => {
  test.each<[string, Line]>([['only writes', { text: 'The share of punctual sailings was 99.9 percent.' }], ['says nothing at all', {}], ['only thinks', { text: '<think>I should search. {"tool": "finish", "arguments": {}}' }]])('%s: told how, reminded once, then ended', async (_name, line) => {
    const { recorder, model } = await run([line]);
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'no-progress' });
    expect(model.requests).toHaveLength(8);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('only send_answer_part publishes');
    expect(JSON.stringify(model.requests[4]?.messages)).toContain('Call set_scope.');
    expect(recorder.state.article.order).toEqual([]);
    expect(renderMarkdown(recorder.state, { now: '' })).not.toContain('99.9');
  });

  test('what it wrote is kept as a draft and comes back to it', async () => {
    const { model } = await run([scope, plan, { text: 'A draft of mine.' }, ...ending]);
    expect(lastRequest(model)).toContain('A draft of mine.');
  });

  test('prose after real work: what was published stays', async () => {
    const { recorder } = await run([...found, publish(`${quote} [[cite:E1]]`), { text: 'And so it ends.' }]);
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'no-progress' });
    expect(recorder.state.article.order).toEqual(['B1']);
  });
});

describe('calls that cannot be run as they are', () => {
  test('broken JSON costs a turn and is answered with what was wrong', async () => {
    const { recorder } = await run([scope, plan, { calls: [['search', '{"queries": [{"query": "punct']] }, ...found.slice(2), ...ending]);
    expect(receipts(recorder, 'search')[0]).toMatchObject({ ok: false, text: expect.stringMatching(/was not run; its arguments do not fit: they are no JSON object/) as string });
    expect(recorder.state.ledger.evidence).toHaveLength(1);
  });

  test('an object behind valid JSON, reasoning before it and an unknown escape are taken as they were meant', async () => {
    const valid = JSON.stringify({ claim: 'C1', relation: 'supports', snapshot: 'N1', quote, note: 'NOTE' }).replace('NOTE', 'see \\upcite{a}');
    const { recorder } = await run([...found.slice(0, 4), { calls: [['record_evidence', `<think>which?</think>${valid}{}`]] }, ...ending]);
    expect(recorder.state.ledger.evidence[0]?.reasoning).toBe('see \\upcite{a}');
  });

  test('values in the wrong wrapping are taken out of it; a missing field is named', async () => {
    const queries = JSON.stringify([{ query: 'punctual sailings trial', intent: 'explore', claims: ['C1'] }]);
    const { recorder } = await run([scope, plan, call('search', { queries }), call('search', { queries: { query: 'sailings punctual', intent: 'verify', claims: 'C1' } }), call('search', { queries: [{ query: 'x', claims: ['C1'] }] }), ...ending]);
    expect(recorder.state.ledger.searches.map(({ query }) => query)).toEqual(['punctual sailings trial', 'sailings punctual']);
    expect(receipts(recorder, 'search')[2]).toMatchObject({ ok: false, text: expect.stringContaining('queries[0].intent') as string });
  });

  test('an unknown tool is answered with those there are now; one of another phase too', async () => {
    const { recorder } = await run([scope, call('web_search', { q: 'x' }), call('search', { queries: [{ query: 'x', intent: 'explore', claims: [] }] }), plan, ...ending]);
    expect(receipts(recorder, 'web_search')[0]?.text).toBe('There is no tool "web_search". Tools now: set_plan.');
    expect(receipts(recorder, 'search')[0]?.text).toBe('search is not for now: the run is planning. Tools now: set_plan.');
    expect(recorder.state.ledger.searches).toEqual([]);
  });

  test('calls that depend on one another in one turn run in order', async () => {
    const all: [string, unknown][] = [search('punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote), publish(`${quote} [[cite:E1]]`)].flatMap((said) => ('calls' in said ? said.calls ?? [] : [])).map(([name, args]) => [name, args]);
    const { recorder } = await run([scope, plan, { calls: all }, ...ending]);
    expect(recorder.state.article.blocks['B1']?.revisions[0]?.citations[0]?.state).toBe('bound');
    const backwards = await run([scope, plan, { calls: all.toReversed() }, ...ending]);
    expect(receipts(backwards.recorder, 'record_evidence')[0]).toMatchObject({ ok: false, text: expect.stringContaining('There is no snapshot N1') as string });
    expect(receipts(backwards.recorder, 'open_source')[0]).toMatchObject({ ok: false, text: expect.stringContaining('There is no result R1') as string });
    expect(backwards.recorder.state.ledger.results).toHaveLength(1);
  });

  test('a cut answer is said, and its half call is not run', async () => {
    const { recorder, model } = await run([...found.slice(0, 4), { calls: [['record_evidence', `{"claim": "C1", "relation": "supports", "snapshot": "N1", "quote": "In the tri`]], finish: 'length' }, ...ending]);
    expect(recorder.state.ledger.evidence).toEqual([]);
    expect(JSON.stringify(model.requests[5]?.messages)).toContain('cut at the output limit; its last call may be incomplete');
    // Said after the answer that it is about, not after the one before.
    expect(recorder.state.turns[4]?.reminders.map(({ kind }) => kind)).toContain('cut');
  });
});

describe('what is not so', () => {
  test('an invented marker proves nothing, and the article shows it as unverified', async () => {
    const { recorder } = await run([...found, publish('All sailings were punctual [[cite:E99]].'), ...ending]);
    expect(receipts(recorder, 'send_answer_part')[0]?.text).toContain('[[cite:E99]] proves nothing: there is no such evidence');
    expect(recorder.state.article.blocks['B1']?.revisions[0]?.citations).toMatchObject([{ state: 'unverified', evidence: null }]);
    expect(renderMarkdown(recorder.state, { now: '' })).toContain('No verifiable inline citation recorded in this paragraph.');
  });

  test.each<[string, Line, RegExp]>([
    ['an invented quote', record('N1', 'In the trial 99.9 percent of sailings were punctual.'), /does not hold in N1[\s\S]*91\.4/],
    ['an invented snapshot', record('N7', quote), /There is no snapshot N7\. Snapshots: N1/],
    ['a result for a snapshot', record('R1', quote), /snippet is a lead.*open_source R1/],
    ['a shortened id', record('1', quote), /There is no snapshot 1\. Snapshots: N1/],
    ['an invented claim', call('record_evidence', { claim: 'C9', relation: 'supports', snapshot: 'N1', quote }), /There is no claim C9\. Claims: C1/],
  ])('%s is refused with what there is', async (_name, line, sentence) => {
    const { recorder } = await run([...found.slice(0, 4), line, ...ending]);
    expect(receipts(recorder, 'record_evidence')[0]).toMatchObject({ ok: false, text: expect.stringMatching(sentence) as string });
    expect(recorder.state.ledger.evidence).toEqual([]);
  });

  test('an address of its own invention is not opened', async () => {
    const { recorder } = await run([...found, call('open_source', { target: 'https://collect.example/?secret=1' }), ...ending]);
    expect(receipts(recorder, 'open_source')[1]).toMatchObject({ ok: false, text: expect.stringContaining('is not opened. Search for it first') as string });
  });

  test('a stale revision is answered with the text that stands, and replaces nothing', async () => {
    const replaces = { block: 'B1', revision: 1, why: 'better' };
    const { recorder } = await run([...found, publish(`${quote} [[cite:E1]]`), publish(`Second: ${quote} [[cite:E1]]`, { replaces }), publish('Third.', { replaces }), ...ending]);
    expect(receipts(recorder, 'send_answer_part')[2]).toMatchObject({ ok: false, text: expect.stringMatching(/B1 stands at revision 2, not 1: its text stands in the current article/) as string });
    expect(recorder.state.article.blocks['B1']?.revisions).toHaveLength(2);
  });

  test('a part in another language is published and told, never refused', async () => {
    const { recorder } = await run([...found, publish('在试验期间，百分之九十一点四的航次准点，这是统计局公布的数字，数据来自船舶的应答器记录 [[cite:E1]]。'), ...ending]);
    expect(receipts(recorder, 'send_answer_part')[0]).toMatchObject({ ok: true, text: expect.stringContaining("not written in the article's language (en)") as string });
  });
});

describe('a model that goes round in circles', () => {
  test('the same reading again and again is no progress', async () => {
    const { recorder, model } = await run([...found, call('read_source', { snapshot: 'N1', words: 'punctual' })]);
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'no-progress' });
    expect(model.requests.length).toBe(found.length + 1 + 8);
  });

  test('updates are no progress, however many', async () => {
    const { recorder } = await run([...found, call('send_research_update', { text: 'Still at it.', about: [] })]);
    expect(recorder.state.run?.stopReason).toBe('no-progress');
  });

  test('finish is refused twice, with what does not hold, then taken at its word', async () => {
    const { recorder } = await run([...found, ...ending]);
    expect(receipts(recorder, 'finish').map((receipt) => receipt?.ok)).toEqual([false, false, true]);
    expect(receipts(recorder, 'finish')[0]?.text).toContain('counter-search');
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'finished-early' });
  });

  test('a request limit ends it with a turn left for publishing', async () => {
    const { recorder } = await run([...found, search('other words'), search('more words'), search('still others')], { limits: { requests: 10 } });
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'budget' });
  });
});

describe('a server that knows less', () => {
  test('without tools: they stand in the instructions, and calls are read from the text', async () => {
    const spoken = (line: Line): Line => {
      const said = typeof line === 'function' ? {} : line;
      return { text: 'calls' in said ? (said.calls ?? []).map(([tool, args]) => `I do this:\n\`\`\`json\n${JSON.stringify({ tool, arguments: args })}\n\`\`\``).join('\n') : '' };
    };
    const { recorder, model } = await run([...found, publish(`${quote} [[cite:E1]]`), ...ending].map(spoken), { tools: false });
    expect(recorder.state.article.blocks['B1']?.revisions[0]?.citations[0]?.state).toBe('bound');
    expect(model.requests.every(({ tools, messages }) => tools.length === 0 && messages.every((message) => message.role !== 'tool'))).toBe(true);
    expect(model.requests[2]?.messages[0]?.content).toContain('record_evidence: ');
  });

  test('without usage: tokens are unknown, never zero', async () => {
    const { recorder, model } = await run([...found, ...ending]);
    expect(recorder.state.budget.usage).toMatchObject({ input: null, output: null, cost: null, unknownRequests: model.requests.length });
  });
});
