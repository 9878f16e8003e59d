import { canonicalAddress } from '../source/addresses';
import { shownWhole } from '../source/passages';
import { type Snapshot } from '../source/records';
import { type LedgerInputs } from './live';

/**
 * Snapshots that were read and not only opened: evidence was recorded from them, a call read in them or asked their tables, they
 * were shown whole when they were opened and their reader had a turn since, or the run has ended and nothing more is read.
 */
export function readSnapshots({ ledger, source, turns, run }: Pick<LedgerInputs, 'ledger' | 'source' | 'turns' | 'run'>): ReadonlySet<string> {
  if (run?.state === 'ended') return new Set(source.snapshots.map(({ id }) => id));
  const read = new Set(ledger.evidence.flatMap(({ snapshot }) => snapshot ?? []));
  const last = new Map(turns.map(({ worker, turn }) => [worker, turn]));
  for (const { worker, turn, calls } of turns) {
    for (const { name, args, receipt } of calls) {
      // What was looked for and not there brings no passage but was read; what failed brings nothing.
      if (receipt === null || (!receipt.ok && receipt.data === null)) continue;
      if (name === 'read_source' || name === 'query_table') {
        const named = wordIn(args, 'snapshot');
        const snapshot = source.snapshots.find(({ id }) => id === named) ?? source.snapshots.findLast((one) => one.source === named);
        if (snapshot) read.add(snapshot.id);
      } else if (name === 'open_source' && turn !== last.get(worker)) {
        const target = wordIn(args, 'target');
        for (const snapshot of source.snapshots) if (snapshot.textLength <= shownWhole && isOf(snapshot, target)) read.add(snapshot.id);
      }
    }
  }
  return read;
}

const isOf = ({ result, requested }: Snapshot, target: string | null): boolean =>
  target !== null && (result === target || (!/^R\d+$/.test(target) && canonicalAddress(requested) === canonicalAddress(target)));

function wordIn(args: unknown, name: string): string | null {
  const value = typeof args === 'object' && args !== null ? (args as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : null;
}
