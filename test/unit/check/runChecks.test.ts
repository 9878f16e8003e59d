import { describe, expect, test } from 'vitest';
import { checkShare, settleOrder } from '../../../src/core/check/orders';
import { type Verifier } from '../../../src/core/check/runChecks';
import { assess } from '../../../src/core/ledger/assess';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop, type LoopParts } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { type RunOptions } from '../../../src/core/run/records';
import { facts } from '../../../src/core/run/state';
import { viewOf } from '../../../src/core/run/view';
import { runView } from '../../../src/shared/view';
import { LogBuilder } from '../../fakes/builders';
import { createRun, MemoryLog, memoryWorld, type MemoryWorld } from '../../fakes/memoryWorld';
import { call, fault, plan, publish, scope, scriptedModel, search, type Line, type Said, type ScriptedModel } from '../../fakes/scriptedModel';

const [share, other] = ['In the trial 91.4 percent of sailings were punctual.', 'In the whole year 88 percent of sailings were punctual.'];
const files = {
  'one.md': `---\npublisher: Statistics Office\ntitle: Ferry statistics\n---\n\n${share} Sailings in storms were not counted.\n`,
  'two.md': `---\npublisher: Harbour Board\ntitle: Punctual sailings of the year\n---\n\n${other}\n`,
};
const question = 'What share of sailings was punctual in the trial?';
const first = 'In the trial 91.4 percent of sailings were punctual [[cite:E1]].';
const second = 'In the year it was 88 percent [[cite:E2]].';

const opening: Line[] = [scope, plan, search('punctual sailings'), { calls: [['open_source', { target: 'R2' }], ['open_source', { target: 'R1' }]] }, { calls: [share, other].map((quote, at) => ['record_evidence', { claim: 'C1', relation: 'supports', snapshot: `N${at + 1}`, quote }]) }];
const ending: Line[] = [call('finish'), call('finish'), call('finish')];
const whole: Line[] = [...opening, publish(`${first} ${second}`), ...ending];

/** A verifier's verdict on every sentence that a request asks for. */
const says = (verdict: string, quoteOf: (request: ModelRequest) => string | null = quoteIn) => (request: ModelRequest): Said =>
  ({ calls: [['report_verdicts', { verdicts: askedIn(request).map((sentence) => ({ sentence, verdict, quote: quoteOf(request), why: `it is ${verdict}` })) }]] });
const contentOf = (request: ModelRequest): string => request.messages.map((message) => message.content).join('\n');
const askedIn = (request: ModelRequest): number[] => (/Judge ([\d, ]+) with/.exec(contentOf(request))?.[1] ?? '').split(', ').map(Number);
const quoteIn = (request: ModelRequest): string => (contentOf(request).includes('in storms') ? share : other);

const roles: RunOptions['roles'] = { verifier: { researcher: 'openai:quay' } };
const quay = (...lines: Line[]): ScriptedModel => scriptedModel(lines, { name: 'quay' });

interface Given { world?: MemoryWorld; change?: Partial<RunOptions>; log?: MemoryLog }

function partsOf(writer: ScriptedModel, verifier: ScriptedModel, { world = memoryWorld(files), log = new MemoryLog() }: Given = {}): LoopParts {
  return { ...world.parts(log, modelResearcher(writer)), verifier: (): Promise<Verifier> => Promise.resolve({ client: verifier, maxOutput: 700 }) };
}

async function checked(lines: readonly Line[], verifier: ScriptedModel, given: Given = {}): Promise<Recorder & { asked: ModelRequest[] }> {
  const writer = scriptedModel(lines, { name: 'harbor' });
  const parts = partsOf(writer, verifier, given);
  await createRun(parts.recorder, question, { researcher: 'openai:harbor', roles, ...given.change });
  await new RunLoop(parts).go();
  return Object.assign(parts.recorder, { asked: writer.requests });
}

