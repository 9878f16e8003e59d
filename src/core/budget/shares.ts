import { available } from './approver';
import { type Amounts } from './events';
import { type BudgetState } from './state';

/** A child with fewer could not both do something and hand it back, or could look at nothing. */
export const leastOfChild = { requests: 2, reads: 1 } as const;

/**
 * What children sent together get of what is free, an entry a share. Whole units, rounded down, so that the rest stays with who
 * sends them. Reads and searches come in few: every child gets one before any gets its share, the larger share first. Together
 * never more than is free, which leaves what is reserved for the end untouched.
 */
export function childShares({ meters }: Pick<BudgetState, 'meters'>, shares: readonly number[]): Amounts[] {
  const requests = apportion(available(meters.requests), shares, 0);
  const reads = apportion(available(meters.reads), shares, 1);
  const searches = apportion(available(meters.searches), shares, 1);
  return shares.map((_, index) => ({ requests: requests[index] ?? 0, reads: reads[index] ?? 0, searches: searches[index] ?? 0 }));
}

function apportion(free: number, shares: readonly number[], least: number): number[] {
  const units = shares.map(() => 0);
  const largestFirst = shares.map((_, at) => at).toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
  let left = Math.max(0, free);
  for (const due of [() => least, (share: number) => Math.floor(Math.max(0, free) * share)]) {
    for (const index of largestFirst) {
      const more = Math.min(left, Math.max(0, due(shares[index] ?? 0) - (units[index] ?? 0)));
      units[index] = (units[index] ?? 0) + more;
      left -= more;
    }
  }
  return units;
}
