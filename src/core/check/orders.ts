import { purpose, say, spoken } from '../run/said';
import { type Revision } from '../article/records';
import { citationsIn, sentenceAt } from '../article/sentences';
import { blockOf, currentBlocks, currentRevision } from '../article/state';
import { available, refusal } from '../budget/approver';
import { axes, type Amounts } from '../budget/events';
import { finalizationOf } from '../budget/finalization';
import { type BudgetState } from '../budget/state';
import { byId } from '../immutable';
import { type EventDraft } from '../run/event';
import { modelOf, type RunOptions } from '../run/records';
import { facts, nextId, whatIf, type RunState } from '../run/state';
import { type Check, type CheckOrder } from './events';
import { checksOf } from './findings';
import { withPremises } from './publication';

/** Who checks what is written: named for it, or nobody. `self`: it is the model that writes. */
export function verifierOf(options: Pick<RunOptions, 'researcher' | 'roles'>): { model: string; self: boolean } | null {
  const { researcher } = modelOf(options, 'verifier');
  if (!options.roles?.verifier || researcher === 'extractive') return null;
  return { model: modelName(researcher), self: modelName(researcher) === modelName(modelOf(options, 'main').researcher) };
}

/** Whether a model is the one that writes, by what it was chosen by or by the name under which it answers. */
export const isWriter = ({ run, turns }: RunState, chosen: string, answeredAs: string): boolean =>
  (run !== null && modelName(chosen) === modelName(modelOf(run.options, 'main').researcher)) || turns.some(({ worker, model }) => worker === 'main' && model === answeredAs);

/** A model is the same whichever way it is reached: `openai:m` and `responses:m`. */
const modelName = (researcher: string): string => researcher.replace(/^[a-z]+:/, '');

/** Sentences of a revision by the archived version that their bound citations rest on, through premises too; both in the order of the text. */
function citedSnapshots(state: RunState, revision: Revision): Map<string, number[]> {
  const cited = new Map<string, number[]>();
  revision.sentences.forEach((_range, sentence) => {
    const ids = citationsIn(revision, sentence).flatMap((citation) => (citation.state === 'bound' && citation.evidence !== null ? [citation.evidence] : []));
    for (const snapshot of new Set(withPremises(state, ids).flatMap((item) => item.snapshot ?? []))) cited.set(snapshot, [...(cited.get(snapshot) ?? []), sentence]);
  });
  return cited;
}

/** Verdicts that say something about a sentence; the others say that nobody can. */
const isDecided = ({ verdict }: Pick<Check, 'verdict'>): boolean => verdict !== 'not-checked' && verdict !== 'unknown-failed';

/**
 * What checking a revision that was just published comes to, written with it: one order for each archived version it cites, with its
 * request set aside; sentences that were checked before against the same version keep their verdict; what cannot be reserved is not checked.
 * `state` is that after the publication.
 */
export function orderDrafts(state: RunState, revision: Revision, now: string): EventDraft[] {
  const verifier = verifierOf(facts(state).options);
  if (!verifier || revision.quotations) return [];
  const drafts: EventDraft[] = [];
  for (const [snapshot, cited] of citedSnapshots(state, revision)) {
    const before = whatIf(state, drafts);
    const source = byId('snapshot', state.source.snapshots, snapshot)?.source ?? null;
    const about = { block: revision.block, revision: revision.revision, source, snapshot };
    const kept = new Map(cited.map((sentence) => [sentence, earlierCheck(before, revision, sentence, snapshot, verifier.self)]));
    const sentences = cited.filter((sentence) => !kept.get(sentence));
    const no = sentences.length === 0 || source === null ? null : noRequest(before, revision, now);
    const done = cited.flatMap((sentence): Omit<Check, 'id'>[] => {
      const earlier = kept.get(sentence);
      if (earlier) return [{ ...earlier, ...about, sentence, order: null, kept: earlier.kept ?? earlier.id }];
      return no === null ? [] : [{ ...about, sentence, checker: verifier.model, selfChecked: verifier.self, verdict: 'not-checked', why: `no budget: ${no}` }];
    });
    drafts.push(...checkDrafts(before, done, 'host'));
    if (sentences.length === 0 || source === null || no !== null) continue;
    drafts.push(...ordered(before, { ...about, source }, sentences));
  }
  return drafts;
}

/** One order with its request. */
function ordered({ orders }: RunState, about: Pick<CheckOrder, 'block' | 'revision' | 'source' | 'snapshot'>, sentences: number[]): EventDraft[] {
  const order = orders.length + 1;
  const reservation = `check ${order}`;
  return [
    { type: 'budget.reserved', by: 'host', data: { id: reservation, ...purpose(say('the check of {0} against {1}', about.block, about.source)), amounts: { requests: 1 } } },
    { type: 'check.ordered', by: 'host', data: { ...about, order, sentences, reservation } },
  ];
}

