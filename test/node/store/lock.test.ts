import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type RunEvent } from '../../../src/core/run/event';
import { type MakeImage } from '../../../src/node/store/image';
import { openRun, type OpenOptions } from '../../../src/node/store/runFolder';
import { type StoredLog } from '../../../src/node/store/runLog';
import { event, events } from './events';
import { bundled, imageHere, wasm } from './opened';
import { quiet } from './quiet';

let folder: string;
let makeImage: MakeImage;
let clock: number;
const opened: StoredLog[] = [];
beforeAll(async () => {
  makeImage = await imageHere();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
  clock = 0;
});
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
  await rm(folder, { recursive: true, force: true });
});

/** The beat is the test's own: a writer here stands still unless it says otherwise. */
async function open(options: Partial<OpenOptions> = {}): Promise<StoredLog> {
  const log = await openRun(folder, { makeImage, log: quiet, monotonic: () => clock, times: { beat: 1e8, stale: 10_000 }, poll: 5, ...options });
  opened.push(log);
  return log;
}

const lock = async () => JSON.parse(await readFile(path.join(folder, 'lock'), 'utf8')) as { epoch: number; released: boolean };
const followed = (log: StoredLog): RunEvent[] => {
  const seen: RunEvent[] = [];
  log.follow((more) => seen.push(...more));
  return seen;
};

test('a second opener reads along, also across checkpoints, and cannot write', async () => {
  const writer = await open();
  await writer.append(events(1, 3));
  const reader = await open();
  expect([writer.mode, reader.mode]).toEqual(['writer', 'reader']);
  expect(reader.events).toEqual(events(1, 3));
  const seen = followed(reader);
  await writer.append([event(4)]);
  await vi.waitFor(() => expect(seen).toEqual([event(4)]));
  await writer.checkpoint();
  await writer.append(events(5, 6));
  await vi.waitFor(() => expect(seen).toEqual(events(4, 6)));
  // More than one cut between two looks.
  await writer.append(events(7, 8));
  await writer.checkpoint();
  await writer.append([event(9)]);
  await writer.checkpoint();
  await writer.append([event(10)]);
  await vi.waitFor(() => expect(seen).toEqual(events(4, 10)));
  expect(reader.events).toEqual(events(1, 10));
  expect((await reader.query('select max(seq) from event')).rows).toEqual([[10]]);
  await expect(reader.append([event(11)])).rejects.toMatchObject({ kind: 'fenced' });
  await reader.checkpoint();
});

test('asked to write where another writes, opening is refused with the next step', async () => {
  await open();
  await expect(open({ mode: 'writer' })).rejects.toMatchObject({ name: 'LogFailed', kind: 'fenced', message: expect.stringContaining('Close it there') as string });
});

test('a reader takes over when the writer has closed, and the epoch goes up', async () => {
  const writer = await open();
  const reader = await open();
  const seen = followed(reader);
  await writer.append(events(1, 2));
  expect(await reader.takeOver()).toBe(false);
  await writer.close();
  expect(await reader.takeOver()).toBe(true);
  expect(seen).toEqual(events(1, 2));
  expect(reader.mode).toBe('writer');
  await reader.append([event(3)]);
  expect(await lock()).toMatchObject({ epoch: 2, released: false });
});

test('a writer whose beat stands still is taken over by the observer\'s clock, and is fenced from then on', async () => {
  const old = await open();
  await old.append(events(1, 2));
  const next = await open();
  clock += 9_999;
  expect(await next.takeOver()).toBe(false);
  clock += 1;
  expect(await next.takeOver()).toBe(true);
  await expect(old.append([event(3, 'late')])).rejects.toMatchObject({ kind: 'fenced', message: expect.stringContaining('taken over') as string });
  await expect(old.checkpoint()).rejects.toMatchObject({ kind: 'fenced' });
  await next.append([event(3, 'in time')]);
  await old.close();
  await next.close();
  expect((await open()).events).toEqual([...events(1, 2), event(3, 'in time')]);
});

