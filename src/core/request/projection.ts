import { currentBlocks } from '../article/state';
import { available } from '../budget/approver';
import { axes } from '../budget/events';
import { citationNow } from '../article/notices';
import { type Evidence } from '../ledger/records';
import { type Exchange, type TurnView } from '../researcher/researcher';
import { facts, type RunState } from '../run/state';
import { instructions } from './instructions';
import { type ModelMessage, type ModelRequest } from './modelClient';
import { bytesPerToken, byteLength } from './size';

/** Tokens that a request may take, whatever the run's length; the output is not counted. */
export const requestTokens = 24_000;
/** Share of it for the article in the state of now; what does not fit is omitted and said. */
const articleShare = 0.3;
/** UTF-16 code units of one receipt in the exchanges; the rest is reached with recall. */
const receiptLimit = 6000;

/**
 * The request of one turn: not a transcript but a projection, ordered by how often its parts change, so that what stands at
 * its beginning is the same as last time: tools, instructions, scope and plan, then the last exchanges, then the state of now.
 */
export function project(view: TurnView): ModelRequest {
  const { state } = view;
  const run = facts(state);
  const perToken = bytesPerToken(state.budget.measured);
  const head: ModelMessage[] = [
    { role: 'system', content: instructions(run.state, state.budget.depth, view.objective !== null) },
    { role: 'user', content: framing(view) },
  ];
  const exchanges = view.exchanges.flatMap(exchangeMessages);
  const now: ModelMessage = { role: 'user', content: stateOfNow(view, requestTokens * articleShare * perToken) };
  return { messages: [...head, ...exchanges, now], tools: view.tools, maxOutput: null, about: { worker: view.worker, turn: view.turn } };
}

/** What is frozen: question, scope and plan. Changes only with a recorded plan change. */
function framing({ state, objective }: TurnView): string {
  const run = facts(state);
  const { scope, plan, claims, dropped } = state.ledger;
  const lines = [`Question: ${run.question}`, ...run.followUps.map((question) => `Asked further: ${question}`)];
  if (objective) lines.push(`Your task (${objective.id}): ${objective.objective}`, `Hand back: ${objective.output}`, `Boundaries: ${objective.boundaries}`, `Claims: ${objective.claims.join(', ')}`, ...(objective.sources.length > 0 ? [`Sources to look at: ${objective.sources.join(', ')}`] : []));
  if (run.options.addresses.length > 0) lines.push(`Addresses the user gave: ${run.options.addresses.join(' ')}`);
  if (run.options.folders.length > 0) lines.push('The user gave folders; search finds their files.');
  if (scope) lines.push(`Scope (frozen): ${JSON.stringify({ parts: scope.parts, period: scope.period, regions: scope.regions, terms: scope.terms, dimensions: scope.dimensions, acceptableSources: scope.acceptableSources, constraints: scope.constraints, delivery: scope.delivery, language: scope.language, deadline: scope.deadline })}`);
  if (plan) {
    lines.push(`Plan version ${plan.version}:`, ...claims.filter(({ id }) => !dropped.includes(id)).map((claim) => {
      const { requirement: needs } = claim;
      const asks = [`${needs.voices} independent voice${needs.voices > 1 ? 's' : ''}${needs.orFirstHand ? ' or one first-hand' : ''}`, needs.kinds.join('/'), needs.method ?? '', needs.disinterested ? 'one without interest' : '', needs.counterSearch ? 'counter-search' : ''].filter((part) => part !== '').join(', ');
      return `${claim.id} (${claim.part}, ${claim.kind}, ${claim.risk} risk${claim.key ? ', key' : ''}) ${claim.text} — needs ${asks}`;
    }));
  }
  return lines.join('\n');
}

function exchangeMessages(exchange: Exchange): ModelMessage[] {
  const reminders = exchange.reminders.map(({ text }): ModelMessage => ({ role: 'user', content: `Host: ${text}` }));
  if (exchange.calls.length === 0) return [{ role: 'assistant', content: exchange.text || '(nothing)', calls: [] }, { role: 'user', content: 'Host: that text is kept as a draft and shown to nobody. Call a tool: send_answer_part publishes, finish ends.' }, ...reminders];
  return [
    { role: 'assistant', content: exchange.text, calls: exchange.calls.map(({ id, name, args }) => ({ id, name, arguments: JSON.stringify(args ?? {}) })) },
    ...exchange.calls.map(({ id, receipt }): ModelMessage => ({ role: 'tool', call: id, content: shortened(id, receipt?.text ?? 'This call was interrupted before it had a result.') })),
    ...reminders,
  ];
}

const shortened = (id: string, text: string): string =>
  text.length <= receiptLimit ? text : `${text.slice(0, receiptLimit)}\n… ${text.length - receiptLimit} more characters: recall ${id} from ${receiptLimit}.`;

