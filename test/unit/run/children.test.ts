import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { stallLimit } from '../../../src/core/run/progress';
import { type Recorder } from '../../../src/core/run/recorder';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { call, fault, scope, scriptedModel, type Said, type ScriptedModel } from '../../fakes/scriptedModel';

const quotes = { north: 'On the north route 91.4 percent of sailings were punctual.', south: 'On the south route 94.0 percent of sailings were punctual.' };
const files = { 'north.md': `---\npublisher: North Office\n---\n\n${quotes.north}\n`, 'south.md': `---\npublisher: South Office\n---\n\n${quotes.south}\n` };
const question = 'How punctual were the routes?';

const plan = call('set_plan', {
  claims: ['north', 'south'].map((route) => ({ text: `A stated share of the ${route} sailings was punctual.`, part: 'P1', kind: 'fact', risk: 'low', key: true, requirement: { kinds: [], voices: 1, or_first_hand: false, disinterested: false } })),
  searches: [],
});
const order = (route: string, claim: string, share = 0.2) => ({ objective: `the ${route} route`, output: 'the share', boundaries: 'nothing else', claims: [claim], sources: [], share });
const delegation = call('delegate', { children: [order('north', 'C1'), order('south', 'C2')] });

type Script = (request: ModelRequest) => Said;

const textOf = (request: ModelRequest): string => JSON.stringify(request.messages);

/** A child that searches, opens, records and hands back; it finds the ids in what it is shown. */
const child: Script = (request) => {
  const [route, claim] = /Your task \(D\d\): the north route/.test(textOf(request)) ? ['north', 'C1'] as const : ['south', 'C2'] as const;
  switch (request.about.turn) {
    case 1: return call('search', { queries: [{ query: `${route} route punctual`, intent: 'explore', claims: [claim] }] });
    case 2: return call('open_source', { target: new RegExp(`(R\\d+) ${route}\\.md`).exec(textOf(request))?.[1] ?? '' });
    case 3: return call('record_evidence', { claim, relation: 'supports', snapshot: /archived as (N\d+)/.exec(textOf(request))?.[1] ?? '', quote: quotes[route], as_of: '2025-12-31', validity: 'the winter' });
    default: return call('finish', { reason: `The ${route} share is found.` });
  }
};

/** Answers by worker and turn, as models do that serve several at once. */
function cast(children: Script = child): ScriptedModel {
  const main: Said[] = [scope, plan, delegation];
  return scriptedModel([(request) => (request.about.worker === 'main' ? main[request.about.turn - 1] ?? call('finish') : children(request))]);
}

const receiptOf = (recorder: Recorder, name: string): { ok: boolean; text: string } | undefined =>
  recorder.state.turns.flatMap(({ calls }) => calls).filter((one) => one.name === name).map(({ receipt }) => ({ ok: receipt?.ok ?? false, text: receipt && 'text' in receipt.text ? receipt.text.text : '' }))[0];