const told = ({ state }: Recorder): string[] => state.checks.map(({ block, revision, sentence, source, verdict }) => `${block}.${revision}:${(sentence ?? -1) + 1} ${source ?? ''} ${verdict}`);
const requests = (events: readonly RunEvent[], role: string) => events.flatMap((event) => (event.type === 'call.started' && event.data.role === role ? [event.data] : []));
const confidence = ({ state }: Recorder) => assess(state).claims.get('C1')?.confidence;
const isWithin = ({ state }: Recorder): void => {
  const { grant, spent, reserved, unknown } = state.budget.meters.requests;
  expect(spent + reserved + unknown).toBeLessThanOrEqual(grant ?? Infinity);
};

describe('a publication', () => {
  test('is checked against each source it cites, once, by a model apart, with a request that was set aside for it', async () => {
    const verifier = quay(says('supported'));
    const recorder = await checked(whole, verifier);
    expect(told(recorder)).toEqual(['B1.1:1 S1 supported', 'B1.1:2 S2 supported']);
    expect(recorder.state.checks[0]).toMatchObject({ checker: 'quay', selfChecked: false, snapshot: 'N1', parts: false, order: 1, decides: { quote: share } });
    expect(requests(recorder.events, 'verifier').map(({ worker, turn, reservation, spends }) => ({ worker, turn, reservation, requests: spends.requests }))).toEqual([
      { worker: 'verifier', turn: 1, reservation: 'check 1', requests: 1 }, { worker: 'verifier', turn: 2, reservation: 'check 2', requests: 1 },
    ]);
    expect(verifier.requests).toHaveLength(2);
    expect(recorder.state.budget).toMatchObject({ meters: { requests: { spent: whole.length - ending.length + 3 + 2, unknown: 0 } } });
    expect(Object.keys(recorder.state.budget.reservations).filter((id) => id.startsWith('check'))).toEqual([]);
    const view = viewOf(recorder.state, { now: '', folder: '', writer: true, events: recorder.events });
    expect(runView.safeParse(view).error).toBeUndefined();
    expect(view.article.markdown).toContain('- Checks against the whole source:\n  - quay: supported 2');
  });

  test('orders are written with it: there is no moment at which one could be lost', async () => {
    const { events } = await checked(whole, quay(says('supported')));
    const at = events.findIndex(({ type }) => type === 'block.published');
    expect(events.slice(at, at + 6).map(({ type }) => type)).toEqual(['block.published', 'budget.reserved', 'check.ordered', 'budget.reserved', 'check.ordered', 'call.settled']);
  });

  test.each([
    ['nobody is named to check', { roles: null }],
    ['a verifier is named that cannot judge', { roles: { verifier: { researcher: 'extractive' } } }],
  ])('is not checked where %s', async (_name, change) => {
    const verifier = quay(says('supported'));
    const { state } = await checked(whole, verifier, { change });
    expect([state.orders, state.checks, verifier.requests]).toEqual([[], [], []]);
  });

  test.each([
    ['it is named so', { verifier: {} }, scriptedModel([says('supported')], { name: 'quay' })],
    ['the same model is reached another way', { verifier: { researcher: 'responses:harbor' } }, scriptedModel([says('supported')], { name: 'quay' })],
    ['it answers by the writer’s name', roles, scriptedModel([says('supported')], { name: 'harbor' })],
  ])('is self-checked, never more, when the verifier is the writer: %s', async (_name, table, verifier) => {
    const recorder = await checked(whole, verifier, { change: { roles: table } });
    expect(recorder.state.checks.map(({ selfChecked }) => selfChecked)).toEqual([true, true]);
    expect(confidence(recorder)).toBe('low');
    expect(viewOf(recorder.state, { now: '', folder: '', writer: true, events: [] }).article.markdown).toContain('(self-checked): supported 2');
  });
});

describe('a row of a table', () => {
  test('is checked by one of its cells', async () => {
    const row = '2026-01,North Ferry line,1390,690,50';
    const rows: Line[] = [scope, plan, search('punctual rides share'), call('open_source', { target: 'R1' }), call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: row })];
    const world = memoryWorld({ 'rides.csv': `month,line,rides,punctual rides,punctual share\n2025-12,North Ferry line,31,2,8\n${row}\n` });
    const recorder = await checked([...rows, publish('In January 690 rides were punctual [[cite:E1]].'), ...ending], quay(says('supported', () => '690')), { world });
    const at = recorder.state.ledger.evidence[0]?.end ?? 0;
    expect(recorder.state.checks).toMatchObject([{ verdict: 'supported', decides: { start: at - 6, end: at - 3, quote: '690' } }]);
  });
});

