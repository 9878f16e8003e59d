import { byId, changed, type Change, type Ordered, type Table } from '../immutable';
import { type EventData, type RunEvent } from '../run/event';
import { type Provenance, type Snapshot, type Source } from './records';

export interface SourceState {
  sources: Ordered<Source>;
  snapshots: Ordered<Snapshot>;
  provenance: readonly Provenance[];
  /** Outcome of the last re-check, by snapshot id; a snapshot that is not here was not checked again. */
  verified: Table<{ holds: boolean; detail: string | null }>;
  /** By evidence id: what the last re-check found of its span in the live source. */
  changedSince: Table<'moved' | 'altered' | 'gone'>;
  asked: readonly { address: string; at: string; status: string }[];
}

export const emptySources: SourceState = { sources: [], snapshots: [], provenance: [], verified: {}, changedSince: {}, asked: [] };

const sameEdge = (a: { from: string; to: string; relation: string }, b: { from: string; to: string; relation: string }): boolean =>
  a.from === b.from && a.to === b.to && a.relation === b.relation;

export function reduceSources(state: SourceState, event: RunEvent, by: Change): SourceState {
  switch (event.type) {
    case 'source.archived': {
      const { source, snapshot } = event.data;
      return { ...state, sources: upsert(state.sources, source, by), snapshots: by.appended(state.snapshots, snapshot) };
    }
    case 'source.notArchived':
      return { ...state, sources: upsert(state.sources, event.data.source, by) };
    case 'source.withdrawn':
      return { ...state, sources: changed('source', state.sources, event.data.source, (source) => ({ ...source, state: 'withdrawn', reason: event.data.reason }), by) };
    case 'source.restored':
      return { ...state, sources: changed('source', state.sources, event.data.source, (source) => ({ ...source, state: 'archived', reason: null }), by) };
    case 'provenance.linked':
      return { ...state, provenance: by.appended(without(state.provenance, (edge) => sameEdge(edge, event.data) && edge.claim === event.data.claim), event.data) };
    case 'provenance.unlinked':
      return { ...state, provenance: state.provenance.filter((edge) => !sameEdge(edge, event.data)) };
    case 'snapshot.verified': {
      const { snapshot, holds, detail } = event.data;
      return { ...state, verified: by.put(state.verified, snapshot, { holds, detail }) };
    }
    case 'source.rechecked':
      return { ...state, changedSince: event.data.changes.reduce((known, { evidence, how }) => by.put(known, evidence, how), state.changedSince) };
    case 'address.asked':
      return { ...state, asked: by.appended(state.asked, { address: event.data.address, at: event.at, status: event.data.status }) };
    case 'correction.made':
      return applyCorrection(state, event.data, by);
    default:
      return state;
  }
}

/** The list itself when nothing goes. */
const without = <T>(list: readonly T[], gone: (item: T) => boolean): readonly T[] => (list.some(gone) ? list.filter((item) => !gone(item)) : list);

/** A source keeps its id and its state of withdrawal when a further version is archived. */
function upsert(sources: Ordered<Source>, source: Source, by: Change): Ordered<Source> {
  const known = byId('source', sources, source.id);
  if (!known) return by.appended(sources, source);
  return changed('source', sources, source.id, () => (known.state === 'withdrawn' ? { ...source, state: known.state, reason: known.reason } : source), by);
}

function applyCorrection(state: SourceState, { target, field, after, by: who }: EventData<'correction.made'>, by: Change): SourceState {
  if (target.startsWith('S')) return { ...state, sources: changed('source', state.sources, target, (source) => (Object.hasOwn(source, field) ? { ...source, [field]: after } : source), by) };
  if (target.startsWith('N') && (field === 'published' || field === 'modified')) {
    const found = typeof after === 'string' ? { value: after, origin: `set by ${who}`, guessed: false } : null;
    return { ...state, snapshots: changed('snapshot', state.snapshots, target, (snapshot) => ({ ...snapshot, [field]: found }), by) };
  }
  return state;
}
