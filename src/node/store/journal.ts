import { dirname } from 'node:path';
import { errorCode, writeWhole, type FilePort, type OpenFile } from './files';

/** Zeros written ahead of the lines: an append into space that the file has already needs no new size on the disk, which made a commit a third faster. */
const reserve = 1 << 20;

interface Group {
  bytes: Buffer;
  done: () => void;
  failed: (cause: unknown) => void;
}

export interface JournalPlace {
  files: FilePort;
  path: string;
  /** Name for the next file until it takes the place of `path`; it carries the epoch, so that a later writer can take it away. */
  temporary: string;
  /** Throws when another writer holds the run. */
  guard: () => void;
}

/**
 * The journal's one writer. Everything that waits while the disk is busy goes out with its next flush;
 * a flush that failed leaves nothing behind, or the journal refuses until it could be cleaned.
 */
export class Journal {
  #waiting: Group[] = [];
  #scheduled = false;
  /** The last piece of work in line; each follows the one before. */
  #tail: Promise<void> = Promise.resolve();
  /** What stands after `#size` may be the rest of a failed flush. */
  #dirty = false;

  private constructor(
    private readonly place: JournalPlace,
    private file: OpenFile,
    /** Bytes of confirmed lines. */
    private size: number,
    private reserved: number,
  ) {}

  /**
   * Puts `bytes` in the place of the journal, in a new file: what a suspended former writer still appends goes nowhere.
   */
  static async replace(place: JournalPlace, bytes: Buffer): Promise<Journal> {
    return new Journal(place, await moveIn(place, bytes), bytes.length, bytes.length);
  }

  get bytes(): number {
    return this.size;
  }

  /** Resolves when the group is on the disk; groups keep their order. */
  append(group: Buffer): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ bytes: group, done, failed });
      if (this.#scheduled) return;
      this.#scheduled = true;
      void this.#inLine(() => this.#flush());
    });
  }

  /**
   * Cuts the journal: `prepare` gives what stays and what is to be done once that is safely written, before it takes its place.
   * No append is under way meanwhile.
   */
  cut(prepare: () => { keep: Buffer; before: () => Promise<void> }): Promise<void> {
    return this.#inLine(async () => {
      const { keep, before } = prepare();
      const next = await moveIn(this.place, keep, before);
      const [former, confirmed] = [this.file, this.size];
      this.file = next;
      this.size = keep.length;
      this.reserved = keep.length;
      this.#dirty = false;
      await closeAt(former, confirmed);
    });
  }

  /** Resolves when nothing waits. */
  settled(): Promise<void> {
    return this.#inLine(() => Promise.resolve());
  }

  close(): Promise<void> {
    return this.#inLine(() => closeAt(this.file, this.size));
  }

  #inLine(work: () => Promise<void>): Promise<void> {
    const result = this.#tail.then(work);
    // The line goes on after a failure; whoever asked for that piece of work is told.
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #flush(): Promise<void> {
    this.#scheduled = false;
    const groups = this.#waiting;
    this.#waiting = [];
    try {
      const bytes = groups.length === 1 && groups[0] ? groups[0].bytes : Buffer.concat(groups.map((group) => group.bytes));
      this.place.guard();
      if (this.#dirty) await this.#clean();
      this.#dirty = true;
      if (this.size + bytes.length > this.reserved) await this.#reserve(bytes.length);
      await this.file.write(bytes, this.size);
      await this.file.sync();
      // Whoever took over before this moment may not have seen the lines, so they count only when nobody did.
      this.place.guard();
      this.#dirty = false;
      this.size += bytes.length;
    } catch (cause) {
      // Groups that came meanwhile follow on the lost ones.
      for (const group of [...groups, ...this.#waiting.splice(0)]) group.failed(cause);
      return;
    }
    for (const group of groups) group.done();
  }

  async #reserve(length: number): Promise<void> {
    // After a reservation that failed, confirmed lines stand beyond what is reserved.
    const from = Math.max(this.reserved, this.size);
    const to = this.size + length + reserve;
    try {
      await this.file.write(Buffer.alloc(to - from), from);
    } catch (cause) {
      // The lines themselves may still fit.
      if (errorCode(cause) !== 'ENOSPC') throw cause;
      return;
    }
    this.reserved = to;
  }

  /** Takes away what a failed flush may have left, so that it cannot be read as confirmed. */
  async #clean(): Promise<void> {
    await this.file.truncate(this.size);
    await this.file.sync();
    this.reserved = this.size;
    this.#dirty = false;
  }
}

/** Gives the reserved space back. */
async function closeAt(file: OpenFile, size: number): Promise<void> {
  try {
    await file.truncate(size);
  } finally {
    await file.close();
  }
}

async function moveIn({ files, path, temporary, guard }: JournalPlace, bytes: Buffer, before?: () => Promise<void>): Promise<OpenFile> {
  const file = await writeWhole(files, temporary, bytes);
  try {
    guard();
    await before?.();
    await files.rename(temporary, path);
    // Before anything in the new file counts as confirmed, its name has to be on the disk as well.
    await files.syncFolder(dirname(path));
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}
