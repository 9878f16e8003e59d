import { type FilePort } from '../../../src/node/store/files';

/** The power went: nothing after it happens. */
export class Crash extends Error {}

interface Content {
  inode: number;
  /** What programs see. */
  now: Buffer;
  /** What the disk has for certain. */
  synced: Buffer;
}

/**
 * A disk in memory that can lose its power after any operation that changes it. What was not flushed, of bytes and of names, may be
 * lost or be there; bytes may be there in part.
 */
export class MemoryDisk {
  readonly #files = new Map<string, Content>();
  /** Names as the last flush of the folder left them. */
  #syncedNames = new Map<string, Content>();
  #inode = 0;
  /** Operations that changed the disk so far. */
  operations = 0;
  /** Crashes instead of doing the operation of that number. */
  crashAt = Infinity;

  constructor(copy?: MemoryDisk, unflushed: 'lost' | 'kept' | 'half' = 'kept') {
    if (!copy) return;
    for (const [name, { now, synced }] of unflushed === 'lost' ? copy.#syncedNames : copy.#files) {
      const half = Buffer.concat([now.subarray(0, Math.floor((now.length + synced.length) / 2)), synced.subarray(Math.floor((now.length + synced.length) / 2))]);
      const content = unflushed === 'kept' ? now : unflushed === 'lost' ? synced : half;
      this.#files.set(name, { inode: ++this.#inode, now: Buffer.from(content), synced: Buffer.from(content) });
    }
    this.#syncedNames = new Map(this.#files);
  }

  names(): string[] {
    return [...this.#files.keys()];
  }

  async #change<T>(work: () => T): Promise<T> {
    if (this.operations >= this.crashAt) throw new Crash('the power is off');
    this.operations++;
    return work();
  }

  readonly port: FilePort = {
    read: async (path, from = 0, most = Infinity) => {
      const file = this.#files.get(path);
      return file && { inode: file.inode, bytes: Buffer.from(file.now.subarray(from, from + Math.min(most, file.now.length))) };
    },
    list: async (folder) => this.names().filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1)),
    makeFolder: async () => undefined,
    create: (path, { exclusive = false } = {}) => this.#change(() => {
      if (exclusive && this.#files.has(path)) throw Object.assign(new Error('it is there'), { code: 'EEXIST' });
      const file: Content = { inode: ++this.#inode, now: Buffer.alloc(0), synced: Buffer.alloc(0) };
      this.#files.set(path, file);
      return {
        inode: file.inode,
        write: (bytes, at) => this.#change(() => {
          const next = Buffer.alloc(Math.max(file.now.length, at + bytes.length));
          file.now.copy(next);
          next.set(bytes, at);
          file.now = next;
        }),
        sync: () => this.#change(() => {
          file.synced = file.now;
        }),
        truncate: (length) => this.#change(() => {
          file.now = Buffer.from(file.now.subarray(0, length));
        }),
        close: () => Promise.resolve(),
      };
    }),
    rename: (from, to) => this.#change(() => {
      const file = this.#files.get(from);
      if (!file) throw Object.assign(new Error(`${from} is not there`), { code: 'ENOENT' });
      this.#files.delete(from);
      this.#files.set(to, file);
    }),
    remove: (path) => this.#change(() => {
      this.#files.delete(path);
    }),
    syncFolder: () => this.#change(() => {
      this.#syncedNames = new Map(this.#files);
    }),
    inode: (path) => this.#files.get(path)?.inode,
    readNow: (path) => this.#files.get(path)?.now,
  };
}
