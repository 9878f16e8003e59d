import { byId } from '../immutable';
import { type Evidence } from '../ledger/records';
import { type RunState } from '../run/state';
import { type Citation } from './records';

/** What a citation of a saved revision is worth now: evidence may have been withdrawn or broken since. */
export function citationNow(state: RunState, citation: Citation): Citation['state'] {
  const evidence = citation.evidence === null ? undefined : byId('evidence', state.ledger.evidence, citation.evidence);
  if (!evidence || citation.state === 'unverified') return 'unverified';
  return evidence.state === 'active' && holds(state, evidence) ? 'bound' : 'broken';
}

/** False when the archived text of its snapshot, or of a premise's, was found altered or missing. */
export function holds(state: RunState, evidence: Evidence, seen: ReadonlySet<string> = new Set()): boolean {
  if (evidence.snapshot !== null && state.source.verified[evidence.snapshot]?.holds === false) return false;
  return evidence.premises.every((id) => {
    const premise = seen.has(id) ? undefined : byId('evidence', state.ledger.evidence, id);
    return premise === undefined || (premise.state === 'active' && holds(state, premise, new Set([...seen, id])));
  });
}
