import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock } from '../core/run/platform';

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
};
