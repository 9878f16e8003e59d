import { describe, expect, test } from 'vitest';
import { available } from '../../../src/core/budget/approver';
import { axes } from '../../../src/core/budget/events';
import { type BudgetState } from '../../../src/core/budget/state';
import { wishDrafts } from '../../../src/core/budget/depth';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { type RunOptions } from '../../../src/core/run/records';
import { type Recorder } from '../../../src/core/run/recorder';
import { facts, type RunState } from '../../../src/core/run/state';
import { freezeScope } from '../../../src/core/tool/scopeTools';
import { createRun, MemoryLog, memoryWorld, research, type MemoryWorld } from '../../fakes/memoryWorld';
import { call, plan, publish, record, scope, scriptedModel, search, type Line, type Said } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const files = { 'statistics.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics\n---\n\n${quote}\n` };
const question = 'What share of sailings was punctual in the trial?';
/** A turn that brings something, so that the run goes on. */
const part = (n: number): Said => publish(`Part ${n}.`);
const parts40 = Array.from({ length: 40 }, (_, n) => part(n));
const found = [scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote)];
const ending = [call('finish'), call('finish'), call('finish')];

interface Ran { recorder: Recorder; world: MemoryWorld; asked: number }

async function run(lines: readonly Line[], change: Partial<RunOptions> = {}, watch: (state: RunState, events: readonly RunEvent[], recorder: Recorder) => void = () => undefined): Promise<Ran> {
  const world = memoryWorld(files);
  const model = scriptedModel(lines);
  const parts = world.parts(new MemoryLog(), modelResearcher(model));
  await createRun(parts.recorder, question, change);
  parts.recorder.onChange((state, events) => watch(state, events, parts.recorder));
  await new RunLoop(parts).go();
  return { recorder: parts.recorder, world, asked: model.requests.length };
}

const grants = ({ meters }: BudgetState) => ['turns', 'requests', 'reads', 'searches', 'publications', 'milliseconds', 'blockRevisions', 'revisions'].map((axis) => (meters[axis as 'turns'].grant ?? 0) / (axis === 'milliseconds' ? 60_000 : 1));
const refusals = ({ state }: Recorder, name: string): string[] => state.turns.flatMap(({ calls }) => calls).filter((one) => one.name === name && one.receipt?.ok === false).map(({ receipt }) => (receipt && 'text' in receipt.text ? receipt.text.text : ''));

