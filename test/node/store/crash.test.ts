import { beforeAll, expect, test } from 'vitest';
import { type MakeImage } from '../../../src/node/store/image';
import { openRun } from '../../../src/node/store/runFolder';
import { type StoredLog } from '../../../src/node/store/runLog';
import { event, events } from './events';
import { MemoryDisk } from './memoryFiles';
import { imageHere } from './opened';
import { quiet } from './quiet';

let makeImage: MakeImage;
beforeAll(async () => {
  makeImage = await imageHere();
});

let openings = 0;
/** A new process each time: the one before died with its power. */
const open = (disk: MemoryDisk): Promise<StoredLog> =>
  openRun('/run', { makeImage, log: quiet, files: disk.port, token: `opening ${++openings}`, monotonic: () => 1e6 * openings, times: { beat: 1e8, stale: 0 } });

/** What a run does between opening and closing; `confirmed` grows with what was acknowledged. */
async function work(disk: MemoryDisk, confirmed: { seq: number }): Promise<void> {
  const log = await open(disk);
  const append = async (from: number, to: number) => {
    await log.append(events(from, to));
    confirmed.seq = to;
  };
  let next = log.events.length + 1;
  await append(next, next + 2);
  await log.checkpoint();
  await Promise.all([append(next + 3, next + 3), append(next + 4, next + 5)]);
  await log.checkpoint();
  next += 6;
  await append(next, next);
  await log.close();
}

async function forgetBeginning({ port }: MemoryDisk): Promise<void> {
  const cuts = (await port.list('/run')).map((name) => Number(/^ledger\.journal\.(\d+)$/.exec(name)?.[1])).filter((seq) => seq > 0);
  for (const cut of cuts) if (cut < Math.max(...cuts)) await port.remove(`/run/ledger.journal.${cut}`);
}

test('stopped at every file operation, twice in a row, a run opens with all that was confirmed, groups whole', async () => {
  const whole = new MemoryDisk();
  await work(whole, { seq: 0 });
  await work(whole, { seq: 0 });
  const total = whole.operations;
  expect(total).toBeGreaterThan(60);
  let stopped = 0;
  for (let at = 0; at < total; at++) {
    const disk = new MemoryDisk();
    disk.crashAt = at;
    const confirmed = { seq: 0 };
    await work(disk, confirmed).then(() => work(disk, confirmed)).catch(() => stopped++);
    for (const [index, unflushed] of (['lost', 'kept', 'half'] as const).entries()) {
      const after = new MemoryDisk(disk, unflushed);
      // The opening that mends is stopped as well, at one of its own operations.
      after.crashAt = at % 13;
      await open(after).then((log) => log.close()).catch(() => undefined);
      const mended = new MemoryDisk(after, unflushed);
      // Images and the last journal that was cut are enough without the earlier ones.
      if ((at + index) % 2 === 0) await forgetBeginning(mended);
      const log = await open(mended).catch((cause: unknown) => { throw new Error(`stopped at ${at}, unflushed bytes ${unflushed}: not opened (${disk.names().join(' ')})`, { cause }); });
      const seq = log.events.length;
      expect(seq, `stopped at ${at}, unflushed bytes ${unflushed}`).toBeGreaterThanOrEqual(confirmed.seq);
      expect(log.events).toEqual(events(1, seq));
      // Groups were 1–3, 4, 5–6, 7, and the same again.
      expect([0, 3, 4, 6, 7]).toContain(seq % 7 === 0 && seq > 0 ? 7 : seq % 7);
      if (unflushed === 'half') continue;
      await log.append([event(seq + 1)]);
      if (at % 4 === 0) await log.checkpoint();
      await log.close();
      const again = await open(mended);
      expect(again.events.length).toBe(seq + 1);
      await again.close();
    }
  }
  // Nothing is lost with the last operation, which says that the lock is free.
  expect(stopped).toBe(total - 1);
});
