import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { parseEvent, type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { type RunOptions } from '../../../src/core/run/records';
import { type Recorder } from '../../../src/core/run/recorder';
import { spoken } from '../../../src/core/run/said';
import { facts, type RunState } from '../../../src/core/run/state';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { call, plan, publish, record, scope, scriptedModel, search } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const files = { 'statistics.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics\n---\n\n${quote}\n` };
const question = 'What share of sailings was punctual in the trial?';
const lines = [scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote), publish(`${quote} [[cite:E1]]`), call('finish'), call('finish'), call('finish')];

const depthSaid = ({ messages }: ModelRequest): string => /Depth in force: (\w+)/.exec(JSON.stringify(messages.at(-1)))?.[1] ?? 'none';
const cadence = ({ messages }: ModelRequest): string => (messages[0]?.content.includes('write the synthesis') ? 'deep' : 'standard');
const ofDepth = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type).filter((type) => type.startsWith('depth.'));

async function run(change: Partial<RunOptions>, script = lines): Promise<{ recorder: Recorder; requests: readonly ModelRequest[] }> {
  const model = scriptedModel(script);
  return { recorder: await research(memoryWorld(files), question, change, modelResearcher(model)), requests: model.requests };
}

const template = { name: 'Market', depth: 'deep' as const, planHints: [], preferredSources: [] };

describe('deep chosen at the start', () => {
  test.each([['by the user', { depth: 'deep' as const }], ['by the template', { template }]])('%s is in force in the first request', async (_by, change) => {
    const { recorder, requests } = await run(change);
    expect(requests.map(depthSaid)).toEqual(requests.map(() => 'deep'));
    expect(requests.slice(2).every((request) => cadence(request) === 'deep')).toBe(true);
    expect(ofDepth(recorder.events)).toEqual(['depth.wanted', 'depth.decided', 'depth.applied']);
    const first = recorder.events.find(({ type }) => type === 'call.started')?.seq ?? 0;
    expect(recorder.events.find(({ type }) => type === 'depth.applied')?.seq).toBeLessThan(first);
  });

  test('shows the plan where only deep is to be reviewed', async () => {
    expect(facts((await run({ template, reviewPlan: 'deep' })).recorder.state)).toMatchObject({ state: 'awaiting-plan', waitingFor: 'plan' });
    expect(facts((await run({ reviewPlan: 'deep' })).recorder.state).state).toBe('ended');
  });

  test('is not the user’s where standard was chosen over the template', async () => {
    const { recorder, requests } = await run({ depth: 'standard', template });
    expect(new Set(requests.map(depthSaid))).toEqual(new Set(['standard']));
    expect(ofDepth(recorder.events)).toEqual([]);
  });
});

const lastDecision = ({ budget }: RunState): string => budget.decisions.slice(-1).map(({ what, reason }) => `${spoken(what)}: ${spoken(reason)}`).join();

test('deep wanted by the researcher is in force in its next request', async () => {
  const { requests } = await run({}, [scope, plan, call('enable_deep_research', { reason: 'two sources disagree' }), ...lines.slice(2)]);
  expect(requests.slice(0, 4).map(depthSaid)).toEqual(['standard', 'standard', 'standard', 'deep']);
});

test('deep wanted by the researcher of a user who chose standard is refused with the reason', async () => {
  const { recorder, requests } = await run({ depth: 'standard' }, [scope, plan, call('enable_deep_research', { reason: 'more' }), ...lines.slice(2)]);
  expect(requests.map(depthSaid)).not.toContain('deep');
  expect(lastDecision(recorder.state)).toMatch(/^deep refused: .*never raised silently/);
});

test('a process that dies at any event of a deep run: deep is decided and applied once, and each request says it', async () => {
  const whole = (await run({ depth: 'deep' })).recorder;
  for (let cut = 3; cut < whole.events.length; cut++) {
    const world = memoryWorld(files);
    const dying = new MemoryLog();
    const first = world.parts(dying, modelResearcher(scriptedModel(lines)));
    await createRun(first.recorder, question, { depth: 'deep' });
    dying.stopAfter = cut;
    await new RunLoop(first).go().catch(() => undefined);
    const model = scriptedModel(lines.slice(dying.events.filter(({ type }) => type === 'turn.answered').length));
    const parts = world.parts(new MemoryLog(dying.events), modelResearcher(model));
    await new RunLoop(parts).go();
    const { state, events } = parts.recorder;
    expect(state.run?.state, `cut after ${cut}`).toBe('ended');
    expect(ofDepth(events), `cut after ${cut}`).toEqual(['depth.wanted', 'depth.decided', 'depth.applied']);
    expect(model.requests.map(depthSaid)).toEqual(model.requests.map(() => 'deep'));
    expect(state.budget.meters.requests.grant).toBe(85);
    expect(state.ledger.evidence).toEqual(whole.state.ledger.evidence);
  }
});

test('a run whose depth cannot be read goes on as standard, refuses deep with the next step, and says so to the reader', async () => {
  const world = memoryWorld(files);
  const parts = world.parts(new MemoryLog(), modelResearcher(scriptedModel(lines)));
  await createRun(parts.recorder, question, { depth: 'deep', reviewPlan: 'deep' });
  const broken = parseEvent({ seq: parts.recorder.events.length + 1, at: world.clock.now(), v: 1, type: 'depth.decided', by: 'host', data: { granted: 1 } });
  const model = scriptedModel(lines);
  const resumed = world.parts(new MemoryLog([...parts.recorder.events, broken]), modelResearcher(model));
  await new RunLoop(resumed).go();
  const { state } = resumed.recorder;
  // The plan was not shown: only what is in force asks for that.
  expect(facts(state).state).toBe('ended');
  expect(state.budget).toMatchObject({ depth: 'unknown', wish: null, meters: { requests: { grant: 57 } } });
  expect(model.requests.map(depthSaid)).toEqual(model.requests.map(() => 'standard'));
  expect(model.requests.map(cadence)).not.toContain('deep');
  expect(model.requests[2]?.tools.map(({ name }) => name)).not.toContain('enable_deep_research');
  expect(lastDecision(state)).toMatch(/^deep refused: .*new run/);
  expect(state.notices.map(({ text }) => text)).toEqual([expect.stringContaining('goes on at standard depth')]);
});
