import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { facts, replay } from '../../../src/core/run/state';
import { viewOf } from '../../../src/core/run/view';
import { runView } from '../../../src/shared/view';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';

const files = {
  'release.md': '---\npublisher: Port Board\ndate: 2025-05-20\ntitle: Ferry trial ends\n---\n\nOver the six months of the trial, 98.2 percent of sailings were punctual. The ferry carried 301,600 passengers.\n',
  'repost.txt': 'Ferry trial ends\n\nOver the six months of the trial, 98.2 percent of sailings were punctual. The ferry carried 301,600 passengers.\n\nSource: Port Board\n',
  'correction.md': '---\npublisher: Port Board\ndate: 2025-06-12\ntitle: "Correction: ferry trial"\n---\n\nThe correct share of punctual sailings over the six months of the trial is 91.4 percent.\n',
  'statistics.md': '---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics 2025\n---\n\nIn the trial 91.4 percent of sailings were punctual.\n',
};
const question = 'What share of sailings was punctual in the trial?';

const view = (events: readonly RunEvent[]) => viewOf(replay(events), { now: '2026-01-02T03:04:05.000Z', folder: '/run', writer: true, events });

describe('a whole run with the extractive researcher', () => {
  test('ends converged, with the corrected figure carrying the statement and every quote verbatim in its snapshot', async () => {
    const world = memoryWorld(files);
    const recorder = await research(world, question);
    const { ledger, source, run } = recorder.state;
    expect(run?.outcome).toBe('converged');
    const [conflict] = ledger.conflicts;
    expect(conflict).toMatchObject({ state: 'explained', cause: 'version' });
    expect(conflict?.sides[conflict.carries ?? -1]?.says).toContain('91.4');
    for (const item of ledger.evidence) {
      const snapshot = source.snapshots.find(({ id }) => id === item.snapshot);
      const text = world.archive.texts.get(snapshot?.textSha256 ?? '') ?? '';
      expect(text.slice(item.start ?? 0, item.end ?? 0)).toBe(item.quote);
    }
    expect(renderMarkdown(recorder.state, { now: world.clock.now() })).toContain('91.4 percent.” [1]');
  });

  test('gives the same events when it runs again on the same documents', async () => {
    const first = await research(memoryWorld(files), question);
    const second = await research(memoryWorld(files), question);
    expect(second.events).toEqual(first.events);
  });

  test('has a view of the public shape', async () => {
    const recorder = await research(memoryWorld(files), question);
    const shown = view(recorder.events);
    expect(runView.safeParse(shown).error).toBeUndefined();
    expect(shown.times.firstUseful).not.toBeNull();
    expect(shown.searches.some(({ intent }) => intent === 'counter')).toBe(true);
  });

  test('ends incomplete and claims nothing when the documents do not answer', async () => {
    const recorder = await research(memoryWorld({ 'other.md': 'The harbour was dredged in autumn.\n' }), 'How loud is the engine in decibels?');
    expect(recorder.state.run).toMatchObject({ outcome: 'incomplete', stopReason: 'nothing-found' });
    expect(recorder.state.article.order).toEqual([]);
    expect(view(recorder.events).claims.every(({ status }) => status !== 'supported')).toBe(true);
    expect(renderMarkdown(recorder.state, { now: '' })).toContain('this article claims nothing');
  });

  test('a search that fails leads to unknown-failed, never to open or contradicted', async () => {
    const world = memoryWorld(files);
    world.searchFailure = 'the index is locked';
    const recorder = await research(world, question);
    expect(facts(recorder.state)).toMatchObject({ outcome: 'incomplete', stopReason: 'failure', why: 'every search failed: the index is locked' });
    expect(view(recorder.events).claims.map(({ status }) => status)).toEqual(['unknown-failed']);
  });

  test('answers a Chinese question in Chinese', async () => {
    const recorder = await research(memoryWorld({ 'ferry.md': '# 渡轮试验\n\n电池渡轮每次横渡平均耗电118千瓦时。试验期间的准点率为91.4%。\n' }), '电池渡轮每次横渡耗电多少，准点率是多少？');
    expect(recorder.state.ledger.claims.map(({ text }) => text)).toEqual(['电池渡轮每次横渡耗电多少？', '准点率是多少？']);
    const markdown = renderMarkdown(recorder.state, { now: '' });
    expect(markdown).toContain('118千瓦时');
    expect(markdown).toContain('## 来源');
  });
});

