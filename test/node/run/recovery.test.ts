import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunEvent } from '../../../src/core/run/event';
import { Recorder } from '../../../src/core/run/recorder';
import { facts, type RunState } from '../../../src/core/run/state';
import { createArchive } from '../../../src/node/store/archiveFiles';
import { type StoredLog } from '../../../src/node/store/runLog';
import { TestClock } from '../../fakes/memoryWorld';
import { MemoryDisk } from '../store/memoryFiles';
import { type MakeImage } from '../../../src/node/store/image';
import { bundled, imageHere, openPlain } from '../store/opened';
import { researchChecked } from './checkedRun';
import { research, told } from './recordedRun';

/** What must be the same however often the run was stopped: everything that the article rests on, and what it cost for certain. */
const lasting = ({ ledger, source, article, checks, updates, run, budget }: RunState) =>
  ({ ledger, source, blocks: article.blocks, order: article.order, checks, updates, outcome: run?.outcome, stopReason: run?.stopReason, spent: Object.fromEntries(Object.entries(budget.meters).map(([axis, { spent }]) => [axis, spent])) });

const answered = (events: readonly RunEvent[]): string[] => events.flatMap((event) => (event.type === 'turn.answered' ? [`${event.data.worker} ${event.data.turn}`] : []));

/** No turn whose answer was on the disk is asked again; one whose intent was there may be, and stands as unknown. */
function holds(before: readonly RunEvent[], after: Recorder, asked: readonly string[], whole: RunState, where: string): void {
  expect(lasting(after.state), where).toEqual(lasting(whole));
  for (const turn of answered(before)) expect(asked.filter((one) => one === turn), `${where}: ${turn}`).toHaveLength(1);
  expect(new Set(asked), where).toEqual(new Set(answered(after.events)));
  const settled = new Set(before.flatMap((event) => (event.type === 'call.settled' ? [event.data.id] : [])));
  const lost = before.filter((event) => event.type === 'call.started' && event.data.kind === 'request' && !settled.has(event.data.id)).length;
  expect(after.state.budget.meters.requests.unknown, where).toBe(lost);
  expect(asked.length - answered(after.events).length, where).toBeLessThanOrEqual(lost);
  // A step that was cut short is unknown too, and nothing is left open.
  expect(Object.keys(after.state.openCalls), where).toEqual([]);
  expect(Object.keys(after.state.budget.open), where).toEqual([]);
}

let makeImage: MakeImage;
let openings = 0;
/** A new process each time: the one before died with its power. */
const openOn = (disk: MemoryDisk): Promise<StoredLog> => openPlain('/run', { makeImage, files: disk.port, token: `opening ${++openings}`, monotonic: () => 1e6 * openings, times: { beat: 1e8, stale: 0 } });
const archiveOn = (disk: MemoryDisk) => createArchive('/research', disk.port);

