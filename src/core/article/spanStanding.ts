import { byId } from '../immutable';
import { type Evidence } from '../ledger/records';
import { say, type Words } from '../run/said';
import { type RunState } from '../run/state';
import { type Snapshot, type Source } from '../source/records';
import { citationNow } from './citationNow';

/** What an archived span that is cited outside the run is worth now. */
export interface SpanStanding {
  snapshot: Snapshot;
  source: Source | null;
  /** What the ledger recorded from exactly these words. */
  evidence: Evidence[];
  /** `broken`: the bytes are not what was cited. `fallen`: the words stand, and do not count any more. `changed`: the live source says otherwise now. */
  state: 'holds' | 'broken' | 'fallen' | 'changed';
  why: Words | null;
}

/**
 * `archived`: whether the archived text was found to match its hash. `span`: offsets in it; null: the whole text is cited; `nowhere`: a place that it does not have.
 * Null where the run archived no such text.
 */
export function standingOf(state: RunState, snapshotId: string, archived: 'holds' | 'altered' | 'missing', span: { start: number; end: number } | null | 'nowhere'): SpanStanding | null {
  const snapshot = byId('snapshot', state.source.snapshots, snapshotId);
  if (!snapshot) return null;
  const source = byId('source', state.source.sources, snapshot.source) ?? null;
  const evidence = span === null || span === 'nowhere' ? [] : state.ledger.evidence.filter((item) => item.snapshot === snapshotId && item.start === span.start && item.end === span.end);
  return { snapshot, source, evidence, ...(archived === 'holds' && span === 'nowhere' ? { state: 'broken', why: say('The archived text has no such place: the address was changed after it was written.') } : judge(state, source, evidence, archived)) };
}

function judge(state: RunState, source: Source | null, evidence: readonly Evidence[], archived: 'holds' | 'altered' | 'missing'): Pick<SpanStanding, 'state' | 'why'> {
  if (archived === 'missing') return { state: 'broken', why: say('The archived text is missing.') };
  if (archived === 'altered') return { state: 'broken', why: say('The archived text does not match its hash: it was changed after it was archived.') };
  if (source?.state === 'withdrawn') return { state: 'fallen', why: say('The source was withdrawn: {0}', source.reason ?? '') };
  const live = evidence.filter(({ id }) => citationNow(state, { ordinal: 1, start: 0, end: 0, evidence: id, state: 'bound' }) === 'bound');
  if (evidence.length > 0 && live.length === 0) return { state: 'fallen', why: say('What was recorded from these words does not count any more: {0}', evidence.at(-1)?.stateReason ?? '') };
  if (live.some(({ id }) => ['altered', 'gone'].includes(state.source.changedSince[id] ?? ''))) return { state: 'changed', why: say('The source was changed since it was archived, and does not say this any more.') };
  return { state: 'holds', why: null };
}
