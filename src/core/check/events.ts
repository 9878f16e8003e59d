import * as z from 'zod';
import { text } from '../ledger/records';

export const verdicts = ['supported', 'partly', 'unsupported', 'contradicted', 'not-checked', 'unknown-failed'] as const;

export const check = z.object({
  id: text,
  block: text,
  revision: z.int(),
  sentence: z.int().nullable(),
  source: text.nullable(),
  /** `rules` for the deterministic check at publication, else the verifier's model. */
  checker: text,
  selfChecked: z.boolean(),
  verdict: z.enum(verdicts),
  why: text,
  /** The archived version that was read; earlier logs lack this and what follows. */
  snapshot: text.nullish(),
  /** The archived words that decide, with their place in UTF-16 code units; null where the verdict needs none. */
  decides: z.object({ start: z.int().min(0), end: z.int().min(0), quote: text }).nullish(),
  /** True when the source was longer than a check reads, so that passages of it were seen. */
  parts: z.boolean().nullish(),
  /** The order it answers. */
  order: z.int().nullish(),
  /** The earlier check of the same sentence against the same archived version whose verdict this is. */
  kept: text.nullish(),
});
export type Check = z.infer<typeof check>;

/** A model check that is due: the sentences of one revision that cite one archived version, with the request that was set aside for it. */
const checkOrder = z.object({
  /** 1, 2, … over the run. */
  order: z.int().min(1),
  block: text,
  revision: z.int(),
  snapshot: text,
  source: text,
  /** Indexes into the revision's sentences. */
  sentences: z.array(z.int()).min(1),
  reservation: text,
});
export type CheckOrder = z.infer<typeof checkOrder>;

export const checkEvents = {
  'check.ordered': checkOrder,
  'check.done': check,
} as const;
