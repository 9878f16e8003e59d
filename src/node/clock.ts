import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, type RunClock } from '../core/run/platform';

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
};

/** Milliseconds between two looks at the time. */
const beat = 10_000;
/** After a gap of more beats than this nothing ran here: the machine was asleep. */
const longestGap = 3;

/** What a run's time is measured by: it stands still while the machine is asleep, which not every system's own monotonic clock does. */
export class AwakeClock implements RunClock {
  #awake = 0;
  #seen: number;
  readonly #stop: () => void;

  constructor(private readonly raw: () => number = () => performance.now()) {
    this.#seen = raw();
    this.#stop = this.every(beat, () => this.monotonic());
  }

  monotonic(): number {
    const now = this.raw();
    const gap = now - this.#seen;
    this.#seen = now;
    return (this.#awake += gap > longestGap * beat ? 0 : Math.max(0, gap));
  }

  now(): string {
    return systemClock.now();
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return systemClock.sleep(milliseconds, signal);
  }

  every(milliseconds: number, act: () => void): () => void {
    const timer = setInterval(act, milliseconds).unref();
    return () => { clearInterval(timer); };
  }

  dispose(): void {
    this.#stop();
  }
}