/** What answering a check's finding takes of the main loop: one turn to mend the sentence, and one to finish. */
export const toAnswer = { requests: 2, turns: 2, publications: 1 } as const;

/** Whether what a check finds can still be mended. */
export const canAnswer = ({ meters }: Pick<BudgetState, 'meters'>): boolean =>
  (['requests', 'turns', 'publications'] as const).every((axis) => available(meters[axis]) >= toAnswer[axis]) && (['milliseconds', 'tokens', 'money'] as const).every((axis) => available(meters[axis]) > 0);

/** What checks leave to the main loop of what is free: the answer to what they find, and in finalizing what publishing and finishing need. */
export function keptFromChecks({ budget: { meters }, run }: Pick<RunState, 'budget' | 'run'>): Amounts {
  if (run?.state !== 'finalizing') return { requests: toAnswer.requests };
  const grant = Object.fromEntries(axes.flatMap((axis) => { const limit = meters[axis].grant; return limit === null ? [] : [[axis, limit]]; }));
  return finalizationOf(grant, modelOf(run.options, 'main').price);
}

/**
 * When a run comes to its end: what was not checked of the article as it stands, with the requests that the research no longer needs,
 * first for the parts that matter. Requests that are reserved for publishing and finishing stay so; `left`: how many stay beside
 * those, for the answer to what is found.
 */
export function lateOrderDrafts(state: RunState, now: string, left: number): EventDraft[] {
  if (!verifierOf(facts(state).options)) return [];
  const parts = uncheckedParts(state);
  const drafts: EventDraft[] = [];
  for (const revision of [...parts.filter((part) => isWeighty(state, part)), ...parts.filter((part) => !isWeighty(state, part))]) {
    const open = checksOf(state.checks, revision).filter(({ verdict }) => verdict === 'not-checked');
    for (const [snapshot, cited] of citedSnapshots(state, revision)) {
      const before = whatIf(state, drafts);
      const source = byId('snapshot', state.source.snapshots, snapshot)?.source ?? null;
      const sentences = cited.filter((sentence) => open.some((check) => check.sentence === sentence && check.snapshot === snapshot));
      // Past the deadline or the time nothing more is checked, not even where the run may still publish.
      const late = available(before.budget.meters.milliseconds) <= 0 || refusal(before.budget, { requests: 1 }, null, { now, finalizing: false, kept: { requests: left } }) !== null;
      if (sentences.length > 0 && source !== null && !late) drafts.push(...ordered(before, { block: revision.block, revision: revision.revision, source, snapshot }, sentences));
    }
  }
  return drafts;
}

/** Current parts with a sentence that nobody checked, for want of requests. */
const uncheckedParts = (state: Pick<RunState, 'article' | 'checks'>): Revision[] => currentBlocks(state.article).filter((revision) => uncheckedIn(state, revision).length > 0);

/** Addresses of a part's sentences that nobody checked, in the order of the text. */
const uncheckedIn = ({ checks }: Pick<RunState, 'checks'>, revision: Revision): string[] =>
  [...new Set(checksOf(checks, revision).flatMap(({ verdict, sentence }) => (verdict === 'not-checked' && sentence !== null ? [sentence] : [])))].sort((a, b) => a - b).map((sentence) => `${revision.block}:${sentence + 1}`);

/** The same of the whole article, as it is told to readers. */
export const uncheckedSentences = (state: Pick<RunState, 'article' | 'checks'>): string[] => currentBlocks(state.article).flatMap((revision) => uncheckedIn(state, revision));

/** Unchecked sentences that are named to a researcher. */
const uncheckedShown = 12;

/** A sentence for the end of what is said to a researcher, or nothing. */
export function uncheckedWords(head: string, state: Pick<RunState, 'article' | 'checks'>): string {
  const all = uncheckedSentences(state);
  return all.length === 0 ? '' : ` ${head}: ${all.slice(0, uncheckedShown).join(', ')}${all.length > uncheckedShown ? ` and ${all.length - uncheckedShown} more` : ''}.`;
}

/** Whether a part bears on a key or high-risk claim, or concludes: what a reader relies on. */
function isWeighty({ ledger }: Pick<RunState, 'ledger'>, { kind, claims, citations }: Revision): boolean {
  const cited = citations.flatMap(({ evidence }) => byId('evidence', ledger.evidence, evidence ?? '')?.claim ?? []);
  return kind !== 'fact' || [...claims, ...cited].some((id) => { const claim = byId('claim', ledger.claims, id); return claim !== undefined && (claim.key || claim.risk === 'high'); });
}

