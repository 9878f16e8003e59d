import { receiptLimit, type Exchange, type TurnView } from '../researcher/researcher';
import { type Claim } from '../ledger/records';
import { facts } from '../run/state';
import { instructions } from './instructions';
import { type ModelMessage, type ModelRequest } from './modelClient';
import { bytesPerToken } from './size';
import { stateOfNow } from './stateOfNow';

/** Tokens that a request may take, whatever the run's length; the output is not counted. */
export const requestTokens = 24_000;
/** Share of it for what grows in the state of now: article, evidence, sources, searches. What does not fit is left out and said. */
const stateShare = 0.22;

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
  const exchanges = [...leftOut(view), ...view.exchanges.flatMap(exchangeMessages)];
  const now: ModelMessage = { role: 'user', content: stateOfNow(view, requestTokens * stateShare * perToken) };
  return { messages: [...head, ...exchanges, now], tools: view.tools, maxOutput: null, about: { worker: view.worker, turn: view.turn } };
}

/** Said where the turns before the first one shown are missing, so that nobody takes them for not done. */
function leftOut({ exchanges }: TurnView): ModelMessage[] {
  const [first] = exchanges;
  if (!first || first.turn === 1) return [];
  return [{ role: 'user', content: `Host: turns 1 to ${first.turn - 1} are left out here. recall K… brings a receipt back, read_source N… a source; the state below is whole.` }];
}

/** What is frozen: question, scope and plan. Changes only with a recorded plan change. */
export function framing({ state, objective }: Pick<TurnView, 'state' | 'objective'>): string {
  const run = facts(state);
  const { scope, plan, claims, dropped } = state.ledger;
  const lines = [`Question: ${run.question}`, ...run.followUps.map((question) => `Asked further: ${question}`)];
  if (objective) lines.push(`Your task (${objective.id}): ${objective.objective}`, `Hand back: ${objective.output}`, `Boundaries: ${objective.boundaries}`, `Claims: ${objective.claims.join(', ')}`, ...(objective.sources.length > 0 ? [`Sources to look at: ${objective.sources.join(', ')}`] : []));
  if (run.options.addresses.length > 0) lines.push(`Addresses the user gave: ${run.options.addresses.join(' ')}`);
  const { template } = run.options;
  if (template) lines.push(`Template “${template.name}”: ${[...template.planHints, ...(template.preferredSources.length > 0 ? [`prefer ${template.preferredSources.join(', ')}`] : [])].join('; ')}`);
  if (run.options.folders.length > 0) lines.push('The user gave folders; search finds their files.');
  if (scope) lines.push(`Scope (frozen): ${JSON.stringify({ parts: scope.parts, period: scope.period, regions: scope.regions, terms: scope.terms, dimensions: scope.dimensions, acceptableSources: scope.acceptableSources, constraints: scope.constraints, delivery: scope.delivery, language: scope.language, deadline: scope.deadline, assumed: scope.assumed })}`);
  if (plan) {
    lines.push(`Plan version ${plan.version}:`, ...claims.filter(({ id }) => !dropped.includes(id)).map((claim) => {
      const { requirement: needs } = claim;
      const asks = claim.kind !== 'fact' ? inferred(claim) : [`${needs.voices} independent voice${needs.voices > 1 ? 's' : ''}${needs.orFirstHand ? ' or one first-hand' : ''}`, needs.kinds.join('/'), needs.method ?? '', needs.disinterested ? 'one without interest' : '', needs.counterSearch ? 'counter-search' : ''].filter((part) => part !== '').join(', ');
      return `${claim.id} (${claim.part}, ${claim.kind}, ${claim.risk} risk${claim.key ? ', key' : ''}) ${claim.text} — needs ${asks}`;
    }));
    if (plan.searches.length > 0) lines.push(`Searches meant: ${plan.searches.map(({ claim, query }) => `${claim} "${query}"`).join('; ')}`);
  }
  return lines.join('\n');
}

/** An analysis is not voted on by sources: it follows from what other claims hold. */
function inferred({ kind, constraint, requirement }: Claim): string {
  const serves = kind === 'recommendation' ? ` and the user’s constraint it serves${constraint === null ? ' (none named yet)' : `: ${constraint}`}` : '';
  return `an inference (record_inference) from evidence of claims that meet their requirement${serves}${requirement.counterSearch ? ', counter-search' : ''}`;
}

function exchangeMessages(exchange: Exchange): ModelMessage[] {
  const reminders = exchange.reminders.map(({ text }): ModelMessage => ({ role: 'user', content: `Host: ${text}` }));
  if (exchange.calls.length === 0) return [{ role: 'assistant', content: exchange.text || '(nothing)', calls: [] }, { role: 'user', content: 'Host: that text is kept as a draft and shown to nobody. Call a tool: only send_answer_part publishes, and only finish ends.' }, ...reminders];
  return [
    { role: 'assistant', content: exchange.text, calls: exchange.calls.map(({ id, name, args }) => ({ id, name, arguments: JSON.stringify(asObject(args)) })) },
    ...exchange.calls.map(({ id, receipt }): ModelMessage => ({ role: 'tool', call: id, content: shortened(id, receipt?.text ?? 'This call was interrupted before it had a result.') })),
    ...reminders,
  ];
}

const shortened = (id: string, text: string): string =>
  text.length <= receiptLimit ? text : `${text.slice(0, receiptLimit)}\n… ${text.length - receiptLimit} more characters: recall ${id} from ${receiptLimit}.`;

/** A server reads the arguments of an earlier call again and wants an object, also where the model wrote none. */
const asObject = (args: unknown): unknown => (typeof args === 'object' && args !== null && !Array.isArray(args) ? args : { unreadable: args ?? null });
