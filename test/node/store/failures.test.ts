import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive } from '../../../src/node/store/archiveFiles';
import { nodeFiles, type FilePort, type OpenFile } from '../../../src/node/store/files';
import { createRun } from '../../../src/node/store/runFolder';
import { event, events } from './events';
import { openPlain } from './opened';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Disk {
  code: string | undefined;
  /** Which operation refuses; a full disk takes half of what is written first. */
  refuses: 'write' | 'sync' | 'truncate';
}

/** The real disk, refusing when `disk.code` says so. */
function refusing(disk: Disk): FilePort {
  const fails = (operation: string) => disk.code !== undefined && (operation === disk.refuses || (operation === 'sync' && disk.refuses === 'truncate'));
  const error = () => Object.assign(new Error(`${disk.code}: the disk refuses`), { code: disk.code });
  const wrap = (file: OpenFile): OpenFile => ({
    ...file,
    write: async (bytes, at) => {
      if (!fails('write')) return file.write(bytes, at);
      await file.write(bytes.subarray(0, bytes.length >> 1), at);
      throw error();
    },
    sync: async () => {
      await file.sync();
      if (fails('sync')) throw error();
    },
    truncate: async (length) => {
      if (disk.code !== undefined && disk.refuses === 'truncate') throw error();
      return file.truncate(length);
    },
  });
  return { ...nodeFiles, create: async (...args) => wrap(await nodeFiles.create(...args)) };
}

test.each([
  ['ENOSPC', 'full', /is full.*Free some space/],
  ['EDQUOT', 'full', /is full/],
  ['EROFS', 'read-only', /cannot be written to.*permission/],
  ['EACCES', 'read-only', /cannot be written to/],
  ['ENODEV', 'gone', /is not there any more.*Bring it back/],
  ['EIO', 'other', /could not be read or written.*Check the drive/],
])('%s while appending is a failure of kind %s with the next step; the log goes on when the disk does', async (code, kind, sentence) => {
  for (const refuses of ['write', 'sync', 'truncate'] as const) {
    const place = path.join(folder, refuses);
    await nodeFiles.makeFolder(place);
    const disk: Disk = { code: undefined, refuses };
    const log = await openPlain(place, { files: refusing(disk) });
    await log.append(events(1, 2));
    disk.code = code;
    const lost = await Promise.allSettled([log.append(events(3, 4)), log.append([event(5)])]);
    for (const one of lost) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'LogFailed', kind, message: expect.stringMatching(sentence) as string } });
    expect(lost[0]).toMatchObject({ reason: { message: expect.stringContaining(place) as string } });
    expect(log.events).toEqual(events(1, 2));
    await expect(log.append([event(3, 'still')])).rejects.toMatchObject({ kind });
    disk.code = undefined;
    await log.append([event(3, 'after')]);
    await log.close();
    const again = await openPlain(place);
    expect(again.events).toEqual([...events(1, 2), event(3, 'after')]);
    expect(again.notices).toEqual([]);
    await again.close();
  }
});

test('a disk that fills up slowly keeps everything it confirmed, can be read while it is full, and goes on when there is room', async () => {
  let room = 2_500_000;
  /** Takes what fits, as a real one does. */
  const small: FilePort = {
    ...nodeFiles,
    create: async (...args) => {
      const file = await nodeFiles.create(...args);
      let size = 0;
      return {
        ...file,
        write: async (bytes, at) => {
          const fits = Math.max(0, Math.min(bytes.length, Math.max(size - at, 0) + room));
          const grows = Math.max(0, at + fits - size);
          await file.write(bytes.subarray(0, fits), at);
          size += grows;
          room -= grows;
          if (fits < bytes.length) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        },
        truncate: async (length) => {
          await file.truncate(length);
          room += size - length;
          size = length;
        },
      };
    },
  };
  const log = await openPlain(folder, { files: small });
  let seq = 0;
  const full = await (async () => {
    for (;;) {
      await log.append([event(seq + 1, 'x'.repeat(5_000))]);
      seq++;
    }
  })().catch((cause: unknown) => cause);
  expect(full).toMatchObject({ kind: 'full' });
  expect(seq).toBeGreaterThan(400);
  const reader = await openPlain(folder, { mode: 'reader' });
  expect(reader.events.length).toBe(seq);
  await reader.close();
  room += 1_000_000;
  await log.append([event(seq + 1)]);
  await log.close();
  const again = await openPlain(folder);
  expect(again.events.length).toBe(seq + 1);
  expect(again.notices).toEqual([]);
  await again.close();
});

test('a folder that cannot be written to opens for reading, and for writing says so', async () => {
  const log = await openPlain(folder);
  await log.append([event(1)]);
  await log.close();
  const readOnly: FilePort = { ...nodeFiles, create: () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' })) };
  await expect(openPlain(folder, { files: readOnly, mode: 'writer' })).rejects.toMatchObject({ kind: 'read-only', message: expect.stringContaining(folder) as string });
  const reader = await openPlain(folder, { files: readOnly, mode: 'reader' });
  expect(reader.events).toEqual([event(1)]);
  await reader.close();
});

test('a new folder on a read-only disk is not said to be gone', async () => {
  // As Node 20 answers on such a disk.
  const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const made = vi.spyOn(fs.promises, 'mkdir').mockImplementation((_path, how) => refused(typeof how === 'object' && how?.recursive === true ? 'ENOENT' : 'EROFS'));
  await expect(createRun(path.join(folder, '.research'), 'run-1')).rejects.toMatchObject({ kind: 'read-only' });
  made.mockRestore();
});

test('a full disk while archiving is said as well, and leaves no half of a body', async () => {
  const disk: Disk = { code: 'ENOSPC', refuses: 'write' };
  const archive = createArchive(folder, refusing(disk));
  await expect(archive.putText('a text')).rejects.toMatchObject({ name: 'LogFailed', kind: 'full' });
  disk.code = undefined;
  expect(await archive.getText(await archive.putText('a text'))).toEqual({ state: 'holds', text: 'a text' });
});