describe('the columns in a run', () => {
  test('are those of standard, and those of deep from the first request on', async () => {
    expect(grants((await run([scope, plan, ...ending])).recorder.state.budget)).toEqual([36, 57, 72, 6, 48, 60, 2, 8]);
    const seen: number[][] = [];
    await run([scope, plan, ...ending], { depth: 'deep' }, ({ budget }, events) => { if (events.some(({ type }) => type === 'call.started')) seen.push(grants(budget)); });
    expect(new Set(seen.map(String))).toEqual(new Set(['54,85,108,9,72,90,6,24']));
  });

  test('leave a limit that was set as it was, a 0 too; what the end needs is at most half of each grant, before deep and after it', async () => {
    const limits = { requests: 7, publications: 1, searches: 0, milliseconds: 1000 };
    const budgets: BudgetState[] = [];
    await run([scope, plan, ...ending], { depth: 'deep', limits }, ({ budget }, events) => { if (events.some(({ type }) => type.startsWith('depth.'))) budgets.push(budget); });
    expect(budgets.map(({ depth }) => depth)).toEqual(['recorded-pending', 'deep']);
    expect(budgets.map(grants)).toEqual([[36, 7, 72, 0, 1, 1 / 60, 2, 8], [54, 7, 108, 0, 1, 1 / 60, 6, 24]]);
    for (const { meters, reservations } of budgets) {
      const kept = reservations['finalization']?.left ?? {};
      expect(kept).toEqual({ requests: 3, turns: 4, publications: 0, milliseconds: 50 });
      for (const axis of axes) expect(kept[axis] ?? 0).toBeLessThanOrEqual((meters[axis].grant ?? Infinity) / 2);
    }
  });

  test('20 of 57 requests spent, 6 reserved (4 for the end, 2 for a child) leave 31; with deep, the child done, 59 of 85', async () => {
    const order = { objective: 'the share', output: 'the share', boundaries: 'nothing else', claims: ['C1'], sources: [], share: 0.07 };
    const main = [scope, plan, ...parts40.slice(0, 17), call('delegate', { children: [order] })];
    const left: number[] = [];
    await run([(request) => (request.about.worker === 'main' ? main[request.about.turn - 1] ?? call('finish') : part(request.about.turn))], {}, ({ budget }, events, recorder) => {
      if (events.some(({ type }) => type === 'child.started')) {
        expect(budget.meters.requests).toEqual({ grant: 57, spent: 20, reserved: 6, unknown: 0 });
        left.push(available(budget.meters.requests));
        void recorder.commit((state) => wishDrafts(state.budget, 'user', 'more is needed', 'user'));
      }
      if (events.some(({ type }) => type === 'depth.applied')) {
        expect(budget.meters.requests).toEqual({ grant: 85, spent: 22, reserved: 4, unknown: 0 });
        left.push(available(budget.meters.requests));
      }
    });
    expect(left).toEqual([31, 59]);
  });

  const revise = (block: string, revision: number): Said => publish(`${quote} [[cite:E1]] Said ${revision}.`, { replaces: { block, revision, why: 'clearer' } });

  test('a block is revised twice, and six times in deep; what was revised before deep stays counted', async () => {
    const revisions = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => revise('B1', n));
    const standard = await run([...found, publish(`${quote} [[cite:E1]]`), ...revisions.slice(0, 3), ...ending]);
    expect(refusals(standard.recorder, 'send_answer_part')).toEqual(['B1 was revised 2 times; its limit is 2. Say the rest in a new part.']);
    const deep = await run([...found, publish(`${quote} [[cite:E1]]`), ...revisions.slice(0, 2), call('enable_deep_research', { reason: 'more' }), ...revisions.slice(2, 7), ...ending]);
    expect(deep.recorder.state.article.blocks['B1']?.revisions).toHaveLength(7);
    expect(refusals(deep.recorder, 'send_answer_part')).toEqual(['B1 was revised 6 times; its limit is 6. Say the rest in a new part.']);
    expect(deep.recorder.state.budget.meters.revisions).toMatchObject({ grant: 24, spent: 6 });
  });

  test('a run has eight revisions, and says so with what can still be done', async () => {
    const blocks = [1, 2, 3, 4, 5].map((n) => publish(`${quote} [[cite:E1]] Part ${n}.`));
    const revisions = [1, 2].flatMap((n) => [1, 2, 3, 4, 5].map((block) => revise(`B${block}`, n)));
    const { recorder } = await run([...found, ...blocks, ...revisions, ...ending]);
    expect(refusals(recorder, 'send_answer_part')).toEqual(Array(2).fill('No revisions are left (8 of 8 spent, 0 reserved). Say what is new in a new part.'));
  });
});

