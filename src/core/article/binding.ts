import { markerPattern } from '../../shared/citations';
import { byId } from '../immutable';
import { type LedgerState } from '../ledger/state';
import { type Citation } from './records';

/**
 * Binds each marker to the evidence it names. A marker is bound when that evidence is there and active, wherever it stands;
 * anything else is unverified, and stays visible as such. Removing one never moves another.
 */
export function bindCitations(text: string, ledger: LedgerState): Citation[] {
  return [...text.matchAll(markerPattern)].map((marker, index) => {
    const named = marker[1] ?? '';
    const evidence = byId('evidence', ledger.evidence, named);
    return { ordinal: index + 1, start: marker.index, end: marker.index + marker[0].length, evidence: evidence ? named : null, state: evidence?.state === 'active' ? 'bound' : 'unverified' };
  });
}
