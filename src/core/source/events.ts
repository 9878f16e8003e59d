import * as z from 'zod';
import { text } from '../ledger/records';
import { provenance, snapshot, source } from './records';

export const sourceEvents = {
  /** A new work with its first snapshot, or a further snapshot of a known one (`source` then repeats its record). */
  'source.archived': z.object({ source, snapshot }),
  /** What could not be archived is a lead, or failed; it supports nothing. */
  'source.notArchived': z.object({ source, attempted: text }),
  'source.withdrawn': z.object({ source: text, reason: text, by: text }),
  'source.restored': z.object({ source: text, reason: text, by: text }),
  'provenance.linked': provenance,
  'provenance.unlinked': z.object({ from: text, to: text, relation: text, reason: text, by: text }),
  /** Outcome of hashing the archived text and bytes again. */
  'snapshot.verified': z.object({ snapshot: text, holds: z.boolean(), detail: text.nullable() }),
  /** A live source was fetched again and compared with its archived text; `snapshot` is the newer one when it changed. */
  'source.rechecked': z.object({
    source: text, outcome: z.enum(['same', 'changed', 'failed']), message: text, snapshot: text.nullable(),
    changes: z.array(z.object({ evidence: text, how: z.enum(['moved', 'altered', 'gone']) })),
  }),
  /** An address was asked for; kept for the method and for `requests` of the public view. */
  'address.asked': z.object({ address: text, status: text, provider: text.nullable() }),
  /** A watched folder changed. */
  'folder.changed': z.object({ added: z.array(text), changed: z.array(text), removed: z.array(text) }),
} as const;
