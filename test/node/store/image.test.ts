import { copyFile, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { spoken } from '../../../src/core/run/said';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import initSqlJs from 'sql.js';
import { parseEvent, type RunEvent } from '../../../src/core/run/event';
import { allRows, eventRow, tables, type Row } from '../../../src/core/run/rows';
import { replay } from '../../../src/core/run/state';
import { type MakeImage } from '../../../src/node/store/image';
import { encodeGroup, scanJournal } from '../../../src/node/store/journalText';
import { openRun, type OpenOptions } from '../../../src/node/store/runFolder';
import { type StoredLog } from '../../../src/node/store/runLog';
import { wholeLog } from '../../unit/run/logs';
import { event, events } from './events';
import { imageHere, threadImage, wasm } from './opened';
import { quiet } from './quiet';

let folder: string;
let makeImage: MakeImage;
let here: MakeImage;
const opened: StoredLog[] = [];
beforeAll(async () => {
  makeImage = await threadImage();
  here = await imageHere();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
});
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: Partial<OpenOptions> = {}): Promise<StoredLog> {
  const log = await openRun(folder, { makeImage, log: quiet, ...options });
  opened.push(log);
  return log;
}

const file = (name: string) => path.join(folder, name);
const alter = async (name: string, at: number) => {
  const bytes = await readFile(file(name));
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await writeFile(file(name), bytes);
};
const shorten = async (name: string, to = 3000) => writeFile(file(name), (await readFile(file(name))).subarray(0, to));

/**
 * A closed run of two generations: the image ends with event 8, the one before it with event 5, the journal with event 10.
 * `beginning` false: the journal that was cut at event 5 is gone, and with it the first events outside an image.
 */
async function twoGenerations(beginning = false): Promise<void> {
  const log = await openRun(folder, { makeImage: here, log: quiet });
  await log.append(events(1, 5));
  await log.checkpoint();
  await log.append(events(6, 8));
  await log.checkpoint();
  await log.append(events(9, 10));
  await log.close();
  if (!beginning) await rm(file('ledger.journal.5'));
}

/** A log that keeps its warnings. */
const listening = () => {
  const warnings: string[] = [];
  return { warnings, log: { ...quiet, warn: (message: string) => void warnings.push(message) } };
};

test('while the journals hold every event no image is read: a run opens with a broken one, which is made anew when something asks for it', async () => {
  await twoGenerations(true);
  await shorten('ledger.sqlite');
  const { warnings, log: listener } = listening();
  const log = await open({ log: listener });
  expect([log.events, log.notices, warnings]).toEqual([events(1, 10), [], []]);
  expect((await log.query('select count(*) from event')).rows).toEqual([[10]]);
  expect(warnings).toEqual([expect.stringMatching(/ledger\.sqlite is damaged \(.+\); it is made anew/)]);
  await log.checkpoint();
  await log.append([event(11)]);
  await log.checkpoint();
  await log.close();
  // The generation before was never replaced by the broken one, and the image holds again.
  expect((await readdir(folder)).sort()).toEqual(expect.arrayContaining(['ledger.sqlite', 'ledger.sqlite.1', 'ledger.sqlite.broken']));
  await rm(file('ledger.journal.5'));
  const again = await open();
  expect([again.events, again.notices]).toEqual([events(1, 11), []]);
});

