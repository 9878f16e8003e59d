import * as z from 'zod';
import { parsedJson } from '../json';
import { type Receipt } from '../run/records';
import { shownWhole } from '../source/passages';
import { type LedgerInputs } from './live';
import { text } from './records';

/**
 * Snapshots that were read and not only opened: evidence was recorded from them, a call read in them or asked their tables, or
 * their opening showed them whole or the passages that were looked for, and whoever opened them had a turn since.
 */
export function readSnapshots({ ledger, source, turns }: Pick<LedgerInputs, 'ledger' | 'source' | 'turns'>): ReadonlySet<string> {
  const read = new Set(ledger.evidence.flatMap(({ snapshot }) => snapshot ?? []));
  const last = new Map(turns.map(({ worker, turn }) => [worker, turn]));
  for (const { worker, turn, calls } of turns) {
    for (const { name, args, receipt } of calls) {
      // What was looked for and not there brings no passage but was read; what failed brings nothing.
      if (receipt === null || (!receipt.ok && receipt.data === null)) continue;
      if (name === 'read_source' || name === 'query_table') {
        const named = wordIn(args, 'snapshot');
        const snapshot = source.snapshots.find(({ id }) => id === named) ?? source.snapshots.findLast((one) => one.source === named);
        if (snapshot) read.add(snapshot.id);
      } else if (name === 'open_source' && turn !== last.get(worker)) {
        const opened = openedBy(receipt.data);
        if (opened && (opened.length <= shownWhole || wordIn(args, 'words') !== null)) read.add(opened.snapshot);
      }
    }
  }
  return read;
}

/** The snapshot that an opening archived and so showed; null where the page was archived already and only named. */
function openedBy(data: Receipt['data']): { snapshot: string; length: number } | null {
  if (data === null || !('text' in data)) return null;
  const parsed = openedData.safeParse(parsedJson(data.text));
  return parsed.success ? parsed.data : null;
}

const openedData = z.object({ snapshot: text, length: z.number() });

function wordIn(args: unknown, name: string): string | null {
  const value = typeof args === 'object' && args !== null ? (args as Record<string, unknown>)[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
