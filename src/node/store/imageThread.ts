import { Worker } from 'node:worker_threads';
import { ImageBroken, queryLimits, type Image, type ImageSource, type MakeImage, type QueryAnswer, type QueryLimits } from './image';
import { type ImageAnswer, type ImageValue, type ImageWork } from './imageMessages';

export interface ThreadFiles {
  /** The built imageWorker.js. */
  worker: string;
  /** sql-wasm.wasm of sql.js. */
  wasm: string;
}

/** An image in a worker thread: the main thread only passes bytes on. */
export const imageInThread = (paths: ThreadFiles): MakeImage => (source) => new ThreadImage(paths, source);

interface Waiting {
  given: (piece: Uint8Array) => void;
  done: (value: never) => void;
  failed: (cause: Error) => void;
}

class ThreadImage implements Image {
  #thread: Thread | undefined;

  constructor(private readonly paths: ThreadFiles, private readonly source: ImageSource) {}

  async load(bytes: Uint8Array, given: (lines: Uint8Array) => void): Promise<void> {
    const thread = this.#start();
    const { seq } = await thread.ask({ kind: 'load', bytes }, given);
    thread.seq = seq;
  }

  async export(): Promise<{ bytes: Uint8Array; seq: number }> {
    const thread = await this.#caughtUp();
    return thread.ask({ kind: 'export' });
  }

  async query(sql: string, parameters: readonly (string | number | null)[], limits: Partial<QueryLimits> = {}): Promise<QueryAnswer> {
    const { milliseconds, rows } = { ...queryLimits, ...limits };
    const thread = await this.#caughtUp();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        // sql.js cannot be interrupted: the thread goes, and the next request starts another from the disk.
        void this.#end(thread);
        reject(new Error(`The query took longer than ${milliseconds} ms and was ended. Narrow it, or allow it more time.`));
      }, milliseconds);
    });
    try {
      return await Promise.race([thread.ask({ kind: 'query', sql, parameters, rows }), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    if (this.#thread) await this.#end(this.#thread);
  }

  #start(): Thread {
    if (this.#thread?.alive) return this.#thread;
    this.#thread = new Thread(this.paths);
    return this.#thread;
  }

  async #end(thread: Thread): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    await thread.end();
  }

  /** A thread that has every event of the source. */
  async #caughtUp(): Promise<Thread> {
    const fresh = !this.#thread?.alive;
    const thread = this.#start();
    try {
      if (fresh) thread.loading = this.#loadInto(thread);
      await thread.loading;
      const groups = this.source.groupsAfter(thread.seq);
      const last = groups.at(-1);
      if (last) {
        thread.seq = last.last;
        await thread.ask({ kind: 'apply', bytes: Buffer.concat(groups.map(({ bytes }) => bytes)) });
      }
      return thread;
    } catch (cause) {
      // Half of what it was told is of no use: the next request starts another.
      await this.#end(thread);
      throw cause;
    }
  }

  async #loadInto(thread: Thread): Promise<void> {
    const bytes = await this.source.image();
    if (!bytes) return;
    try {
      const { seq } = await thread.ask({ kind: 'load', bytes });
      thread.seq = seq;
    } catch (cause) {
      if (!(cause instanceof ImageBroken)) throw cause;
      this.source.broken(cause.message);
    }
  }
}

class Thread {
  /** The last event that was sent to it. */
  seq = 0;
  alive = true;
  loading: Promise<void> | undefined;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor({ worker, wasm }: ThreadFiles) {
    this.#worker = new Worker(worker, { workerData: { wasm } });
    this.#worker.unref();
    this.#worker.on('message', ({ id, value, piece, failed }: ImageAnswer) => {
      const waiting = this.#waiting.get(id);
      if (piece) {
        waiting?.given(piece);
        return;
      }
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
      if (failed) waiting?.failed(failed.broken ? new ImageBroken(failed.message) : new Error(failed.message));
      else waiting?.done(value as never);
    });
    this.#worker.on('error', (cause) => this.#lost(cause instanceof Error ? cause : new Error(String(cause))));
    this.#worker.on('exit', () => this.#lost(new Error('The image\'s thread has ended.')));
  }

  /** Bytes that fill their buffer move over without a copy. */
  ask<K extends ImageWork['kind']>(work: Extract<ImageWork, { kind: K }>, given: (piece: Uint8Array) => void = () => undefined): Promise<ImageValue[K]> {
    return new Promise((done, failed) => {
      if (!this.alive) {
        failed(new Error('The image\'s thread has ended.'));
        return;
      }
      const id = ++this.#asked;
      this.#waiting.set(id, { given, done, failed });
      // While something is asked the process must not end.
      this.#worker.ref();
      const bytes = 'bytes' in work ? work.bytes : undefined;
      const moves = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
      this.#worker.postMessage({ ...work, id }, moves ? [bytes.buffer as ArrayBuffer] : []);
    });
  }

  async end(): Promise<void> {
    this.alive = false;
    await this.#worker.terminate();
  }

  #lost(cause: Error): void {
    this.alive = false;
    for (const { failed } of this.#waiting.values()) failed(cause);
    this.#waiting.clear();
  }
}