describe('what a check finds', () => {
  test('goes to the writer with the next request, caps the claim, stands beside the sentence, and is gone once the sentence is mended', async () => {
    const verifier = quay((request) => says(contentOf(request).includes('in storms') && contentOf(request).includes('91.4 percent of sailings were punctual [this source].') ? 'contradicted' : 'supported')(request));
    const mended = publish(`In the trial 91.4 percent of sailings were punctual, storms aside [[cite:E1]]. ${second}`, { replaces: { block: 'B1', revision: 1, why: 'the check' } });
    const recorder = await checked([...opening, publish(`${first} ${second}`), call('send_research_update', { text: 'Looking again.', about: [] }), mended, ...ending], verifier);
    const [before, after] = [recorder.asked[opening.length + 1], recorder.asked[opening.length + 3]].map((request) => contentOf(request ?? { messages: [] } as never));
    expect(before).toContain(`What checking found (mend it with replaces, or leave it out)\nB1:1 against S1: contradicted: it is contradicted; the source says “${share}”`);
    expect(after).not.toContain('What checking found');
    // The sentence that did not change keeps its verdict: nothing was asked about it again.
    expect(told(recorder)).toEqual(['B1.1:1 S1 contradicted', 'B1.1:2 S2 supported', 'B1.2:2 S2 supported', 'B1.2:1 S1 supported']);
    expect(recorder.state.checks[2]).toMatchObject({ kept: 'V2', order: null });
    expect(verifier.requests).toHaveLength(3);
  });

  test.each([['contradicted', 'low'], ['unsupported', 'low'], ['partly', 'high'], ['supported', 'high']])('%s leaves the claim at %s', async (verdict, sure) => {
    const recorder = await checked(whole, quay(says(verdict)));
    expect(confidence(recorder)).toBe(sure);
    const { blocks, markdown } = viewOf(recorder.state, { now: '', folder: '', writer: true, events: [] }).article;
    expect(blocks[0]?.notices.filter(({ kind }) => kind === 'check')).toHaveLength(verdict === 'supported' ? 0 : 2);
    if (verdict === 'contradicted') expect(markdown).toContain('> Source 1 says otherwise than sentence 1: it is contradicted');
  });

  test('is told to a writer who publishes and finishes in one turn, before the run ends', async () => {
    const recorder = await checked([...opening, { calls: [['send_answer_part', { heading: null, text: first, kind: 'fact', claims: ['C1'] }], ['finish', {}]] }, ...ending], quay(says('unsupported', () => null)));
    const [refusal] = recorder.state.turns.flatMap(({ calls }) => calls).filter(({ name }) => name === 'finish');
    expect(JSON.stringify(refusal?.receipt?.text)).toContain('- B1:1 against S1: unsupported: it is unsupported.');
    expect(facts(recorder.state).state).toBe('ended');
  });

  test.each([
    ['is told in finalizing too, once, while it can be mended', 0, ['finish false', 'send_answer_part true', 'finish true']],
    ['is not told there where no turns are left to mend it in', 2, ['finish true']],
  ])('%s', async (_name, updates, calls) => {
    const more = { calls: [['send_answer_part', { heading: null, text: 'In the year 88 percent were punctual [[cite:E2]].', kind: 'fact', claims: ['C1'] }], ['finish', {}]] } satisfies Said;
    const mend = publish(second, { replaces: { block: 'B2', revision: 1, why: 'the check' } });
    const recorder = await checked([...opening, publish(first), ...Array.from({ length: updates }, (_, n) => call('send_research_update', { text: `Update ${n}.`, about: [] })), more, mend, call('finish')], quay((request) => says(contentOf(request).includes('88 percent were') ? 'unsupported' : 'supported')(request)), { change: { limits: { turns: 10 } } });
    expect(facts(recorder.state).state).toBe('ended');
    const turned = recorder.events.findIndex((event) => event.type === 'run.stateChanged' && event.data.state === 'finalizing');
    const after = new Set(recorder.events.slice(turned).flatMap((event) => (event.type === 'turn.answered' ? event.data.calls.map(({ id }) => id) : [])));
    expect(recorder.state.turns.flatMap((turn) => turn.calls).filter(({ id, name }) => after.has(id) && name !== 'send_research_update').map(({ name, receipt }) => `${name} ${receipt?.ok}`).slice(1)).toEqual(calls);
  });

  test('may be mended past the limit of revisions of its block, and nothing else may', async () => {
    const again = (revision: number) => publish(`${first} Again ${revision}.`, { replaces: { block: 'B1', revision, why: 'again' } });
    const lines = [...opening, publish(first), again(1), again(2), again(3), ...ending];
    expect((await checked(lines, quay(says('supported')))).state.article.blocks['B1']?.revisions).toHaveLength(3);
    expect((await checked(lines, quay(says('partly')))).state.article.blocks['B1']?.revisions).toHaveLength(4);
  });

  test('is a person’s to correct', async () => {
    const recorder = await checked(whole, quay(says('contradicted')));
    await recorder.commit(() => [{ type: 'correction.made', by: 'user:Ada', data: { id: 'M1', target: 'V1', field: 'verdict', before: 'contradicted', after: 'supported', reason: 'it misread', by: 'user:Ada' } },
      { type: 'correction.made', by: 'user:Ada', data: { id: 'M2', target: 'V2', field: 'verdict', before: 'contradicted', after: 'supported', reason: 'it misread', by: 'user:Ada' } }]);
    expect(confidence(recorder)).toBe('high');
  });
});

