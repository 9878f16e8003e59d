import fs from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * The file operations of the written form, and no others: tests stop a run at each of them.
 * Paths are absolute. Errors are the system's own (`code` ENOSPC, EROFS, …); `failures.ts` makes sentences of them.
 */
export interface FilePort {
  /** At most `most` bytes from byte `from` on; undefined when there is no such file. */
  read(path: string, from?: number, most?: number): Promise<{ inode: number; bytes: Buffer } | undefined>;
  /** Names in a folder; rejects when it is not there. */
  list(folder: string): Promise<string[]>;
  makeFolder(folder: string): Promise<void>;
  /** A new or emptied file. `exclusive`: rejects with EEXIST when it is there. */
  create(path: string, options?: { exclusive?: boolean }): Promise<OpenFile>;
  /** Replaces `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Of a file that may be gone already. */
  remove(path: string): Promise<void>;
  /** Makes renames in the folder durable. */
  syncFolder(folder: string): Promise<void>;
  /** Identity of the file behind a path, undefined when there is none. Answered at once, from the system's cache. */
  inode(path: string): number | undefined;
  /** A small file, at once; undefined when there is none. */
  readNow(path: string): Buffer | undefined;
}

export interface OpenFile {
  readonly inode: number;
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Resolves when everything written is on the disk. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export const errorCode = (cause: unknown): string | undefined => (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined);

// The callback functions cost about a third less per call than file handles with promises.
const open = promisify(fs.open);
const write = promisify(fs.write);
const fdatasync = promisify(fs.fdatasync);
const ftruncate = promisify(fs.ftruncate);
const close = promisify(fs.close);

async function writeAll(fd: number, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await write(fd, bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** Windows refuses a rename while a scanner or an indexer looks at the file: asked again, five times within half a second. */
async function rename(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fs.promises.rename(from, to);
    } catch (cause) {
      const busy = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(cause) ?? '');
      if (!busy || attempt === 5) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 30 * attempt));
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await fs.promises.mkdir(folder, { recursive: true });
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    // So Node says of a disk that is read-only: asked for one folder after the other, the system says why.
    const above = dirname(folder);
    if (!fs.existsSync(above)) await makeFolder(above);
    await fs.promises.mkdir(folder);
  }
}

async function read(path: string, from = 0, most = Infinity): Promise<{ inode: number; bytes: Buffer } | undefined> {
  let file: fs.promises.FileHandle;
  try {
    file = await fs.promises.open(path, 'r');
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw cause;
  }
  try {
    const { ino, size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, Math.max(0, size - from)));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { inode: ino, bytes: bytes.subarray(0, length) };
  } finally {
    await file.close();
  }
}

export const nodeFiles: FilePort = {
  read,
  list: (folder) => fs.promises.readdir(folder),
  makeFolder: (folder) => makeFolder(folder),
  create: async (path, { exclusive = false } = {}) => {
    const fd = await open(path, exclusive ? 'wx' : 'w');
    return {
      inode: fs.fstatSync(fd).ino,
      write: (bytes, at) => writeAll(fd, bytes, at),
      sync: () => fdatasync(fd),
      truncate: (length) => ftruncate(fd, length),
      close: () => close(fd),
    };
  },
  rename,
  remove: (path) => fs.promises.rm(path, { force: true }),
  syncFolder: async (folder) => {
    // Windows has no flush of a folder; its journal keeps renames in order.
    if (process.platform === 'win32') return;
    const fd = await open(folder, 'r');
    try {
      await promisify(fs.fsync)(fd);
    } finally {
      await close(fd);
    }
  },
  inode: (path) => fs.statSync(path, { throwIfNoEntry: false })?.ino,
  readNow: (path) => (fs.existsSync(path) ? fs.readFileSync(path) : undefined),
};

/** Writes a whole new file, flushed; a file that could not be written whole is taken away again, with the space it has. */
export async function writeWhole(files: FilePort, path: string, bytes: Uint8Array): Promise<OpenFile> {
  const file = await files.create(path);
  try {
    await file.write(bytes, 0);
    await file.sync();
    return file;
  } catch (cause) {
    await file.close();
    // What went wrong first is what is told.
    await files.remove(path).catch(() => undefined);
    throw cause;
  }
}

/** Writes a whole file so that its name stands for all of it or for what it was before. */
export async function replaceFile(files: FilePort, path: string, temporary: string, bytes: Uint8Array): Promise<void> {
  await (await writeWhole(files, temporary, bytes)).close();
  await files.rename(temporary, path);
}