describe('active time', () => {
  /** Each request takes a minute. */
  const slow = (world: MemoryWorld, lines: readonly Said[]): Line[] => lines.map((said) => () => { world.clock.milliseconds += 60_000; return said; });
  const spent = ({ state }: Recorder): number => state.budget.meters.milliseconds.spent / 60_000;

  test('runs while the run is running or finalizing, and not while scope and plan are made', async () => {
    const world = memoryWorld(files);
    const parts = world.parts(new MemoryLog(), modelResearcher(scriptedModel(slow(world, [...found, ...ending]))));
    await createRun(parts.recorder, question);
    await new RunLoop(parts).go();
    expect(facts(parts.recorder.state).state).toBe('ended');
    // The turn that ends the plan began before the run did.
    expect(spent(parts.recorder)).toBe(found.length - 2 + ending.length);
  });

  test('is written with a pause, and stands still until the run goes on', async () => {
    const world = memoryWorld(files);
    const log = new MemoryLog();
    const lines = slow(world, [...found, ...ending]);
    const first = world.parts(log, modelResearcher(scriptedModel([...lines.slice(0, 3), () => { world.clock.milliseconds += 60_000; loop.pause('enough'); return found[3] as Said; }])));
    const loop = new RunLoop(first);
    await createRun(first.recorder, question);
    await loop.go();
    expect(facts(first.recorder.state).state).toBe('paused');
    // The paused turn's minute is among them, although its answer was not used.
    expect(spent(first.recorder)).toBe(2);
    world.clock.milliseconds += 8 * 3_600_000;
    const next = world.parts(new MemoryLog(log.events), modelResearcher(scriptedModel(lines.slice(3))));
    await new RunLoop(next).go();
    expect(spent(next.recorder)).toBe(2 + 2 + ending.length);
  });

  /** A research whose second request takes so long, in the midst of which its process dies; what the next one finds of the time. */
  const killedIn = async (milliseconds: number): Promise<{ found: number; written: RunEvent[] }> => {
    const world = memoryWorld(files);
    const log = new MemoryLog();
    const model = scriptedModel([scope, plan, search('punctual sailings trial')]);
    const answer = model.complete.bind(model);
    // The searching is the first that is timed.
    model.complete = async (request, signal, ...rest) => {
      if (request.about.turn < 3) return answer(request, signal, ...rest);
      await world.clock.pass(milliseconds);
      log.stopAfter = log.events.length;
      return answer(request, signal, ...rest);
    };
    const parts = world.parts(log, modelResearcher(model));
    await createRun(parts.recorder, question);
    await new RunLoop(parts).go().catch(() => undefined);
    expect(world.clock.beats).toBe(0);
    const next = world.parts(new MemoryLog(log.events), modelResearcher(scriptedModel(ending)));
    return { found: next.recorder.state.budget.meters.milliseconds.spent, written: log.events.filter(({ type }) => type === 'time.passed') };
  };

  test.each([[29_000, 0], [30_000, 30_000], [119_000, 90_000], [600_000, 600_000]])('of a step that is killed after %i ms is written but for the last half minute', async (passed, known) => {
    const { found, written } = await killedIn(passed);
    expect(found).toBe(known);
    expect(written).toHaveLength(known / 30_000);
  });

  test('is counted once: what was written in the midst of a step is not written again at its end', async () => {
    const { recorder } = await run([...found, ...ending]);
    const world = memoryWorld(files);
    const model = scriptedModel([...found, ...ending]);
    const answer = model.complete.bind(model);
    model.complete = async (...asked) => { await world.clock.pass(45_000); return answer(...asked); };
    const parts = world.parts(new MemoryLog(), modelResearcher(model));
    await createRun(parts.recorder, question);
    await new RunLoop(parts).go();
    expect(spent(parts.recorder)).toBe((found.length - 2 + ending.length) * 0.75);
    // Nothing is written in a run of short steps, and the rest is as it was.
    const others = (events: readonly RunEvent[]) => events.filter(({ type }) => type !== 'time.passed').map(({ type }) => type);
    expect(others(parts.recorder.events)).toEqual(others(recorder.events));
    expect(recorder.events.filter(({ type }) => type === 'time.passed')).toEqual([]);
  });

  test('that is used up turns the run to finalizing with the twentieth that was kept, and then ends it', async () => {
    const world = memoryWorld(files);
    const parts = world.parts(new MemoryLog(), modelResearcher(scriptedModel(slow(world, [...found, ...parts40]))));
    await createRun(parts.recorder, question, { limits: { milliseconds: 20 * 60_000 } });
    const reasons: string[] = [];
    parts.recorder.onChange((_, events) => { for (const event of events) if (event.type === 'run.stateChanged' && event.data.state === 'finalizing') reasons.push(event.data.reason ?? ''); });
    await new RunLoop(parts).go();
    expect(reasons).toEqual(['no active time is left (19 min of 20 min spent, 1 min reserved)']);
    expect(facts(parts.recorder.state)).toMatchObject({ stopReason: 'budget', why: 'a limit was reached: no active time is left (20 min of 20 min spent, 0 min reserved); a new run may be given more' });
  });
});