describe('the verdict on words that stand again', () => {
  const again = (self: boolean, change: { text?: string; roles?: RunOptions['roles'] } = {}): string[] => {
    const log = new LogBuilder('How many?', { researcher: 'openai:harbor', roles: self ? { verifier: {} } : roles }).plan({});
    log.evidence();
    log.published('It is so [[cite:E1]].');
    const [order] = log.state.orders;
    if (order) log.append(...settleOrder(log.state, order, [{ sentence: 0, verdict: 'supported', why: 'so', decides: null, parts: false }], { checker: 'm', selfChecked: self }));
    if (change.roles) log.add('options.changed', { options: { ...facts(log.state).options, roles: change.roles } });
    log.published(change.text ?? 'New. It is so [[cite:E1]].', { block: 'B1', revision: 2 });
    return [...log.state.checks.slice(1).map(({ kept, sentence }) => `${kept ?? ''} for sentence ${(sentence ?? 0) + 1}`), ...log.state.orders.slice(1).map(({ order: number }) => `order ${number}`)];
  };

  test.each([
    ['is kept', false, {}, ['V1 for sentence 2']],
    ['is kept where both are the writer’s own', true, {}, ['V1 for sentence 2']],
    ['is asked anew where the writer’s own is followed by another’s', true, { roles }, ['order 2']],
    ['is asked anew where one word differs', false, { text: 'It was so [[cite:E1]].' }, ['order 2']],
  ])('%s', (_name, self, change, expected) => expect(again(self, change)).toEqual(expected));
});

