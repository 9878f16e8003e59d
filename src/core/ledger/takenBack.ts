import { byId } from '../immutable';
import { isPerson } from '../run/by';
import { evidence, type Evidence } from './records';
import { type Correction, type LedgerState } from './state';

/** What a researcher took back or changed of evidence that spoke against a claim or stood in a conflict, and how it spoke until then. */
export interface TakenBack {
  correction: Correction;
  before: Evidence;
  /** Withdrawn; else it stands and says something else. */
  withdrawn: boolean;
}

/** Counter-evidence never goes without a word: every such correction, in the order in which they were made. */
export function takenBack({ corrections, evidence: recorded }: LedgerState): TakenBack[] {
  return corrections.flatMap((correction) => {
    const item = byId('evidence', recorded, correction.target);
    if (!item || isPerson(correction.by)) return [];
    const before = asBefore(item, correction);
    if (before === null || (before.relation !== 'contradicts' && (correction.conflicts ?? []).length === 0)) return [];
    return [{ correction, before, withdrawn: correction.field === 'withdrawn' }];
  });
}

/** Null for a correction that leaves what the evidence says as it was. */
function asBefore(item: Evidence, { field, before, after }: Correction): Evidence | null {
  if (field === 'withdrawn') return after === true ? item : null;
  const held = field === 'relation' ? evidence.shape.relation.safeParse(before) : field === 'figure' ? evidence.shape.figure.safeParse(before) : null;
  return held?.success === true ? { ...item, [field]: held.data } : null;
}
