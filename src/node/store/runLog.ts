import path from 'node:path';
import { type Words } from '../../core/run/said';
import { parseEventLine, type RunEvent } from '../../core/run/event';
import { LogFailed, type Holder, type RunLog } from '../../core/run/log';
import { errorMessage, type Log } from '../../core/run/platform';
import { fenced, logFailed } from './failures';
import { writeWhole, type FilePort } from './files';
import { type Held, type Image, type MakeImage, type QueryAnswer, type QueryLimits } from './image';
import { Journal, type JournalPlace } from './journal';
import { bytesOf, chainLines, encodeGroup, jsonOf, scanJournal } from './journalText';
import { Lock, LockWatch, readLock, type Claimant, type LockTimes } from './lock';
import { cutJournal, highestEpoch, keptLines, names, noHead, recover, refusedAsFailure, withEvent, type Recovered } from './recovery';

/** A run's log on the disk, with what only this adapter can give. */
export interface StoredLog extends RunLog {
  readonly folder: string;
  /** A decision on depth was set aside with a writer that had lost the run: what is in force cannot be told any more. */
  readonly depthSetAside: boolean;
  /** One read-only SQL statement over the run's tables. Rejects when it is wrong or takes too long. */
  query(sql: string, parameters?: readonly (string | number | null)[], limits?: Partial<QueryLimits>): Promise<QueryAnswer>;
  /** Reader only: becomes the writer if the run has none any more. `follow` has told everything that came before. */
  takeOver(): Promise<boolean>;
}

export interface LogParts {
  files: FilePort;
  makeImage: MakeImage;
  me: Claimant;
  log: Log;
  times: LockTimes;
  /** Milliseconds between two looks of a reader at the journal. */
  poll: number;
  /** Bytes of journal after which the image is written anew. */
  checkpointAt: number;
}

export type OpenMode = 'auto' | 'writer' | 'reader';

/** Where an image that does not hold is put aside. */
const brokenName = (image: string): string => `${image}.broken`;

interface Writer {
  lock: Lock;
  journal: Journal;
}

export class FolderLog implements StoredLog {
  readonly notices: Words[] = [];
  depthSetAside = false;
  heldBy: Holder | null = null;
  readonly #image: Image;
  readonly #watch: LockWatch;
  readonly #events: RunEvent[] = [];
  /** Up to where the journal was cut, which the image holds. */
  #imageSeq = 0;
  /** False when there is no image on the disk, or none that can be read. */
  #imageHolds = false;
  /** What follows on the cut: on the disk, and in no image yet. */
  #held: Held[] = [];
  #head = noHead;
  /** The highest sequence number that was asked for; `#events` ends with the highest that is on the disk. */
  #asked = 0;
  /** Counts lost flushes: what was asked for before one is lost with it. */
  #losses = 0;
  #writer: Writer | undefined;
  /** The image that is being written, and the end of what this log does by itself. */
  #checkpoint: Promise<void> | undefined;
  #background: Promise<void> = Promise.resolve();
  #checkpointAt: number;
  #reading = { inode: -1, at: 0, busy: false };
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners = new Set<(events: readonly RunEvent[]) => void>();
  #closed = false;

  private constructor(readonly folder: string, private readonly parts: LogParts) {
    this.#image = parts.makeImage({ image: () => this.#imageOnDisk(), groupsAfter: (seq) => this.#groupsAfter(seq), broken: (why) => this.#imageIsBroken(why) });
    this.#watch = new LockWatch(parts.me, parts.times.stale);
    this.#checkpointAt = parts.checkpointAt;
  }

