import { type EventDraft } from '../run/event';
import { nextId, type RunState } from '../run/state';
import { type Library } from './library';
import { type Snapshot } from './records';
import { anchorText } from './span/anchorText';
import { locateQuote } from './span/locate';

export interface SpanChange {
  evidence: string;
  /** `moved`: the same words stand elsewhere; `altered`: the place is there and says something else; `gone`: nowhere. */
  how: 'moved' | 'altered' | 'gone';
}

export interface Recheck {
  source: string;
  outcome: 'same' | 'changed' | 'failed';
  message: string;
  changes: SpanChange[];
  /** Lines that only the older and only the newer text has. */
  removed: string[];
  added: string[];
  drafts: (state: RunState) => EventDraft[];
}

/** Fetches a live source again. Another text becomes a further snapshot; the archived one stays what it is, and what it proves stays proved. */
export async function recheckSource(state: RunState, source: string, library: Library, signal: AbortSignal): Promise<Recheck> {
  const record = state.source.sources.find(({ id }) => id === source);
  // Compared with what is cited, every time: an earlier re-check's snapshot does not make the change old news.
  const own = state.source.snapshots.filter((known) => known.source === source);
  const snapshot = own.findLast(({ id }) => state.ledger.evidence.some((item) => item.snapshot === id)) ?? own.at(-1);
  if (!record || !snapshot) throw new Error(`There is no archived source ${source}. Sources: ${state.source.sources.filter((known) => known.state === 'archived').map(({ id }) => id).join(', ') || 'none'}.`);
  const outcome = await library.bringIn(snapshot.requested, signal);
  const settled = (result: Recheck['outcome'], message: string, changes: SpanChange[], newer: Snapshot | null): EventDraft =>
    ({ type: 'source.rechecked', by: 'host', data: { source, outcome: result, message, snapshot: newer?.id ?? null, changes } });
  if (!outcome.ok) return { source, outcome: 'failed', message: outcome.message, changes: [], removed: [], added: [], drafts: () => [settled('failed', outcome.message, [], null)] };
  const { record: fresh, text } = outcome.value;
  if (fresh.textSha256 === snapshot.textSha256) {
    const message = `${source} says the same as when it was archived.`;
    return { source, outcome: 'same', message, changes: [], removed: [], added: [], drafts: () => [settled('same', message, [], null)] };
  }
  const before = (await library.text(snapshot)).text;
  const changes = spanChanges(state, source, text);
  const lost = changes.filter(({ how }) => how !== 'moved').length;
  const message = `${source} has changed since ${snapshot.retrievedAt.slice(0, 10)}; ${lost === 0 ? 'every cited passage still stands in it' : `${lost} cited ${lost === 1 ? 'passage' : 'passages'} no longer`}.`;
  return {
    source, outcome: 'changed', message, changes, ...lineDifference(before, text),
    drafts: (now) => {
      const known = own.find(({ textSha256 }) => textSha256 === fresh.textSha256);
      if (known) return [settled('changed', message, changes, known)];
      const newer: Snapshot = { ...fresh, id: nextId(now, 'snapshot'), source, result: snapshot.result };
      return [{ type: 'source.archived', by: 'host', data: { source: record, snapshot: newer } }, settled('changed', message, changes, newer)];
    },
  };
}

function spanChanges(state: RunState, source: string, text: string): SpanChange[] {
  const anchor = anchorText(text);
  return state.ledger.evidence.flatMap((item): SpanChange[] => {
    if (item.source !== source || item.quote === null || item.start === null) return [];
    if (text.slice(item.start, item.start + item.quote.length) === item.quote) return [];
    const located = locateQuote(anchor, item.quote, { within: { start: Math.max(0, item.start - 5000), end: item.start + item.quote.length + 5000 } });
    if (located.match === 'verbatim') return [{ evidence: item.id, how: 'moved' }];
    const stillThere = located.match !== 'not-found' || located.reason === 'altered';
    return [{ evidence: item.id, how: stillThere ? 'altered' : 'gone' }];
  });
}

const shownLines = 20;

function lineDifference(before: string, after: string): { removed: string[]; added: string[] } {
  const lines = (text: string): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const [old, fresh] = [lines(before), lines(after)];
  const [oldSet, freshSet] = [new Set(old), new Set(fresh)];
  return { removed: old.filter((line) => !freshSet.has(line)).slice(0, shownLines), added: fresh.filter((line) => !oldSet.has(line)).slice(0, shownLines) };
}