/** Everything that changes each turn, at the very end. */
function stateOfNow(view: TurnView, articleBytes: number): string {
  const { state, assessment, convergence } = view;
  const sections: string[] = [`State at turn ${view.turn}:`];
  const statuses = [...assessment.claims.values()].map(({ claim, status, confidence, reason, requirementMet }) => `${claim} ${status}, ${confidence}${requirementMet ? ', requirement met' : ''}: ${reason}`);
  if (statuses.length > 0) sections.push(`Claims\n${statuses.join('\n')}`);
  const live = state.ledger.evidence.filter((item) => item.state === 'active');
  if (live.length > 0) sections.push(`Evidence (copy the marker)\n${live.slice(-60).map((item) => evidenceLine(item)).join('\n')}${live.length > 60 ? `\n${live.length - 60} older ones: recall by id` : ''}`);
  if (state.ledger.conflicts.length > 0) sections.push(`Conflicts\n${state.ledger.conflicts.map((conflict) => `${conflict.id} on ${conflict.claim} ${conflict.state}: ${conflict.sides.map(({ says, evidence }, index) => `side ${index}: ${says} (${evidence.join(', ')})`).join(' against ')}${conflict.explanation === null ? '' : `. ${conflict.explanation}`}`).join('\n')}`);
  if (state.ledger.searches.length > 0) sections.push(`Searches\n${state.ledger.searches.slice(-12).map((entry) => `${entry.id} ${entry.intent} "${entry.query}" for ${entry.claims.join(',')}: ${entry.failed ? `FAILED (${entry.failures.map(({ message }) => message).join(' ')})` : `${entry.results.length} results, gain ${entry.gain.slots + entry.gain.confidence + entry.gain.conflicts}${unseen(state, entry.results)}`}`).join('\n')}`);
  if (state.source.sources.length > 0) sections.push(`Sources\n${state.source.sources.slice(-24).map((source) => `${source.id} ${source.state} ${state.source.snapshots.findLast((snapshot) => snapshot.source === source.id)?.id ?? ''} ${source.tier} ${source.title || source.address}`).join('\n')}`);
  sections.push(`Current article\n${JSON.stringify(currentArticle(view, articleBytes))}`);
  if (view.news.length > 0) sections.push(`Changed files: ${view.news.join(', ')}`);
  if (state.run?.state === 'running' && !convergence.holds) sections.push(`What does not hold yet\n${convergence.conditions.filter(({ holds }) => !holds).map(({ name, why }) => `- ${name}: ${why}`).join('\n')}`);
  sections.push(`Budget: ${axes.filter((axis) => state.budget.meters[axis].grant !== null && axis !== 'blockRevisions').map((axis) => `${axis === 'milliseconds' ? `minutes ${Math.max(0, Math.floor(available(state.budget.meters[axis]) / 60_000))}` : `${axis} ${Math.max(0, available(state.budget.meters[axis]))}`}`).join(', ')} left; depth in force: ${state.budget.depth}`);
  return sections.join('\n\n');
}

const unseen = (state: RunState, results: readonly string[]): string => {
  const open = results.filter((id) => state.ledger.results.find((result) => result.id === id)?.decision === 'unseen');
  return open.length === 0 ? '' : `, not looked at: ${open.join(' ')}`;
};

function evidenceLine(item: Evidence): string {
  const words = item.quote ?? item.reasoning ?? '';
  const figure = item.figure === null ? '' : ` {${item.figure.text} ${item.figure.unit ?? ''}${item.figure.basis === null ? '' : `; ${item.figure.basis}`}}`;
  return `[[cite:${item.id}]] ${item.relation} ${item.claim} ${item.source ?? item.premises.join('+')}${item.asOf === null ? '' : ` ${item.asOf}`}${figure}: ${words.replace(/\s+/g, ' ').slice(0, 160)}`;
}

interface ProjectedArticle {
  sections: ({ id: string; revision: number; kind: string; heading: string | null; text: string } | { id: string; revision: number; heading: string | null; claims: string[]; omitted: string })[];
  omittedCount: number;
}

/**
 * The current article as it stands, with nothing withdrawn in it: a flagged part leaves its id, revision, claims and the reason.
 * When it does not fit, the parts whose claims are settled best are left out first.
 */
export function currentArticle({ state, assessment }: Pick<TurnView, 'state' | 'assessment'>, byteLimit: number): ProjectedArticle {
  const blocks = currentBlocks(state.article);
  const flagged = new Set(blocks.filter((block) => block.citations.some((citation) => citationNow(state, citation) === 'broken')).map(({ block }) => block));
  const openness = (claims: readonly string[]): number => Math.max(0, ...claims.map((id) => (assessment.claims.get(id)?.requirementMet === false ? 1 : 0)));
  const kept = new Set<string>();
  let bytes = 0;
  for (const block of blocks.filter(({ block: id }) => !flagged.has(id)).toSorted((a, b) => openness(b.claims) - openness(a.claims))) {
    const size = byteLength(block.text) + 80;
    if (bytes + size > byteLimit) continue;
    bytes += size;
    kept.add(block.block);
  }
  const sections = blocks.map(({ block: id, revision, kind, heading, text, claims }) => (kept.has(id)
    ? { id, revision, kind, heading, text }
    : { id, revision, heading, claims, omitted: flagged.has(id) ? 'evidence it cites was withdrawn or no longer holds: revise it' : 'left out for length; recall it by id' }));
  return { sections, omittedCount: sections.filter((section) => 'omitted' in section).length };
}
