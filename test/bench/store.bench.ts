/** The written form of a run against better-sqlite3 in its durable mode, turn about on the same disk in the same run. */
import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type RunEvent } from '../../src/core/run/event';
import { replay } from '../../src/core/run/state';
import { imageInThread } from '../../src/node/store/imageThread';
import { eventJson } from '../../src/node/store/journalText';
import { openRun } from '../../src/node/store/runFolder';
import { type StoredLog } from '../../src/node/store/runLog';
import { LogBuilder } from '../fakes/builders';

interface Row {
  what: string;
  ours: string;
  peer: string;
  /** How many times better ours is; null without a comparable figure. */
  ratio: number | null;
  met: boolean | null;
}

/** As much of the peer as is measured; its package is only in the bench's own install. */
interface Peer {
  pragma(text: string): void;
  exec(text: string): void;
  prepare(text: string): { run(...values: unknown[]): void };
  close(): void;
}

const rounds = 9;
const commits = 300;
const log = { info: () => undefined, warn: (message: string) => console.error(message), error: (message: string) => console.error(message) };
const makeImage = imageInThread({ worker: path.join(__dirname, 'imageWorker.js'), wasm: path.join(__dirname, 'sql-wasm.wasm') });
const open = (folder: string): Promise<StoredLog> => openRun(folder, { makeImage, log });

/** Beside the bench, because a system's temporary folder may be in memory, where a flush costs nothing. */
const scratch = (): Promise<string> => mkdtemp(path.join(__dirname, 'run-'));

export async function rows(): Promise<Row[]> {
  return [...(await commitRows()), ...(await growthRows()), ...(await resumeRows())];
}

const notice = (seq: number, length: number): RunEvent => ({ seq, at: '2026-01-02T03:04:05.678Z', v: 1, type: 'notice.given', by: 'host', data: { text: 'x'.repeat(length), about: null } });
const notices = (from: number, count: number, length: number): RunEvent[] => Array.from({ length: count }, (_, index) => notice(from + index, length));

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const perSecond = (count: number, milliseconds: number): number => (count / milliseconds) * 1000;

/** Events a second with `size` events a commit, each commit awaited. */
async function rate(target: StoredLog, size: number, count = commits): Promise<number> {
  const groups = Array.from({ length: count }, (_, index) => notices(target.events.length + 1 + index * size, size, 460));
  const started = performance.now();
  for (const group of groups) await target.append(group);
  return perSecond(count * size, performance.now() - started);
}

async function commitRows(): Promise<Row[]> {
  const found: Row[] = [];
  for (const size of [1, 8]) {
    const folder = await scratch();
    const ours = await open(folder);
    const peer = openPeer(path.join(folder, 'peer.sqlite'));
    const rates = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.ours.push(await rate(ours, size));
      if (peer) rates.peer.push(peerRate(peer, size));
    }
    await ours.close();
    peer?.close();
    await rm(folder, { recursive: true });
    // Both of a round ran one after the other, so that what the machine did meanwhile weighs on both.
    const ratio = peer ? median(rates.ours.map((one, round) => one / (rates.peer[round] ?? NaN))) : null;
    found.push({
      what: `durable commit, ${size} event${size > 1 ? 's' : ''} each: events/s, ratio at least 1`,
      ours: median(rates.ours).toFixed(0), peer: peer ? `${median(rates.peer).toFixed(0)} (better-sqlite3, WAL, FULL)` : 'better-sqlite3 is not installed',
      ratio: ratio === null ? null : round2(ratio), met: ratio === null ? null : ratio >= 1,
    });
  }
  return found;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

let peerSeq = 0;

function peerRate(peer: Peer, size: number): number {
  const groups = Array.from({ length: commits }, (_, index) => notices(index * size + 1, size, 460));
  const insert = peer.prepare('insert into event values (?, ?)');
  const started = performance.now();
  for (const group of groups) {
    if (size > 1) peer.exec('begin');
    for (const event of group) insert.run(++peerSeq, eventJson(event));
    if (size > 1) peer.exec('commit');
  }
  return perSecond(commits * size, performance.now() - started);
}

function openPeer(file: string): Peer | undefined {
  let Database: new (file: string) => Peer;
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- a package that may be missing
    Database = require('better-sqlite3') as typeof Database;
  } catch (cause) {
    console.error(`better-sqlite3 is not installed: ${String(cause)}`);
    return undefined;
  }
  const peer = new Database(file);
  peer.pragma('journal_mode = WAL');
  peer.pragma('synchronous = FULL');
  peer.exec('create table event (seq integer primary key, json text)');
  return peer;
}

