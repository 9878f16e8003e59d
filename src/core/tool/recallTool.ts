import * as z from 'zod';
import { blockOf } from '../article/state';
import { conflictsNow } from '../ledger/live';
import { storedCall } from '../run/storedCall';
import { type RunState } from '../run/state';
import { nothing, optional, ref, refused, tool, type ToolContext } from './tool';

/** Characters of one answer; the rest is read on with `from`. */
const pageLimit = 8000;

export const recall = tool({
  name: 'recall',
  description: 'Read again, exactly as stored: a part (B3, or B3:1 for an old revision), a receipt or request (K12), evidence (E5), a result (R7), a search (Q2), a conflict (X1). Long ones in pages: give `from`.',
  schema: z.object({ id: ref, from: optional(z.int().min(0)) }),
  spends: () => nothing,
  effect: false,
  run: async (args, context) => {
    const found = await stored(args.id.trim(), context);
    if (found === null) return () => refused(`There is nothing stored as ${args.id}.`);
    const from = args.from ?? 0;
    if (from >= found.length) return () => refused(`${args.id} has ${found.length} characters: nothing stands from ${from} on.`);
    const rest = found.length - from - pageLimit;
    return () => ({ ok: true, drafts: [], text: `${found.slice(from, from + pageLimit)}${rest > 0 ? `\n… ${rest} more characters: recall ${args.id} from ${from + pageLimit}.` : ''}` });
  },
});

async function stored(id: string, context: ToolContext): Promise<string | null> {
  if (id.startsWith('K')) {
    const call = await storedCall(id, context.events, context.archive);
    return call && [call.sent === null ? '' : `sent: ${call.sent}`, call.answer ?? ''].filter((part) => part !== '').join('\n\n');
  }
  const record = recordOf(context.state, id);
  return record === undefined ? null : typeof record === 'string' ? record : JSON.stringify(record, withoutEmpty);
}

/** What a record leaves open says nothing to whoever reads it. */
const withoutEmpty = (_key: string, value: unknown): unknown => (value === null || (Array.isArray(value) && value.length === 0) ? undefined : value);

function recordOf(state: RunState, id: string): unknown {
  const [block = '', revision] = id.split(':');
  const { ledger, source, article } = state;
  switch (id[0]) {
    case 'B': {
      const known = blockOf(article, block);
      const found = revision === undefined ? known?.revisions.at(-1) : known?.revisions[Number(revision) - 1];
      return found && `${found.block} revision ${found.revision}${found.heading === null ? '' : `, ${found.heading}`}\n${found.text}`;
    }
    case 'E': return ledger.evidence.find((item) => item.id === id);
    case 'R': return ledger.results.find((item) => item.id === id);
    case 'Q': return ledger.searches.find((item) => item.id === id);
    case 'X': return conflictsNow(state).find((item) => item.id === id);
    case 'C': return ledger.claims.find((item) => item.id === id);
    case 'S': return source.sources.find((item) => item.id === id);
    case 'N': return source.snapshots.find((item) => item.id === id);
    default: return undefined;
  }
}
