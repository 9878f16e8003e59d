import { describe, expect, test } from 'vitest';
import { requestGate } from '../../../src/core/request/gate';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { RequestRefused } from '../../../src/core/researcher/researcher';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { createRun, MemoryLog, memoryWorld, type MemoryWorld } from '../../fakes/memoryWorld';
import { call, fault, plan, publish, record, scope, scriptedModel, search, type ScriptedModel } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const files = { 'statistics.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics\n---\n\n${quote}\n` };
const question = 'What share of sailings was punctual in the trial?';

/** A whole small research, from scope to a second `finish`. */
const research = [
  scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote), publish(`${quote} [[cite:E1]]`), call('finish'), call('finish'), call('finish'),
];

async function begin(model: ScriptedModel, world: MemoryWorld = memoryWorld(files), limits: Record<string, number> = {}): Promise<{ world: MemoryWorld; recorder: Recorder }> {
  const { recorder, ...parts } = world.parts(new MemoryLog(), modelResearcher(model));
  await createRun(recorder, question, { limits });
  await new RunLoop({ recorder, ...parts }).go();
  return { world, recorder };
}

async function resume(world: MemoryWorld, events: readonly RunEvent[], model: ScriptedModel): Promise<Recorder> {
  const parts = world.parts(new MemoryLog(events), modelResearcher(model));
  await new RunLoop(parts).go();
  return parts.recorder;
}

const requestsIn = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'call.started' && event.data.kind === 'request' ? [event.data] : []));
const paused = (recorder: Recorder) => ({ state: recorder.state.run?.state, waitingFor: recorder.state.run?.waitingFor, reason: recorder.state.run?.reason });

describe('tries', () => {
  test('a server that is busy is asked three times in all, waiting as long as it says, each try counted', async () => {
    const busy = fault({ temporary: true, retryAfter: 7, message: 'asks to wait (429)' });
    const model = scriptedModel([busy, busy, ...research]);
    const world = memoryWorld(files);
    const before = world.clock.milliseconds;
    const { recorder } = await begin(model, world);
    expect(recorder.state.run?.state).toBe('ended');
    expect(world.clock.milliseconds - before).toBe(14_000);
    expect(requestsIn(recorder.events).map(({ attempt }) => attempt).slice(0, 4)).toEqual([1, 2, 3, 1]);
    // Two were refused before they worked and came back to the budget.
    expect(recorder.state.budget.meters.requests).toMatchObject({ spent: research.length, unknown: 0 });
  });

  test('after the third the run pauses with the sentence, and a resume goes on where it was', async () => {
    const down = fault({ settlement: 'unknown', temporary: true, message: 'http://server failed (503): down.' });
    const { world, recorder } = await begin(scriptedModel([scope, plan, down]));
    expect(paused(recorder)).toEqual({ state: 'paused', waitingFor: 'nothing', reason: 'http://server failed (503): down. Resume to try again.' });
    expect(recorder.state.budget.meters.requests).toMatchObject({ spent: 2, unknown: 3 });
    const resumed = await resume(world, recorder.events, scriptedModel(research.slice(2)));
    expect(resumed.state.run?.state).toBe('ended');
    // What nobody could say about stays unknown for good.
    expect(resumed.state.budget.meters.requests).toMatchObject({ spent: research.length, unknown: 3 });
  });

  test('a refused key waits for a key at once', async () => {
    const { world, recorder } = await begin(scriptedModel([fault({ needsKey: true, message: 'http://server refused the key (401). Set a key that may use m.' })]));
    expect(paused(recorder)).toEqual({ state: 'paused', waitingFor: 'key', reason: 'http://server refused the key (401). Set a key that may use m.' });
    expect(requestsIn(recorder.events)).toHaveLength(1);
    expect(recorder.state.budget.meters.requests).toMatchObject({ spent: 0, unknown: 0 });
    expect((await resume(world, recorder.events, scriptedModel(research))).state.article.order).toEqual(['B1']);
  });

  test('a server that wants an hour is not waited for', async () => {
    const world = memoryWorld(files);
    const before = world.clock.milliseconds;
    const { recorder } = await begin(scriptedModel([fault({ temporary: true, retryAfter: 3600, message: 'asks to wait (429).' })]), world);
    expect(paused(recorder).reason).toBe('asks to wait (429). It names 60 minutes: resume then.');
    expect(world.clock.milliseconds).toBe(before);
  });

  test('no request is sent that the budget does not hold, tries included', async () => {
    const down = fault({ settlement: 'unknown', temporary: true });
    const model = scriptedModel([scope, plan, down, down, search('punctual sailings trial')]);
    const { recorder } = await begin(model, memoryWorld(files), { requests: 5 });
    const { spent, unknown, reserved, grant } = recorder.state.budget.meters.requests;
    expect(spent + unknown + reserved).toBeLessThanOrEqual(grant ?? 0);
    expect(model.requests.length).toBeLessThanOrEqual(5);
    expect(recorder.state.run).toMatchObject({ state: 'ended', outcome: 'incomplete', stopReason: 'budget' });
  });
});

