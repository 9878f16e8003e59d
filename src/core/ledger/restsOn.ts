import { byId, type Ordered } from '../immutable';
import { type Evidence } from './records';

/** Evidence that stands at a place in an archived text. */
export type SpanEvidence = Evidence & { snapshot: string; start: number; end: number };

export const hasSpan = (item: Evidence): item is SpanEvidence => item.snapshot !== null && item.start !== null && item.end !== null;

/** These pieces of evidence, then what they rest on, nearest first and each once. Ids that name none are left out. */
export function restsOn(evidence: Ordered<Evidence>, ids: readonly string[]): Evidence[] {
  const found = new Map<string, Evidence>();
  for (const queue = [...ids]; queue.length > 0;) {
    const item = byId('evidence', evidence, queue.shift() ?? '');
    if (!item || found.has(item.id)) continue;
    found.set(item.id, item);
    queue.push(...item.premises);
  }
  return [...found.values()];
}
