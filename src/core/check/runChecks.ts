import { blockOf, currentRevision } from '../article/state';
import { byId } from '../immutable';
import { requestGate } from '../request/gate';
import { type ModelClient } from '../request/modelClient';
import { send } from '../request/send';
import { RequestRefused } from '../researcher/researcher';
import { type EventDraft } from '../run/event';
import { LogFailed } from '../run/log';
import { errorMessage, type Clock } from '../run/platform';
import { modelOf } from '../run/records';
import { type Recorder } from '../run/recorder';
import { facts, type RunState } from '../run/state';
import { type Archive } from '../source/archive';
import { type Library } from '../source/library';
import { judgements } from './checkAnswer';
import { checkRequest } from './checkRequest';
import { type CheckOrder } from './events';
import { isSuperseded, isWriter, keptFromChecks, openOrders, settleOrder, voidOrder } from './orders';

/** The model that checks, with the output tokens of one answer, or null. */
export interface Verifier {
  client: ModelClient;
  maxOutput: number | null;
}

export interface CheckParts {
  recorder: Recorder;
  archive: Archive;
  library: Library;
  clock: Clock;
  /** Rejects with a sentence when it cannot be had; absent where no model is. */
  verifier?: () => Promise<Verifier>;
}

/** The worker that requests of checks are written under; its turns are the numbers of their orders. */
const worker = 'verifier';
/** Checks under way at once. */
const sideBySide = 3;

/**
 * Answers every open order, a few side by side, each written as soon as it came: what was answered is not asked again. What goes wrong
 * with one is its verdict, and the run goes on; only an abort and a log that cannot be written are passed on, once none is under way.
 */
export async function runChecks(parts: CheckParts, signal: AbortSignal): Promise<void> {
  const waiting = openOrders(parts.recorder.state);
  const work = async (): Promise<void> => {
    for (let order = waiting.shift(); order; order = waiting.shift()) await check(parts, order, signal);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: sideBySide }, work));
  // An abort is passed on as one, whatever it broke off.
  signal.throwIfAborted();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function check(parts: CheckParts, order: CheckOrder, signal: AbortSignal): Promise<void> {
  const { recorder } = parts;
  signal.throwIfAborted();
  if (isSuperseded(recorder.state, order)) {
    await recorder.commit((state) => voidOrder(state, order, 'not-checked', 'the part was revised before it was checked'));
    return;
  }
  try {
    await ask(parts, order, signal);
  } catch (cause) {
    if (signal.aborted || cause instanceof LogFailed) throw cause;
    const verdict = cause instanceof RequestRefused ? 'not-checked' : 'unknown-failed';
    const why = cause instanceof RequestRefused ? `no budget: ${cause.message}` : errorMessage(cause);
    await recorder.commit((state) => [...givenUp(state, order), ...voidOrder(state, order, verdict, why)]);
  }
}

async function ask({ recorder, archive, library, clock, verifier }: CheckParts, order: CheckOrder, signal: AbortSignal): Promise<void> {
  const { state } = recorder;
  const block = blockOf(state.article, order.block);
  const snapshot = byId('snapshot', state.source.snapshots, order.snapshot);
  if (!block || !snapshot) throw new Error(`${order.block} and ${order.snapshot} are not both there`);
  if (!verifier) throw new Error('No model can be asked here');
  const { client, maxOutput } = await verifier();
  const [anchor, structure] = await Promise.all([library.text(snapshot), library.structure(snapshot)]);
  const { request, parts, cited } = checkRequest(state, order, currentRevision(block), { snapshot, text: anchor.text, structure }, maxOutput);
  const gate = requestGate({ recorder, archive, clock, worker, turn: order.order, role: 'verifier', reservation: order.reservation, kept: keptFromChecks, signal });
  const { value, settles } = await send(client, request, gate);
  const cells = structure.tables.flatMap((table) => table.cells.flatMap(({ range }) => range ?? []));
  const done = judgements(value, order.sentences, anchor, { cited, cells }).map((judgement) => ({ ...judgement, parts }));
  const chosen = modelOf(facts(state).options, 'verifier').researcher;
  await recorder.commit((now) => [...settles, ...settleOrder(now, order, done, { checker: value.model, selfChecked: isWriter(now, chosen, value.model) })]);
}

/** A request whose server may still work on it: nobody will ask for that answer any more. */
const givenUp = ({ openCalls }: RunState, order: CheckOrder): EventDraft[] =>
  Object.values(openCalls).filter((call) => call.role === 'verifier' && call.turn === order.order).map(({ id }) =>
    ({ type: 'call.settled', by: 'host', data: { id, settlement: 'unknown', receipt: null, usage: null, failure: 'the check was given up' } }));