test.each([
  ['gone', (name: string) => rm(file(name))],
  ['put back from an older copy', (name: string) => copyFile(file('ledger.sqlite.1'), file(name))],
])('an image that is %s is completed from the journals', async (_how, change) => {
  await twoGenerations(true);
  await change('ledger.sqlite');
  const log = await open();
  expect([log.events, log.notices]).toEqual([events(1, 10), []]);
  expect((await log.query('select seq from event order by seq')).rows.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await log.checkpoint();
  await log.close();
  await rm(file('ledger.journal.5'));
  expect((await open()).events).toEqual(events(1, 10));
});

test.each([5, 8])('a journal that was cut at event %i and is damaged is made up for by the image', async (at) => {
  await twoGenerations(true);
  await alter(`ledger.journal.${at}`, 300);
  const log = await open();
  expect([log.events, log.notices]).toEqual([events(1, 10), []]);
  await log.append([event(11)]);
  await log.close();
  expect((await open()).events).toEqual(events(1, 11));
});

test('without its journal a run ends where its image does, also when the last journal that was cut is damaged', async () => {
  await twoGenerations(true);
  await rm(file('ledger.journal'));
  await shorten('ledger.journal.8', 500);
  expect((await open()).events).toEqual(events(1, 8));
});

test('a damaged image that is made anew without a further event leaves the journals that were cut as they are', async () => {
  const log = await open();
  await log.append(events(1, 8));
  await log.checkpoint();
  await log.close();
  await shorten('ledger.sqlite');
  const before = await readFile(file('ledger.journal.8'));
  const again = await open();
  await again.query('select 1');
  await again.checkpoint();
  await again.close();
  expect(await readFile(file('ledger.journal.8'))).toEqual(before);
  await rm(file('ledger.sqlite'));
  expect((await open()).events).toEqual(events(1, 8));
});

test('a folder of an earlier version, whose one former journal begins where its former image ends, opens from the image', async () => {
  await twoGenerations();
  await rename(file('ledger.journal.8'), file('ledger.journal.1'));
  const log = await open();
  expect([log.events, log.notices]).toEqual([events(1, 10), []]);
  await log.append([event(11)]);
  await log.checkpoint();
  await log.close();
  expect((await open()).events).toEqual(events(1, 11));
});

test('a folder of an earlier version, whose one former journal holds the whole run up to its image, opens from both', async () => {
  const log = await open();
  await log.append(events(1, 8));
  await log.checkpoint();
  await log.append(events(9, 10));
  await log.close();
  await rename(file('ledger.journal.8'), file('ledger.journal.1'));
  const again = await open();
  expect([again.events, again.notices]).toEqual([events(1, 10), []]);
  await again.append([event(11)]);
  expect((await again.query('select count(*) from event')).rows).toEqual([[11]]);
  await again.checkpoint();
  await again.close();
  await rm(file('ledger.sqlite'));
  expect((await open()).events).toEqual(events(1, 11));
});

test('a checkpoint moves events into the image and cuts the journal; all are there afterwards', async () => {
  const log = await open();
  await log.append(events(1, 5));
  await log.checkpoint();
  // The first event stays for the list of runs, the last one as the sign of where the image ends.
  expect(scanJournal(await readFile(file('ledger.journal'))).lines.map(({ seq }) => seq)).toEqual([1, 5]);
  await log.append(events(6, 7));
  await log.close();
  const again = await open();
  expect(again.events).toEqual(events(1, 7));
  expect(again.notices).toEqual([]);
  expect((await again.query('select seq, type from event order by seq')).rows.map(([seq]) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('appends go on while the image is written, and a second checkpoint keeps one generation before', async () => {
  const log = await open();
  await log.append(events(1, 50));
  const writing = log.checkpoint();
  for (let seq = 51; seq <= 80; seq++) await log.append([event(seq)]);
  await writing;
  await log.checkpoint();
  await log.checkpoint();
  await log.close();
  expect((await readdir(folder)).filter((name) => !/^ledger\.journal\.\d+$/.test(name)).sort()).toEqual(['ledger.journal', 'ledger.sqlite', 'ledger.sqlite.1', 'lock']);
  expect((await open()).events).toEqual(events(1, 80));
});

test.each([
  ['a changed byte in an event', () => alter('ledger.sqlite', -1)],
  ['cut short', () => shorten('ledger.sqlite')],
  ['not a database at all', () => writeFile(file('ledger.sqlite'), 'nonsense')],
  ['empty', () => writeFile(file('ledger.sqlite'), '')],
])('a broken image (%s) falls back to the generation before and the journals', async (how, damage) => {
  await twoGenerations();
  if (how.startsWith('a changed')) await alter('ledger.sqlite', (await readFile(file('ledger.sqlite'))).indexOf('notice 7'));
  else await damage();
  const log = await open();
  expect(log.events).toEqual(events(1, 10));
  expect(log.notices.map((words) => spoken(words))).toEqual([expect.stringMatching(/^ledger\.sqlite is damaged \(.+\); the run was put together from the generation before it/)]);
  await log.append([event(11)]);
  await log.checkpoint();
  await log.close();
  const again = await open();
  expect(again.events).toEqual(events(1, 11));
  expect(again.notices).toEqual([]);
});

test('with both images broken and a gap in the journals the run is refused in a sentence, and nothing is changed', async () => {
  await twoGenerations();
  await shorten('ledger.sqlite');
  await shorten('ledger.sqlite.1');
  const contents = () => Promise.all(['ledger.sqlite', 'ledger.sqlite.1', 'ledger.journal', 'ledger.journal.8'].map(async (name) => (await readFile(file(name))).toString('base64')));
  const before = await contents();
  await expect(open()).rejects.toMatchObject({ kind: 'other', message: expect.stringContaining('Put back ledger.sqlite') as string });
  expect(await contents()).toEqual(before);
});

test('a broken image with nothing after it is missed as well', async () => {
  const log = await open();
  await log.append(events(1, 5));
  await log.checkpoint();
  await log.close();
  await shorten('ledger.sqlite');
  await rm(file('ledger.journal.5'));
  await expect(open()).rejects.toMatchObject({ kind: 'other', message: expect.stringContaining('from number 2 on are missing') as string });
});

test('with both images broken the journals are enough when they hold everything', async () => {
  const log = await open();
  await log.append(events(1, 5));
  await log.checkpoint();
  await log.append(events(6, 7));
  await log.close();
  for (const name of ['ledger.sqlite', 'ledger.sqlite.1']) await writeFile(file(name), 'nonsense');
  const again = await open();
  expect(again.events).toEqual(events(1, 7));
});

test('a query is read-only, bounded in rows, and ended when it takes too long; the next one is answered', async () => {
  const log = await open();
  await log.append(events(1, 30));
  expect(await log.query('select seq from event where seq > ? order by seq', [3], { rows: 2 })).toEqual({ columns: ['seq'], rows: [[4], [5]], cut: true });
  await expect(log.query('delete from event')).rejects.toThrow(/Only a SELECT/);
  await expect(log.query('with x as (select 1) delete from event')).rejects.toThrow(/readonly/);
  await expect(log.query('select * from no_table')).rejects.toThrow(/no such table/);
  await expect(log.query('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', [], { milliseconds: 100 })).rejects.toThrow(/longer than 100 ms/);
  await log.append([event(31)]);
  expect((await log.query('select count(*) from event')).rows).toEqual([[31]]);
  await log.checkpoint();
  await expect(log.query('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', [], { milliseconds: 100 })).rejects.toThrow();
  await log.append([event(32)]);
  expect((await log.query('select count(*) from event')).rows).toEqual([[32]]);
});

test('the journal is cut by itself when it has grown, and when the run ends', async () => {
  const log = await open({ checkpointAt: 4_000 });
  for (let seq = 1; seq <= 60; seq++) await log.append([event(seq)]);
  const ended = { ...event(61), type: 'run.ended' as const, data: { outcome: 'incomplete' as const, stopReason: 'user' as const, why: 'enough', nextSearches: [] } };
  await log.append([ended]);
  await log.close();
  expect((await readdir(folder))).toContain('ledger.sqlite.1');
  const again = await open();
  expect(again.events.length).toBe(61);
  expect((await readFile(file('ledger.journal'), 'utf8')).split('\n').map((line) => /"type":"([^"]+)"/.exec(line)?.[1]).filter(Boolean)).toEqual(['run.created', 'run.ended']);
});

/** Rows of every table as the database has them, columns in its order. */
async function stored(log: StoredLog): Promise<Record<string, unknown[][]>> {
  const found: Record<string, unknown[][]> = {};
  for (const table of Object.keys(tables)) found[table] = sorted((await log.query(`select * from "${table}"`, [], { rows: 10_000 })).rows);
  return found;
}

const sorted = (rows: unknown[][]): unknown[][] => [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** The same from the events alone. */
function rebuilt(log: StoredLog): Record<string, unknown[][]> {
  const rows: Record<string, Row[]> = { ...allRows(replay(log.events)), event: log.events.map(eventRow) };
  return Object.fromEntries(Object.entries(tables).map(([table, columns]) => [table, sorted((rows[table] ?? []).map((row) => Object.keys(columns).map((column) => row[column] ?? null)))]));
}

test('the tables in the file are those of the events, while they grow, across checkpoints, and when they had to be made anew', async () => {
  // Checked as a run checks its events before they are written, which puts their keys in order.
  const whole = wholeLog().map(parseEvent);
  const log = await open();
  await log.append(whole.slice(0, 40));
  expect(await stored(log)).toEqual(rebuilt(log));
  await log.checkpoint();
  await log.append(whole.slice(40, 70));
  expect(await stored(log)).toEqual(rebuilt(log));
  await log.close();
  const again = await open();
  expect(await stored(again)).toEqual(rebuilt(again));
  await again.append(whole.slice(70));
  await again.checkpoint();
  await again.close();
  // Another program, or another version of this one, has left other tables.
  const sql = await initSqlJs({ locateFile: () => wasm });
  const database = new sql.Database(await readFile(file('ledger.sqlite')));
  database.exec('delete from claim; drop table citation; update image set layout = \'another\'');
  await writeFile(file('ledger.sqlite'), database.export());
  database.close();
  const anew = await open();
  expect(anew.events).toEqual(whole);
  expect(await stored(anew)).toEqual(rebuilt(anew));
});

test('an event on depth that does not hold is in the image as it was read, and the run opens as before', async () => {
  await writeFile(file('ledger.journal'), encodeGroup(1, [event(1), { ...event(2), type: 'depth.applied', data: { grant: 'all' } } as unknown as RunEvent, event(3)]));
  const log = await open({ makeImage: here });
  const before = [...log.events];
  expect(before[1]).toMatchObject({ type: 'depth.unreadable', data: { of: 'depth.applied', was: { grant: 'all' } } });
  await log.checkpoint();
  await log.close();
  const again = await open({ makeImage: here });
  expect(again.events).toEqual(before);
  expect(again.notices).toEqual([]);
});
