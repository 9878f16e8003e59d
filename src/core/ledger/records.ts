import * as z from 'zod';

/** The ledger's records: what is asked, what must be known, where it was sought, and what was found for and against it. */

export const text = z.string().min(1);
/** As precise as its source: `2024`, `2024-05`, `2024-05-31`, or a date-time. */
export const isoDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?)?)?$/, 'A date is written as 2024, 2024-05 or 2024-05-31');
/** A day, month, year or moment that the calendar has: what is recorded now must be one, while a log of before is read as it is. */
export const date = isoDate.refine((written) => {
  const [year = 0, month = 1, day = 1] = written.slice(0, 10).split('-').map(Number);
  const meant = new Date(Date.UTC(year, month - 1, day));
  return meant.getUTCMonth() === month - 1 && meant.getUTCDate() === day && (!written.includes('T') || !Number.isNaN(Date.parse(written)));
}, 'The calendar has no such date');

export const tiers = ['specification', 'source-code', 'paper', 'filing', 'statistics', 'first-hand', 'secondary', 'other'] as const;
/** Authority of a source, in the order of docs/architecture.md. */
export const tier = z.enum(tiers);
export type Tier = z.infer<typeof tier>;

export const method = z.enum(['specification', 'measurement', 'field-experience', 'statistics']);
export type Method = z.infer<typeof method>;

export const period = z.object({ from: isoDate.nullable(), to: isoDate.nullable() });
export type Period = z.infer<typeof period>;

export const part = z.object({ id: text, text });
export type Part = z.infer<typeof part>;

/** The frozen boundary. Everything the run does is measured against it. */
export const scope = z.object({
  question: text,
  /** Sub-questions, `P1` …; at least one. */
  parts: z.array(part).min(1),
  period: period.nullable(),
  /** Regions or industries. */
  regions: z.array(text),
  /** What the terms mean here. */
  terms: z.array(z.object({ term: text, meaning: text })),
  dimensions: z.array(text),
  acceptableSources: z.array(tier),
  constraints: z.array(text),
  delivery: z.enum(['brief', 'full']),
  deadline: isoDate.nullable(),
  /** BCP 47 tag of the article's language. */
  language: text,
  /** Defaults that were taken without asking, one sentence each. */
  assumed: z.array(text),
});
export type Scope = z.infer<typeof scope>;

/** Fixed before the first search. A slot that asks nothing is empty, null or false. */
export const requirement = z.object({
  /** Kinds of source that count; empty: any. */
  kinds: z.array(tier),
  /** Independent voices needed. */
  voices: z.int().min(1).max(9),
  /** One authoritative first-hand source is enough instead. */
  orFirstHand: z.boolean(),
  /** Period the evidence must cover. */
  period: period.nullable(),
  method: method.nullable(),
  /** At least one voice without interest in the answer. */
  disinterested: z.boolean(),
  counterSearch: z.boolean(),
});
export type Requirement = z.infer<typeof requirement>;

export const claimKinds = ['fact', 'analysis', 'recommendation'] as const;
export const risks = ['high', 'medium', 'low'] as const;

export const claim = z.object({
  id: text,
  parent: text.nullable(),
  /** The part of the question it serves, `P1` … */
  part: text,
  dimension: text.nullable(),
  text,
  kind: z.enum(claimKinds),
  risk: z.enum(risks),
  key: z.boolean(),
  requirement,
  /** The user's constraint that a recommendation serves. */
  constraint: text.nullable(),
});
export type Claim = z.infer<typeof claim>;

export const intents = ['explore', 'verify', 'counter', 'find-primary'] as const;
export const intent = z.enum(intents);
export type Intent = z.infer<typeof intent>;

export const filters = z.object({ from: isoDate.nullable(), to: isoDate.nullable(), language: text.nullable(), providers: z.array(text) });
export type Filters = z.infer<typeof filters>;

export const result = z.object({
  id: text,
  search: text,
  provider: text,
  address: text,
  title: z.string(),
  snippet: z.string(),
  published: isoDate.nullable(),
  rank: z.int().min(1),
  decision: z.enum(['unseen', 'chosen', 'dropped']),
  reason: text.nullable(),
});
export type Result = z.infer<typeof result>;

/** What a search brought: slots newly filled, confidence steps raised, conflicts newly opened. */
export const gain = z.object({ slots: z.int().min(0), confidence: z.int().min(0), conflicts: z.int().min(0), highValue: z.boolean() });
export type Gain = z.infer<typeof gain>;