describe('outer limits', () => {
  const price = { input: 1, cached: 0.1, output: 4 };
  const priced = (limit: number): Partial<RunOptions> => ({ limits: { money: limit }, roles: { main: { price, maxOutput: 500 } } });
  const said = (usage: { input: number; output: number } | null): Said => ({ ...part(1), usage });

  test('tokens that a server does not count are unknown at what was sent and may have come back, and never nothing', async () => {
    const known = await run([scope, plan, ...ending].map((line) => ({ ...line, usage: { input: 1000, output: 50 } })));
    expect(known.recorder.state.budget.meters.tokens).toEqual({ grant: null, spent: 5 * 1050, reserved: 0, unknown: 0 });
    const unknown = (await run([scope, plan, ...ending])).recorder.state.budget;
    expect(unknown.meters.tokens).toMatchObject({ spent: 0, reserved: 0 });
    expect(unknown.meters.tokens.unknown).toBeGreaterThan(5 * 1000);
    expect(unknown.usage).toMatchObject({ input: null, cost: null, unknownRequests: 5, unknownCosts: 5 });
  });

  test('a limit of tokens ends a run whose server counts nothing, and says which and how', async () => {
    const { recorder, asked } = await run([scope, plan, ...parts40], { limits: { tokens: 30_000 } });
    expect(asked).toBeLessThan(20);
    const { grant, spent, unknown } = recorder.state.budget.meters.tokens;
    expect(spent + unknown).toBeLessThanOrEqual(grant ?? 0);
    expect(facts(recorder.state)).toMatchObject({ outcome: 'incomplete', stopReason: 'budget', why: expect.stringMatching(/^a limit was reached: not enough tokens for \d+ more \(0 of 30000 spent, 0 reserved, \d+ unknown\); a new run may be given more$/) as string });
  });

  /** Goes on as long as it may, and when told so publishes what it found and finishes. */
  const diligent: Line = ({ messages }) => {
    const holds = (words: string): boolean => messages.some(({ content }) => content.includes(words));
    if (!holds('publish what stands and finish')) return call('send_research_update', { text: 'Still reading.', about: [] });
    return holds('"sections":[{"id":"B1"') ? call('finish') : publish(`${quote} [[cite:E1]]`);
  };
  const restless = Array.from({ length: 40 }, () => diligent);

  test.each([
    ['tokens', { limits: { tokens: 90_000 } }], ['money', priced(0.08)],
  ])('a run that uses up its %s still publishes and finishes, with what was kept for that', async (axis, change) => {
    const { recorder } = await run([...found, ...restless], change);
    const turned = recorder.events.findIndex((event) => event.type === 'run.stateChanged' && event.data.state === 'finalizing');
    const reason = recorder.events[turned];
    expect(reason?.type === 'run.stateChanged' ? reason.data.reason : '').toMatch(new RegExp(`${axis} .*, (?!0 )[\\d.]+ reserved`));
    expect(recorder.events.slice(turned).filter(({ type }) => type === 'block.published')).toHaveLength(1);
    expect(recorder.state.turns.at(-1)?.calls.map(({ name, receipt }) => `${name} ${receipt?.ok}`)).toEqual(['finish true']);
    expect(facts(recorder.state).state).toBe('ended');
  });

  test('a run under whatever limit of tokens ends and says why, and within it', async () => {
    for (const tokens of [0, 1, 500, 4_000, 8_000, 15_999, 16_000, 24_000, 32_000, 40_000, 50_000]) {
      const { recorder } = await run([...found, ...restless], { limits: { tokens } });
      const { meters, open } = recorder.state.budget;
      expect(facts(recorder.state), String(tokens)).toMatchObject({ state: 'ended', outcome: 'incomplete' });
      expect(facts(recorder.state).why, String(tokens)).toMatch(/tokens|no-progress|nothing|finished|brought nothing/);
      expect(meters.tokens.spent + meters.tokens.unknown).toBeLessThanOrEqual(tokens);
      expect([meters.tokens.reserved, Object.keys(open).length]).toEqual([0, 0]);
      expect(recorder.state.notices.filter(({ text }) => text.includes('too low to keep')).length, String(tokens)).toBe(tokens < 16_000 ? 1 : 0);
    }
  });

  test('money is spent as the server counts, unknown where it does not, and what was expected is reserved meanwhile', async () => {
    const reserved: number[] = [];
    const lines = [scope, plan].map((line) => ({ ...line, usage: { input: 1000, output: 100 } }));
    const { recorder } = await run([...lines, said(null), ...ending], { ...priced(5) }, ({ budget }, events) => { if (events.some((event) => event.type === 'call.started' && event.data.kind === 'request')) reserved.push(budget.meters.money.reserved); });
    const { money } = recorder.state.budget.meters;
    // The scripted server names no cost: a client with the price does. Here all of it is what was expected.
    expect(money).toMatchObject({ grant: 5, spent: 0, reserved: 0 });
    expect(money.unknown).toBeGreaterThan(0);
    expect(Math.min(...reserved)).toBeGreaterThanOrEqual(500 * 4 / 1e6);
  });

  test('without a price no request is sent under a limit of money, and the run says what to do', async () => {
    const { recorder, asked } = await run([scope, plan, ...ending], { researcher: 'openai:big', limits: { money: 5 } });
    expect(asked).toBe(0);
    expect(facts(recorder.state)).toMatchObject({ stopReason: 'budget', why: expect.stringMatching(/the limit of 5 money cannot be held.*researchLedger\.roles, or --roles FILE/) as string });
  });

  test('a call that was lost is unknown on the outer axes too', async () => {
    const world = memoryWorld(files);
    const dying = new MemoryLog();
    const first = world.parts(dying, modelResearcher(scriptedModel([scope])));
    await createRun(first.recorder, question, priced(5));
    dying.stopAfter = dying.events.length + 1;
    await new RunLoop(first).go().catch(() => undefined);
    expect(dying.events.at(-1)?.type).toBe('call.started');
    const next = world.parts(new MemoryLog(dying.events), modelResearcher(scriptedModel([scope, plan, ...ending].map((line) => ({ ...line, usage: { input: 10, output: 1 } })))));
    await new RunLoop(next).go();
    const { meters } = next.recorder.state.budget;
    expect(meters.requests).toMatchObject({ spent: 5, unknown: 1 });
    expect(meters.tokens).toMatchObject({ spent: 55, reserved: 0 });
    expect(meters.tokens.unknown).toBeGreaterThan(500);
    expect(meters.money.unknown).toBeGreaterThan(0);
  });

  test('a deadline that the user sets when the scope is asked is in force', async () => {
    const world = memoryWorld(files);
    const parts = world.parts(new MemoryLog(), modelResearcher(scriptedModel([plan, ...parts40])));
    await createRun(parts.recorder, question);
    const whole = await research(world, question, { askScope: false }, modelResearcher(scriptedModel([scope, ...ending])));
    const drafted = whole.state.ledger.scope;
    if (!drafted) throw new Error('no scope');
    await parts.recorder.commit((state) => freezeScope(state, { ...drafted, deadline: '2026-01-01' }, 'user'));
    await new RunLoop(parts).go();
    expect(facts(parts.recorder.state)).toMatchObject({ stopReason: 'deadline', why: 'the deadline passed: the deadline 2026-01-01 passed' });
  });
});

