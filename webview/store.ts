import { keyedParts, type Answerer, type FromPanel, type LedgerAnswered, type PreviewShown, type StartOffer, type ToPanel } from '../src/shared/messages';
import type { RunView, TraceLine } from '../src/shared/view';

/** Everything the panel was told. Immutable: `reduce` makes the next one. */
export interface PanelState {
  view: RunView | null;
  /** Number of the last message applied. */
  n: number;
  /** A delta was missed: what is shown is true but old until the next snapshot. */
  gap: boolean;
  locale: string;
  /** Items that the snapshot left out to stay bounded. */
  omitted: number;
  offer: StartOffer | null;
  /** What the researcher writes at this moment; not a revision. */
  preview: PreviewShown | null;
  trace: TraceState;
  /** Answers to eventDetail and explain, by their id. */
  details: Readonly<Record<string, string>>;
  /** The last answer of the ledger to a question. */
  answered: LedgerAnswered | null;
  /** Who would answer the next one. */
  answerer: Answerer | null;
  failure: { request: string; message: string } | null;
}

export interface TraceState { total: number; lines: ReadonlyMap<number, TraceLine> }

/** Lines kept around what is shown; those farthest from the newest range go first. */
const keptLines = 2_000;

export const emptyState: PanelState = {
  view: null, n: 0, gap: false, locale: 'en', omitted: 0, offer: null, preview: null, trace: { total: 0, lines: new Map() }, details: {}, answered: null, answerer: null, failure: null,
};

export function reduce(state: PanelState, message: ToPanel): PanelState {
  switch (message.type) {
    case 'snapshot': {
      const { view, n, locale, omitted, offer } = message;
      return { ...state, view, n, locale, omitted, offer, gap: false, failure: null };
    }
    case 'delta': return applyDelta(state, message);
    case 'preview': return { ...state, preview: message.preview };
    case 'trace': return { ...state, trace: mergeTrace(state.trace, message) };
    case 'detail': return { ...state, details: { ...state.details, [message.id]: message.text } };
    case 'answerer': return { ...state, answerer: message };
    case 'answered': return { ...state, answered: message };
    case 'failed': return { ...state, failure: { request: message.request, message: message.message } };
    case 'command':
    case 'pulse': return state;
  }
}

/** A new filter makes the lines at hand meaningless. */
export function forgetTrace(state: PanelState): PanelState {
  return { ...state, trace: emptyState.trace };
}

/** Read, or another question stands there now. */
export function dismissAnswer(state: PanelState): PanelState {
  return { ...state, answered: null };
}

export function dismissFailure(state: PanelState): PanelState {
  return { ...state, failure: null };
}

type Delta = Extract<ToPanel, { type: 'delta' }>;

function applyDelta(state: PanelState, { n, parts, upserts }: Delta): PanelState {
  if (state.view === null || n > state.n + 1) return { ...state, gap: true };
  if (state.gap || n <= state.n) return state;
  const view: RunView = { ...state.view };
  Object.assign(view, defined(parts));
  for (const part of keyedParts) {
    const items = upserts[part];
    if (items) Object.assign(view, { [part]: upsert<{ id: string }>(view[part], items) });
  }
  return { ...state, view, n };
}

/** `exactOptionalPropertyTypes` does not reach values that were parsed: an absent part must not erase one that stands. */
function defined(parts: Delta['parts']): Partial<RunView> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** Replaces items by id where they stand; new ones go to the end in their order. */
export function upsert<T extends { id: string }>(items: readonly T[], changes: readonly T[]): T[] {
  const byId = new Map(changes.map((item) => [item.id, item]));
  const next = items.map((item) => {
    const change = byId.get(item.id);
    byId.delete(item.id);
    return change ?? item;
  });
  return [...next, ...byId.values()];
}

function mergeTrace(trace: TraceState, { total, from, lines }: Extract<ToPanel, { type: 'trace' }>): TraceState {
  const merged = new Map(trace.lines);
  lines.forEach((line, at) => merged.set(from + at, line));
  if (merged.size > keptLines) {
    const middle = from + lines.length / 2;
    const far = [...merged.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const index of far.slice(0, merged.size - keptLines)) merged.delete(index);
  }
  return { total, lines: merged };
}

/** What a component may do: say something to the host. */
export type Send = (message: FromPanel) => void;
