import { inOneLine, unpublishedParts } from '../../article/unpublished';
import { type EventDraft } from '../../run/event';
import { newNotices } from '../../run/notices';
import { say } from '../../run/said';
import { facts, nextId, type RunState } from '../../run/state';
import { available } from '../../budget/approver';
import { type Showing } from '../../request/preview';
import { canonicalAddress } from '../../source/addresses';
import { contentWords } from '../../source/tokens';
import { planArgs, scopeArgs } from '../extractive/opening';
import { questionOf } from '../extractive/question';
import { type Researcher, type RequestGate, type Step, type StepCall, type TurnView } from '../researcher';
import { hostedReport, type HostedModel, type HostedReport, type HostedStep } from './hostedModel';
import { fittedParts, partsOf, wordsOf } from './report';

/** Updates that tell of the model's steps; more are only counted. */
const updateCount = 24;
const updateLimit = 600;
/** Steps that a preview shows, the newest. */
const shownSteps = 8;

/** How far the report was taken, carried in the draft of each turn with the report itself: a researcher keeps nothing between steps. */
interface Draft {
  stage: 'reported' | 'recorded' | 'published';
  report: HostedReport;
}

const call = (name: string, args: unknown): StepCall => ({ name, args });

/**
 * A model that researches on its own server, held to the rules of this house: one answer in the background, its steps told as
 * updates, each page it cites archived and searched for the cited words, its report published with what held. What did not hold
 * stays visible as unverified.
 */
export function hostedResearcher(model: HostedModel, show: Showing = () => undefined): Researcher {
  return {
    name: model.name,
    quotes: false,
    cancel: (handle) => model.cancel(handle),
    async next(view, gate, signal): Promise<Step> {
      const { state } = facts(view.state);
      const step = (calls: readonly StepCall[], draft: Draft | null = null, settles: readonly EventDraft[] = []): Step =>
        ({ text: draft === null ? '' : JSON.stringify(draft), calls, model: model.name, finish: null, settles });
      if (state === 'drafting') return step([call('set_scope', scopeArgs(view))]);
      if (state === 'planning') return step([call('set_plan', planArgs(view))]);
      const draft = draftOf(view, model);
      if (draft === null) return state === 'running' ? report(view, gate, signal) : step([call('finish', { reason: null })]);
      const recorded = draft.stage === 'reported' && state === 'running' ? evidenceCalls(view, draft.report) : [];
      if (recorded.length > 0) return step(recorded, { ...draft, stage: 'recorded' });
      if (draft.stage !== 'published') return step(publishCalls(view, draft.report), { ...draft, stage: 'published' });
      return step([call('finish', { reason: null })], draft, unpublishedNotices(view.state));
    },
  };

  async function report(view: TurnView, gate: RequestGate, signal: AbortSignal): Promise<Step> {
    const question = briefOf(view);
    const { language } = facts(view.state);
    const { value, settles } = await gate.request(() => model.written(question), (during, handle) => {
      const steps: string[] = [];
      const tell = (one: HostedStep): void => {
        steps.push(toldIn(language, one).slice(0, updateLimit));
        show(() => ({ kind: 'words', text: steps.slice(-shownSteps).join('\n') }));
      };
      return model.research(question, during, handle, tell).finally(() => show(null));
    });
    signal.throwIfAborted();
    const drafts = searchDrafts(view, model, value);
    const results = drafts.flatMap((draft) => (draft.type === 'search.executed' ? draft.data.results : []));
    const opened = results.slice(0, Math.max(0, available(view.state.budget.meters.reads)));
    const updates = value.steps.slice(0, updateCount).map((one) => toldIn(language, one).slice(0, updateLimit));
    const more = value.steps.length - updates.length;
    const cut = value.cut == null ? [] : newNotices(view.state, [say('{0} stopped before the end of its report ({1}): what it would have said further is missing.', model.name, value.cut)]);
    return {
      text: JSON.stringify({ stage: 'reported', report: value } satisfies Draft), model: value.model, finish: value.cut ?? null, settles: [...settles, ...drafts, ...cut],
      calls: [...updates, ...(more > 0 ? [`… ${more}`] : [])].map((text) => call('send_research_update', { text, about: [] })).concat(opened.map(({ id }) => call('open_source', { target: id, words: null }))),
    };
  }
}

const told = { en: { search: 'Searching: ', page: 'Reading: ', thought: '' }, zh: { search: '搜索：', page: '阅读：', thought: '' } };
const toldIn = (language: string, { kind, text }: HostedStep): string => `${told[language.startsWith('zh') ? 'zh' : 'en'][kind]}${text}`;

/** The question with its frozen boundary. */
function briefOf({ state }: TurnView): string {
  const { scope } = state.ledger;
  return [questionOf(state), ...(scope && scope.parts.length > 1 ? scope.parts.map(({ text }) => `- ${text}`) : []), ...(scope ? [`Write in the language "${scope.language}".`] : [])].join('\n');
}

/** The draft of the last turn, while it belongs to the question that is asked now. */
function draftOf({ exchanges, state }: TurnView, model: HostedModel): Draft | null {
  if (!state.ledger.searches.some((entry) => entry.query === questionOf(state) && entry.providers.includes(model.name))) return null;
  const text = exchanges.at(-1)?.text ?? '';
  if (!text.startsWith('{')) return null;
  const { stage, report } = JSON.parse(text) as Draft;
  return { stage, report: hostedReport.parse(report) };
}

