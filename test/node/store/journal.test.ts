import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spoken } from '../../../src/core/run/said';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainLines, encodeGroup, scanJournal } from '../../../src/node/store/journalText';
import { event, events } from './events';
import { openPlain } from './opened';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const journal = () => path.join(folder, 'ledger.journal');

test('what was confirmed is there after reopening, in order', async () => {
  const log = await openPlain(folder);
  await Promise.all([log.append(events(1, 3)), log.append([event(4)]), log.append(events(5, 9))]);
  await log.append([event(10)]);
  await log.close();
  const again = await openPlain(folder);
  expect(again.events).toEqual(events(1, 10));
  expect(again.notices).toEqual([]);
  await again.close();
});

test('cut at any byte of its last group, the journal keeps all groups before it, says so, and goes on', async () => {
  const first = encodeGroup(1, events(1, 2));
  const whole = Buffer.concat([first, encodeGroup(1, events(3, 5, 'größer 漢字'))]);
  for (let length = first.length; length < whole.length; length++) {
    await writeFile(journal(), whole.subarray(0, length));
    const log = await openPlain(folder, { mode: length % 40 === 0 ? 'writer' : 'reader' });
    expect(log.events.length, `cut at ${length}`).toBe(2);
    expect(log.notices.length).toBe(length === first.length ? 0 : 1);
    if (log.mode === 'reader') continue;
    await log.append([event(3)]);
    await log.close();
    const again = await openPlain(folder);
    expect(again.events).toEqual([...events(1, 2), event(3)]);
    expect(again.notices).toEqual([]);
    await again.close();
  }
});

test('a changed byte anywhere in the last line drops its group', () => {
  const first = encodeGroup(1, events(1, 2));
  const whole = Buffer.concat([first, encodeGroup(1, events(3, 4))]);
  for (let at = first.length; at < whole.length; at++) {
    const altered = Buffer.from(whole);
    altered[at] = (altered[at] ?? 0) ^ 1;
    const { lines, dropped } = scanJournal(altered);
    expect({ at, lines: lines.length, dropped: dropped > 0 }).toEqual({ at, lines: 2, dropped: true });
  }
});

test('a journal in which nothing holds is kept aside: it may be of another format', async () => {
  const bytes = Buffer.from('v9 1 0 12 {"seq":1}\nv9 2 0 12 {"seq":2}\n');
  await writeFile(journal(), bytes);
  const log = await openPlain(folder);
  expect(log.events).toEqual([]);
  await log.close();
  expect(await readFile(path.join(folder, 'ledger.journal.1.damaged'))).toEqual(bytes);
});

test('damage before good lines keeps the damaged file aside and says so', async () => {
  const bytes = Buffer.concat([encodeGroup(1, events(1, 2)), encodeGroup(1, events(3, 4)), encodeGroup(1, events(5, 6))]);
  bytes[encodeGroup(1, events(1, 2)).length + 60] = 0x21;
  await writeFile(journal(), bytes);
  const log = await openPlain(folder);
  expect(log.events).toEqual(events(1, 2));
  expect(log.notices.map((words) => spoken(words))).toEqual([expect.stringMatching(/damaged after event 2: \d+ bytes were set aside/)]);
  await log.close();
  expect(await readFile(path.join(folder, 'ledger.journal.2.damaged'))).toEqual(bytes);
});

test('a lower epoch after a higher one is set aside; a higher one takes the place of a lower one', () => {
  const lines = (epoch: number, from: number, to: number, text: string) => scanJournal(encodeGroup(epoch, events(from, to, text))).lines;
  const mixed = [...lines(1, 1, 3, 'old'), ...lines(2, 3, 4, 'new'), ...lines(1, 4, 5, 'late')];
  const chain = chainLines(mixed, 0);
  expect(chain.lines.map(({ seq, epoch }) => [seq, epoch])).toEqual([[1, 1], [2, 1], [3, 2], [4, 2]]);
  expect(chain.gap).toBeUndefined();
  expect(chain.setAside.map(({ seq, epoch }) => [seq, epoch])).toEqual([[3, 1], [4, 1], [5, 1]]);
  expect(chainLines(lines(1, 3, 4, 'x'), 1)).toMatchObject({ gap: 2 });
});

test('a newer format is refused with its message', async () => {
  const newer = { ...event(2), type: 'mind.read' } as unknown as ReturnType<typeof event>;
  await writeFile(journal(), encodeGroup(1, [event(1), newer]));
  await expect(openPlain(folder)).rejects.toThrow(/unknown type "mind.read".*update Research Ledger/);
});

test('an event out of order is refused and nothing of it is written', async () => {
  const log = await openPlain(folder);
  await log.append([event(1)]);
  await expect(log.append([event(3)])).rejects.toThrow(/number 2 is the next one/);
  await log.append([event(2)]);
  await log.close();
});

test('a folder that is not there is a sentence', async () => {
  await expect(openPlain(path.join(folder, 'nowhere'))).rejects.toMatchObject({ name: 'LogFailed', kind: 'gone', message: expect.stringContaining('nowhere') as string });
});
