import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ToPanel } from '../../../src/shared/messages';
import { emptyState, forgetTrace, reduce, upsert } from '../../../webview/store';
import { richRun, snapshot, traceLines } from '../../fakes/runView';

const delta = (n: number, change: Partial<Omit<Extract<ToPanel, { type: 'delta' }>, 'type' | 'n'>> = {}): ToPanel => ({ type: 'delta', n, parts: {}, upserts: {}, ...change });

describe('the panel’s state', () => {
  const start = reduce(emptyState, snapshot(richRun(), 7, 'zh-cn'));

  it('is the snapshot', () => {
    expect(start.view?.run.id).toBe('run-trolley');
    expect(start).toMatchObject({ n: 7, locale: 'zh-cn', gap: false });
  });

  it('takes whole parts and single items of a delta, and keeps the rest', () => {
    const claim = { ...richRun().claims[1]!, status: 'supported' as const };
    const extra = { ...richRun().claims[0]!, id: 'C20' };
    const next = reduce(start, delta(8, { parts: { convergence: { holds: true, conditions: [] } }, upserts: { claims: [claim, extra] } }));
    expect(next.view?.convergence.holds).toBe(true);
    expect(next.view?.claims.map(({ id }) => id)).toEqual(['C1', 'C2', 'C4', 'C5', 'C6', 'C7', 'C8', 'C20']);
    expect(next.view?.claims[1]?.status).toBe('supported');
    expect(next.view?.sources).toBe(start.view?.sources);
    expect(next.n).toBe(8);
  });

  it('notices a gap, ignores deltas until the next snapshot, and then goes on', () => {
    const gap = reduce(start, delta(9, { parts: { activity: null } }));
    expect(gap).toMatchObject({ gap: true, n: 7 });
    expect(gap.view?.activity).not.toBeNull();
    expect(reduce(gap, delta(8, { parts: { activity: null } }))).toBe(gap);
    expect(reduce(gap, snapshot(richRun(), 9))).toMatchObject({ gap: false, n: 9 });
  });

  it('ignores a delta that the snapshot already holds', () => {
    expect(reduce(start, delta(7, { parts: { activity: null } }))).toBe(start);
  });

  it('does not let an absent part erase one that stands', () => {
    const next = reduce(start, { type: 'delta', n: 8, parts: { activity: undefined }, upserts: {} } as unknown as ToPanel);
    expect(next.view?.activity).toEqual(start.view?.activity);
  });

  it('keeps trace lines at their index and forgets them for a new filter', () => {
    const first = reduce(start, { type: 'trace', total: 500, from: 100, lines: traceLines(100, 3) });
    const second = reduce(first, { type: 'trace', total: 501, from: 0, lines: traceLines(0, 2) });
    expect(second.trace.total).toBe(501);
    expect(second.trace.lines.get(101)?.seq).toBe(102);
    expect([...second.trace.lines.keys()].sort((a, b) => a - b)).toEqual([0, 1, 100, 101, 102]);
    expect(forgetTrace(second).trace.lines.size).toBe(0);
  });

  it('bounds the trace lines it keeps, dropping those farthest from what was asked last', () => {
    let state = start;
    for (let from = 0; from < 6000; from += 100) state = reduce(state, { type: 'trace', total: 100_000, from, lines: traceLines(from, 100) });
    expect(state.trace.lines.size).toBeLessThanOrEqual(2000);
    expect(state.trace.lines.has(5999)).toBe(true);
    expect(state.trace.lines.has(0)).toBe(false);
  });

  it('upserts as replacing in a map does, order included', () => {
    const items = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 20 }).map(String), value: fc.integer() }), { selector: ({ id }) => id });
    fc.assert(fc.property(items, items, (before, changes) => {
      const map = new Map(before.map((item) => [item.id, item]));
      for (const change of changes) map.set(change.id, change);
      expect(upsert(before, changes)).toEqual([...map.values()]);
    }));
  });
});
