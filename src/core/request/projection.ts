import { receiptLimit, type Exchange, type TurnView } from '../researcher/researcher';
import { facts } from '../run/state';
import { framing } from './framing';
import { instructions } from './instructions';
import { type ModelMessage, type ModelRequest } from './modelClient';
import { listShare, requestTokens, unitsPerToken } from './size';
import { stateOfNow } from './stateOfNow';

/**
 * The request of one turn: not a transcript but a projection, ordered by how often its parts change, so that what stands at
 * its beginning is the same as last time: tools, instructions, scope and plan, then the last exchanges, then the state of now.
 */
export function project(view: TurnView): ModelRequest {
  const { state } = view;
  const run = facts(state);
  const head: ModelMessage[] = [
    { role: 'system', content: instructions(run.state, state.budget.depth, view.objective !== null) },
    { role: 'user', content: framing(view) },
  ];
  const exchanges = [...leftOut(view), ...view.exchanges.flatMap((exchange) => exchangeMessages(exchange, view.objective === null ? 'only send_answer_part publishes, and only finish ends' : 'finish hands back what you found'))];
  const now: ModelMessage = { role: 'user', content: stateOfNow(view, requestTokens * listShare * unitsPerToken(state.budget.measured, run.language)) };
  return { messages: [...head, ...exchanges, now], tools: view.tools, maxOutput: null, about: { worker: view.worker, turn: view.turn } };
}

/** Said where the turns before the first one shown are missing, so that nobody takes them for not done. */
function leftOut({ exchanges }: TurnView): ModelMessage[] {
  const [first] = exchanges;
  if (!first || first.turn === 1) return [];
  return [{ role: 'user', content: `Host: turns 1 to ${first.turn - 1} are left out here. recall K… brings a receipt back; what they brought stands in the state at the end.` }];
}

/** `wayOut`: what a worker that only talks must call for its words to matter. */
function exchangeMessages(exchange: Exchange, wayOut: string): ModelMessage[] {
  const reminders = exchange.reminders.map(({ text }): ModelMessage => ({ role: 'user', content: `Host: ${text}` }));
  const { room } = exchange;
  const text = shortened(exchange.text, room, () => 'they were not taken');
  if (exchange.calls.length === 0) return [{ role: 'assistant', content: text || '(nothing)', calls: [] }, { role: 'user', content: `Host: that text is kept as a draft and shown to nobody. Call a tool: ${wayOut}.` }, ...reminders];
  return [
    { role: 'assistant', content: text, calls: exchange.calls.map(({ id, name, args }) => ({ id, name, arguments: argumentsIn(args, room) })) },
    ...exchange.calls.map(({ id, receipt }): ModelMessage => ({ role: 'tool', call: id, content: shortened(receipt?.text ?? 'This call was interrupted before it had a result.', Math.min(receiptLimit, room), (limit) => `recall ${id} from ${limit}`) })),
    ...reminders,
  ];
}

const shortened = (text: string, limit: number, rest: (limit: number) => string): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}\n… ${text.length - limit} more characters: ${rest(limit)}.`;

/** A server reads the arguments of an earlier call again and wants an object, also where the model wrote none. */
function argumentsIn(args: unknown, room: number): string {
  const written = JSON.stringify(typeof args === 'object' && args !== null && !Array.isArray(args) ? args : { unreadable: args ?? null });
  return written.length <= room ? written : JSON.stringify({ shortened: written.slice(0, room), characters: written.length });
}
