import * as z from 'zod';
import { bindCitations, mendMarkers } from '../article/binding';
import { type Revision } from '../article/records';
import { cutSentences } from '../article/sentences';
import { blockOf, currentBlocks, currentRevision } from '../article/state';
import { strangeTypedNumbers } from '../article/typedNumbers';
import { findingsOf } from '../check/findings';
import { orderDrafts } from '../check/orders';
import { publicationNotes } from '../check/publication';
import { withoutControls } from '../../shared/plainText';
import { claimKinds, text } from '../ledger/records';
import { type EventDraft } from '../run/event';
import { nextId, whatIf, type RunState } from '../run/state';
import { nothing, optional, ref, refused, tool, type ToolContext, type ToolOutcome } from './tool';

/** UTF-16 code units of one block: a part of an article, not a report of its own. */
const blockLimit = 6000;
const updateLimit = 600;
const headingLimit = 200;

const partArgs = z.object({
  heading: optional(text.max(headingLimit)),
  text,
  kind: z.enum(claimKinds),
  claims: z.array(ref).min(1),
  /** A block id to stand behind, `first`, or null for the end. */
  after: optional(ref),
  replaces: optional(z.object({ block: ref, revision: z.int().min(1), why: text })),
});

export const sendAnswerPart = tool({
  name: 'send_answer_part',
  description: 'Publish a part of the article: its text with markers. `after`: the part it stands behind, or `first`; left out, it stands at the end. To change a part that is there, name it and its current revision in `replaces`, with the reason; its old text is then replaced. Publishing never ends the run.',
  schema: partArgs,
  spends: (args) => ({ publications: 1, ...(args.replaces ? { revisions: 1 } : {}) }),
  effect: false,
  run: (args, context) => (state) => publish(args, context, state),
});

function publish(given: z.infer<typeof partArgs>, context: ToolContext, state: RunState): ToolOutcome {
  // Nobody sees what these do: left in, they could turn words around, or make a marker where none was bound.
  const args = { ...given, text: withoutControls(given.text).trim(), heading: given.heading === null ? null : withoutControls(given.heading).trim() || null };
  const { article, ledger } = state;
  if (context.worker !== 'main') return refused('Only the main loop publishes: hand back what you found.');
  if (args.text === '') return refused('A part needs words.');
  if (args.text.length > blockLimit) return refused(`A part holds at most ${blockLimit} characters; this one has ${args.text.length}. Send it in several parts.`);
  const unknown = args.claims.filter((id) => !ledger.claims.some((claim) => claim.id === id));
  if (unknown.length > 0) return refused(`There is no claim ${unknown.join(', ')}. Claims: ${ledger.claims.map(({ id }) => id).join(', ')}.`);
  // Words chosen by rule are a source's own, its numbers too.
  const typed = context.quotes ? [] : [...new Set(strangeTypedNumbers(args.text, ledger.evidence.flatMap(({ quote }) => quote ?? [])))];
  if (typed.length > 0) return refused(`${typed.join(', ')} ${typed.length > 1 ? 'are no citations' : 'is no citation'}: copy the marker [[cite:E…]] of the evidence. The host numbers citations.`);
  const known = args.replaces && blockOf(article, args.replaces.block);
  if (args.replaces) {
    if (!known) return refused(`There is no part ${args.replaces.block}. Parts: ${article.order.join(', ') || 'none yet'}.`);
    const current = currentRevision(known);
    if (current.revision !== args.replaces.revision) return refused(`${known.id} stands at revision ${current.revision}, not ${args.replaces.revision}: its text stands in the current article.`);
    const limit = state.budget.meters.blockRevisions.grant;
    // A revision that mends what fell, or what a check found, is never refused for the limit of its block: a wrong text must not be kept for want of a number.
    const found = findingsOf(state.checks, current).length > 0;
    const fallen = current.citations.some(({ evidence }) => evidence !== null && ledger.evidence.find(({ id }) => id === evidence)?.state !== 'active');
    if (limit !== null && current.revision > limit && !fallen && !found) return refused(`${known.id} was revised ${current.revision - 1} times; its limit is ${limit}. Say the rest in a new part.`);
  }
  if (args.after !== null && args.after !== 'first' && !blockOf(article, args.after)) return refused(`There is no part ${args.after} to stand behind. Parts: ${article.order.join(', ') || 'none yet'}.`);
  const before = known ? currentRevision(known) : null;
  const words = mendMarkers(args.text);
  const same = currentBlocks(article).find((block) => block.text === words && block.citations.every(({ state: bound }) => bound === 'bound') && (args.heading ?? block.heading) === block.heading && block.kind === args.kind && (!before || block.block === before.block));
  if (same) return refused(`${same.block} revision ${same.revision} says exactly this already. Where nothing is new, nothing is published.`);
  const revision: Revision = {
    block: known?.id ?? nextId(state, 'block'), revision: (before?.revision ?? 0) + 1, at: context.clock.now(), kind: args.kind, heading: args.heading ?? before?.heading ?? null, text: words,
    quotations: context.quotes, claims: args.claims, citations: [], sentences: [], why: args.replaces?.why ?? null, because: [], worker: context.worker,
  };
  const citations = bindCitations(revision.text, ledger);
  const cited = citations.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]));
  const earlier = new Set(before?.citations.map(({ evidence }) => evidence));
  const whole: Revision = { ...revision, citations, sentences: cutSentences(revision.text), because: before ? [...new Set(cited.filter((id) => !earlier.has(id)))] : [] };
  const notes = publicationNotes(state, whole);
  const published: EventDraft = { type: 'block.published', by: context.worker, data: { revision: whole, after: args.after } };
  return {
    ok: true, settlement: 'spent', data: { block: whole.block, revision: whole.revision },
    drafts: [published, ...orderDrafts(whatIf(state, [published]), whole, context.clock.now())],
    text: [`${whole.block} revision ${whole.revision} is published.`, ...notes.map((note) => `- ${note}`)].join('\n'),
  };
}

export const sendResearchUpdate = tool({
  name: 'send_research_update',
  description: 'Tell the reader in one or two sentences what is being checked, which conflict is open or what is missing. It is about the work and never part of the article.',
  schema: z.object({ text, about: z.array(ref).max(40) }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    if (args.text.length > updateLimit) return refused(`An update holds at most ${updateLimit} characters. What belongs to the article goes through send_answer_part.`);
    const id = nextId(state, 'update');
    return { ok: true, text: `${id} sent.`, data: { update: id }, drafts: [{ type: 'update.sent', by: context.worker, data: { id, worker: context.worker, text: args.text, about: args.about } }] };
  },
});
