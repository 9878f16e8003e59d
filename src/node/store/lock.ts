import * as z from 'zod';
import path from 'node:path';
import { errorMessage, type Log } from '../../core/run/platform';
import { errorCode, type FilePort, type OpenFile } from './files';

const record = z.object({
  /** Raised by each take-over. */
  epoch: z.int().min(1),
  process: z.int(),
  host: z.string(),
  /** Differs for each opening, so that two of one process are told apart. */
  token: z.string(),
  /** Counts up while the owner lives. */
  beat: z.int().min(0),
  /** The owner closed the run. */
  released: z.boolean(),
  /** What the owner is; older versions did not say. */
  program: z.enum(['editor', 'command-line']).nullish(),
});
export type LockRecord = z.infer<typeof record>;

/** Who asks for the lock, and how it judges others. */
export interface Claimant {
  process: number;
  host: string;
  token: string;
  program: 'editor' | 'command-line' | null;
  /** Whether a process of this host lives. */
  isAlive(process: number): boolean;
  /** Milliseconds that only grow. */
  monotonic(): number;
}

export interface LockTimes {
  /** Milliseconds between two beats. */
  beat: number;
  /** Milliseconds without a beat, as the observer's clock counts them, after which an owner counts as gone. */
  stale: number;
}

export const lockTimes: LockTimes = { beat: 2_000, stale: 10_000 };

const lockName = 'lock';

/** Undefined when the bytes are not a record: cut short by a crash. */
function parseRecord(bytes: Buffer): LockRecord | undefined {
  try {
    return record.safeParse(JSON.parse(bytes.toString())).data;
  } catch {
    // Not JSON: the writer died between making the file and filling it.
    return undefined;
  }
}

async function readRecord(files: FilePort, file: string): Promise<LockRecord | undefined> {
  const found = await files.read(file);
  return found && parseRecord(found.bytes);
}

/** Of one length while the numbers grow, because a beat overwrites the record in place. */
const encode = (value: LockRecord): Buffer => Buffer.from(`${JSON.stringify(value).padEnd(255)}\n`);

/**
 * Watches whether a lock's owner lives. Clocks of different machines are never compared:
 * an owner is gone when its process is (same host), or when its beat stood still while this clock went on.
 */
export class LockWatch {
  readonly #seen = new Map<string, { beat: number; since: number }>();

  constructor(private readonly me: Claimant, private readonly stale: number) {}

  isHeld(owner: LockRecord): boolean {
    const now = this.me.monotonic();
    let seen = this.#seen.get(owner.token);
    if (seen?.beat !== owner.beat) {
      seen = { beat: owner.beat, since: now };
      this.#seen.set(owner.token, seen);
    }
    if (owner.released) return false;
    if (owner.host === this.me.host && !this.me.isAlive(owner.process)) return false;
    return now - seen.since < this.stale;
  }
}

export type LockAttempt = { taken: Lock } | { heldBy: LockRecord };

/**
 * The one writer of a run. An epoch is claimed by creating `lock.<epoch>`, which only one can, and the claim itself is renamed to `lock`.
 * A claimant that died is swept away, which makes a late rename of it fail: no pause at any point gives two owners of one epoch.
 */
export class Lock {
  #beat = 0;
  #writing: Promise<void> = Promise.resolve();
  #inode: number;
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(
    private readonly files: FilePort,
    private readonly folder: string,
    private readonly file: OpenFile,
    private readonly me: Claimant,
    readonly epoch: number,
    times: LockTimes,
    private readonly log: Log,
  ) {
    this.#inode = file.inode;
    this.#path = path.join(folder, lockName);
    this.#timer = setInterval(() => void this.#write(false), times.beat);
    this.#timer.unref();
  }

  /** `lowest` gives the highest epoch known from elsewhere, asked for only when the lock itself is not there to tell. */
  static async take(files: FilePort, folder: string, me: Claimant, watch: LockWatch, lowest: () => Promise<number>, times: LockTimes, log: Log): Promise<LockAttempt> {
    const target = path.join(folder, lockName);
    for (;;) {
      const current = await readRecord(files, target);
      if (current && watch.isHeld(current)) return { heldBy: current };
      const epoch = (current?.epoch ?? (await lowest())) + 1;
      const claim = `${target}.${epoch}`;
      const rival = await readRecord(files, claim);
      if (rival && watch.isHeld(rival)) return { heldBy: rival };
      await files.remove(claim);
      const file = await createClaim(files, claim, encode({ epoch, process: me.process, host: me.host, token: me.token, beat: 0, released: false, program: me.program }));
      if (!file) continue;
      if ((await readRecord(files, target))?.token === current?.token) await renameClaim(files, claim, target);
      // Another claimant's rename may have moved this claim: whose name the lock bears decides, not who renamed.
      if ((await readRecord(files, target))?.token === me.token) return { taken: new Lock(files, folder, file, me, epoch, times, log) };
      await file.close();
      await files.remove(claim);
    }
  }

  /** Whether this is still the owner: answered at once, and from the file's identity alone while that has not changed. */
  owner(): 'me' | 'another' | 'nobody' {
    const inode = this.files.inode(this.#path);
    if (inode === undefined) return 'nobody';
    if (inode === this.#inode) return 'me';
    // Some network folders give a file a new identity from time to time.
    const bytes = this.files.readNow(this.#path);
    if (bytes === undefined || parseRecord(bytes)?.token !== this.me.token) return 'another';
    this.#inode = inode;
    return 'me';
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (this.owner() === 'me') await this.#write(true);
    await this.#writing;
    await this.file.close();
  }

  #write(released: boolean): Promise<void> {
    const value = encode({ epoch: this.epoch, process: this.me.process, host: this.me.host, token: this.me.token, beat: ++this.#beat, released, program: this.me.program });
    this.#writing = this.#writing.then(() => this.file.write(value, 0)).catch((cause: unknown) => {
      this.log.warn(`The lock in ${this.folder} could not be renewed: ${errorMessage(cause)}`);
    });
    return this.#writing;
  }
}

async function createClaim(files: FilePort, claim: string, bytes: Buffer): Promise<OpenFile | undefined> {
  let file: OpenFile;
  try {
    file = await files.create(claim, { exclusive: true });
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return undefined;
    throw cause;
  }
  try {
    await file.write(bytes, 0);
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

async function renameClaim(files: FilePort, claim: string, target: string): Promise<void> {
  try {
    await files.rename(claim, target);
  } catch (cause) {
    // Swept away or moved by another claimant.
    if (errorCode(cause) !== 'ENOENT') throw cause;
  }
}

/** For a reader that waits: who holds the run now. */
export const readLock = (files: FilePort, folder: string): Promise<LockRecord | undefined> => readRecord(files, path.join(folder, lockName));
