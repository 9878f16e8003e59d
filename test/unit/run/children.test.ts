import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
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
    case 3: return call('record_evidence', { claim, relation: 'supports', snapshot: /archived as (N\d+)/.exec(textOf(request))?.[1] ?? '', quote: quotes[route] });
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
    expect(children.map(({ ended }) => ended?.summary)).toEqual(['The north share is found.', 'The south share is found.']);
    const receipt = receiptOf(recorder, 'delegate');
    expect(receipt?.ok).toBe(true);
    expect(receipt?.text).toContain(`supports C1: ${quotes.north}`);
    expect(receipt?.text).toContain(`supports C2: ${quotes.south}`);
    // What was set aside for them and not used is free again, and everything they used is spent.
    expect(Object.keys(budget.reservations)).toEqual(['finalization']);
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

  test('cannot publish, delegate or raise the depth', async () => {
    const names = ['send_answer_part', 'enable_deep_research', 'delegate', 'set_plan'];
    const recorder = await research(memoryWorld(files), question, { depth: 'auto' }, modelResearcher(cast((request) => (request.about.turn === 1 ? { calls: names.map((name) => [name, {}] as const) } : call('finish', { reason: 'no' })))));
    const refused = recorder.state.turns.filter(({ worker }) => worker === 'D1')[0]?.calls.map(({ receipt }) => receipt?.ok);
    expect(refused).toEqual([false, false, false, false]);
    expect(recorder.state.article.order).toEqual([]);
    expect(recorder.state.children.map(({ ended }) => ended?.notFound[0]?.slice(0, 2))).toEqual(['C1', 'C2']);
  });

  test('one that breaks takes neither its sibling nor the run with it, and is no evidence for anything', async () => {
    const recorder = await research(memoryWorld(files), question, {}, modelResearcher(cast((request) => (request.about.worker === 'D1' ? fault({ message: 'The server failed (500).' }) : child(request)))));
    expect(recorder.state.children.map(({ ended }) => ended?.ok)).toEqual([false, true]);
    expect(recorder.state.ledger.evidence.map(({ worker }) => worker)).toEqual(['D2']);
    expect(receiptOf(recorder, 'delegate')?.text).toMatch(/D1 FAILED, which says nothing about the question .*The server failed \(500\)\.\n {2}without evidence: C1/);
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
    for (const [children, sentence] of [[[order('north', 'C1', 0.02)], /fewer than two model requests/], [[order('north', 'C1', 0.5), order('south', 'C2', 0.5)], /shares come to 1\.00/], [[order('north', 'C9')], /There is no claim C9/]] as const) {
      const recorder = await research(memoryWorld(files), question, {}, modelResearcher(scriptedModel([scope, plan, call('delegate', { children }), call('finish')])));
      expect(receiptOf(recorder, 'delegate')).toMatchObject({ ok: false, text: expect.stringMatching(sentence) as string });
      expect(recorder.state.children).toEqual([]);
    }
  });
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
    expect(Object.keys(budget.reservations)).toEqual(['finalization']);
  }
});
