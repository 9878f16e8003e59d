import * as z from 'zod';
import { text, tier } from '../ledger/records';

/** Works and their archived versions. */

const found = z.object({ value: text, origin: text, guessed: z.boolean() });
const range = z.object({ start: z.int().min(0), end: z.int().min(0) });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One archived version of a source. Its record never changes. */
export const snapshot = z.object({
  id: text,
  source: text,
  requested: text,
  /** Address after redirects. */
  address: text,
  hops: z.array(z.object({ address: text, status: z.int(), dialled: text.nullable() })),
  retrievedAt: text,
  headers: z.record(z.string(), z.string()),
  mediaType: text,
  charset: z.object({ name: text, rule: text }).nullable(),
  converter: z.object({ name: text, version: text }),
  rawSha256: sha256,
  textSha256: sha256,
  byteLength: z.int(),
  textLength: z.int(),
  main: range.nullable(),
  language: found.nullable(),
  published: found.nullable(),
  modified: found.nullable(),
  licence: found.nullable(),
  canonical: found.nullable(),
  identifiers: z.array(found),
  agency: found.nullable(),
  robots: text,
  /** One sentence each for what could not be read. */
  missing: z.array(text),
  /** The result that led here; null when the user gave the address. */
  result: text.nullable(),
  /** Archived JSON of headings, tables, pages and links: everything of a `ReadText` but the text. */
  structureSha256: sha256,
});
export type Snapshot = z.infer<typeof snapshot>;

export const source = z.object({
  id: text,
  /** Canonical address. */
  address: text,
  title: z.string(),
  publisher: text.nullable(),
  authors: z.array(text),
  tier,
  /** Why this tier, and whether the host guessed it. */
  tierReason: text,
  method: text.nullable(),
  interest: text.nullable(),
  state: z.enum(['archived', 'lead', 'failed', 'withdrawn']),
  /** What went wrong, or why it was withdrawn. */
  reason: text.nullable(),
});
export type Source = z.infer<typeof source>;

export const provenance = z.object({
  from: text,
  to: text,
  relation: z.enum(['reposts', 'cites', 'shares-data', 'same-author', 'same-organisation']),
  /** `host`, the researcher, or a person's name. */
  by: text,
  /** Containment 0 to 1 where text decided; null elsewhere. */
  score: z.number().nullable(),
  why: text,
  /** Null: for every claim. Else only where one takes its evidence for this claim from the other. */
  claim: text.nullable(),
});
export type Provenance = z.infer<typeof provenance>;