/** The same commits on a small and on a large ledger, turn about, and what its checkpoint costs the main thread. */
async function growthRows(): Promise<Row[]> {
  const [smallFolder, largeFolder] = [await scratch(), await scratch()];
  const [small, large] = [await open(smallFolder), await open(largeFolder)];
  await small.append(notices(1, 100, 10_000));
  const blocks: Row[] = [];
  for (const megabytes of [10, 100]) {
    while (large.events.length < megabytes * 50) await large.append(notices(large.events.length + 1, 10, 20_000));
    await large.checkpoint();
    const held: number[] = [];
    for (let round = 0; round < 5; round++) {
      await large.append([notice(large.events.length + 1, 1)]);
      held.push(await longestBlock(() => large.checkpoint()));
    }
    const block = median(held);
    blocks.push({ what: `checkpoint of ${megabytes} MB: longest hold of the main thread, at most 50 ms`, ours: `${block.toFixed(0)} ms (median of five; the longest ${Math.max(...held).toFixed(0)})`, peer: '', ratio: null, met: block <= 50 });
  }
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await rate(small, 1);
    const after = await rate(large, 1);
    rates.push(after);
    ratios.push(after / before);
  }
  await Promise.all([small.close(), large.close()]);
  for (const folder of [smallFolder, largeFolder]) await rm(folder, { recursive: true });
  const flat = median(ratios);
  return [{ what: 'durable commit at 100 MB against 1 MB of ledger, at least 0.8', ours: `${median(rates).toFixed(0)}/s`, peer: '', ratio: round2(flat), met: flat >= 0.8 }, ...blocks];
}

/** Milliseconds for which a timer that was due every millisecond had to wait. */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

/** Openings of a copy each, every one in a process of its own. */
const resumes = 7;

async function resumeRows(): Promise<Row[]> {
  const events = research(10_000);
  const found: Row[] = [];
  for (const where of ['the journal', 'the image'] as const) {
    const folder = await scratch();
    const written = await open(folder);
    for (let at = 0; at < events.length; at += 100) await written.append(events.slice(at, at + 100));
    if (where === 'the image') await written.checkpoint();
    await written.close();
    await appendFile(path.join(folder, 'ledger.journal'), '9 0 500 00000000 {"seq":10001,"at":');
    const times: Resumed[] = [];
    for (let round = 0; round < resumes; round++) times.push(await resumedApart(folder, events.length));
    await rm(folder, { recursive: true });
    const time = median(times.map(({ wall }) => wall));
    found.push({
      what: `resume 10,000 events in ${where} with a torn tail, in a new process, at most 500 ms`,
      ours: `${time.toFixed(0)} ms (median of ${resumes}; the shortest ${Math.min(...times.map(({ wall }) => wall)).toFixed(0)}, of the processor ${Math.min(...times.map(({ cpu }) => cpu)).toFixed(0)})`,
      peer: '', ratio: null, met: time <= 500,
    });
  }
  return found;
}

/** Milliseconds by the clock, and of the processor, all threads together. */
interface Resumed {
  wall: number;
  cpu: number;
}

/** As a run is resumed: by a process that has compiled and read nothing yet. */
async function resumedApart(folder: string, expected: number): Promise<Resumed> {
  const copy = await scratch();
  await cp(folder, copy, { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(__filename)}).resume(${JSON.stringify(copy)}, ${expected})`], { encoding: 'utf8' });
  await rm(copy, { recursive: true });
  if (stdout === '') throw new Error(`The run was not resumed: ${stderr}`);
  return JSON.parse(stdout) as Resumed;
}

export async function resume(folder: string, expected: number): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const log = await open(folder);
  replay(log.events);
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (log.events.length !== expected || log.notices.length !== 1) throw new Error(`resumed with ${log.events.length} events and ${log.notices.length} notices`);
  await log.close();
  process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1000 } satisfies Resumed));
}

/** A log as a run writes it: searches, sources, evidence, and calls between them. */
function research(count: number): RunEvent[] {
  const log = new LogBuilder().plan({ key: true });
  while (log.events.length < count) {
    const call = `K${(log.state.counters.call ?? 0) + 1}`;
    log.add('call.started', { id: call, kind: 'tool', worker: 'main', turn: 1, name: 'search', sent: { text: '{"query":"independent measurements elsewhere"}' }, spends: { searches: 1 }, reservation: null, role: null, attempt: 1 });
    log.search({ results: ['https://example.org/one', 'https://example.org/two', 'https://example.org/three'] });
    log.evidence({ figure: { value: log.events.length } });
    log.add('call.settled', { id: call, settlement: 'spent', receipt: { ok: true, text: { text: 'Found three. '.repeat(40) }, data: null }, usage: null, failure: null });
  }
  return log.events.slice(0, count);
}
