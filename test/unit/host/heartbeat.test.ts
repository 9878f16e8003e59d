import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat } from '../../../src/host/heartbeat';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function beating() {
  const calls = { send: 0, reload: 0, givenUp: 0 };
  const beat = new Heartbeat({ send: () => { calls.send += 1; }, reload: () => { calls.reload += 1; beat.stop(); }, givenUp: () => { calls.givenUp += 1; } });
  return { beat, calls };
}
const minute = 60_000;

describe('the heartbeat of a panel', () => {
  it('leaves a panel alone that answers', () => {
    const { beat, calls } = beating();
    beat.start();
    for (let at = 0; at < 60; at++) {
      vi.advanceTimersByTime(5_000);
      beat.heard(true);
    }
    expect(calls).toMatchObject({ reload: 0, givenUp: 0 });
    expect(calls.send).toBeGreaterThan(10);
    beat.stop();
  });

  it('loads one anew that does not, once, and then gives up', () => {
    const { beat, calls } = beating();
    beat.start();
    vi.advanceTimersByTime(2 * minute);
    expect(calls).toMatchObject({ reload: 1, givenUp: 0 });
    beat.start();
    vi.advanceTimersByTime(20 * minute);
    expect(calls).toMatchObject({ reload: 1, givenUp: 1 });
  });

  it('may load it anew again after it lived in between', () => {
    const { beat, calls } = beating();
    beat.start();
    vi.advanceTimersByTime(2 * minute);
    beat.start();
    beat.heard(true);
    vi.advanceTimersByTime(2 * minute);
    expect(calls).toMatchObject({ reload: 2, givenUp: 0 });
  });

  it('is still while the panel is hidden', () => {
    const { beat, calls } = beating();
    beat.start();
    beat.stop();
    vi.advanceTimersByTime(20 * minute);
    expect(calls).toEqual({ send: 1, reload: 0, givenUp: 0 });
  });
});
