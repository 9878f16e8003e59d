import PQueue from 'p-queue';
import type { Clock } from '../../core/run/platform';
import { failure, HttpError } from './failure';

interface Host {
  queue: PQueue;
  /** On the monotonic clock: nothing more is sent there before. */
  notBefore: number;
}

/** Above so many known hosts, those at rest are forgotten. */
const rememberedHosts = 500;

/**
 * Requests to one host go one after another with a distance between their starts, and all hosts together within
 * a small number at once. A task must not wait for another host's turn: each hop of a redirect takes its own.
 */
export class HostGate {
  private readonly hosts = new Map<string, Host>();
  private readonly all: PQueue;

  constructor(
    private readonly clock: Clock,
    /** A host that asks for a longer pause is not waited for. */
    private readonly maxWaitMilliseconds: number,
    atOnce: number,
  ) {
    this.all = new PQueue({ concurrency: atOnce });
  }

  async pass<T>(host: string, spacingMilliseconds: number, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const entry = this.entry(host);
    return entry.queue.add(
      async () => {
        const wait = entry.notBefore - this.clock.monotonic();
        if (wait > this.maxWaitMilliseconds) throw this.tooLong(host, wait);
        if (wait > 0) await this.clock.sleep(wait, signal);
        return this.all.add(() => {
          entry.notBefore = Math.max(entry.notBefore, this.clock.monotonic() + spacingMilliseconds);
          return task();
        }, { signal });
      },
      { signal },
    );
  }

  /** Keeps everything for this host back for so long from now. */
  holdBack(host: string, milliseconds: number): void {
    const entry = this.entry(host);
    entry.notBefore = Math.max(entry.notBefore, this.clock.monotonic() + milliseconds);
  }

  private tooLong(host: string, wait: number): HttpError {
    const seconds = Math.ceil(wait / 1000);
    return new HttpError(failure('throttled', `${host} asks for a pause of ${seconds} more seconds between requests. Try it again after that.`, { retryAfter: seconds, temporary: true }));
  }

  private entry(host: string): Host {
    const known = this.hosts.get(host);
    if (known !== undefined) return known;
    if (this.hosts.size >= rememberedHosts) {
      for (const [name, { queue, notBefore }] of this.hosts) {
        if (queue.pending === 0 && queue.size === 0 && notBefore <= this.clock.monotonic()) this.hosts.delete(name);
      }
    }
    const entry: Host = { queue: new PQueue({ concurrency: 1 }), notBefore: Number.NEGATIVE_INFINITY };
    this.hosts.set(host, entry);
    return entry;
  }
}