describe('children', () => {
  test('work side by side under their own names and hand back spans, and what they did not find', async () => {
    const recorder = await research(memoryWorld(files), question, {}, modelResearcher(cast()));
    const { ledger, children, budget, turns } = recorder.state;
    expect(ledger.evidence.map(({ worker, claim }) => `${worker} ${claim}`).sort()).toEqual(['D1 C1', 'D2 C2']);
    // The researcher took it, the worker recorded it.
    const recorded = recorder.events.flatMap((event) => (event.type === 'evidence.recorded' ? [`${event.by} ${event.data.worker} ${event.data.extractor}`] : []));
    expect(recorded.sort()).toEqual(['D1 D1 scripted', 'D2 D2 scripted']);
    expect(children.map(({ ended }) => ended?.summary)).toEqual(['The north share is found.', 'The south share is found.']);
    const receipt = receiptOf(recorder, 'delegate');
    expect(receipt?.ok).toBe(true);
    expect(receipt?.text).toMatch(new RegExp(`supports C1 \\[N\\d \\d+–\\d+\\] as of 2025-12-31, for the winter: ${quotes.north}`));
    expect(receipt?.text).toMatch(new RegExp(`supports C2 \\[N\\d \\d+–\\d+\\] as of 2025-12-31, for the winter: ${quotes.south}`));
    // Of 50 free requests, 72 reads and 6 searches a fifth each.
    expect(receipt?.text.match(/it had 10 requests, 14 reads, 1 searches/g)).toHaveLength(2);
    // What was set aside for them and not used is free again, and everything they used is spent.
    expect(Object.keys(budget.reservations)).toEqual([]);
    expect(budget.meters.requests.spent).toBe(turns.length);
    expect(budget.meters.turns.spent).toBe(turns.filter(({ worker }) => worker === 'main').length);
  });

  test('are asked as children: their objective, their tools, their share', async () => {
    const model = cast();
    await research(memoryWorld(files), question, {}, modelResearcher(model));
    const asked = model.requests.find(({ about }) => about.worker === 'D1');
    expect(asked?.tools.map(({ name }) => name)).not.toContain('send_answer_part');
    expect(textOf(asked as ModelRequest)).toContain('Your task (D1): the north route');
    expect(textOf(asked as ModelRequest)).toContain('Left of your share: requests ');
  });

  test('one that breaks takes neither its sibling nor the run with it, and is no evidence for anything', async () => {
    const recorder = await research(memoryWorld(files), question, {}, modelResearcher(cast((request) => (request.about.worker === 'D1' ? fault({ message: 'The server failed (500).' }) : child(request)))));
    expect(recorder.state.children.map(({ ended }) => ended?.ok)).toEqual([false, true]);
    expect(recorder.state.ledger.evidence.map(({ worker }) => worker)).toEqual(['D2']);
    expect(receiptOf(recorder, 'delegate')?.text).toMatch(/D1 FAILED, which says nothing about the question .*The server failed \(500\)\.\n {2}it had .*\n {2}nothing recorded by it for: C1/);
    expect(recorder.state.run?.state).toBe('ended');
  });

  test('stop at their share, and leave the rest to the main loop', async () => {
    const model = cast(() => call('read_source', { snapshot: 'N1', words: 'punctual' }));
    const recorder = await research(memoryWorld(files), question, { limits: { requests: 24 } }, modelResearcher(model));
    const mine = model.requests.filter(({ about }) => about.worker === 'D1').length;
    expect(recorder.state.children[0]?.ended?.summary).toBe('Its share of the budget is used up.');
    expect(mine).toBe(Math.floor((24 - 4 - 3) * 0.2));
  });

  test('a share too small for anything, or shares that leave nothing, are refused', async () => {
    for (const [children, sentence] of [[[order('north', 'C1', 0.02)], /leaves "the north route" 1 model requests and 1 reads, and a child needs 2 and 1/], [[order('north', 'C1', 0.5), order('south', 'C2', 0.5)], /shares come to 1\.00/], [[order('north', 'C9')], /There is no claim C9/]] as const) {
      const recorder = await research(memoryWorld(files), question, {}, modelResearcher(scriptedModel([scope, plan, call('delegate', { children }), call('finish')])));
      expect(receiptOf(recorder, 'delegate')).toMatchObject({ ok: false, text: expect.stringMatching(sentence) as string });
      expect(recorder.state.children).toEqual([]);
    }
  });
});

/** What two sources disagree on is a conflict before the child is sent for the other claim. */
const disputed = { 'office.md': '---\npublisher: North Office\n---\n\nOn the north route 91.4 percent of sailings were punctual.\n', 'union.md': '---\npublisher: Crew Union\n---\n\nOn the north route 72.0 percent of sailings were punctual.\n' };
const figure = (value: number) => ({ value, text: value.toFixed(1), unit: 'percent', basis: 'within five minutes', period: '2025', denominator: 'sailings' });
const disagreeing: Said[] = [
  scope, plan, call('search', { queries: [{ query: 'north route punctual', intent: 'explore', claims: ['C1'] }] }), { calls: [['open_source', { target: 'R1' }], ['open_source', { target: 'R2' }]] },
  { calls: [
    ['record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'On the north route 91.4 percent of sailings were punctual.', figure: figure(91.4) }],
    ['record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N2', quote: 'On the north route 72.0 percent of sailings were punctual.', figure: figure(72) }],
  ] },
];

