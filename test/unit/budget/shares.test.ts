import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childShares } from '../../../src/core/budget/shares';
import { emptyBudget, type BudgetState } from '../../../src/core/budget/state';

const withFree = (requests: number, reads: number, searches: number): Pick<BudgetState, 'meters'> => {
  const meter = (free: number) => ({ grant: free + 5, spent: 2, reserved: 3, unknown: 0 });
  return { meters: { ...emptyBudget.meters, requests: meter(requests), reads: meter(reads), searches: meter(searches) } };
};

test('three free searches at a share of a quarter are one, not none', () => {
  expect(childShares(withFree(40, 60, 3), [0.25])).toEqual([{ requests: 10, reads: 15, searches: 1 }]);
});

test('where fewer are free than children come, the larger shares get one', () => {
  expect(childShares(withFree(40, 60, 2), [0.1, 0.3, 0.2]).map(({ searches }) => searches)).toEqual([0, 1, 1]);
  expect(childShares(withFree(40, 60, 0), [0.1, 0.3]).map(({ searches }) => searches)).toEqual([0, 0]);
});

test('every child gets a read before the larger share gets its second', () => {
  expect(childShares(withFree(40, 4, 4), [0.01, 0.5, 0.01, 0.01]).map(({ reads }) => reads)).toEqual([1, 1, 1, 1]);
});

test('whatever is free and asked for: whole units, its share rounded down, at least one read and search while there are enough, never more together than is free', () => {
  const amount = fc.integer({ min: -2, max: 90 });
  const share = fc.double({ min: 0.01, max: 0.5, noNaN: true });
  fc.assert(fc.property(amount, amount, amount, fc.array(share, { minLength: 1, maxLength: 4 }).filter((all) => all.reduce((sum, one) => sum + one, 0) <= 0.75), (requests, reads, searches, shares) => {
    const given = childShares(withFree(requests, reads, searches), shares);
    for (const [axis, counted, least] of [['requests', requests, 0], ['reads', reads, 1], ['searches', searches, 1]] as const) {
      const free = Math.max(0, counted);
      const due = shares.map((one) => Math.max(least, Math.floor(free * one)));
      const units = given.map((one) => one[axis] ?? 0);
      expect(units.every((one, index) => Number.isInteger(one) && one >= 0 && one <= (due[index] ?? 0))).toBe(true);
      expect(sum(units)).toBe(Math.min(free, sum(due)));
      if (free >= least * shares.length) expect(units.every((one) => one >= least)).toBe(true);
      if (axis === 'requests') expect(sum(units)).toBeLessThanOrEqual(free * 0.75);
    }
  }), { numRuns: 1000 });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