  /** `auto`: as the writer if the run has none, else as a reader. Rejects with LogFailed. */
  static async open(folder: string, mode: OpenMode, parts: LogParts): Promise<FolderLog> {
    const log = new FolderLog(folder, parts);
    try {
      await parts.files.list(folder);
      const writes = mode !== 'reader' && (await log.#becomeWriter());
      if (mode === 'writer' && !writes) throw new LogFailed('fenced', `The run in ${folder} is open in another window or process. Close it there, or open it here to read along.`);
      if (!writes) {
        log.#adopt(await log.#recoverBesideWriter());
        log.heldBy = await log.#holder();
      }
      return log;
    } catch (cause) {
      await log.close();
      throw logFailed(folder, refusedAsFailure(cause));
    }
  }

  get mode(): 'writer' | 'reader' {
    return this.#writer ? 'writer' : 'reader';
  }

  get events(): readonly RunEvent[] {
    return this.#events;
  }

  async append(events: readonly RunEvent[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    if (!this.#writer) throw fenced(this.folder);
    for (const [index, { seq }] of events.entries()) {
      const next = this.#asked + 1 + index;
      if (seq !== next) throw new LogFailed('other', `Event ${seq} cannot be written to ${this.folder}: number ${next} is the next one. Open the run again.`);
    }
    this.#asked = last.seq;
    const losses = this.#losses;
    const { journal, lock } = this.#writer;
    const bytes = encodeGroup(lock.epoch, events);
    try {
      await journal.append(bytes);
    } catch (cause) {
      if (losses === this.#losses) {
        this.#losses++;
        this.#asked = this.#lastSeq;
      }
      throw logFailed(this.folder, cause);
    }
    this.#add(events, bytes, lock.epoch);
    if (last.type === 'run.ended' || (journal.bytes > this.#checkpointAt && !this.#checkpoint)) this.#checkpointSoon(journal.bytes);
  }

  follow(listener: (events: readonly RunEvent[]) => void): () => void {
    this.#listeners.add(listener);
    this.#timer ??= this.#writer ? undefined : setInterval(() => void this.#lookLater(), this.parts.poll).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopLooking();
    };
  }

  async checkpoint(): Promise<void> {
    while (this.#checkpoint) await this.#checkpoint.catch(() => undefined);
    const writer = this.#writer;
    if (!writer) return;
    this.#checkpoint = this.#writeImage(writer).finally(() => {
      this.#checkpoint = undefined;
    });
    try {
      await this.#checkpoint;
    } catch (cause) {
      throw logFailed(this.folder, writer.lock.owner() === 'another' ? fenced(this.folder) : cause);
    }
  }

  query(sql: string, parameters: readonly (string | number | null)[] = [], limits: Partial<QueryLimits> = {}): Promise<QueryAnswer> {
    return this.#image.query(sql, parameters, limits);
  }

  async takeOver(): Promise<boolean> {
    if (this.#writer) return true;
    try {
      return await this.#becomeWriter();
    } catch (cause) {
      throw logFailed(this.folder, refusedAsFailure(cause));
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopLooking();
    this.#listeners.clear();
    await this.#background;
    await this.#checkpoint?.catch(() => undefined);
    const writer = this.#writer;
    this.#writer = undefined;
    try {
      await writer?.journal.close();
    } catch (cause) {
      throw logFailed(this.folder, cause);
    } finally {
      await writer?.lock.release();
      await this.#image.close();
    }
  }

  get #lastSeq(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  #file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Takes over what recovery found beyond what is known already. */
  #adopt(found: Recovered): void {
    this.notices.push(...found.notices);
    this.depthSetAside ||= found.depthSetAside;
    this.#imageSeq = found.imageSeq;
    this.#imageHolds = found.image !== undefined;
    this.#head = found.head;
    const last = found.lines.at(-1);
    this.#held = last ? [{ last: last.seq, bytes: bytesOf(found.lines) }] : [];
    this.#tell(found.events.slice(this.#events.length));
    this.#asked = this.#lastSeq;
  }

  #tell(events: readonly RunEvent[]): void {
    if (events.length === 0) return;
    for (const event of events) this.#events.push(event);
    for (const listener of this.#listeners) listener(events);
  }

  /** Events of this writer that are on the disk. */
  #add(events: readonly RunEvent[], bytes: Buffer, epoch: number): void {
    for (const event of events) {
      this.#events.push(event);
      this.#head = withEvent(this.#head, epoch, event);
    }
    this.#held.push({ last: this.#lastSeq, bytes });
  }

  /**
   * False when somebody else writes. The order keeps every crash and every pause of a former writer harmless: first the lock,
   * then its unfinished files go, then what is there is read, then the journal moves into a file that the former writer does not hold.
   */
  async #becomeWriter(): Promise<boolean> {
    const { files, me, times, log } = this.parts;
    const attempt = await Lock.take(files, this.folder, me, this.#watch, () => highestEpoch(files, this.folder), times, log);
    if ('heldBy' in attempt) return false;
    const lock = attempt.taken;
    try {
      for (const name of await files.list(this.folder)) if (name.endsWith('.new') || /^lock\.\d+$/.test(name)) await files.remove(this.#file(name));
      const found = await recover(files, this.folder, this.#image);
      if (found.damaged) await (await writeWhole(files, this.#file(`${names.journal}.${lock.epoch}.damaged`), found.damaged)).close();
      const journal = await Journal.replace(this.#journalPlace(lock), bytesOf([...found.kept, ...found.lines]));
      for (const name of found.broken) await files.rename(this.#file(name), this.#file(brokenName(name)));
      if (found.image === names.formerImage) await files.rename(this.#file(names.formerImage), this.#file(names.image));
      await files.syncFolder(this.folder);
      this.#stopLooking();
      this.#adopt(found);
      this.#writer = { lock, journal };
      this.heldBy = null;
      return true;
    } catch (cause) {
      await lock.release();
      throw cause;
    }
  }

  #journalPlace(lock: Lock): JournalPlace {
    return {
      files: this.parts.files,
      path: this.#file(names.journal),
      temporary: this.#file(`${names.journal}.${lock.epoch}.new`),
      guard: () => {
        const owner = lock.owner();
        if (owner === 'another') throw fenced(this.folder);
        if (owner === 'nobody') throw logFailed(this.folder, Object.assign(new Error('the lock is gone'), { code: 'ENOENT' }));
      },
    };
  }

  #checkpointSoon(size: number): void {
    // A checkpoint that fails is tried again when the journal has doubled; the journal holds everything meanwhile.
    this.#checkpointAt = Math.max(this.#checkpointAt, size * 2);
    this.#background = this.checkpoint().then(
      () => {
        this.#checkpointAt = this.parts.checkpointAt;
      },
      (cause: unknown) => this.parts.log.warn(`The image in ${this.folder} was not written: ${errorMessage(cause)}`),
    );
  }

  async #writeImage({ lock, journal }: Writer): Promise<void> {
    await journal.settled();
    if (this.#imageHolds && this.#lastSeq === this.#imageSeq) return;
    const { files } = this.parts;
    const { bytes, seq } = await this.#image.export();
    const written = this.#file(`${names.image}.${lock.epoch}.new`);
    await (await writeWhole(files, written, bytes)).close();
    await journal.cut(() => {
      const end = this.#held.find(({ last }) => last === seq)?.bytes ?? Buffer.alloc(0);
      const after = this.#held.filter(({ last }) => last > seq);
      return {
        keep: Buffer.concat([bytesOf(keptLines(this.#head, scanJournal(end).lines, seq)), ...after.map((group) => group.bytes)]),
        before: async () => {
          await this.#renameIfThere(names.image, this.#imageHolds ? names.formerImage : brokenName(names.image));
          await files.rename(written, this.#file(names.image));
          await files.syncFolder(this.folder);
          this.#imageSeq = seq;
          this.#imageHolds = true;
          // Where an image was made anew, the journal that was cut at this number before holds what stands up to it.
          if (files.inode(this.#file(cutJournal(seq))) === undefined) await this.#renameIfThere(names.journal, cutJournal(seq));
        },
      };
    });
    this.#held = this.#held.filter(({ last }) => last > seq);
  }

  async #renameIfThere(from: string, to: string): Promise<void> {
    if (this.parts.files.inode(this.#file(from)) !== undefined) await this.parts.files.rename(this.#file(from), this.#file(to));
  }

  async #imageOnDisk(): Promise<Uint8Array | undefined> {
    return this.#imageHolds ? (await this.parts.files.read(this.#file(names.image)))?.bytes : undefined;
  }

  /** An image that ends before the cut lacks events that only this log still has. */
  #groupsAfter(seq: number): readonly Held[] {
    if (seq >= this.#imageSeq) return this.#held.filter(({ last }) => last > seq);
    return [{ last: this.#lastSeq, bytes: encodeGroup(0, this.#events.slice(seq)) }];
  }

  /** No event is lost with it: it is made anew from those that are here, and written by the next checkpoint. */
  #imageIsBroken(why: string): void {
    this.#imageHolds = false;
    this.parts.log.warn(`${this.#file(names.image)} is damaged (${why}); it is made anew from the run's events.`);
  }

  /** A checkpoint of the writer may fall between two reads. */
  async #recoverBesideWriter(): Promise<Recovered> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await recover(this.parts.files, this.folder, this.#image);
      } catch (cause) {
        if (attempt === 3 || !(cause instanceof LogFailed)) throw cause;
        await new Promise((resolve) => setTimeout(resolve, this.parts.poll));
      }
    }
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #lookLater(): Promise<void> {
    if (this.#reading.busy) return;
    this.#reading.busy = true;
    try {
      await this.#look();
      await this.#lookAtHolder();
    } catch (cause) {
      this.parts.log.warn(`The run in ${this.folder} could not be followed: ${errorMessage(cause)}`);
    } finally {
      this.#reading.busy = false;
    }
  }

  async #lookAtHolder(): Promise<void> {
    const holder = await this.#holder();
    if (this.#closed || this.#writer || JSON.stringify(holder) === JSON.stringify(this.heldBy)) return;
    this.heldBy = holder;
    for (const listener of this.#listeners) listener([]);
  }

  async #holder(): Promise<Holder | null> {
    const { files, me } = this.parts;
    const owner = await readLock(files, this.folder);
    return owner && this.#watch.isHeld(owner) ? { program: owner.program ?? null, host: owner.host === me.host ? null : owner.host } : null;
  }

  /** Reads what the writer appended since the last look. */
  async #look(): Promise<void> {
    const file = this.#file(names.journal);
    const inode = this.parts.files.inode(file);
    // Between two renames of a checkpoint.
    if (inode === undefined) return;
    const at = inode === this.#reading.inode ? this.#reading.at : 0;
    const peek = await this.parts.files.read(file, at, 1);
    if (!peek?.bytes[0]) return;
    const found = await this.parts.files.read(file, at);
    if (!found || found.inode !== inode || this.#closed || this.#writer) return;
    const scan = scanJournal(found.bytes);
    const chain = chainLines(scan.lines, this.#lastSeq);
    if (chain.gap !== undefined) {
      this.#adopt(await this.#recoverBesideWriter());
    } else if (chain.lines.length > 0) {
      const bytes = bytesOf(chain.lines);
      const events = chain.lines.map((line) => parseEventLine(jsonOf(line)));
      this.#held.push({ last: this.#lastSeq + events.length, bytes });
      this.#tell(events);
    }
    this.#reading = { ...this.#reading, inode, at: at + scan.end };
  }
}
