import * as z from 'zod/mini';
import { citationView, runView, traceLine } from './view';

/**
 * The panel protocol. Both sides check what arrives. `ready` is answered by a bounded snapshot, then numbered deltas follow
 * while the panel is visible; a gap asks for a new snapshot. A message carries ids, never code and never an address to load.
 */
export const protocolVersion = 1;

const id = z.string();

/** Lists of the view that change item by item; every other part of the view is replaced whole. */
export const keyedParts = ['claims', 'searches', 'sources', 'evidence', 'conflicts', 'updates', 'checks', 'corrections'] as const;
export type KeyedPart = (typeof keyedParts)[number];
const keyed = z.pick(runView, { claims: true, searches: true, sources: true, evidence: true, conflicts: true, updates: true, checks: true, corrections: true });

/** `parts`: the top-level parts of RunView that changed, whole. For keyed parts only the changed items, by id. */
const delta = z.object({ type: z.literal('delta'), n: z.int(), parts: z.partial(runView), upserts: z.partial(keyed) });

/** What the start form offers beside the drafted scope; only while the scope is awaited. */
const startOffer = z.object({
  /** What is unclear and would change the answer, each with the default that stands unless the person says otherwise. */
  questions: z.array(z.object({ question: z.string(), suggestion: z.string() })),
  places: z.array(z.object({ id, label: z.string(), note: z.string(), chosen: z.boolean(), usable: z.boolean() })),
  depths: z.array(z.object({ id: z.enum(['auto', 'standard', 'deep']), note: z.string() })),
  /** The one that is chosen as long as nothing else is. */
  depth: z.enum(['auto', 'standard', 'deep']),
  researchers: z.array(z.object({ id, label: z.string() })),
  researcher: id,
});
export type StartOffer = z.infer<typeof startOffer>;

/** Why no model is asked. */
const ruleReason = z.enum(['no-model', 'read-only', 'chosen']);

/** What came of a question to the finished ledger; `missing`: words of the question on which it holds nothing. */
const answer = z.discriminatedUnion('by', [
  /** A model is being asked. */
  z.object({ by: z.literal('asking'), model: z.string() }),
  z.object({ by: z.literal('model'), model: z.string(), text: z.string(), citations: z.array(citationView), missing: z.array(z.string()) }),
  /** Recorded words that match the question, and which claims among them are not settled. */
  z.object({
    by: z.literal('rule'), why: ruleReason, missing: z.array(z.string()),
    items: z.array(z.object({ evidence: id, claim: id, status: z.string(), setAside: z.nullable(id), quote: z.string(), cells: z.nullable(z.string()), source: z.nullable(z.string()) })),
    open: z.array(z.object({ claim: id, status: z.string(), reason: z.string() })),
  }),
  z.object({ by: z.literal('failure'), model: z.string(), message: z.string(), needsKey: z.boolean() }),
]);

const preview = z.object({ kind: z.enum(['part', 'words']), text: z.string() });
export type PreviewShown = z.infer<typeof preview>;

export const toPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), protocol: z.literal(protocolVersion), n: z.int(), view: runView, locale: z.string(), omitted: z.int(), offer: z.nullable(startOffer) }),
  delta,
  /** What the researcher writes at this moment, a part of the article or other words: marked as such, not a revision. Null ends it. */
  z.object({ type: z.literal('preview'), preview: z.nullable(preview) }),
  z.object({ type: z.literal('trace'), total: z.int(), from: z.int(), lines: z.array(traceLine) }),
  /** Answer to eventDetail (`id`: the sequence number) and to explain (`id`: block:sentence). */
  z.object({ type: z.literal('detail'), id, text: z.string() }),
  /** Answer to whoAnswers: the model that a question would be put to, or null with the reason why only the rule answers. */
  z.object({ type: z.literal('answerer'), model: z.nullable(z.string()), why: z.nullable(ruleReason) }),
  z.object({ type: z.literal('answered'), question: z.string(), answer }),
  z.object({ type: z.literal('failed'), request: z.string(), message: z.string() }),
  z.object({ type: z.literal('command'), command: z.enum(['nextNotice', 'previousNotice', 'nextCitation', 'previousCitation', 'jumpToNew', 'showTab']), argument: z.nullable(z.string()) }),
  z.object({ type: z.literal('pulse') }),
]);
export type ToPanel = z.infer<typeof toPanel>;
export type LedgerAnswered = Extract<ToPanel, { type: 'answered' }>;
export type Answerer = Extract<ToPanel, { type: 'answerer' }>;
export type RuleReason = z.infer<typeof ruleReason>;