describe('a hostile child', () => {
  const attempts: [string, unknown][] = [
    ['send_answer_part', { text: 'It is so [[cite:E1]].', kind: 'fact', claims: ['C2'] }],
    ['send_research_update', { text: 'All is found.', about: [] }],
    ['set_scope', {}], ['set_plan', { claims: [], searches: [] }],
    ['change_plan', { reason: 'more', budget_effect: 'none', add: [{ text: 'Another claim.', part: 'P1', kind: 'fact', risk: 'low', key: false }], raise: [{ claim: 'C1', voices: 9 }] }],
    ['settle_conflict', { conflict: 'X1', state: 'kept', explanation: 'Both.', needed: 'more' }],
    ['enable_deep_research', { reason: 'more' }],
    ['delegate', { children: [order('north', 'C1', 0.5)] }],
    ['record_inference', { claim: 'C2', relation: 'supports', premises: ['E1'], reasoning: 'So.' }],
    ['record_evidence', { claim: 'C1', relation: 'contradicts', snapshot: 'N1', quote: 'On the north route 91.4 percent of sailings were punctual.' }],
    ['calculate', { claim: 'C1', relation: 'supports', expression: 'E1 - E2' }],
    ['search', { queries: [{ query: 'south route delays', intent: 'counter', claims: ['C1'] }] }],
  ];

  test('tries everything and gets nowhere: nothing is published, planned, settled or raised, and its finish ends it alone', async () => {
    const main = [...disagreeing, call('delegate', { children: [order('south', 'C2')] })];
    const model = scriptedModel([(request) => (request.about.worker === 'main' ? main[request.about.turn - 1] ?? call('finish') : request.about.turn === 1 ? { calls: attempts } : call('finish', { reason: 'The run is over.' }))]);
    const recorder = await research(memoryWorld(disputed), question, {}, modelResearcher(model));
    const own = recorder.state.turns.filter(({ worker }) => worker === 'D1');
    expect(own[0]?.calls.map(({ name, receipt }) => [name, receipt?.ok])).toEqual(attempts.map(([name]) => [name, false]));
    const { ledger, article, budget, updates, children } = recorder.state;
    expect([article.order, updates]).toEqual([[], []]);
    expect(ledger.plan?.changes).toEqual([]);
    expect(ledger.conflicts.map(({ state }) => state)).toEqual(['open']);
    expect(ledger.evidence.map(({ worker }) => worker)).toEqual(['main', 'main']);
    expect(ledger.searches).toHaveLength(1);
    expect(budget.depth).toBe('standard');
    expect(children).toHaveLength(1);
    // The run went on after the child had finished, and nothing that was refused was spent.
    expect(recorder.state.turns.filter(({ worker }) => worker === 'main').length).toBeGreaterThan(main.length);
    expect(budget.meters.searches.spent).toBe(1);
  });
});

