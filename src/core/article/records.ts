import * as z from 'zod';
import { text, claimKinds } from '../ledger/records';

/** The n-th marker in a block's revision, bound to evidence or unverified. `broken` is what re-checking found later. */
export const citation = z.object({ ordinal: z.int().min(1), start: z.int(), end: z.int(), evidence: text.nullable(), state: z.enum(['bound', 'unverified', 'broken']) });
export type Citation = z.infer<typeof citation>;

/** Offsets of one sentence in the revision's text, fixed when the revision is saved; `paragraph` counts from 0. */
export const sentence = z.object({ start: z.int(), end: z.int(), paragraph: z.int() });
export type Sentence = z.infer<typeof sentence>;

export const revision = z.object({
  block: text,
  /** 1, 2, … */
  revision: z.int().min(1),
  at: text,
  kind: z.enum(claimKinds),
  heading: text.nullable(),
  /** Markdown paragraphs with `[[cite:E12]]` markers. */
  text,
  /** True when the words are quotations chosen by rule, not written by anyone here. */
  quotations: z.boolean(),
  claims: z.array(text),
  citations: z.array(citation),
  sentences: z.array(sentence),
  /** Why it was revised; null for a first revision. */
  why: text.nullable(),
  /** Evidence that caused the change. */
  because: z.array(text),
  worker: text,
});
export type Revision = z.infer<typeof revision>;
