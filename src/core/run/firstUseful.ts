import { byId } from '../immutable';
import { assess } from '../ledger/assess';
import { type RunEvent } from './event';
import { emptyRun, replay, type RunState } from './state';

/** The answer for a log that only grows: found once, it stays. Keyed by the array that a recorder appends to. */
const known = new WeakMap<readonly RunEvent[], { seq: number; state: RunState; at: string | null }>();

/**
 * Time of the first publication with a bound citation for a key claim whose status at that moment is supported, contradicted,
 * conflicting, or uncertain because a conflict is kept. A plan, an announcement or a promise is not useful.
 */
export function firstUseful(events: readonly RunEvent[]): string | null {
  const memory = known.get(events) ?? { seq: 0, state: emptyRun, at: null };
  let { seq, state, at } = memory;
  // What stands between two publications is looked at by nobody: it is folded at once.
  for (let next = seq; at === null && next < events.length; next++) {
    const event = events[next];
    if (event?.type !== 'block.published') continue;
    state = replay(events.slice(seq, next + 1), state);
    seq = next + 1;
    if (isUseful(state, event.data.revision.citations)) at = event.at;
  }
  known.set(events, { seq, state, at });
  return at;
}

function isUseful(state: RunState, citations: readonly { evidence: string | null; state: string }[]): boolean {
  const assessment = assess(state);
  return citations.some(({ evidence, state: binding }) => {
    const item = evidence === null || binding !== 'bound' ? undefined : byId('evidence', state.ledger.evidence, evidence);
    const claim = item && byId('claim', state.ledger.claims, item.claim);
    if (!claim?.key) return false;
    const status = assessment.claims.get(claim.id)?.status;
    return status === 'supported' || status === 'contradicted' || status === 'conflicting'
      || (status === 'uncertain' && state.ledger.conflicts.some((conflict) => conflict.claim === claim.id && conflict.state === 'kept'));
  });
}
