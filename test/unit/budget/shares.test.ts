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

test('whatever is free and asked for: whole units, never more together than is free, none less than its share rounded down, one read and search each while there are enough', () => {
  const amount = fc.integer({ min: -2, max: 90 });
  const share = fc.double({ min: 0.01, max: 0.5, noNaN: true });
  fc.assert(fc.property(amount, amount, amount, fc.array(share, { minLength: 1, maxLength: 4 }).filter((all) => all.reduce((sum, one) => sum + one, 0) <= 0.75), (requests, reads, searches, shares) => {
    const given = childShares(withFree(requests, reads, searches), shares);
    for (const [axis, free] of [['requests', requests], ['reads', reads], ['searches', searches]] as const) {
      const units = given.map((one) => one[axis] ?? 0);
      expect(units.every(Number.isInteger)).toBe(true);
      expect(units.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(Math.max(0, free));
      units.forEach((one, index) => expect(one).toBeGreaterThanOrEqual(Math.floor(Math.max(0, free) * (shares[index] ?? 0))));
      if (axis === 'requests') expect(units.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(Math.max(0, free) * 0.75);
      else if (free >= shares.length) expect(units.every((one) => one >= 1)).toBe(true);
    }
  }));
});
