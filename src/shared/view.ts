import * as z from 'zod/mini';

/**
 * The machine-readable view of a run (`show RUN --json`, format 1), which the panel, the exporters and the evaluation read.
 * Times are ISO 8601 UTC, null when unknown. Fields are only ever added within a format.
 */

const str = z.string();
const strings = z.array(str);
const nullableText = z.nullable(str);
const int = z.int();

const period = z.object({ from: nullableText, to: nullableText });

export const scopeView = z.object({
  version: int, question: str, parts: z.array(z.object({ id: str, text: str })), period: z.nullable(period), regions: strings,
  terms: z.array(z.object({ term: str, meaning: str })), dimensions: strings, acceptableSources: strings, constraints: strings,
  delivery: str, deadline: nullableText, language: str, assumed: strings,
});

export const requirementView = z.object({
  kinds: strings, voices: int, orFirstHand: z.boolean(), period: z.nullable(period), method: nullableText, disinterested: z.boolean(), counterSearch: z.boolean(),
});

export const statuses = ['conflicting', 'uncertain', 'contradicted', 'supported', 'partial', 'unknown-failed', 'open'] as const;
export const confidences = ['high', 'medium', 'low', 'none'] as const;

export const claimView = z.object({
  id: str, parent: nullableText, part: str, dimension: nullableText, text: str, kind: str, risk: str, key: z.boolean(), requirement: requirementView,
  constraint: nullableText, status: z.enum(statuses), reason: str, confidence: z.enum(confidences),
  /** One entry a voice, each with the ids of its sources. */
  voices: z.array(strings),
});

export const searchView = z.object({
  id: str, query: str, intent: str, provider: str, at: str, claims: strings,
  results: z.array(z.object({ id: str, address: str, title: str, decision: z.enum(['chosen', 'dropped', 'unseen']), reason: nullableText })),
  gain: z.object({ slots: int, confidence: int, conflicts: int, highValue: z.boolean() }), failure: nullableText, repeats: nullableText,
});

export const snapshotView = z.object({ id: str, retrievedAt: str, publishedAt: nullableText, modifiedAt: nullableText, rawSha256: str, textSha256: str, language: nullableText, holds: z.nullable(z.boolean()) });

export const sourceView = z.object({
  id: str, address: str, title: str, publisher: nullableText, authors: strings, tier: str, state: z.enum(['archived', 'lead', 'failed', 'withdrawn']), reason: nullableText,
  interest: nullableText, method: nullableText, missing: strings, snapshots: z.array(snapshotView),
});

export const provenanceView = z.object({ from: str, to: str, relation: str, by: str, score: z.nullable(z.number()), why: str });

export const figureView = z.object({
  value: z.number(), text: str, unit: nullableText, denominator: nullableText, period: nullableText, basis: nullableText, sample: nullableText,
  rowHeading: nullableText, columnHeading: nullableText, formula: nullableText,
});

export const evidenceView = z.object({
  id: str, claim: str, relation: z.enum(['supports', 'contradicts', 'partial', 'uncertain']), kind: z.enum(['direct', 'table', 'calculation', 'inference']),
  source: nullableText, snapshot: nullableText, start: z.nullable(int), end: z.nullable(int), quote: nullableText, match: nullableText,
  /** Where a near match differs: what was quoted, and what the archived text says there. */
  differences: z.array(z.object({ quote: str, text: str })),
  state: z.enum(['active', 'withdrawn', 'broken']), reason: nullableText, extractor: str,
  /** The worker of the run that recorded it: `main`, a helper's id, or `user`. */
  worker: str, scope: nullableText, asOf: nullableText, figure: z.nullable(figureView),
  headings: strings,
  /** What the quoted cells are, by their headings: the quote is the bytes of the source and lacks them. */
  cells: nullableText,
  /** What a table was asked, what it gave, and over how many of its rows; null for what is no such result. */
  result: nullableText, locator: z.object({ page: z.nullable(int), sheet: nullableText, cell: nullableText, row: z.nullable(int) }), premises: strings, reasoning: nullableText,
});

const compared = z.enum(['same', 'different', 'unknown']);

export const conflictView = z.object({
  id: str, claim: str, evidence: strings, sides: z.array(z.object({ says: str, evidence: strings })), state: z.enum(['open', 'explained', 'kept']),
  comparability: z.object({ definition: compared, time: compared, sample: compared, environment: compared, version: compared }),
  cause: nullableText, explanation: nullableText, carries: z.nullable(int), needed: nullableText,
  /** Nothing stands on one of its sides any more: what stood there was withdrawn, corrected or no longer holds. */
  fallen: z.boolean(),
});

export const citationView = z.object({ ordinal: int, evidence: nullableText, state: z.enum(['bound', 'unverified', 'broken']), start: int, end: int });

/** What a notice says is in docs of the panel; `refs` are ids it concerns (E, X, S, B). */
export const noticeView = z.object({
  paragraph: z.nullable(int),
  kind: z.enum(['no-citation', 'unverified', 'broken', 'source-changed', 'conflict-explained', 'conflict-kept', 'conflict-open', 'revised', 'waiting', 'withdrawn', 'check']),
  text: str, refs: strings,
  /** Index into the block's sentences when the notice concerns one of them. */
  sentence: z.nullable(int),
});

export const blockView = z.object({
  id: str, revision: int, kind: z.enum(['fact', 'analysis', 'recommendation']), heading: nullableText, text: str, quotations: z.boolean(), claims: strings,
  /** Offsets in `text`, cut once when the revision was saved; `paragraph` counts from 0 over paragraphs parted by an empty line. */
  sentences: z.array(z.object({ start: int, end: int, paragraph: int })),
  citations: z.array(citationView), notices: z.array(noticeView), premises: strings, constraint: nullableText,
});