test('a reader is told who writes, and when nobody does any more', async () => {
  const writer = await open({ program: 'editor' });
  const reader = await open();
  expect([writer.heldBy, reader.heldBy]).toEqual([null, { program: 'editor', host: null }]);
  const told = vi.fn<(holder: unknown) => void>();
  reader.follow(() => { told(reader.heldBy); });
  await writer.close();
  await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(null));
  const next = await open({ program: 'command-line' });
  await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith({ program: 'command-line', host: null }));
  await next.close();
  expect(await reader.takeOver()).toBe(true);
  expect(reader.heldBy).toBe(null);
});

test('a lock of another machine is held until its beat has stood still, and of a version that did not say what it was', async () => {
  await writeFile(path.join(folder, 'lock'), JSON.stringify({ epoch: 3, process: 1, host: 'a container', token: 'x', beat: 7, released: false }));
  const reader = await open();
  expect(reader.heldBy).toEqual({ program: null, host: 'a container' });
  const told = vi.fn();
  reader.follow(told);
  clock += 10_000;
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith([]));
  expect(reader.heldBy).toBe(null);
  expect(await reader.takeOver()).toBe(true);
  expect((await lock()).epoch).toBe(4);
});

test('a writer that beats is left alone however long it lasts', async () => {
  const writer = await open({ times: { beat: 5, stale: 10_000 } });
  const reader = await open();
  for (let round = 0; round < 5; round++) {
    const before = await readFile(path.join(folder, 'lock'), 'utf8');
    await vi.waitFor(async () => expect(await readFile(path.join(folder, 'lock'), 'utf8')).not.toBe(before));
    clock += 9_000;
    expect(await reader.takeOver()).toBe(false);
  }
  await writer.append([event(1)]);
});

test('of many that open at once one writes', async () => {
  for (let round = 0; round < 10; round++) {
    const all = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(all.filter(({ mode }) => mode === 'writer').length).toBe(1);
    await Promise.all(all.map((log) => log.close()));
  }
  expect((await lock()).epoch).toBe(10);
});

test.each([['lost', (file: string) => rm(file)], ['empty', (file: string) => writeFile(file, '')], ['nonsense', (file: string) => writeFile(file, '{"epoch":1}')]])(
  'with the lock file %s the journal still knows the epoch', async (_how, damage) => {
    for (let round = 0; round < 3; round++) {
      const log = await open();
      await log.append([event(log.events.length + 1)]);
      await log.close();
    }
    await damage(path.join(folder, 'lock'));
    const log = await open();
    expect(log.events).toEqual(events(1, 3));
    expect(await lock()).toMatchObject({ epoch: 4 });
  });

test('another process: its run is read along while it lives, and taken over at once when it is killed', async () => {
  const [child, worker] = await Promise.all(['test/node/store/killedWriter.ts', 'src/node/store/imageWorker.ts'].map(bundled));
  const writer = spawn(process.execPath, [child ?? '', folder, worker ?? '', wasm], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let confirmed = 0;
    writer.stdout.on('data', (bytes: Buffer) => {
      confirmed = Math.max(confirmed, ...bytes.toString().split('\n').filter((line) => /^\d+$/.test(line)).map(Number));
    });
    await vi.waitFor(() => expect(confirmed).toBeGreaterThan(0), 20_000);
    const reader = await open({ monotonic: () => performance.now() });
    expect(reader.mode).toBe('reader');
    const seen = followed(reader);
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(20), 20_000);
    expect(await reader.takeOver()).toBe(false);
    writer.kill('SIGKILL');
    await once(writer, 'close');
    expect(await reader.takeOver()).toBe(true);
    expect(reader.events.length).toBeGreaterThanOrEqual(confirmed);
    expect(reader.events.map(({ seq }) => seq)).toEqual(reader.events.map((_, index) => index + 1));
    expect(reader.events.slice(-seen.length)).toEqual(seen);
    await reader.append([event(reader.events.length + 1)]);
  } finally {
    writer.kill('SIGKILL');
  }
});

test('a claim that was never finished does not keep others out', async () => {
  await writeFile(path.join(folder, 'lock.1'), '');
  expect((await open()).mode).toBe('writer');
});

test('a run whose folder went away says so', async () => {
  const log = await open();
  await rm(folder, { recursive: true });
  await expect(log.append([event(1)])).rejects.toMatchObject({ kind: 'gone', message: expect.stringContaining(folder) as string });
});