describe('a run that is cut short', () => {
  test('at any event resumes to the same ledger', async () => {
    const whole = await research(memoryWorld(files), question);
    const settledWhole = view(whole.events);
    for (let cut = 3; cut < whole.events.length; cut += 4) {
      const world = memoryWorld(files);
      const dying = new MemoryLog();
      const first = world.parts(dying);
      await createRun(first.recorder, question);
      dying.stopAfter = cut;
      await new RunLoop(first).go().catch(() => undefined);
      const resumed = world.parts(new MemoryLog(dying.events));
      await new RunLoop(resumed).go();
      const ended = view(resumed.recorder.events);
      expect(ended.run.outcome, `cut after event ${cut}`).toBe('converged');
      expect(ended.claims).toEqual(settledWhole.claims);
      expect(ended.evidence).toEqual(settledWhole.evidence);
      expect(ended.article.blocks).toEqual(settledWhole.article.blocks);
    }
  });
});

describe('a run with a deadline', () => {
  test('that passes on the way publishes what stands and ends incomplete', async () => {
    const world = memoryWorld(files);
    const parts = world.parts(new MemoryLog());
    await createRun(parts.recorder, question, {}, new Date(world.clock.milliseconds + 60_000).toISOString());
    const stop = parts.recorder.onChange((state) => {
      // The deadline passes as soon as there is evidence.
      if (state.ledger.evidence.length === 1) world.clock.milliseconds += 61_000;
    });
    await new RunLoop(parts).go();
    stop();
    expect(facts(parts.recorder.state)).toMatchObject({ outcome: 'incomplete' });
    expect(parts.recorder.state.article.order.length).toBeGreaterThan(0);
    expect(view(parts.recorder.events).convergence.conditions.find(({ name }) => name === 'budget and deadline')?.holds).toBe(false);
  });
});

describe('a follow-up question', () => {
  test('widens scope and plan, keeps what was found, and revises the same article', async () => {
    const world = memoryWorld({ ...files, 'warranty.md': '---\npublisher: Osk Yard\n---\n\nThe warranty of the battery is eight years.\n' });
    const log = new MemoryLog();
    const first = world.parts(log);
    await createRun(first.recorder, question);
    await new RunLoop(first).go();
    const before = first.recorder.state;
    await first.recorder.commit(() => [{ type: 'run.continued', by: 'user', data: { question: 'How long is the warranty of the battery?' } }]);
    await new RunLoop(first).go();
    const after = first.recorder.state;
    expect(after.ledger.scope).toMatchObject({ version: 2, parts: [{ id: 'P1' }, { id: 'P2' }] });
    expect(after.ledger.claims.map(({ id }) => id)).toEqual(['C1', 'C2']);
    expect(after.ledger.evidence.slice(0, before.ledger.evidence.length)).toEqual(before.ledger.evidence);
    expect(after.article.order).toEqual([...before.article.order, 'B2']);
    expect(renderMarkdown(after, { now: '' })).toContain('eight years');
  });
});

test.each(['searches', 'reads', 'publications'])('a run without %s ends for want of them, and says so', async (axis) => {
  const recorder = await research(memoryWorld(files), question, { limits: { [axis]: 0 } });
  expect(facts(recorder.state)).toMatchObject({ outcome: 'incomplete', stopReason: 'budget', why: `a limit was reached: no ${axis} are left (0 of 0 spent, 0 reserved); a new run may be given more` });
});
