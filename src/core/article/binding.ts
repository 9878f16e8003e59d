import { markerPattern } from '../../shared/citations';
import { idNumber, plainId } from '../ids';
import { byId } from '../immutable';
import { type LedgerState } from '../ledger/state';
import { type Citation } from './records';

/** One or several evidence ids in some brackets with `cite`, or an id alone in two. */
const nearMarker = /(?<!\\)[[【［]{1,3}\s*cite\s*:\s*([^[\]【】［］\n]{1,200}?)\s*[\]】］]{1,3}|(?<!\\)\[\[\s*(E\d[^[\]\n]{0,200}?)\s*\]\]/giu;

/** Markers in the form that binds, where only their writing is off: `[[cite:E1, E2]]`, `[cite: e1]`, `[[E1]]`. */
export function mendMarkers(text: string): string {
  return text.replace(nearMarker, (written: string, cited: string | undefined, bare: string | undefined) => {
    const ids = (cited ?? bare ?? '').split(/\s*[,;，；、]\s*|\s+/).map((id) => plainId(id.replace(/^cite:/i, '')));
    return ids.every((id) => idNumber('evidence', id) !== undefined) ? ids.map((id) => `[[cite:${id}]]`).join('') : written;
  });
}

/** What was begun as a marker and is none: it would stand in the article as text. */
export const brokenMarkers = (text: string): string[] => [...text.replace(markerPattern, ' ').matchAll(/(?<!\\)[[【［]{1,3}\s*cite\s*:[^\s\]】］]{0,40}/giu)].map(([words]) => words);

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
