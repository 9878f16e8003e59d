import { quotedInMarkdown } from '../../shared/plainText';
import { type Check } from '../check/events';
import { checksOf } from '../check/findings';
import { uncheckedSentences } from '../check/orders';
import { byId } from '../immutable';
import { assess } from '../ledger/assess';
import { converge } from '../ledger/convergence';
import { sinceFrozen } from '../ledger/plan';
import { saysOf } from '../ledger/sayings';
import { type Evidence } from '../ledger/records';
import { takenBack } from '../ledger/takenBack';
import { ledgerWording } from '../ledger/wording';
import { nextSearches } from '../run/ending';
import { facts, type RunState } from '../run/state';
import { articleSignature } from '../source/ownArticle';
import { citedSources } from './citedSources';
import { currentBlocks } from './state';
import { inOneLine, isReportCut, unpublishedParts } from './unpublished';
import { nameOf, type Wording } from './wording';

/** The part of the article that the ledger writes: sources, conflicts with both sides, what is not covered, and the method. Markdown. */
export function endMatter(state: RunState, numbers: ReadonlyMap<string, number>, wording: Wording, now: string): string {
  return [section(wording.sources, citedSources(state, numbers, wording)), conflicts(state, numbers, wording), notCovered(state, wording, now), method(state, wording)].filter((section) => section !== '').join('\n\n');
}

