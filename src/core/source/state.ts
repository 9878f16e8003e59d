import { byId, changed, type Ordered } from '../immutable';
import { type EventData, type RunEvent } from '../run/event';
import { type Provenance, type Snapshot, type Source } from './records';

export interface SourceState {
  sources: Ordered<Source>;
  snapshots: Ordered<Snapshot>;
  provenance: readonly Provenance[];
  /** Outcome of the last re-check, by snapshot id; a snapshot that is not here was not checked again. */
  verified: Readonly<Record<string, { holds: boolean; detail: string | null }>>;
  /** By evidence id: what the last re-check found of its span in the live source. */
  changedSince: Readonly<Record<string, 'moved' | 'altered' | 'gone'>>;
  asked: readonly { address: string; at: string; status: string }[];
}

export const emptySources: SourceState = { sources: [], snapshots: [], provenance: [], verified: {}, changedSince: {}, asked: [] };

export const sameEdge = (a: { from: string; to: string; relation: string }, b: { from: string; to: string; relation: string }): boolean =>
  a.from === b.from && a.to === b.to && a.relation === b.relation;

export function reduceSources(state: SourceState, event: RunEvent): SourceState {
  switch (event.type) {
    case 'source.archived': {
      const { source, snapshot } = event.data;
      return { ...state, sources: upsert(state.sources, source), snapshots: [...state.snapshots, snapshot] };
    }
    case 'source.notArchived':
      return { ...state, sources: upsert(state.sources, event.data.source) };
    case 'source.withdrawn':
      return { ...state, sources: changed('source', state.sources, event.data.source, (source) => ({ ...source, state: 'withdrawn', reason: event.data.reason })) };
    case 'source.restored':
      return { ...state, sources: changed('source', state.sources, event.data.source, (source) => ({ ...source, state: 'archived', reason: null })) };
    case 'provenance.linked':
      return { ...state, provenance: [...state.provenance.filter((edge) => !sameEdge(edge, event.data) || edge.claim !== event.data.claim), event.data] };
    case 'provenance.unlinked':
      return { ...state, provenance: state.provenance.filter((edge) => !sameEdge(edge, event.data)) };
    case 'snapshot.verified': {
      const { snapshot, holds, detail } = event.data;
      return { ...state, verified: { ...state.verified, [snapshot]: { holds, detail } } };
    }
    case 'source.rechecked':
      return { ...state, changedSince: { ...state.changedSince, ...Object.fromEntries(event.data.changes.map(({ evidence, how }) => [evidence, how])) } };
    case 'address.asked':
      return { ...state, asked: [...state.asked, { address: event.data.address, at: event.at, status: event.data.status }] };
    case 'correction.made':
      return applyCorrection(state, event.data);
    default:
      return state;
  }
}

/** A source keeps its id and its state of withdrawal when a further version is archived. */
function upsert(sources: Ordered<Source>, source: Source): Ordered<Source> {
  const known = byId('source', sources, source.id);
  if (!known) return [...sources, source];
  return changed('source', sources, source.id, () => (known.state === 'withdrawn' ? { ...source, state: known.state, reason: known.reason } : source));
}

function applyCorrection(state: SourceState, { target, field, after, by }: EventData<'correction.made'>): SourceState {
  if (target.startsWith('S')) return { ...state, sources: changed('source', state.sources, target, (source) => (Object.hasOwn(source, field) ? { ...source, [field]: after } : source)) };
  if (target.startsWith('N') && (field === 'published' || field === 'modified')) {
    const found = typeof after === 'string' ? { value: after, origin: `set by ${by}`, guessed: false } : null;
    return { ...state, snapshots: changed('snapshot', state.snapshots, target, (snapshot) => ({ ...snapshot, [field]: found })) };
  }
  return state;
}
