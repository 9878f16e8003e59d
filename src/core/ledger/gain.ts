import { assess } from './assess';
import { confidenceRank } from './confidence';
import { liveClaims, type LedgerInputs } from './live';
import { type Gain } from './records';

const noGain: Gain = { slots: 0, confidence: 0, conflicts: 0, highValue: false };

/**
 * Gain (section 5 of the design) = requirement slots newly filled + confidence steps raised + conflicts newly opened, on one
 * claim; high-value = gain > 0 on a key or high-risk claim. The caller credits it to the entry whose result led to the snapshot.
 * A counter-search is a step, not a finding: that it was executed is no gain.
 */
export function gainBetween(before: LedgerInputs, after: LedgerInputs, claim: string): Gain {
  const recordIn = ({ ledger }: LedgerInputs) => liveClaims(ledger).find(({ id }) => id === claim);
  const [former, record] = [recordIn(before), recordIn(after)];
  if (!record) return noGain;
  const [was, is] = [former && assess(before).standing(former), assess(after).standing(record)];
  const filled = new Set(was?.slots.flatMap(({ name, filled: held }) => (held ? [name] : [])));
  const slots = is.slots.filter(({ name, filled: held }) => held && !filled.has(name)).length;
  const confidence = Math.max(0, confidenceRank(is.confidence) - confidenceRank(was?.confidence ?? 'none'));
  const known = new Set(before.ledger.conflicts.map(({ id }) => id));
  const conflicts = after.ledger.conflicts.filter((conflict) => conflict.claim === claim && !known.has(conflict.id)).length;
  return { slots, confidence, conflicts, highValue: slots + confidence + conflicts > 0 && (record.key || record.risk === 'high') };
}