test('workers that ask at the same time take no more than the budget holds', async () => {
  const { recorder, archive, clock } = memoryWorld(files).parts(new MemoryLog());
  await createRun(recorder, question, { limits: { requests: 8 } });
  let sent = 0;
  const answer = { ok: true as const, value: null, usage: null, body: '{}' };
  const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, turn) => requestGate({ recorder, archive, clock, worker: 'main', turn, role: 'main', reservation: null, signal: new AbortController().signal })
    .request(() => '{}', () => { sent++; return Promise.resolve(answer); })));
  // Half of so small a grant is kept for the end.
  expect(sent).toBe(4);
  expect(asked.filter((one) => one.status === 'rejected' && one.reason instanceof RequestRefused)).toHaveLength(16);
});

describe('a process that dies', () => {
  test('at any event: what was answered is not asked again, and what may have been paid stays unknown', async () => {
    const whole = await begin(scriptedModel(research));
    const all = whole.recorder.events;
    const answered = (events: readonly RunEvent[]): number => events.filter(({ type }) => type === 'turn.answered').length;
    for (let cut = 3; cut < all.length; cut++) {
      const world = memoryWorld(files);
      const dying = new MemoryLog();
      const first = world.parts(dying, modelResearcher(scriptedModel(research)));
      await createRun(first.recorder, question);
      dying.stopAfter = cut;
      await new RunLoop(first).go().catch(() => undefined);
      const kept = answered(dying.events);
      const model = scriptedModel(research.slice(kept));
      const resumed = await resume(world, dying.events, model);
      expect(resumed.state.run?.state, `cut after ${cut}`).toBe('ended');
      expect(model.requests, `cut after ${cut}`).toHaveLength(research.length - kept);
      expect(resumed.state.ledger.evidence).toEqual(whole.recorder.state.ledger.evidence);
      expect(resumed.state.article.blocks['B1']?.revisions.map(({ text }) => text)).toEqual(whole.recorder.state.article.blocks['B1']?.revisions.map(({ text }) => text));
      const lost = requestsIn(dying.events).filter(({ id }) => !dying.events.some((event) => event.type === 'call.settled' && event.data.id === id)).length;
      expect(resumed.state.budget.meters.requests).toMatchObject({ spent: research.length, unknown: lost });
    }
  });

  test('right after an answer was recorded, its calls are executed without asking', async () => {
    const whole = await begin(scriptedModel(research));
    const all = whole.recorder.events;
    const third = all.filter(({ type }) => type === 'turn.answered')[2]?.seq ?? 0;
    const model = scriptedModel(research.slice(3));
    const resumed = await resume(memoryWorld(files), all.slice(0, third), model);
    expect(resumed.state.ledger.searches).toHaveLength(1);
    expect(model.requests[0]?.about.turn).toBe(4);
  });
});