describe('an answer that never comes', () => {
  /** The n-th request of those that `hangs` names is never answered; time goes on until nobody waits for it any more. */
  async function hanging(lines: readonly Line[], hangs: (worker: string, n: number) => boolean, change: Partial<RunOptions> = {}, deadline: string | null = null): Promise<Recorder> {
    const world = memoryWorld(files);
    const model = scriptedModel(lines);
    const answer = model.complete.bind(model);
    let n = 0;
    model.complete = async (request, signal, ...rest) => {
      n++;
      if (!hangs(request.about.worker, n)) return answer(request, signal, ...rest);
      while (!signal.aborted) await world.clock.pass(30_000);
      throw signal.reason;
    };
    const parts = world.parts(new MemoryLog(), modelResearcher(model));
    await createRun(parts.recorder, question, change, deadline);
    await new RunLoop({ ...parts, verifier: () => Promise.resolve({ client: model, maxOutput: null }) }).go();
    expect(world.clock.beats).toBe(0);
    expect(parts.recorder.state.openCalls).toEqual({});
    return parts.recorder;
  }
  const failures = ({ events }: Recorder): string[] => events.flatMap((event) => (event.type === 'call.settled' && event.data.failure !== null ? [event.data.failure] : []));

  test('is waited for as long as the run has time; what is left of it publishes and finishes', async () => {
    const { state } = await hanging([...found, part(1), ...ending], (_worker, n) => n === 6, { limits: { milliseconds: 20 * 60_000 } });
    expect(facts(state)).toMatchObject({ state: 'ended', outcome: 'incomplete' });
    expect(state.article.versions).toHaveLength(1);
    expect(state.budget.meters.requests.unknown).toBe(1);
    expect(state.budget.meters.milliseconds.spent).toBeLessThanOrEqual(20 * 60_000);
  });

  test('is waited for until the deadline, also while a plan is made', async () => {
    const recorder = await hanging([scope, plan], (_worker, n) => n === 2, {}, '2026-01-02T04:00:00.000Z');
    expect(facts(recorder.state)).toMatchObject({ state: 'ended', outcome: 'incomplete', stopReason: 'deadline' });
    expect(failures(recorder)).toEqual(['the time of the run was over before the answer came']);
  });

  test('ends the run when it hangs again in the time that was kept for the end', async () => {
    const { state } = await hanging([...found], (_worker, n) => n >= 6, { limits: { milliseconds: 20 * 60_000 } });
    expect(facts(state)).toMatchObject({ state: 'ended', outcome: 'incomplete', stopReason: 'budget' });
    expect(state.budget.meters.requests.unknown).toBe(2);
    expect(state.budget.meters.milliseconds.spent).toBeLessThanOrEqual(21 * 60_000);
  });

  test('ends the child that waits for it, and the research goes on to its end', async () => {
    const delegate = call('delegate', { children: [{ objective: 'Find the share.', output: 'The share.', sources: [], boundaries: 'None.', claims: ['C1'], share: 0.3 }] });
    const { state } = await hanging([...found.slice(0, 3), delegate, ...ending], (worker) => worker.startsWith('D'), { limits: { milliseconds: 20 * 60_000 } });
    expect(state.children.map(({ ended }) => ended)).toMatchObject([{ ok: true, summary: 'The time of the run is over.' }]);
    expect(facts(state)).toMatchObject({ state: 'ended', outcome: 'incomplete' });
  });

  test('leaves the sentence that was to be checked not checked', async () => {
    const { state } = await hanging([...found, publish('Of the sailings 91.4 percent were punctual [[cite:E1]].', { claims: ['C1'] }), ...ending], (worker) => worker === 'verifier', { limits: { milliseconds: 20 * 60_000 }, roles: { verifier: { researcher: 'openai:other' } } });
    expect(facts(state)).toMatchObject({ state: 'ended' });
    expect(state.checks.map(({ verdict }) => verdict)).toEqual(['not-checked']);
  });
});