/** What the model found is an entry of the search ledger like any other: its pages then have an origin, and may be opened. */
function searchDrafts({ state, now }: TurnView, { name }: HostedModel, report: HostedReport): EventDraft[] {
  const pages = new Map<string, HostedReport['citations'][number]>();
  for (const cited of report.citations) {
    // Only the web: a report must not name a file of this machine.
    if (/^https?:\/\//i.test(cited.address) && !pages.has(canonicalAddress(cited.address))) pages.set(canonicalAddress(cited.address), cited);
  }
  const id = nextId(state, 'search');
  const results = [...pages.values()].map(({ address, title }, index) => ({
    id: nextId(state, 'result', index), search: id, provider: name, address, title, snippet: '', published: null, rank: index + 1, decision: 'unseen' as const, reason: null,
  }));
  return [
    {
      type: 'search.executed', by: 'main', data: {
        search: {
          id, query: questionOf(state), intent: 'explore', filters: { from: null, to: null, language: null, providers: [] }, claims: state.ledger.claims.map((claim) => claim.id), at: now,
          results: results.map((result) => result.id), providers: [name], failures: [], failed: false, repeats: null, gain: { slots: 0, confidence: 0, conflicts: 0, highValue: false },
        }, results,
      },
    },
    { type: 'address.asked', by: 'main', data: { address: `${name}: ${questionOf(state)}`, status: 'answered', provider: name } },
  ];
}

interface Attempt {
  cited: HostedReport['citations'][number];
  args: { claim: string; relation: 'supports' | 'uncertain'; snapshot: string; quote: string; near: null; validity: null; as_of: null; figure: null; note: null };
}

/** For each citation whose page is archived: its words, to be found there. */
function attempts({ state }: TurnView, report: HostedReport): Attempt[] {
  return report.citations.flatMap((cited): Attempt[] => {
    const address = canonicalAddress(cited.address);
    const snapshot = state.source.snapshots.findLast((known) => canonicalAddress(known.requested) === address || canonicalAddress(known.address) === address);
    const quote = wordsOf(report, cited);
    const claim = claimFor(state.ledger.claims, quote);
    return snapshot && claim && quote !== '' ? [{ cited, args: { claim: claim.id, relation: claim.shared >= 2 ? 'supports' : 'uncertain', snapshot: snapshot.id, quote, near: null, validity: null, as_of: null, figure: null, note: null } }] : [];
  });
}

/** The claim that shares the most content words with a sentence. One that shares hardly any may not be what the sentence is about. */
function claimFor(claims: readonly { id: string; text: string }[], sentence: string): { id: string; shared: number } | null {
  const words = new Set(contentWords(sentence));
  return claims.map(({ id, text }) => ({ id, shared: new Set(contentWords(text).filter((word) => words.has(word))).size })).reduce<{ id: string; shared: number } | null>((best, one) => (best === null || one.shared > best.shared ? one : best), null);
}

const evidenceCalls = (view: TurnView, report: HostedReport): StepCall[] => attempts(view, report).map(({ args }) => call('record_evidence', args));

function publishCalls(view: TurnView, report: HostedReport): StepCall[] {
  const { state, exchanges } = view;
  const recorded = new Map(exchanges.flatMap(({ calls }) => calls).filter(({ name }) => name === 'record_evidence').map(({ args, receipt }) => [keyOf(args), evidenceOf(receipt?.data)]));
  const held = new Map(attempts(view, report).map(({ cited, args }) => [cited, recorded.get(keyOf(args)) ?? null]));
  // A citation that did not hold names its page, which is no evidence: it stays visible as unverified.
  const markerFor = (cited: HostedReport['citations'][number]): string =>
    `[[cite:${held.get(cited) ?? state.ledger.results.findLast(({ address }) => address === cited.address)?.id ?? 'none'}]]`;
  const claimOf = (text: string): string => claimFor(state.ledger.claims, text)?.id ?? '';
  // What does not fit all the same is sent too: it is refused by what is left, and kept as it was meant.
  return fittedParts(partsOf(report, markerFor), available(state.budget.meters.publications))
    .map(({ heading, text }) => call('send_answer_part', { heading, text, kind: 'fact', claims: [claimOf(`${heading ?? ''} ${text}`)], after: null, replaces: null }));
}

/** Said once to a person: what of the report is not in the article, and where it stands. */
function unpublishedNotices(state: RunState): EventDraft[] {
  const parts = unpublishedParts(state);
  return parts.length === 0 ? [] : newNotices(state, [say('{0} parts of the report could not be published; the trace keeps each as it was meant: {1}.', parts.length, inOneLine(parts))]);
}

const keyOf = (args: unknown): string => {
  const { snapshot, quote } = args as { snapshot?: unknown; quote?: unknown };
  return JSON.stringify([snapshot, quote]);
};

const evidenceOf = (data: unknown): string | null => (typeof data === 'object' && data !== null && 'evidence' in data && typeof data.evidence === 'string' ? data.evidence : null);
