import { available, noneLeft } from '../budget/approver';
import { endedOrders } from '../check/orders';
import { assess } from '../ledger/assess';
import { defaultQuietSearches, type ConditionName, type Convergence } from '../ledger/convergence';
import { type EventDraft } from './event';
import { type Outcome, type Receipt, type StopReason } from './records';
import { say, spoken, type Said, type Words } from './said';
import { type RunState } from './state';

/** Receipts by which a worker's `finish` was refused with what fails, since the question was asked last; one that was not run for another reason was told nothing. */
const refusalsOf = (state: RunState, worker: string): Receipt[] =>
  state.turns.slice(state.run?.turnsBefore ?? 0).flatMap((turn) => (turn.worker === worker ? turn.calls : [])).flatMap(({ name, receipt }) => (name === 'finish' && receipt?.ok === false && receipt.data !== null ? [receipt] : []));

/** How often `finish` was answered with what fails. */
export const finishRefusals = (state: RunState): number => refusalsOf(state, 'main').length;

/** Calls of the same answer as this one that were refused, a line each: who ends in that answer has not read it. Said once to a worker that can ask again, then it is taken at its word. */
export function refusedBeside(state: RunState, worker: string, call: string): string[] {
  const { meters, reservations } = state.budget;
  const left = worker === 'main' ? Math.min(available(meters.turns), available(meters.requests)) : reservations[worker]?.left.requests ?? 0;
  if (left < 1) return [];
  if (refusalsOf(state, worker).some(({ data }) => data !== null && 'text' in data && data.text.includes('"beside":true'))) return [];
  const beside = state.turns.find(({ calls }) => calls.some(({ id }) => id === call))?.calls ?? [];
  return beside.flatMap(({ id, name, receipt }) => (id !== call && name !== 'finish' && receipt?.ok === false ? [`- ${name} beside it was refused: ${'text' in receipt.text ? receipt.text.text : `recall ${id}`}`] : []));
}

/** What a condition asks, where its failure alone does not say what to do. */
const asked: Partial<Record<ConditionName, string>> = {
  'quiet searches': ` (the last ${defaultQuietSearches} queries for a key or high-risk claim must bring nothing that matters, and each of their results be opened and read, or dropped)`,
};

/** A line for each condition that does not hold; what two conditions share is said once. */
export function failingLines({ conditions }: Convergence): string[] {
  const said = new Set<string>();
  return conditions.filter(({ holds }) => !holds).flatMap(({ name, why }) => {
    const fresh = why.replace(/\.$/, '').split('; ').filter((part) => !said.has(part) && said.add(part));
    return fresh.length === 0 ? [] : `- ${name}${asked[name] ?? ''}: ${fresh.join('; ')}.`;
  });
}

/** Claims whose status leaves something to be found, with a search that has not been done for each. */
export function nextSearches(state: RunState): string[] {
  const assessment = assess(state);
  const asked = new Set(state.ledger.searches.filter(({ failed }) => !failed).map(({ query }) => query.toLowerCase()));
  return state.ledger.claims
    .filter(({ id }) => !state.ledger.dropped.includes(id) && assessment.claims.get(id)?.requirementMet === false)
    .map((claim) => {
      const planned = state.ledger.plan?.searches.find((entry) => entry.claim === claim.id && !asked.has(entry.query.toLowerCase()));
      const failed = state.ledger.searches.find((entry) => entry.failed && entry.claims.includes(claim.id));
      return `${claim.id}: ${planned?.query ?? failed?.query ?? claim.text}`;
    });
}

const english: Record<StopReason, Said> = {
  converged: say('every condition of convergence holds'),
  'finished-early': say('the researcher finished before every condition held'),
  budget: say('a limit was reached'),
  deadline: say('the deadline passed'),
  'no-progress': say('the last turns brought nothing new'),
  user: say('you stopped it'),
  failure: say('every search failed'),
  'nothing-found': say('nothing was found that answers the question'),
};

const chinese: Record<StopReason, string> = {
  converged: '所有收敛条件均成立',
  'finished-early': '研究者在条件全部成立之前结束',
  budget: '达到限额',
  deadline: '截止时间已过',
  'no-progress': '最近几轮没有新内容',
  user: '由你停止',
  failure: '所有检索都失败了',
  'nothing-found': '没有找到能回答问题的内容',
};

const because = (what: Said, detail: Words | null): Said => (detail === null ? what : say('{0}: {1}', what, detail));

/** Events that end the run. `converged` is computed; whatever stopped it, everything else is incomplete, cancelled or failed. */
export function endDrafts(state: RunState, convergence: Convergence, reason: StopReason, said: Words | null, outcome?: Outcome): EventDraft[] {
  const nothing = state.ledger.evidence.every((item) => item.state !== 'active');
  // Nothing found is said only where something was searched: when every search failed, it is the failure that ended it.
  const lastFailure = state.ledger.searches.every(({ failed }) => failed) ? state.ledger.searches.at(-1)?.failures[0]?.message : undefined;
  // Nobody finishes early or stands still of their own will where a limit keeps them from going on.
  const usedUp = convergence.holds || (reason !== 'finished-early' && reason !== 'no-progress') ? undefined : (['searches', 'reads', 'publications'] as const).find((axis) => available(state.budget.meters[axis]) < 1);
  const unknown = [...assess(state).claims.values()].some(({ status }) => status === 'unknown-failed');
  const early: StopReason = nothing ? (lastFailure === undefined && !unknown ? 'nothing-found' : 'failure') : 'finished-early';
  const stopReason = usedUp !== undefined ? 'budget' : reason === 'finished-early' ? early : reason;
  // That every condition holds is computed: what the researcher says to it is no part of it.
  const detail = stopReason === 'converged' ? null : usedUp !== undefined ? because(noneLeft(state.budget, usedUp), said) : said ?? (stopReason === 'failure' ? lastFailure ?? null : null);
  const unread = stopReason === 'failure' && reason !== 'failure' && lastFailure === undefined;
  const chineseRun = state.run?.language.toLowerCase().startsWith('zh') === true;
  const why = stopReason === 'budget' ? say('{0}; a new run may be given more', because(english.budget, detail)) : because(unread ? say('not all that was found could be had') : english[stopReason], detail);
  // Before the plan for what was asked last is frozen, the conditions speak of an earlier question.
  const planned = state.run?.state === 'running' || state.run?.state === 'finalizing';
  const computed: Outcome = outcome ?? (convergence.holds && planned ? 'converged' : 'incomplete');
  return [...endedOrders(state), {
    type: 'run.ended', by: 'host',
    data: { outcome: computed, stopReason, why: chineseRun ? `${unread ? '找到的内容未能全部取得' : chinese[stopReason]}${detail === null ? '' : `: ${spoken(detail)}`}${stopReason === 'budget' ? '；新的研究可以给更多' : ''}` : spoken(why), said: why, nextSearches: computed === 'converged' ? [] : nextSearches(state) },
  }];
}
