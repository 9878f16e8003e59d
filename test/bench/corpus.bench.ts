/** Search over folders against MiniSearch with the same tokens, on made passages whose words are as frequent as those of a language. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokens } from '../../src/core/source/tokens';
import { createFolderProvider, type FolderProvider } from '../../src/node/corpus/folderProvider';
import { plainReader } from '../node/corpus/plainReader';

/** As much of the peer as is measured; its package is only in the bench's own install. */
interface MiniSearch {
  add(document: { id: number; text: string }): void;
  search(query: string): { id: number }[];
}
type MiniSearchClass = new (options: { fields: string[]; tokenize?: (text: string) => string[]; processTerm?: (term: string) => string }) => MiniSearch;

interface Row {
  what: string;
  ours: string;
  peer: string;
  /** How many times better ours is; null without a comparable figure. */
  ratio: number | null;
  met: boolean;
}

export async function rows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-bench-'));
  try {
    // The large one first: what a process has once taken hides what comes after it.
    const large = await english(join(folder, 'large'), 100_000, { seconds: 30, megabytes: 300, milliseconds: 100 });
    const small = await english(join(folder, 'small'), 20_000, { seconds: 30, megabytes: 300, milliseconds: 20 });
    return [...large, ...small.filter(({ what }) => !what.includes('memory')), await chinese(join(folder, 'chinese'), 10_000)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Figures {
  seconds: number;
  megabytes: number;
  milliseconds: number;
}

const queryCount = 101;

async function english(folder: string, count: number, reach: Figures): Promise<Row[]> {
  const passages = (): Generator<string> => englishPassages(count);
  await writeFiles(folder, passages());
  const queries = hardQueries();
  let read = 0;
  const provider = openFolder(folder, () => { read += 1; });
  const [seconds, megabytes] = await cost(() => provider.refresh(never));
  const readOnce = read;
  const [secondsAgain] = await cost(() => provider.refresh(never));
  const milliseconds = await median(queries, (query) => provider.searchPassages(query, 10, never));
  await provider.close();

  const peer = await miniSearch(passages(), queries);
  const beside = (unit: keyof Figures, own: number, written: string): Pick<Row, 'peer' | 'ratio'> =>
    (peer === null ? notInstalled : { peer: `${peer[unit].toFixed(1)} ${written}`, ratio: round(peer[unit] / own) });
  const what = `${count.toLocaleString('en')} passages`;
  return [
    { what: `${what}: index`, ours: `${seconds.toFixed(1)} s`, ...beside('seconds', seconds, 's'), met: seconds <= reach.seconds },
    { what: `${what}: memory added by indexing`, ours: `${megabytes.toFixed(0)} MB`, ...beside('megabytes', megabytes, 'MB'), met: megabytes <= reach.megabytes },
    { what: `${what}: any of six frequent words, median`, ours: `${milliseconds.toFixed(1)} ms`, ...beside('milliseconds', milliseconds, 'ms'), met: milliseconds < reach.milliseconds },
    { what: `${what}: files read again when none changed`, ours: `${read - readOnce} (${(secondsAgain * 1000).toFixed(0)} ms)`, peer: 'holds no files', ratio: null, met: read === readOnce },
  ];
}

/** Known items: three strings of four characters, cut anywhere from one passage, must bring it first. */
async function chinese(folder: string, count: number): Promise<Row> {
  const passages = [...chinesePassages(count)];
  await writeFiles(folder, passages, 1);
  const random = randomOf(3);
  const items = Array.from({ length: 300 }, () => {
    const number = Math.floor(random() * count);
    const text = passages[number]!;
    const query = Array.from({ length: 3 }, () => fourCharacters(text, random)).join(' ');
    return { query, number };
  });
  const provider = openFolder(folder, () => undefined);
  let first = 0;
  for (const { query, number } of items) {
    const [hit] = await provider.searchPassages(query, 1, never);
    if (hit?.address === pathToFileURL(fileName(folder, number)).href) first += 1;
  }
  await provider.close();

  const rate = first / items.length;
  const what = `${count.toLocaleString('en')} Chinese passages: known item first`;
  const row = { what, ours: rate.toFixed(3), met: rate >= 0.95 };
  const MiniSearch = await loadPeer();
  if (MiniSearch === null) return { ...row, ...notInstalled };
  const peer = new MiniSearch({ fields: ['text'], tokenize: tokens, processTerm: (term) => term });
  for (const [id, text] of passages.entries()) peer.add({ id, text });
  const peerRate = items.filter(({ query, number }) => peer.search(query)[0]?.id === number).length / items.length;
  return { ...row, peer: peerRate.toFixed(3), ratio: peerRate === 0 ? null : round(rate / peerRate) };
}

const notInstalled = { peer: 'MiniSearch is not installed', ratio: null };

async function loadPeer(): Promise<MiniSearchClass | null> {
  const name = 'minisearch';
  try {
    return ((await import(name)) as { default: MiniSearchClass }).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const never = new AbortController().signal;
const round = (value: number): number => Math.round(value * 10) / 10;

function openFolder(folder: string, onRead: () => void): FolderProvider {
  const log = { info: () => undefined, warn: (message: string) => { throw new Error(message); } };
  return createFolderProvider({ folders: [folder], exclude: [], reader: plainReader(onRead), readerVersion: '1', indexFolder: `${folder}-index`, clock: Date.now, log });
}

async function miniSearch(passages: Iterable<string>, queries: string[]): Promise<Figures | null> {
  const MiniSearch = await loadPeer();
  if (MiniSearch === null) return null;
  const index = new MiniSearch({ fields: ['text'], tokenize: tokens, processTerm: (term) => term });
  const [seconds, megabytes] = await cost(async () => {
    let id = 0;
    for (const text of passages) {
      index.add({ id: id++, text });
      if (id % 1000 === 0) await new Promise(setImmediate);
    }
  });
  return { seconds, megabytes, milliseconds: await median(queries, async (query) => index.search(query).slice(0, 10)) };
}

/** Seconds, and by how many megabytes the memory of this process grew at the most. */
async function cost(work: () => Promise<unknown>): Promise<[seconds: number, megabytes: number]> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): void => { most = Math.max(most, process.memoryUsage.rss()); };
  const timer = setInterval(look, 10);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  look();
  return [seconds, (most - before) / 2 ** 20];
}

async function median(queries: string[], search: (query: string) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    await search(query);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

const fileName = (folder: string, number: number): string => join(folder, String(Math.floor(number / 1000)), `${number}.txt`);

async function writeFiles(folder: string, passages: Iterable<string>, perFile = 20): Promise<void> {
  let number = 0;
  let waiting: string[] = [];
  const write = async (): Promise<void> => {
    if (number % 1000 === 0) await mkdir(join(folder, String(number / 1000)), { recursive: true });
    await writeFile(fileName(folder, number), waiting.join('\n\n'));
    number += 1;
    waiting = [];
  };
  for (const passage of passages) {
    waiting.push(passage);
    if (waiting.length === perFile) await write();
  }
  if (waiting.length > 0) await write();
}

/** A generator of numbers from 0 to 1 that gives the same ones each time (xorshift). */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Draws ranks by Zipf's law with Mandelbrot's shift, as the words of a language are. */
function zipf(size: number, random: () => number): () => number {
  const sums = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank += 1) sums[rank] = total += 1 / (rank + 2.7);
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A word for each rank, made of syllables. */
function wordOf(rank: number): string {
  let word = '';
  for (let left = rank * 7919 + 13; left > 0; left = Math.floor(left / 100)) word += `${'bcdfghjklmnpqrstvwxz'[left % 20]}${'aeiou'[Math.floor(left / 20) % 5]}`;
  return word;
}

function* englishPassages(count: number): Generator<string> {
  const random = randomOf(1);
  const draw = zipf(200_000, random);
  for (let n = 0; n < count; n += 1) {
    let text = '';
    while (text.length < 1050) text += `${Array.from({ length: 8 + Math.floor(random() * 12) }, () => wordOf(draw())).join(' ')}. `;
    yield text.trim();
  }
}

/** Hard: each word stands in many passages. The most frequent twenty are left out, as stop words are. */
function hardQueries(): string[] {
  const random = randomOf(2);
  return Array.from({ length: queryCount }, () => Array.from({ length: 6 }, () => wordOf(20 + Math.floor(random() * 180))).join(' '));
}

function* chinesePassages(count: number): Generator<string> {
  const random = randomOf(4);
  const character = zipf(3000, random);
  const words = Array.from({ length: 20_000 }, () => Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => String.fromCharCode(0x4e00 + character() * 6)).join(''));
  const draw = zipf(words.length, random);
  for (let n = 0; n < count; n += 1) {
    let text = '';
    while (text.length < 450) text += `${Array.from({ length: 6 + Math.floor(random() * 14) }, () => words[draw()]!).join('')}。`;
    yield text;
  }
}

function fourCharacters(text: string, random: () => number): string {
  for (;;) {
    const start = Math.floor(random() * (text.length - 4));
    const piece = text.slice(start, start + 4);
    if (!piece.includes('。')) return piece;
  }
}