describe('a check that cannot be made', () => {
  test('for want of budget is not checked and says so; no request is ever taken twice', async () => {
    const verifier = quay(says('supported'));
    const recorder = await checked(whole, verifier, { change: { limits: { requests: 11 } } });
    expect(checkShare(recorder.state.budget.meters)).toBe(3);
    isWithin(recorder);
    for (const requests of [2, 6, 8, 9, 10]) {
      const tight = await checked(whole, quay(says('supported')), { change: { limits: { requests } } });
      isWithin(tight);
      expect(facts(tight.state).state).toBe('ended');
      expect(tight.state.orders.every(({ open }) => !open)).toBe(true);
      for (const check of tight.state.checks) if (check.verdict === 'not-checked') expect(check.why).toMatch(/^no budget: /);
    }
    const none = await checked(whole, verifier, { change: { limits: { requests: 9 } } });
    expect(none.state.checks.map(({ verdict }) => verdict)).toContain('not-checked');
  });

  test('because checks have had their share of the requests is not checked, and says so', () => {
    const log = new LogBuilder('How many?', { researcher: 'openai:harbor', roles }).plan({ key: true });
    log.add('budget.granted', { grant: { requests: 9, turns: 30 }, explicit: [], deadline: null, finalization: {} });
    log.published(`${[1, 2, 3, 4].map(() => `It is so [[cite:${log.evidence()}]].`).join(' ')}`);
    expect(log.state.orders.map(({ source }) => source)).toEqual(['S1', 'S2', 'S3']);
    expect(log.state.checks.map(({ source, verdict, why }) => `${source ?? ''} ${verdict}: ${why}`)).toEqual(['S4 not-checked: no budget: checks have taken their share of the model requests (3 of 9)']);
    expect(log.state.budget.meters.requests).toMatchObject({ reserved: 3 });
  });

  test('leaves the requests of the main turns alone', () => {
    const share = (requests: number | null, turns: number | null) => checkShare({ requests: { grant: requests }, turns: { grant: turns } } as never);
    expect([share(57, 36), share(85, 54), share(20, 36), share(2, 36), share(30, null), share(null, 36)]).toEqual([21, 31, 6, 0, 10, Infinity]);
  });

  test.each([
    ['is down', fault({ settlement: 'unknown', temporary: true, message: 'the server failed (503)' }), 'the server failed (503)', 3],
    ['refuses the key', fault({ needsKey: true, message: 'the key was refused (401)' }), 'the key was refused (401)', 1],
    ['answers prose', { text: 'All good.' }, 'the answer holds no verdict on it that can be read', 1],
    ['invents a quote', says('supported', () => 'This was never written anywhere.'), 'do not stand in the source', 1],
    ['speaks of other sentences', { calls: [['report_verdicts', { verdicts: [{ sentence: 9, verdict: 'supported', quote: share, why: 'so' }] }]] } satisfies Said, 'no verdict on it', 1],
  ] satisfies [string, Line, string, number][])('because its server %s is unknown-failed, and the run goes on', async (_name, line, why, tries) => {
    const recorder = await checked([...opening, publish(first), ...ending], quay(line));
    expect(recorder.state.checks).toMatchObject([{ verdict: 'unknown-failed', why: expect.stringContaining(why) as string, selfChecked: false }]);
    expect(requests(recorder.events, 'verifier')).toHaveLength(tries);
    expect(facts(recorder.state)).toMatchObject({ state: 'ended' });
    expect(assess(recorder.state).claims.get('C1')).toMatchObject({ status: 'supported', confidence: 'high' });
    isWithin(recorder);
  });

  test('because there is no way to its model, or its source was changed in the archive, is unknown-failed', async () => {
    const world = memoryWorld(files);
    const writer = scriptedModel([...opening, publish(first), ...ending], { name: 'harbor' });
    const parts = world.parts(new MemoryLog(), modelResearcher(writer));
    await createRun(parts.recorder, question, { researcher: 'openai:harbor', roles });
    await new RunLoop({ ...parts, verifier: () => Promise.reject(new Error('There is no key for quay.')) }).go();
    expect(parts.recorder.state.checks).toMatchObject([{ verdict: 'unknown-failed', why: 'There is no key for quay.', checker: 'quay' }]);
    expect(requests(parts.recorder.events, 'verifier')).toEqual([]);
  });

  test('because its part was revised in the same turn is not asked', async () => {
    const verifier = quay(says('supported'));
    const recorder = await checked([...opening, { calls: [['send_answer_part', { heading: null, text: first, kind: 'fact', claims: ['C1'] }], ['send_answer_part', { heading: null, text: second, kind: 'fact', claims: ['C1'], replaces: { block: 'B1', revision: 1, why: 'better' } }]] }, ...ending], verifier);
    expect(told(recorder)).toEqual(['B1.1:1 S1 not-checked', 'B1.2:1 S2 supported']);
    expect(verifier.requests).toHaveLength(1);
  });

  test('before the run is stopped is closed with it', async () => {
    const writer = scriptedModel(whole, { name: 'harbor' });
    const parts = partsOf(writer, quay(() => {
      expect(viewOf(parts.recorder.state, { now: '', folder: '', writer: true, events: [] }).activity?.calls.at(-1)).toMatchObject({ title: 'check B1 against S2', state: 'running' });
      loop.cancel();
      return fault({ settlement: 'unknown', message: 'aborted' });
    }));
    await createRun(parts.recorder, question, { researcher: 'openai:harbor', roles });
    const loop = new RunLoop(parts);
    await loop.go();
    expect(facts(parts.recorder.state)).toMatchObject({ state: 'ended', outcome: 'cancelled' });
    expect(parts.recorder.state.orders.map(({ open }) => open)).toEqual([false, false]);
    expect(parts.recorder.state.checks.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual(Array(2).fill('not-checked: the run ended before it was checked'));
  });
});

describe('the share of the checks', () => {
  test('is half kept for what is key or of high risk, analysis and recommendations', () => {
    const log = new LogBuilder('How many?', { researcher: 'openai:harbor', roles }).plan({ key: true }, { key: false, risk: 'low' }, { key: false, risk: 'high' });
    log.add('budget.granted', { grant: { requests: 18, turns: 30 }, explicit: [], deadline: null, finalization: {} });
    const on = (claim: string, count = 1) => Array.from({ length: count }, () => `It is so [[cite:${log.evidence({ claim })}]].`).join(' ');
    log.published(on('C2', 4), { claims: ['C2'] });
    expect(log.state.checks.map(({ source, why }) => `${source ?? ''} ${why}`)).toEqual(['S4 no budget: the checks that are left are kept for key and high-risk claims, analysis and recommendations']);
    log.published(on('C3'), { claims: ['C3'] });
    log.published(on('C2'), { claims: ['C2'], kind: 'recommendation' });
    log.published(on('C1'), { claims: ['C2'] });
    expect(log.state.orders.map(({ block, source }) => `${block} ${source}`)).toEqual(['B1 S1', 'B1 S2', 'B1 S3', 'B2 S5', 'B3 S6', 'B4 S7']);
  });

  const claim = { part: 'P1', kind: 'fact', risk: 'low', requirement: { kinds: [], voices: 1, or_first_hand: false, disinterested: false } };
  const minor = call('set_plan', { claims: [{ ...claim, text: 'A stated share of the sailings was punctual.', key: false }, { ...claim, text: 'The trial was repeated.', key: true }], searches: [] });
  const parts = (count: number): Line[] => ['calm', 'fog', 'rain', 'frost'].slice(0, count).map((weather) => publish(`In ${weather} 91.4 percent of sailings were punctual [[cite:E1]]. In ${weather} it was 88 percent [[cite:E2]].`));
  const run = (count: number, verifier: ScriptedModel, limits: RunOptions['limits']) => checked([scope, minor, ...opening.slice(2), ...parts(count), ...ending, call('finish')], verifier, { change: { limits } });
  const finishes = ({ state }: Recorder): string[] => state.turns.flatMap(({ calls }) => calls).filter(({ name }) => name === 'finish').map(({ receipt }) => JSON.stringify(receipt?.text));
  const last = ({ state }: Recorder, block: string): string[] => state.checks.filter((check) => check.block === block).map(({ sentence, verdict }) => `${sentence ?? ''} ${verdict}`);

  test('is told with the state, and which parts were not checked', async () => {
    const recorder = await run(3, quay(says('supported')), { requests: 30, turns: 30 });
    const [before, after] = [recorder.asked[5], recorder.asked[8]].map((request) => contentOf(request ?? { messages: [] } as never));
    expect(before).toMatch(/, checks 10(?:[;,.])/);
    expect(before).not.toContain('Not checked so far');
    expect(after).toMatch(/, checks 5(?:[;,.])[^]* Not checked so far: B3:2\./);
  });

  test('is left behind at the end: what was not checked is, with the requests that are not needed any more', async () => {
    const recorder = await run(3, quay(says('supported')), { requests: 30, turns: 30 });
    expect(last(recorder, 'B3')).toEqual(['1 not-checked', '0 supported', '1 supported']);
    expect(finishes(recorder).map((words) => words.includes('Not yet'))).toEqual([true, true, false]);
    isWithin(recorder);
  });

  test('and what that finds is told once more to who finishes', async () => {
    const recorder = await run(3, quay((request) => says(contentOf(request).includes('In rain it') ? 'contradicted' : 'supported')(request)), { requests: 30, turns: 30 });
    const words = finishes(recorder);
    expect(words).toHaveLength(4);
    expect(words[2]).toMatch(/Not yet \(3 of 3\)[^]*- B3:2 against S2: contradicted/);
    expect(facts(recorder.state).state).toBe('ended');
  });

  test('at the end, cut short anywhere, goes on: nothing stays unchecked and nothing answered is asked again', async () => {
    const lines: Line[] = [scope, minor, ...opening.slice(2), ...parts(3), ...ending];
    const change: Partial<RunOptions> = { limits: { requests: 30, turns: 30 } };
    const complete = await checked(lines, quay(says('supported')), { change });
    for (let cut = complete.events.findLastIndex(({ type }) => type === 'turn.answered') + 1; cut < complete.events.length; cut++) {
      const [world, dying] = [memoryWorld(files), new MemoryLog()];
      const begin = partsOf(scriptedModel(lines, { name: 'harbor' }), quay(says('supported')), { world, log: dying });
      await createRun(begin.recorder, question, { researcher: 'openai:harbor', roles, ...change });
      dying.stopAfter = cut;
      await new RunLoop(begin).go().catch(() => undefined);
      const done = new Set(begin.recorder.state.checks.map(({ order }) => order));
      const verifier = quay(says('supported'));
      const { recorder, ...rest } = partsOf(scriptedModel(ending, { name: 'harbor' }), verifier, { world, log: new MemoryLog(dying.events) });
      await new RunLoop({ recorder, ...rest }).go();
      expect(last(recorder, 'B3').toSorted(), `cut after event ${cut}`).toEqual(last(complete, 'B3').toSorted());
      expect(verifier.requests.filter(({ about }) => done.has(about.turn))).toEqual([]);
      expect(facts(recorder.state).state).toBe('ended');
      isWithin(recorder);
    }
  });

  describe('at the end leaves what it takes to answer what is found', () => {
    const found = (weather: string) => quay((request) => says(contentOf(request).includes(`In ${weather}`) ? 'contradicted' : 'supported')(request));
    const mend = publish('When it rained 91.4 percent of sailings were punctual [[cite:E1]].', { replaces: { block: 'B3', revision: 1, why: 'the check' } });
    const tight = (verifier: ScriptedModel) => checked([scope, minor, ...opening.slice(2), ...parts(4), ...ending, mend, call('finish')], verifier, { change: { limits: { requests: 24, turns: 24 } } });

    test('and says which sentences stay unchecked', async () => {
      const recorder = await tight(found('rain'));
      const words = finishes(recorder);
      expect(words[2]).toMatch(/Not yet \(3 of 3\)[^]*- B3:[12] against/);
      // Two requests were left for the main loop: it mended and finished with them, and had no need of those for the end.
      expect(recorder.state.article.blocks['B3']?.revisions).toHaveLength(2);
      expect(recorder.events.filter((event) => event.type === 'run.stateChanged' && event.data.state === 'finalizing')).toEqual([]);
      expect(recorder.state.turns.at(-1)?.calls.map(({ name, receipt }) => `${name} ${receipt?.ok}`)).toEqual(['finish true']);
      expect(words.at(-1)).toContain('Not checked: B3:1, B4:1, B4:2.');
      expect(viewOf(recorder.state, { now: '', folder: '', writer: true, events: [] }).article.markdown).toMatch(/not checked \d \(B3:1, B4:1, B4:2\)/);
      isWithin(recorder);
    });

    test('and where a check is tried again, too', async () => {
      const recorder = await tight(quay((request) => {
        if (contentOf(request).includes('In rain it')) return fault({ settlement: 'unknown', temporary: true, message: 'busy' });
        return says(contentOf(request).includes('In rain') ? 'contradicted' : 'supported')(request);
      }));
      expect(recorder.state.article.blocks['B3']?.revisions).toHaveLength(2);
      expect(recorder.state.turns.at(-1)?.calls.map(({ name, receipt }) => `${name} ${receipt?.ok}`)).toEqual(['finish true']);
      expect(recorder.events.filter((event) => event.type === 'run.stateChanged' && event.data.state === 'finalizing')).toEqual([]);
      isWithin(recorder);
    });

    test('whatever the limits, and ends', async () => {
      for (let limit = 9; limit <= 22; limit++) {
        const recorder = await checked([scope, minor, ...opening.slice(2), ...parts(4), ...ending, mend, call('finish')], found('rain'), { change: { limits: { requests: limit, turns: limit } } });
        expect(facts(recorder.state).state, String(limit)).toBe('ended');
        isWithin(recorder);
        const { events } = recorder;
        // After the last check that found something there was one more answer of the main loop, wherever one could still be had.
        const at = events.findLastIndex((event) => event.type === 'check.done' && event.data.verdict === 'contradicted');
        if (at >= 0) expect(events.slice(at).some((event) => event.type === 'turn.answered'), String(limit)).toBe(true);
      }
    });
  });

  test('when the run turns to finalizing too, whose own requests stay', async () => {
    const recorder = await run(4, quay((request) => says(contentOf(request).includes('In frost') ? 'contradicted' : 'supported')(request)), { requests: 24, turns: 13 });
    expect(last(recorder, 'B4')).toEqual(['0 not-checked', '1 not-checked', '0 contradicted', '1 contradicted']);
    const { events } = recorder;
    const turned = events.findIndex((event) => event.type === 'run.stateChanged' && event.data.state === 'finalizing');
    expect(turned).toBeGreaterThan(events.findLastIndex(({ type }) => type === 'check.done'));
    expect(contentOf(recorder.asked[9] ?? { messages: [] } as never)).toContain('B4:2 against S2: contradicted');
    isWithin(recorder);
  });
});

describe('a run with a verifier that is cut short', () => {
  test('by a pause while a finish waits for its checks goes on with both', async () => {
    const lines = [...opening, { calls: [['send_answer_part', { heading: null, text: first, kind: 'fact', claims: ['C1'] }], ['finish', {}]] } satisfies Said, ...ending];
    const world = memoryWorld(files);
    const before = partsOf(scriptedModel(lines, { name: 'harbor' }), quay(), { world });
    before.verifier = () => {
      loop.pause('by the user');
      return Promise.reject(new Error('broken off'));
    };
    await createRun(before.recorder, question, { researcher: 'openai:harbor', roles });
    const loop = new RunLoop(before);
    await loop.go();
    expect(facts(before.recorder.state).state).toBe('paused');
    expect(before.recorder.state.turns.at(-1)?.calls.map(({ name, receipt }) => `${name} ${receipt === null ? 'open' : 'done'}`)).toEqual(['send_answer_part done', 'finish open']);
    const after = partsOf(scriptedModel(ending, { name: 'harbor' }), quay(says('supported')), { world, log: new MemoryLog(before.recorder.events) });
    await new RunLoop(after).go();
    expect(told(after.recorder)).toEqual(['B1.1:1 S1 supported']);
    expect(facts(after.recorder.state).state).toBe('ended');
  });

  test('at any event goes on to the same checks, each order answered once, nothing answered asked again', async () => {
    const complete = await checked(whole, quay(says('partly')));
    const settled = told(complete).toSorted();
    for (let cut = 3; cut < complete.events.length; cut++) {
      const world = memoryWorld(files);
      const dying = new MemoryLog();
      const begin = partsOf(scriptedModel(whole, { name: 'harbor' }), quay(says('partly')), { world, log: dying });
      await createRun(begin.recorder, question, { researcher: 'openai:harbor', roles });
      dying.stopAfter = cut;
      await new RunLoop(begin).go().catch(() => undefined);
      const answered = begin.recorder.events.filter((event) => event.type === 'turn.answered').length;
      const doneBefore = new Set(begin.recorder.state.checks.flatMap(({ order }) => order ?? []));
      const verifier = quay(says('partly'));
      const resumed = partsOf(scriptedModel(whole.slice(answered), { name: 'harbor' }), verifier, { world, log: new MemoryLog(dying.events) });
      await new RunLoop(resumed).go();
      expect(told(resumed.recorder).toSorted(), `cut after event ${cut}`).toEqual(settled);
      expect(resumed.recorder.state.orders.every(({ open }) => !open)).toBe(true);
      for (const request of verifier.requests) expect(doneBefore.has(request.about.turn), `cut after event ${cut}: order ${request.about.turn}`).toBe(false);
      isWithin(resumed.recorder);
    }
  });
});
