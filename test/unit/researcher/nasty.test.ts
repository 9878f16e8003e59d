import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { requestTokens } from '../../../src/core/request/size';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Recorder } from '../../../src/core/run/recorder';
import { viewOf } from '../../../src/core/run/view';
import { parseEventLine } from '../../../src/core/run/event';
import { replay } from '../../../src/core/run/state';
import { storedCall } from '../../../src/core/run/storedCall';
import { RunLoop } from '../../../src/core/run/loop';
import { MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { runView } from '../../../src/shared/view';
import { call, plan, publish, record, scope, scriptedModel, search, type Line, type Said, type ScriptedModel } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const files = { 'a.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\n---\n\n${quote}\n`, 'b.md': 'The trial lasted six months, says the port, and the ferry sailed every day.\n' };
const found: Line[] = [scope, plan, search('share punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote)];

/** Whatever a model says: the run ends, its log is read again to the same state, its view keeps its shape, and no request passes its budget. */
async function run(...lines: readonly Line[]): Promise<{ recorder: Recorder; model: ScriptedModel; world: ReturnType<typeof memoryWorld> }> {
  const model = scriptedModel([...lines, call('finish')]);
  const world = memoryWorld(files);
  const recorder = await research(world, 'What share of sailings was punctual in the trial?', {}, modelResearcher(model));
  const { state, events } = recorder;
  expect(state.run?.state, state.run?.reason ?? '').toBe('ended');
  expect(replay(events.map((event) => parseEventLine(JSON.stringify(event)))).ledger).toEqual(state.ledger);
  expect(runView.safeParse(viewOf(state, { now: '2026-01-02T03:04:05.000Z', folder: '/run', writer: true, events })).error).toBeUndefined();
  for (const { grant, spent, unknown } of Object.values(state.budget.meters)) expect(spent + unknown).toBeLessThanOrEqual(grant ?? Infinity);
  for (const request of model.requests) expect(JSON.stringify(request.messages).length).toBeLessThan(requestTokens * 3.2);
  return { recorder, model, world };
}

const receipts = ({ state }: Recorder, name: string): { ok: boolean | undefined; text: string }[] =>
  state.turns.flatMap(({ calls }) => calls).filter((one) => one.name === name).map(({ receipt }) => ({ ok: receipt?.ok, text: receipt && 'text' in receipt.text ? receipt.text.text : '(in the archive)' }));
const evidence = (change: object): Said => call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, ...change });

describe('very much at once', () => {
  test.each<[string, string, Said]>([
    ['a note of five million characters', 'record_evidence', evidence({ note: 'x'.repeat(5_000_000) })],
    ['a part of a million', 'send_answer_part', publish(`${'word '.repeat(200_000)}[[cite:E1]]`)],
    ['a plan of ten thousand claims', 'change_plan', call('change_plan', { reason: 'r', budget_effect: 'none', raise: [], add: Array.from({ length: 10_000 }, (_, n) => ({ text: `Claim ${n}`, part: 'P1', kind: 'fact', risk: 'low', key: true })) })],
  ])('%s is not taken, and the next request does not carry it', async (_what, name, said) => {
    const { recorder } = await run(...found, said);
    expect(receipts(recorder, name).at(-1)).toMatchObject({ ok: false, text: expect.stringMatching(/its arguments have \d+ characters, at most \d+ are taken\. Say it shorter/) as string });
    expect(recorder.state.ledger.claims).toHaveLength(1);
  });

  test('a million characters of one call stand once in the archive: the log, the state and the next request only name them', async () => {
    const args = { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, note: 'and so on '.repeat(100_000) };
    const { recorder, model, world } = await run(...found, call('record_evidence', args));
    for (const event of recorder.events) expect(JSON.stringify(event).length, event.type).toBeLessThan(32_000);
    const { id } = recorder.state.turns[5]?.calls[0] ?? expect.fail();
    expect((await storedCall(id, recorder.events, world.archive))?.sent).toBe(JSON.stringify(args));
    expect(JSON.stringify(model.requests[6]?.messages)).toContain(`{\\"not_taken\\":\\"${JSON.stringify(args).length} characters: recall ${id}\\"}`);
  });

  test('a log of before, with such arguments in its turn, goes on as it did', async () => {
    const args = { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, note: 'x'.repeat(40_000) };
    const { recorder: { events } } = await run(...found, call('record_evidence', args));
    const at = events.findIndex((event) => event.type === 'turn.answered' && event.data.calls.some(({ long }) => long));
    const before = events.slice(0, at + 1).map((event) => (event.type === 'turn.answered' && event.seq === at + 1 ? { ...event, data: { ...event.data, calls: event.data.calls.map(({ id, name }) => ({ id, name, args })) } } : event));
    const world = memoryWorld(files);
    const parts = world.parts(new MemoryLog(before.map((event) => parseEventLine(JSON.stringify(event)))), modelResearcher(scriptedModel([call('finish')])));
    await new RunLoop(parts).go();
    expect(parts.recorder.state.run?.state).toBe('ended');
    expect(receipts(parts.recorder, 'record_evidence')).toMatchObject([{ ok: true }, { ok: false, text: expect.stringMatching(/its arguments have \d+ characters/) as string }]);
    const { id } = parts.recorder.state.turns[5]?.calls[0] ?? expect.fail();
    expect((await storedCall(id, parts.recorder.events, world.archive))?.sent).toBe(JSON.stringify(args));
  });

  test('five million characters of broken JSON, of prose and of brackets cost a turn each', async () => {
    const { recorder } = await run(...found, { calls: [['record_evidence', `{"claim": "${'x\\u'.repeat(1_600_000)}`]] }, { text: 'word '.repeat(1_000_000) }, { text: '{ '.repeat(2_500_000) });
    expect(recorder.state.ledger.evidence).toHaveLength(1);
  });

  test('a heading of a thousand characters is no heading', async () => {
    const { recorder } = await run(...found, publish(`${quote} [[cite:E1]]`, { heading: 'h'.repeat(1000) }));
    expect(receipts(recorder, 'send_answer_part')[0]).toMatchObject({ ok: false, text: expect.stringContaining('→ at heading') as string });
  });

  test('of five hundred calls the first are taken, and the model is told', async () => {
    const { recorder, model } = await run(...found, { calls: Array.from({ length: 500 }, (_, n) => ['send_research_update', { text: `Update ${n}`, about: [] }] as const) });
    expect(recorder.state.updates).toHaveLength(64);
    expect(JSON.stringify(model.requests[6]?.messages)).toContain('Only the first 64 calls of your last answer were taken; 436 were left out.');
  });

  test('sixty long receipts share what a request has for them, each with the way to the rest', async () => {
    const { model } = await run(...found, { calls: Array.from({ length: 60 }, () => ['recall', { id: 'K1' }] as const) });
    expect(JSON.stringify(model.requests[6]?.messages).match(/more characters: recall K\d+ from \d+/g)).toHaveLength(60);
  });

  test('what is wrong a hundred times over is named a few times', async () => {
    const { recorder } = await run(...found, call('drop_results', { results: Array.from({ length: 500 }, () => ({})), reason: 'no' }));
    expect(receipts(recorder, 'drop_results')[0]?.text).toMatch(/… and \d+ more$/);
  });

  test('what was sent is recalled to the letter, however long', async () => {
    const { recorder, world } = await run(...found, evidence({ note: 'y'.repeat(9000) }));
    const { id } = recorder.state.turns[5]?.calls[0] ?? expect.fail();
    expect((await storedCall(id, recorder.events, world.archive))?.sent).toContain('y'.repeat(9000));
  });
});

describe('what was meant and is certain is taken', () => {
  test('ids in other writing, options in capitals, and nothing in other words', async () => {
    const { recorder } = await run(...found.slice(0, 4), evidence({ claim: '\u04211', snapshot: ' [[n01]] ', relation: 'SUPPORTS', validity: 'null', as_of: '', figure: {}, note: 'null' }));
    expect(recorder.state.ledger.evidence).toMatchObject([{ claim: 'C1', snapshot: 'N1', relation: 'supports', validity: null, figure: null, reasoning: null, asOf: '2025-07-01' }]);
  });

  test('a tool by a name in a namespace, and arguments in a list', async () => {
    const { recorder } = await run(scope, plan, { calls: [['functions.search', [{ queries: [{ query: 'share punctual sailings trial', intent: 'Explore', claims: ['c1'] }] }]]] }, call('finish', null), call('finish', []));
    expect(recorder.state.ledger.searches).toMatchObject([{ intent: 'explore', claims: ['C1'] }]);
    expect(receipts(recorder, 'finish').map(({ ok }) => ok)).toEqual([false, false, true]);
  });
});

describe('what was not meant or is not so is answered', () => {
  test('a call without a name, and one with a name that no server takes back', async () => {
    const { recorder, model } = await run(...found, { calls: [['', {}], ['\u68c0\u7d22!', {}]] });
    expect(receipts(recorder, 'unnamed')[0]?.text).toContain('There is no tool "unnamed". Tools now: ');
    for (const { messages } of model.requests) for (const message of messages) if (message.role === 'assistant') for (const { name } of message.calls) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  test.each(['2024-13-45', '2023-02-29', '2024-00', '2024-05-31T99:99:99Z', 'yesterday'])('a date such as %s is none, and no reader sees it', async (as_of) => {
    const { recorder } = await run(...found.slice(0, 4), evidence({ as_of }), publish(`${quote} [[cite:E1]]`));
    expect(receipts(recorder, 'record_evidence')[0]).toMatchObject({ ok: false, text: expect.stringMatching(/(The calendar has no such date|A date is written as)[\s\S]*→ at as_of/) as string });
    expect(renderMarkdown(recorder.state, { now: '' })).not.toContain(as_of);
  });

  test('dates that the calendar has are taken', async () => {
    for (const as_of of ['2024', '2024-02', '2024-02-29', '2024-12-31T23:59:59Z']) expect((await run(...found.slice(0, 4), evidence({ as_of }))).recorder.state.ledger.evidence[0]?.asOf).toBe(as_of);
  });

  test.each(['', 'English, please', '__proto__'])('a language such as %j is no tag', async (language) => {
    const { recorder } = await run(call('set_scope', { parts: ['x'], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language, assumed: [], unclear: [] }));
    expect(receipts(recorder, 'set_scope')[0]).toMatchObject({ ok: false, text: expect.stringContaining('A language is named by its tag, such as en or zh-CN') as string });
  });

  test('a period that ends before it begins', async () => {
    const { recorder } = await run(call('set_scope', { parts: ['x'], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [], period: { from: '2025', to: '2020' } }));
    expect(receipts(recorder, 'set_scope')[0]?.text).toBe('The period ends (2020) before it begins (2025).');
  });

  test('a plan with parents in a circle, and searches for claims that it does not have', async () => {
    const claim = { text: 'A share was punctual.', part: 'P1', kind: 'fact', risk: 'low', key: true };
    const { recorder } = await run(scope, call('set_plan', { claims: [{ ...claim, parent: 'C2' }, { ...claim, parent: 'C1' }], searches: [{ claim: '__proto__', query: 'x' }] }));
    expect(receipts(recorder, 'set_plan')[0]?.text).toMatch(/C2 as its parent, which is a circle[\s\S]*The search "x" names __proto__, which is no claim of the plan\./);
  });

  test('a raise that lowers, and one that raises nothing', async () => {
    const raise = (change: object): Said => call('change_plan', { reason: 'r', budget_effect: 'none', add: [], raise: [{ claim: 'C1', ...change }] });
    const { recorder } = await run(scope, plan, raise({ risk: 'high' }), raise({ risk: 'low' }), raise({ risk: 'high' }));
    expect(receipts(recorder, 'change_plan').map(({ text }) => text)).toEqual(['Plan version 2. (Convergence is judged by the plan as frozen, without this; C1 is listed as not covered while evidence for it is lacking.)', 'The plan was not changed. Only the user lowers what a claim asks for: C1 risk.', 'The plan was not changed: C1 asks for that already.']);
  });

  test('premises that name themselves or what comes beside them', async () => {
    const infer = (premise: string) => ['record_inference', { claim: 'C1', relation: 'supports', premises: [premise], reasoning: 'It follows.' }] as const;
    const { recorder } = await run(...found.slice(0, 4), { calls: [infer('E1'), infer('E2')] });
    expect(receipts(recorder, 'record_inference').map(({ text }) => text)).toEqual(['Not live evidence: E1. There is none yet: record some with record_evidence first.', 'Not live evidence: E2. There is none yet: record some with record_evidence first.']);
  });

  test('reading on behind the end', async () => {
    const { recorder } = await run(...found, call('recall', { id: 'E1', from: 99_999 }));
    expect(receipts(recorder, 'recall')[0]).toMatchObject({ ok: false, text: expect.stringMatching(/^E1 has \d+ characters: nothing stands from 99999 on\.$/) as string });
  });

  test('an answer that its server stopped is said to the model', async () => {
    const { model } = await run({ text: '', finish: 'content_filter' }, ...found);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('was stopped by the filter of its server');
  });
});

describe('calls in words', () => {
  test('are run where they are certain, and the next request says why another was not', async () => {
    const wrote = (text: string): Said => ({ text });
    const { recorder, model } = await run(...found, wrote('I would call {"tool": "finish", "arguments": {}} soon.'), wrote('<function=send_research_update>\n<parameter=text>\nStill reading.\n</parameter>\n<parameter=about>["C1"]</parameter>\n</function>'), wrote('<tool_call>{"name": "browse", "arguments": {}}</tool_call>'));
    expect(recorder.state.updates).toMatchObject([{ text: 'Still reading.', about: ['C1'] }]);
    const said = (n: number): string => JSON.stringify(model.requests[n]?.messages.slice(-3));
    expect(said(6)).toContain('Host: Not run, of what you wrote as text: finish: it stands among other words or as an example; write a call alone, on lines of its own.');
    expect(said(8)).toContain('Host: Not run, of what you wrote as text: browse: there is no tool of that name now.');
  });
});

describe('characters that break things', () => {
  test('null bytes, control characters and halves of surrogate pairs end nowhere but in the log', async () => {
    const { recorder } = await run(...found,
      evidence({ note: 'a\u0000b \ud800', validity: '\udc00' }), call('search', { queries: [{ query: '\u0000 \udc00 trial', intent: 'explore', claims: ['C1\u0000'] }] }),
      publish(`a\u0000b \ud83d ${quote} [[cite:E1]]`, { heading: 'x\u001b[31m\ny' }), call('send_research_update', { text: 'x\u0000\u001b[31m', about: ['\u0000'] }));
    expect(renderMarkdown(recorder.state, { now: '' })).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  test('names of an object\'s own are nobody\'s ids', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const { recorder } = await run(...found, ...names.flatMap((name): Line[] => [{ calls: [
      ['record_evidence', { claim: name, relation: 'supports', snapshot: name, quote }], ['recall', { id: name }], ['drop_results', { results: [name], reason: name }], ['open_source', { target: name }],
      ['read_source', { snapshot: name }], ['settle_conflict', { conflict: name, state: 'kept', explanation: 'x', needed: 'y' }], ['link_sources', { from: name, to: name, relation: 'cites', why: 'x' }], [name, {}],
      ['change_plan', { reason: 'r', budget_effect: 'none', add: [], raise: [{ claim: name, key: true }] }], ['calculate', { claim: 'C1', relation: 'supports', expression: `${name}(E1)` }],
    ] }]));
    expect(recorder.state.turns.slice(5, 8).flatMap(({ calls }) => calls.map(({ receipt }) => receipt?.ok))).toEqual(Array.from({ length: 30 }, () => false));
  });
});