describe('what a child hands back of what it does not know', () => {
  test('uncertain evidence, claims without any, and what failed, each said as what it is', async () => {
    const world = memoryWorld(files);
    const model = scriptedModel([(request) => {
      if (request.about.worker === 'main') return [scope, plan, call('delegate', { children: [{ ...order('north', 'C1'), claims: ['C1', 'C2'] }] })][request.about.turn - 1] ?? call('finish');
      if (request.about.turn === 3) world.searchFailure = 'the index is gone';
      switch (request.about.turn) {
        case 1: return call('search', { queries: [{ query: 'north route punctual', intent: 'explore', claims: ['C1'] }] });
        case 2: return { calls: [['open_source', { target: 'R1' }], ['record_evidence', { claim: 'C1', relation: 'uncertain', snapshot: 'N1', quote: quotes.north }]] };
        case 3: return call('search', { queries: [{ query: 'south route punctual', intent: 'explore', claims: ['C2'] }] });
        default: return call('finish', { reason: 'Nothing certain.' });
      }
    }]);
    const recorder = await research(world, question, { limits: { searches: 20 } }, modelResearcher(model));
    const text = receiptOf(recorder, 'delegate')?.text;
    expect(text).toContain('D1 ended (the north route): Nothing certain.');
    expect(text).toMatch(/\[\[cite:E1\]\] uncertain C1 \[N1 \d+–\d+\]: On the north route/);
    expect(text).toContain('nothing recorded by it for: C2 A stated share of the south sailings was punctual.');
    expect(text).toContain('failed, so unknown: search Q2 failed (folder: the index is gone)');
  });

  test('one whose every request was turned away has spent nothing, and its sibling has its own', async () => {
    const model = cast((request) => (request.about.worker === 'D1' ? fault({ settlement: 'released', temporary: true, message: 'The server is busy (429).' }) : child(request)));
    const recorder = await research(memoryWorld(files), question, {}, modelResearcher(model));
    const { budget, turns, children } = recorder.state;
    expect(children.map(({ ended }) => ended?.ok)).toEqual([false, true]);
    expect(receiptOf(recorder, 'delegate')?.text).toMatch(/D1 FAILED, which says nothing about the question .*busy \(429\)/);
    expect(model.requests.filter(({ about }) => about.worker === 'D1')).toHaveLength(3);
    expect(budget.meters.requests).toMatchObject({ spent: turns.length, unknown: 0 });
    expect(Object.keys(budget.reservations)).toEqual([]);
    expect(recorder.state.run?.state).toBe('ended');
  });
});

test('a child whose answer was cut at the output limit is told so, as the main loop is', async () => {
  const model = cast((request) => (request.about.turn === 1 ? { calls: [['search', '{"queries": [{"query": "punct']], finish: 'length' } : child({ ...request, about: { ...request.about, turn: request.about.turn - 1 } })));
  const recorder = await research(memoryWorld(files), question, {}, modelResearcher(model));
  const second = model.requests.find(({ about }) => about.worker === 'D1' && about.turn === 2);
  expect(textOf(second as ModelRequest)).toContain('Your last answer was cut at the output limit; its last call may be incomplete.');
  expect(recorder.state.children.map(({ ended }) => ended?.summary)).toEqual(['The north share is found.', 'The south share is found.']);
});

describe('a child is told of its task', () => {
  /** Requests of a child for C2, after a dispute on C1. */
  async function asked(limits: Record<string, number> = {}, script: Script = () => call('finish', { reason: 'no' })) {
    const main = [...disagreeing, call('delegate', { children: [{ ...order('south', 'C2', 0.5), sources: ['N2'] }] })];
    const model = scriptedModel([(request) => (request.about.worker === 'main' ? main[request.about.turn - 1] ?? call('finish') : script(request))]);
    const recorder = await research(memoryWorld(disputed), question, { limits }, modelResearcher(model));
    return { requests: model.requests.filter(({ about }) => about.worker === 'D1'), recorder };
  }

  test('its claims, what was found and sought for them, the sources it was given, its share: nothing of the rest', async () => {
    const [request] = (await asked()).requests;
    const text = request?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(text).toContain('C2 (P1, fact, low risk, key) A stated share of the south sailings was punctual.');
    expect(text).toMatch(/Claims\nC2 \(key\) Open: not searched yet\./);
    expect(text).toContain('S2 N2, ');
    expect(text).toContain('Left of your share: ');
    for (const other of ['C1', 'E1', 'X1', 'Q1', 'S1 N1', 'Current article', 'What does not hold yet', 'send_answer_part', 'set_plan']) expect(text, other).not.toContain(other);
    expect(text.length).toBeLessThan(5000);
  });

  test('no search, no reading is offered where its share holds none, or none any more', async () => {
    const offered = ({ tools }: ModelRequest): string[] => tools.map(({ name }) => name).filter((name) => ['search', 'open_source', 'read_source', 'query_table'].includes(name));
    const none = await asked({ searches: 1 });
    expect(offered(none.requests[0] as ModelRequest)).toEqual(['open_source', 'read_source', 'query_table']);
    const one = await asked({ searches: 2, reads: 3 }, (request) => (request.about.turn === 1 ? { calls: [['search', { queries: [{ query: 'south route', intent: 'explore', claims: ['C2'] }] }], ['read_source', { snapshot: 'N2', words: 'route' }]] } : call('finish', { reason: 'no' })));
    expect(one.requests.map(offered)).toEqual([['search', 'open_source', 'read_source', 'query_table'], []]);
  });

  test('is not sent where fewer requests are free than children need, or no read is', async () => {
    const few = await asked({ requests: 20 });
    expect(receiptOf(few.recorder, 'delegate')).toMatchObject({ ok: false, text: 'Children need 12 free model requests, and 10 are free: do it yourself.' });
    const blind = await asked({ reads: 2 });
    expect(receiptOf(blind.recorder, 'delegate')?.text).toMatch(/leaves "the south route" \d+ model requests and 0 reads/);
  });
});

