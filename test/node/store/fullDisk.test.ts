import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFailed } from '../../../src/core/run/log';
import { nodeFiles, type FilePort, type OpenFile } from '../../../src/node/store/files';
import { event, events } from './events';
import { openPlain } from './opened';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Real files on a disk of so many bytes a file: what fits is written, then there is no space, as a kernel does it. */
function smallDisk(room: { bytes: number }): FilePort {
  const limited = (file: OpenFile): OpenFile => ({
    ...file,
    write: async (bytes, at) => {
      const fits = Math.max(0, Math.min(bytes.length, room.bytes - at));
      if (fits > 0) await file.write(bytes.subarray(0, fits), at);
      if (fits < bytes.length) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
  return { ...nodeFiles, create: async (name, how) => limited(await nodeFiles.create(name, how)) };
}

test('on a nearly full disk lines are kept though no space can be reserved for more', async () => {
  const log = await openPlain(folder, { files: smallDisk({ bytes: 6_000 }) });
  for (let seq = 1; seq <= 5; seq++) await log.append([event(seq)]);
  await log.close();
  expect((await openPlain(folder)).events).toEqual(events(1, 5));
});

test('a full disk is said with the folder, and what was confirmed before is there after reopening', async () => {
  const log = await openPlain(folder, { files: smallDisk({ bytes: 1_500 }) });
  let confirmed = 0;
  const failure = await (async () => {
    for (;;) {
      await log.append([event(confirmed + 1)]);
      confirmed++;
    }
  })().catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(LogFailed);
  expect(failure).toMatchObject({ kind: 'full' });
  expect((failure as Error).message).toContain(folder);
  await log.close().catch(() => undefined);
  expect(confirmed).toBeGreaterThan(1);
  expect((await openPlain(folder)).events).toEqual(events(1, confirmed));
});