const requirement = z.object({ voices: z.int(), orFirstHand: z.boolean(), counterSearch: z.boolean(), disinterested: z.boolean() });

export const controlActions = [
  'pause', 'resume', 'stop', 'continue', 'copyLink', 'export', 'deep', 'verify', 'recheck', 'chooseModel', 'showLog', 'addFolder', 'addAddress', 'addKey', 'allowQuery', 'denyQuery',
] as const;
export type ControlAction = (typeof controlActions)[number];

export const fromPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), protocol: z.literal(protocolVersion) }),
  /** A gap in the numbers, or a panel that lost its state. */
  z.object({ type: z.literal('resync'), have: z.int() }),
  z.object({ type: z.literal('openEvidence'), evidence: id, beside: z.boolean() }),
  /** The page of a PDF or the sheet of a workbook that evidence stands on, as its reader sees it. */
  z.object({ type: z.literal('showPage'), evidence: id }),
  z.object({ type: z.literal('openSource'), source: id }),
  z.object({ type: z.literal('openAddress'), source: id }),
  z.object({ type: z.literal('compare'), block: z.nullable(id), from: z.int(), to: z.int() }),
  z.object({ type: z.literal('traceRange'), from: z.int(), count: z.int(), filter: z.nullable(z.string()), kind: z.nullable(z.string()) }),
  z.object({ type: z.literal('eventDetail'), seq: z.int() }),
  /** `text`: the follow-up question or search for continue, evidence for copyLink and verify, a source for recheck (fetch again and compare), a place for addKey. */
  z.object({ type: z.literal('control'), action: z.enum(controlActions), text: z.nullable(z.string()) }),
  /** A reader's complaint about a sentence: the host walks the chain and answers with detail. */
  z.object({ type: z.literal('explain'), block: id, revision: z.int(), sentence: z.int(), complaint: z.string() }),
  /** `question`, `period`, `regions`, `acceptableSources`, `constraints`, `language`, `deadline`, `term:NAME`, `unclear:N` (the offer's question at N, from 0); and `places` (ids, comma-separated), `depth`, `researcher`, `review` (`plan` to see the plan first). */
  z.object({ type: z.literal('startScope'), fields: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('approvePlan'), hash: z.string(), claims: z.array(z.object({ id, text: z.string(), key: z.boolean(), risk: z.string(), requirement })), drop: z.array(id) }),
  z.object({ type: z.literal('review'), block: id, revision: z.int(), sentence: z.int(), verdict: z.enum(['approved', 'rejected']), reason: z.nullable(z.string()) }),
  z.object({ type: z.literal('correct'), target: id, field: z.string(), value: z.string(), reason: z.string() }),
  z.object({ type: z.literal('withdraw'), source: id, reason: z.string() }),
  z.object({ type: z.literal('restore'), source: id, reason: z.string() }),
  z.object({ type: z.literal('whoAnswers') }),
  /** `by` rule: no model is asked, whoever could be. */
  z.object({ type: z.literal('ask'), question: z.string(), by: z.enum(['model', 'rule']) }),
  z.object({ type: z.literal('stopAsking') }),
  z.object({ type: z.literal('pulse') }),
]);
export type FromPanel = z.infer<typeof fromPanel>;