export const search = z.object({
  id: text,
  query: text,
  intent,
  filters,
  claims: z.array(text),
  at: text,
  results: z.array(text),
  /** Providers asked, and each that failed with its sentence. `failed`: none answered. */
  providers: z.array(text),
  failures: z.array(z.object({ provider: text, message: text })),
  failed: z.boolean(),
  /** An earlier entry with the same words, or whose pages these are. */
  repeats: text.nullable(),
  gain,
});
export type Search = z.infer<typeof search>;

/** A number with what it means. Two figures are set against each other only when these agree. */
export const figure = z.object({
  value: z.number(),
  /** As it stands in the source. */
  text,
  unit: text.nullable(),
  denominator: text.nullable(),
  period: text.nullable(),
  /** Such as `year on year`, `month on month`, `nominal`, `at list price`. */
  basis: text.nullable(),
  sample: text.nullable(),
  rowHeading: text.nullable(),
  columnHeading: text.nullable(),
  formula: text.nullable(),
});
export type Figure = z.infer<typeof figure>;

export const relations = ['supports', 'contradicts', 'partial', 'uncertain'] as const;
export const relation = z.enum(relations);
export type Relation = z.infer<typeof relation>;

const cellRef = z.object({ table: z.int(), row: z.int(), column: z.int(), rowHeading: z.string(), columnHeading: z.string(), start: z.int(), end: z.int(), cell: text.nullable() });
export type CellRef = z.infer<typeof cellRef>;

export const locator = z.object({ page: z.int().nullable(), sheet: text.nullable(), cell: text.nullable(), row: z.int().nullable() });
export type Locator = z.infer<typeof locator>;

/** What a table was asked, and the row of its answer that is the evidence: asked again, it says the same. */
const tableResult = z.object({
  /** The call that asked. */
  call: text,
  table: z.int(),
  sql: text,
  columns: z.array(z.string()),
  row: z.array(z.union([z.string(), z.number(), z.null()])),
  /** Rows of the table that it rests on, of how many. */
  rows: z.int(),
  of: z.int(),
});
export type TableResult = z.infer<typeof tableResult>;

export const evidence = z.object({
  id: text,
  claim: text,
  relation,
  kind: z.enum(['direct', 'table', 'calculation', 'inference']),
  /** Null for a calculation or an inference, which stand on premises. */
  source: text.nullable(),
  snapshot: text.nullable(),
  /** UTF-16 code units of the snapshot's text. */
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  quote: z.string().nullable(),
  match: z.enum(['verbatim', 'near']).nullable(),
  differences: z.array(z.object({ quote: z.string(), text: z.string() })),
  state: z.enum(['active', 'withdrawn', 'broken']),
  stateReason: text.nullable(),
  /** Who took it: `extractive`, the model's name, a person. */
  extractor: text,
  /** For what the statement holds, as the source limits it. */
  validity: text.nullable(),
  asOf: isoDate.nullable(),
  figure: figure.nullable(),
  cells: z.array(cellRef),
  /** Headings above the span, outermost first. */
  headings: z.array(z.string()),
  locator,
  premises: z.array(text),
  /** By what this is known, where the one who recorded it said so: it goes before what its source says of the whole. Earlier logs lack it. */
  method: method.nullish(),
  reasoning: text.nullable(),
  /** For a result of a table; earlier logs lack it. Its span is the rows it rests on, or as many as a reader takes in. */
  result: tableResult.nullish(),
  /** The search whose result led to the snapshot. */
  search: text.nullable(),
  /** The worker that recorded it: `main`, a child's id, or `user`. */
  worker: text,
});
export type Evidence = z.infer<typeof evidence>;

/** On what two sides of a conflict may not be comparable. */
export const causes = ['definition', 'time', 'sample', 'environment', 'version'] as const;
export const cause = z.enum(causes);

const compared = z.enum(['same', 'different', 'unknown']);
export const comparability = z.object({ definition: compared, time: compared, sample: compared, environment: compared, version: compared });
export type Comparability = z.infer<typeof comparability>;

export const side = z.object({ says: text, evidence: z.array(text).min(1) });

export const conflict = z.object({
  id: text,
  claim: text,
  sides: z.array(side).min(2),
  comparability,
  state: z.enum(['open', 'explained', 'kept']),
  cause: cause.nullable(),
  explanation: text.nullable(),
  /** Index of the side that carries the statement; null while open or kept. */
  carries: z.int().min(0).nullable(),
  /** What would settle it. */
  needed: text.nullable(),
});
export type Conflict = z.infer<typeof conflict>;