const section = (title: string, lines: readonly string[]): string => (lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`);

function conflicts(state: RunState, numbers: ReadonlyMap<string, number>, wording: Wording): string {
  const { ledger } = state;
  const words = ledgerWording(facts(state).language);
  const evidenceOf = (id: string): Evidence | undefined => byId('evidence', ledger.evidence, id);
  const { live } = assess(state);
  const standing = new Set([...live.conflicts.values()].flat());
  const back = takenBackLines(state, numbers, wording).map((line) => `- ${quotedInMarkdown(line)}`);
  return section(wording.conflicts, [...live.known.filter((conflict) => standing.has(conflict)).map((conflict) => {
    const sides = conflict.sides.map((side, index) => `  - ${conflict.carries === index ? '**' : ''}${quotedInMarkdown(saysOf(side, evidenceOf, words))}${conflict.carries === index ? '**' : ''} ${shownNumbers(side.evidence, numbers)}`);
    const why = conflict.cause === null ? conflict.explanation ?? '' : `${wording.causes[conflict.cause]}. ${conflict.explanation ?? ''}`;
    const needed = conflict.needed === null ? [] : [`  - ${wording.settles} ${quotedInMarkdown(conflict.needed)}`];
    return [`- ${quotedInMarkdown(wording.conflict[conflict.state](conflict.id, why))}`, ...sides, ...needed].join('\n');
  }), ...back]);
}

/** A sentence for all counter-evidence that a researcher took back or changed: nobody hides it by that. */
export function takenBackLines(state: RunState, numbers: ReadonlyMap<string, number>, wording: Wording): string[] {
  const words = ledgerWording(facts(state).language);
  return takenBack(state.ledger).map(({ correction: { reason, by }, before, withdrawn }) =>
    wording[withdrawn ? 'takenBack' : 'saysElse'](saysOf({ says: '', evidence: [before.id] }, () => before, words), shownNumbers([before.id], numbers), `${reason} (${nameOf(by, wording)})`));
}

/** Numbers of what the article cites; a side of which nothing is cited is named by its ids, as the panel has them. */
function shownNumbers(evidence: readonly string[], numbers: ReadonlyMap<string, number>): string {
  const cited = evidence.flatMap((id) => numbers.get(id) ?? []);
  return cited.length > 0 ? cited.map((n) => `[${n}]`).join(' ') : `(${evidence.join(', ')})`;
}

function notCovered(state: RunState, wording: Wording, now: string): string {
  const assessment = assess(state);
  const short = [...assessment.claims.values()].filter(({ requirementMet }) => !requirementMet).map(({ claim: id, status, reason }) => {
    const claim = byId('claim', state.ledger.claims, id);
    const since = claim ? sinceFrozen(state.ledger, claim) : null;
    return `- ${id} ${quotedInMarkdown(claim?.text ?? '')}${since === null ? '' : wording.sinceFrozen[since]}: ${wording.statuses[status]}. ${quotedInMarkdown(reason)}`;
  });
  const convergence = converge(state, state.run?.endedAt ?? now);
  const failing = convergence.conditions.filter(({ holds }) => !holds).map(({ name, why }) => `- ${wording.conditions[name]}: ${quotedInMarkdown(why)}`);
  const next = convergence.holds ? [] : nextSearches(state).map((query) => `- ${quotedInMarkdown(query)}`);
  const unpublished = unpublishedParts(state);
  const dropped = [...(unpublished.length === 0 ? [] : [wording.unpublished(inOneLine(unpublished))]), ...(isReportCut(state) ? [wording.reportCut] : [])].map((line) => `- ${quotedInMarkdown(line)}`);
  return [section(wording.notCovered, [...short, ...failing, ...dropped]), section(wording.nextSearches, next)].filter((part) => part !== '').join('\n\n');
}

function method(state: RunState, wording: Wording): string {
  const run = facts(state);
  const { methodLines: words } = wording;
  const { ledger, source, budget } = state;
  const searches = ledger.searches.map((entry) => {
    const results = entry.results.flatMap((id) => { const result = byId('result', ledger.results, id); return result ? [result] : []; });
    // A page is opened once, whichever entry's result led there.
    const unopened = results.filter(({ address, decision }) => decision !== 'chosen' && !source.snapshots.some(({ requested }) => requested === address)).length;
    const failures = `${words.failed}: ${entry.failures.map(({ provider, message }) => quotedInMarkdown(`${provider}: ${message}`)).join('; ')}`;
    const silent = entry.failed || entry.failures.length === 0 ? '' : `; ${failures}`;
    const outcome = entry.failed ? failures : results.length === 0 ? words.noResult : `${results.length - unopened}/${results.length}${unopened > 0 ? ` (${words.dropped}: ${unopened})` : ''}`;
    return `  - ${entry.id} ${wording.intents[entry.intent] ?? entry.intent}: “${quotedInMarkdown(entry.query)}” (${entry.providers.join(', ')}): ${outcome}${silent}`;
  });
  const failed = source.sources.filter(({ state: now }) => now === 'failed' || now === 'lead').map(({ address, reason }) => `  - ${quotedInMarkdown(`${address}: ${reason ?? ''}`)}`);
  const unread = source.snapshots.flatMap(({ address, missing }) => missing.map((line) => `  - ${quotedInMarkdown(`${address}: ${line}`)}`));
  const lowered = (ledger.plan?.changes ?? []).flatMap(({ changes, by }) => changes.filter(({ change }) => change === 'lower' || change === 'drop').map(({ claim, reason }) => `  - ${claim.id}: ${quotedInMarkdown(reason)} (${nameOf(by, wording)})`));
  const spent = (['searches', 'reads', 'requests', 'publications'] as const).map((axis) => `${wording.spent[axis]} ${budget.meters[axis].spent}/${budget.meters[axis].grant ?? '∞'}${budget.meters[axis].unknown > 0 ? ` + ${budget.meters[axis].unknown} ?` : ''}`);
  const list = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`- ${title}:`, ...lines]);
  return section(wording.method, [
    `- ${words.researcher}: ${run.options.researcher}; ${state.budget.depth}`,
    `- ${words.cutOff}: ${run.endedAt ?? run.startedAt}`,
    ...list(words.scope, (ledger.scope?.assumed ?? []).map((line) => `  - ${quotedInMarkdown(line)}`)),
    ...list(words.queries, searches),
    ...list(words.failed, [...failed, ...unread]),
    ...list(words.lowered, lowered),
    ...list(words.corrections, ledger.corrections.map(({ target, field, reason, by }) => `  - ${target} ${field}: ${quotedInMarkdown(reason)} (${nameOf(by, wording)})`)),
    ...list(words.checks, checks(state, wording)),
    `- ${words.limits}: ${spent.join(', ')}`,
    `- ${articleSignature} ${run.id}`,
  ]);
}

/** How many sentences of the article a model checked against each source they cite, by model and verdict, and which it did not. */
function checks(state: RunState, wording: Wording): string[] {
  const counts = new Map<string, Map<Check['verdict'], number>>();
  for (const { checker, selfChecked, verdict } of currentBlocks(state.article).flatMap((block) => checksOf(state.checks, block))) {
    const name = `${quotedInMarkdown(checker)}${selfChecked ? wording.selfChecked : ''}`;
    const count = counts.get(name) ?? new Map<Check['verdict'], number>();
    counts.set(name, count.set(verdict, (count.get(verdict) ?? 0) + 1));
  }
  return [...counts].map(([name, count]) => `  - ${name}: ${[...count].map(([verdict, times]) => `${wording.verdicts[verdict]} ${times}${verdict === 'not-checked' ? ` (${uncheckedSentences(state).join(', ')})` : ''}`).join(', ')}`);
}
