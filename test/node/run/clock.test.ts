import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AwakeClock } from '../../../src/node/clock';

let time = 5_000;
beforeEach(() => { vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }); });
afterEach(() => { vi.useRealTimers(); });

/** Time passes as it does while the machine is awake: timers run. */
function awake(milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    time += 1000;
    vi.advanceTimersByTime(1000);
  }
}

test('a long step counts in full, and the sleep of the machine not at all', () => {
  const clock = new AwakeClock(() => time);
  const before = clock.monotonic();
  awake(20 * 60_000);
  expect(clock.monotonic() - before).toBe(20 * 60_000);
  time += 8 * 3_600_000;
  expect(clock.monotonic() - before).toBe(20 * 60_000);
  awake(30_000);
  expect(clock.monotonic() - before).toBe(20 * 60_000 + 30_000);
  clock.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test('does what is due every so often until it is told to stop, and keeps no process alive', () => {
  vi.useRealTimers();
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const clock = new AwakeClock(() => time);
  const real = clock.every(30_000, () => undefined);
  // A timer that is not waited for is not among them.
  expect(timers()).toBe(before);
  real();
  clock.dispose();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const faked = new AwakeClock(() => time);
  let done = 0;
  const stop = faked.every(30_000, () => { done++; });
  vi.advanceTimersByTime(95_000);
  expect(done).toBe(3);
  stop();
  vi.advanceTimersByTime(95_000);
  expect(done).toBe(3);
  faked.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