describe('a recorded research', () => {
  let whole: RunState;
  /** How many events were on the disk after each group. */
  const boundaries: number[] = [];
  beforeAll(async () => {
    makeImage = await imageHere();
    const disk = new MemoryDisk();
    const log = await openOn(disk);
    const asked: string[] = [];
    const recorder = await research(told(log, (there) => boundaries.push(there)), archiveOn(disk), (turn) => asked.push(turn));
    whole = recorder.state;
    expect(facts(whole)).toMatchObject({ state: 'ended', outcome: 'incomplete' });
    // It is one in which everything happens, and nothing is refused but the first words of `finish`.
    expect(whole.turns.flatMap(({ calls }) => calls).filter(({ name, receipt }) => name !== 'finish' && !receipt?.ok)).toEqual([]);
    expect(whole.children.map(({ ended }) => ended?.ok)).toEqual([true]);
    expect(Object.values(whole.article.blocks).map(({ revisions }) => revisions.length)).toEqual([2]);
    await log.close();
  });

  test('stopped at every boundary of its events, through the file port, goes on to the same ledger, and asks nothing again', async () => {
    expect(boundaries.length).toBeGreaterThan(60);
    for (const boundary of boundaries.slice(0, -1)) {
      const disk = new MemoryDisk();
      const asked: string[] = [];
      const dying = await openOn(disk);
      await research(told(dying, (there) => { if (there >= boundary) disk.crashAt = disk.operations; }), archiveOn(disk), (turn) => asked.push(turn)).catch(() => undefined);
      // The power took what was not flushed.
      const after = new MemoryDisk(disk, 'lost');
      const log = await openOn(after);
      const before = [...log.events];
      const where = `stopped after event ${boundary}, ${before.at(-1)?.type ?? 'nothing'}`;
      expect(before.length, where).toBeGreaterThanOrEqual(boundary);
      holds(before, await research(log, archiveOn(after), (turn) => asked.push(turn)), asked, whole, where);
      await log.close();
    }
  }, 300_000);

  describe('on a real disk', () => {
    let folder: string;
    afterEach(() => rm(folder, { recursive: true, force: true }));

    test('killed at thirty of its boundaries, is taken over and goes on to the same ledger, and asks nothing again', async () => {
      const script = await bundled('test/node/run/killedRun.ts');
      // Not the very first ones: before it was created there is no run.
      const sampled = Array.from({ length: 30 }, (_, n) => boundaries[1 + Math.floor((n * (boundaries.length - 3)) / 29)] ?? 0);
      expect(new Set(sampled).size).toBe(30);
      for (const boundary of sampled) {
        folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
        const [run, kept, list] = ['run', 'research', 'asked'].map((name) => path.join(folder, name)) as [string, string, string];
        await mkdir(run);
        const child = spawn(process.execPath, [script, run, kept, list, String(boundary)], { stdio: ['ignore', 'ignore', 'inherit'] });
        const [, signal] = await once(child, 'close') as [number, string];
        expect(signal).toBe('SIGKILL');
        // The dead process holds the lock; whoever opens next writes.
        const log = await openPlain(run, { makeImage });
        expect(log.mode).toBe('writer');
        const before = [...log.events];
        const asked = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter((turn) => turn !== '');
        holds(before, await research(log, createArchive(kept), (turn) => asked.push(turn)), asked, whole, `killed after event ${boundary}, ${before.at(-1)?.type ?? 'nothing'}`);
        await log.close();
        await rm(folder, { recursive: true, force: true });
      }
    }, 300_000);

    test('is followed by a second window that writes nothing, and goes on there when the first has gone', async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'followed-'));
      const run = path.join(folder, 'run');
      await mkdir(run);
      const archive = createArchive(path.join(folder, 'research'));
      const asked: string[] = [];
      const first = await openPlain(run, { makeImage });
      const second = await openPlain(run, { makeImage, poll: 5 });
      expect([first.mode, second.mode]).toEqual(['writer', 'reader']);
      const following = new Recorder(second, new TestClock());
      expect(following.writable).toBe(false);
      const half = boundaries[Math.floor(boundaries.length / 2)] ?? 0;
      const dying = research(told(first, (there) => { if (there >= half) throw new Error('the window is gone'); }), archive, (turn) => asked.push(turn));
      await dying.catch(() => undefined);
      await vi.waitFor(() => expect(following.events.length).toBeGreaterThanOrEqual(half));
      expect(following.events).toEqual(first.events);
      await expect(following.commit(() => [{ type: 'notice.given', by: 'host', data: { text: 'from the second window', about: null } }])).rejects.toMatchObject({ kind: 'fenced' });
      expect(await second.takeOver()).toBe(false);
      await first.close();
      expect(await second.takeOver()).toBe(true);
      const before = [...second.events];
      holds(before, await research(second, archive, (turn) => asked.push(turn)), asked, whole, 'taken over');
      await second.close();
    });
  });
});

describe('a check at the end', () => {
  /** What was found, and whether the one who writes answered since. */
  const unanswered = ({ events }: Recorder): string[] => events.flatMap((event, at) =>
    (event.type === 'check.done' && event.data.verdict === 'contradicted' && !events.slice(at).some(({ type, by }) => type === 'turn.answered' && by === 'main') ? [event.data.id] : []));

  test('that found something is told to who finishes, at whichever boundary of its events the run was stopped, through the file port', async () => {
    makeImage = await imageHere();
    const boundaries: number[] = [];
    const disk = new MemoryDisk();
    const log = await openOn(disk);
    const whole = await researchChecked(told(log, (there) => boundaries.push(there)), archiveOn(disk), () => undefined);
    expect(unanswered(whole)).toEqual([]);
    expect(whole.state.article.blocks['B3']?.revisions).toHaveLength(2);
    const found = whole.events.find((event) => event.type === 'check.done' && event.data.verdict === 'contradicted')?.seq ?? 0;
    const late = whole.events.findLast(({ type, seq }) => type === 'check.ordered' && seq < found)?.seq ?? 0;
    expect(whole.events.findLast(({ type, seq }) => type === 'turn.answered' && seq < found)?.seq).toBeLessThan(late);
    await log.close();
    const sampled = boundaries.filter((boundary) => boundary >= late && boundary < whole.events.length);
    // Between the check and the answer to finish there is one.
    expect(sampled.some((boundary) => boundary >= found && whole.events[boundary]?.type === 'call.started')).toBe(true);
    for (const boundary of sampled) {
      const dyingDisk = new MemoryDisk();
      const dying = await openOn(dyingDisk);
      await researchChecked(told(dying, (there) => { if (there >= boundary) dyingDisk.crashAt = dyingDisk.operations; }), archiveOn(dyingDisk), () => undefined).catch(() => undefined);
      const after = new MemoryDisk(dyingDisk, 'lost');
      const again = await openOn(after);
      const where = `stopped after event ${boundary}, ${again.events.at(-1)?.type ?? 'nothing'}`;
      const resumed = await researchChecked(again, archiveOn(after), () => undefined);
      expect(facts(resumed.state).state, where).toBe('ended');
      expect(unanswered(resumed), where).toEqual([]);
      expect(resumed.state.article.blocks['B3']?.revisions, where).toHaveLength(2);
      expect(resumed.state.checks.filter(({ verdict }) => verdict === 'contradicted'), where).toHaveLength(1);
      await again.close();
    }
  }, 300_000);
});