test('a child that goes round in circles is told once, and then ended with its share unused; the run goes on', async () => {
  const main = [...disagreeing, call('delegate', { children: [order('south', 'C2', 0.5)] })];
  const model = scriptedModel([(request) => (request.about.worker === 'main' ? main[request.about.turn - 1] ?? call('finish') : call('recall', { id: `E${request.about.turn}` }))]);
  const { state } = await research(memoryWorld(disputed), question, {}, modelResearcher(model));
  const own = state.turns.filter(({ worker }) => worker === 'D1');
  expect(own).toHaveLength(2 * stallLimit);
  expect(own.flatMap(({ reminders }) => reminders.map(({ text }) => text))).toEqual([expect.stringContaining('call finish and say what you did not find')]);
  expect(state.children[0]?.ended).toMatchObject({ ok: true, summary: 'Its last 8 turns brought nothing new.', notFound: [expect.stringContaining('C2')] });
  expect(state.run).toMatchObject({ state: 'ended', stopReason: 'finished-early' });
});

test('a process that dies while children work: each goes on where it was, and nothing answered is asked again', async () => {
  const whole = await research(memoryWorld(files), question, { limits: { searches: 20 } }, modelResearcher(cast()));
  const answered = (events: readonly RunEvent[]) => new Set(events.flatMap((event) => (event.type === 'turn.answered' ? [`${event.data.worker} ${event.data.turn}`] : [])));
  for (let cut = 12; cut < whole.events.length; cut += 3) {
    const world = memoryWorld(files);
    const dying = new MemoryLog();
    const first = world.parts(dying, modelResearcher(cast()));
    // A search that was cut off may have been paid: enough of them that one can be lost.
    await createRun(first.recorder, question, { limits: { searches: 20 } });
    dying.stopAfter = cut;
    await new RunLoop(first).go().catch(() => undefined);
    const model = cast();
    const resumed = world.parts(new MemoryLog(dying.events), modelResearcher(model));
    await new RunLoop(resumed).go();
    const { ledger, children, run, budget } = resumed.recorder.state;
    expect(run?.state, `cut after ${cut}`).toBe('ended');
    expect(children.map(({ id, ended }) => `${id} ${ended?.ok}`), `cut after ${cut}`).toEqual(['D1 true', 'D2 true']);
    expect(ledger.evidence.map(({ worker, claim }) => `${worker} ${claim}`).sort(), `cut after ${cut}`).toEqual(['D1 C1', 'D2 C2']);
    const before = answered(dying.events);
    expect(model.requests.filter(({ about }) => before.has(`${about.worker} ${about.turn}`)), `cut after ${cut}`).toEqual([]);
    expect(Object.keys(budget.reservations)).toEqual([]);
  }
});