/**
 * The decided check of these very words, markers included, against the same archived version, in whichever revision they stood. One
 * by the writer itself is worth no more than another by the writer itself.
 */
const earlierCheck = ({ article, checks }: RunState, revision: Revision, sentence: number, snapshot: string, self: boolean): Check | undefined =>
  checks.findLast((check) => check.snapshot === snapshot && isDecided(check) && check.sentence !== null && (self || !check.selfChecked)
    && sentenceAt(blockOf(article, check.block)?.revisions[check.revision - 1], check.sentence) === sentenceAt(revision, sentence));

/**
 * Requests that checks may take of a run: what the main turns leave of the grant, at least a third of it. Checking never ends the
 * research that it is to check.
 */
export function checkShare({ requests, turns }: BudgetState['meters']): number {
  if (requests.grant === null) return Infinity;
  return Math.max(requests.grant - (turns.grant ?? requests.grant), Math.floor(requests.grant / 3));
}

/** Checks that can still be had, or Infinity. */
export const checksLeft = ({ budget: { meters }, orders }: Pick<RunState, 'budget' | 'orders'>): number => Math.max(0, Math.min(checkShare(meters) - orders.length, available(meters.requests)));

/**
 * Why no request can be set aside for one more check of this revision, or null. What answering it takes, and in finalizing what
 * publishing and finishing need, is left alone. Parts on nothing that is key or of high risk may take half of the share: what is written last matters most, and finds some left.
 */
function noRequest(state: RunState, revision: Revision, now: string): string | null {
  const { article, budget, run, orders } = state;
  const finalizing = run?.state === 'finalizing';
  const no = refusal(budget, { requests: 1 }, null, { now, finalizing });
  if (no) return spoken(no.said);
  const { requests } = budget.meters;
  const share = checkShare(budget.meters);
  if (orders.length >= share) return `checks have taken their share of the model requests (${orders.length} of ${requests.grant ?? '∞'})`;
  if (!isWeighty(state, revision)) {
    const taken = orders.filter((order) => { const checked = blockOf(article, order.block)?.revisions[order.revision - 1]; return checked !== undefined && !isWeighty(state, checked); }).length;
    if (taken >= Math.ceil(share / 2)) return 'the checks that are left are kept for key and high-risk claims, analysis and recommendations';
  }
  return refusal(budget, { requests: 1 }, null, { now, finalizing, kept: keptFromChecks(state) }) === null ? null : 'the model requests that are left are for publishing and finishing';
}

/** What one order came to for each of its sentences, with the rest of its reservation given back. */
export function settleOrder(state: RunState, order: CheckOrder, done: readonly Pick<Check, 'sentence' | 'verdict' | 'why' | 'decides' | 'parts'>[], checker: Pick<Check, 'checker' | 'selfChecked'>, by = 'verifier'): EventDraft[] {
  const { block, revision, source, snapshot, order: number, reservation } = order;
  return [...checkDrafts(state, done.map((one) => ({ block, revision, source, snapshot, order: number, ...checker, ...one })), by), { type: 'budget.released', by: 'host', data: { id: reservation } }];
}

/** An order that came to nothing: every sentence of it says why. */
export function voidOrder(state: RunState, order: CheckOrder, verdict: 'not-checked' | 'unknown-failed', why: string): EventDraft[] {
  const { model = 'nobody', self = false } = verifierOf(facts(state).options) ?? {};
  return settleOrder(state, order, order.sentences.map((sentence) => ({ sentence, verdict, why })), { checker: model, selfChecked: self }, 'host');
}

/** Orders that nobody has answered yet. */
export const openOrders = ({ orders }: Pick<RunState, 'orders'>): CheckOrder[] => orders.filter(({ open }) => open);

/** No order outlives its run: what was not asked when it ends was not checked. */
export const endedOrders = (state: RunState): EventDraft[] =>
  openOrders(state).reduce<EventDraft[]>((drafts, order) => [...drafts, ...voidOrder(whatIf(state, drafts), order, 'not-checked', 'the run ended before it was checked')], []);

/** A part that was revised has orders of its own for what it says now. */
export function isSuperseded({ article }: Pick<RunState, 'article'>, { block, revision }: CheckOrder): boolean {
  const known = blockOf(article, block);
  return known === undefined || currentRevision(known).revision !== revision;
}

const checkDrafts = (state: RunState, done: readonly Omit<Check, 'id'>[], by: string): EventDraft[] =>
  done.map((check, ahead) => ({ type: 'check.done', by, data: { ...check, id: nextId(state, 'check', ahead) } }));