export const articleView = z.object({
  version: int,
  versions: z.array(z.object({ version: int, at: str, block: str, revision: int, why: nullableText })),
  blocks: z.array(blockView),
  revisions: z.array(z.object({ block: str, revision: int, at: str, text: str, heading: nullableText, why: nullableText, because: strings })),
  /** A sentence for all counter-evidence that the researcher took back or changed, with the reason. */
  takenBack: strings,
  /** The generated end matter, as Markdown: cited sources, conflicts, what is not covered, method. */
  end: str,
  markdown: str,
});

export const updateView = z.object({ id: str, at: str, text: str, about: strings });

const axisView = z.object({ grant: z.nullable(z.number()), spent: z.number(), reserved: z.number(), unknown: z.number() });

export const budgetView = z.object({
  depth: z.enum(['standard', 'recorded-pending', 'deep', 'unknown']),
  axes: z.record(str, axisView),
  usage: z.object({ input: z.nullable(int), cached: z.nullable(int), output: z.nullable(int), cost: z.nullable(z.number()), unknownRequests: int, unknownCosts: int }),
  /** What is set aside, for what, and what is left of it by axis; calls under way are reserved beside these. */
  reservations: z.array(z.object({ id: str, purpose: str, left: z.record(str, z.number()) })),
  decisions: z.array(z.object({ at: str, what: str, reason: str })),
});

/** One turn of the main worker: size of its request in tokens, what it called, and what the requests axis stood at when it ended. */
export const turnView = z.object({
  turn: int, seq: int, at: str, tokens: z.nullable(int), calls: int, publications: int, failures: int, spent: z.number(), reserved: z.number(),
});

/** What is done at this moment; null when nothing runs. `calls`: those of the current turn, oldest first. */
export const activityView = z.object({
  claim: nullableText, text: str,
  calls: z.array(z.object({ id: str, title: str, state: z.enum(['running', 'done', 'failed']), at: str, milliseconds: z.nullable(int) })),
});

export const conditionView = z.object({ name: str, holds: z.boolean(), why: str });
export const convergenceView = z.object({ holds: z.boolean(), conditions: z.array(conditionView) });

export const runView = z.object({
  format: z.literal(1),
  run: z.object({
    id: str, question: str, followUps: strings, language: str, state: str, waitingFor: str, reason: nullableText, outcome: nullableText, stopReason: nullableText, why: nullableText,
    nextSearches: strings, depth: str, folder: str, researcher: str, writer: z.boolean(), notices: strings,
    /** Why it is only read here: another writes it or may; whoever did is gone, and it can be taken over; or it came with a folder that is not trusted. */
    readOnly: z.nullable(z.enum(['followed', 'left', 'untrusted'])),
    /** Who holds it to write; `host` is null for this machine. */
    heldBy: z.nullable(z.object({ program: z.nullable(z.enum(['editor', 'command-line'])), host: nullableText })),
  }),
  scope: z.nullable(scopeView),
  plan: z.nullable(z.object({ version: int, hash: str, changes: z.array(z.object({ version: int, reason: str, budgetEffect: str, by: str, claims: strings })) })),
  claims: z.array(claimView),
  searches: z.array(searchView),
  requests: z.array(z.object({ address: str, at: str, status: str })),
  sources: z.array(sourceView),
  provenance: z.array(provenanceView),
  evidence: z.array(evidenceView),
  conflicts: z.array(conflictView),
  article: articleView,
  updates: z.array(updateView),
  activity: z.nullable(activityView),
  turns: z.array(turnView),
  /** `sentence`: index into that revision's sentences. `quote`: the archived words that decided; `parts`: the source was too long to be seen whole. */
  checks: z.array(z.object({ id: str, block: str, revision: int, sentence: z.nullable(int), source: nullableText, checker: str, selfChecked: z.boolean(), verdict: str, why: str, quote: nullableText, parts: z.boolean() })),
  corrections: z.array(z.object({ id: str, target: str, field: str, before: str, after: str, reason: str, by: str, at: str })),
  budget: budgetView,
  convergence: convergenceView,
  times: z.object({ started: nullableText, firstUpdate: nullableText, firstPublication: nullableText, firstUseful: nullableText, ended: nullableText }),
});

export type RunView = z.infer<typeof runView>;
export type ClaimView = z.infer<typeof claimView>;
export type ScopeView = z.infer<typeof scopeView>;
export type SearchView = z.infer<typeof searchView>;
export type SourceView = z.infer<typeof sourceView>;
export type EvidenceView = z.infer<typeof evidenceView>;
export type ConflictView = z.infer<typeof conflictView>;
export type BlockView = z.infer<typeof blockView>;
export type CitationView = z.infer<typeof citationView>;
export type UpdateView = z.infer<typeof updateView>;
export type ArticleView = z.infer<typeof articleView>;
export type TurnView = z.infer<typeof turnView>;
export type ActivityView = z.infer<typeof activityView>;
export type NoticeView = z.infer<typeof noticeView>;
export type BudgetView = z.infer<typeof budgetView>;
export type ConditionView = z.infer<typeof conditionView>;
export type ConvergenceView = z.infer<typeof convergenceView>;

/** One line of the trace: an event, shortened for a list. */
export const traceLine = z.object({ seq: int, at: str, type: str, by: str, title: str, detail: str });
export type TraceLine = z.infer<typeof traceLine>;
