import { refusal } from '../budget/approver';
import { axisWords } from '../budget/axisWords';
import { spoken } from './said';
import { axes, type Amounts, type Axis } from '../budget/events';
import { type BudgetState } from '../budget/state';
import { type Archive } from '../source/archive';
import { isAllowed, toolsFor } from '../researcher/toolsOffered';
import { ArchiveBroken } from '../source/library';
import { fitArguments } from '../tool/fitArguments';
import { refused, type Outcome, type Tool, type ToolContext, type ToolOutcome } from '../tool/tool';
import { EventRefused, type EventDraft } from './event';
import { LogFailed } from './log';
import { errorMessage } from './platform';
import { argumentLimit, type Receipt, type StoredText } from './records';
import { type Recorder } from './recorder';
import { facts, type RunState, type TurnCall } from './state';
import { lengthOf, store } from './storedText';

/** A call with what is written of it when it starts. */
interface Asked extends TurnCall {
  turn: number;
  sent: StoredText;
}

export interface Executor {
  recorder: Recorder;
  tools: readonly Tool[];
  archive: Archive;
  /** Ports and names of the worker; the state and the call are added for each call. */
  context: Omit<ToolContext, 'state' | 'call' | 'signal' | 'events' | 'archive' | 'inOrder'>;
  reservation: string | null;
  /** True for a child: it has what its reservation holds, and nothing beside. */
  onlyReserved: boolean;
}

/**
 * Runs a turn's calls that have no receipt yet: neighbouring reads side by side, everything else in order. Reads settle in the
 * order of their calls, whichever is done first: the same answers then give the same ids, and a recording can be replayed. `finish`
 * comes last, wherever it stands: it ends what the whole answer did.
 */
export async function executeCalls(executor: Executor, turn: number, calls: readonly TurnCall[], signal: AbortSignal): Promise<void> {
  const open = calls.filter(({ receipt }) => receipt === null);
  for (const group of groups(executor.tools, [...open.filter(({ name }) => name !== 'finish'), ...open.filter(({ name }) => name === 'finish')])) {
    signal.throwIfAborted();
    let before = Promise.resolve();
    await Promise.all(group.map((call) => {
      const done = executeCall(executor, turn, call, before, signal);
      // A call that broke is reported by Promise.all; the next one only needs to know that it is over.
      before = done.catch(() => undefined);
      return done;
    }));
  }
}

function groups(tools: readonly Tool[], calls: readonly TurnCall[]): TurnCall[][] {
  const grouped: { beside: boolean; calls: TurnCall[] }[] = [];
  for (const call of calls) {
    const beside = tools.find(({ name }) => name === call.name)?.effect === true;
    const last = grouped.at(-1);
    if (beside && last?.beside) last.calls.push(call);
    else grouped.push({ beside, calls: [call] });
  }
  return grouped.map((group) => group.calls);
}

/** Dozens of calls of one answer listen side by side: at one signal they would be taken for a leak. */
const ofItsOwn = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal]);

async function executeCall(executor: Executor, turn: number, call: TurnCall, before: Promise<void>, signal: AbortSignal): Promise<void> {
  const { recorder, context } = executor;
  const sent = call.long ?? await store(executor.archive, JSON.stringify(call.args ?? null));
  const asked: Asked = { ...call, turn, sent };
  const tool = executor.tools.find(({ name }) => name === call.name);
  if (!tool) return settleAtOnce(executor, asked, {}, (state) => refused(`There is no tool "${call.name}". ${toolsNow(state, executor)}`));
  if (!isAllowed(recorder.state, call.name, context.worker)) return settleAtOnce(executor, asked, {}, (state) => refused(`${call.name} is ${context.worker === 'main' ? `not for now: the run is ${facts(state).state}` : 'not for a child'}. ${toolsNow(state, executor)}`));
  if (lengthOf(sent) > argumentLimit) return settleAtOnce(executor, asked, {}, () => refused(`${call.name} was not run; its arguments have ${lengthOf(sent)} characters, at most ${argumentLimit} are taken. Say it shorter, or in several calls.`));
  const fitted = fitArguments(tool.schema, call.args);
  if (!fitted.ok) return settleAtOnce(executor, asked, {}, () => refused(`${call.name} was not run; its arguments do not fit: ${fitted.problem}`));
  const { args } = fitted;
  const foreign = beyondTask(recorder.state, context.worker, tool.claims?.(args) ?? []);
  if (foreign !== null) return settleAtOnce(executor, asked, {}, () => refused(foreign));
  const spends = tool.spends(args, recorder.state);
  // Asked in the queue, of the state in which what calls beside this one take is already taken.
  const held = (state: RunState): ToolOutcome | null => {
    const no = refusal(state.budget, spends, executor.reservation, { now: context.clock.now(), finalizing: state.run?.state === 'finalizing' });
    if (no) return refused(no.message);
    const beyond = executor.onlyReserved ? beyondShare(state.budget, executor.reservation, spends) : null;
    return beyond === null ? null : refused(`Your share of ${spoken(axisWords[beyond])} is used up: hand back what you have with finish.`);
  };
  const toolContext: ToolContext = { ...context, archive: executor.archive, events: recorder.events, state: recorder.state, call: call.id, signal: ofItsOwn(signal), inOrder: () => before.then(() => recorder.state) };
  if (!tool.effect) {
    const outcome = await prepare(() => tool.run(args, toolContext));
    return settleAtOnce(executor, asked, spends, (state) => held(state) ?? outcome(state));
  }
  const written = await recorder.commit((state) => {
    const no = held(state);
    const intent = started(executor, asked, no ? {} : spends, 1 + (state.openCalls[call.id]?.attempt ?? 0));
    return no ? [intent, settled(call, no)] : [intent];
  });
  if (written.length > 1) return;
  const outcome = await prepare(() => tool.run(args, toolContext));
  // A step that was cut short by a pause has no result: it stays open, and a resumed run starts it again.
  signal.throwIfAborted();
  await before;
  signal.throwIfAborted();
  await settle(executor, call, outcome, []);
}

/** A child speaks only to the claims that it was sent for; null where it does, and for the main worker. */
function beyondTask({ children }: RunState, worker: string, claims: readonly string[]): string | null {
  const child = children.find(({ id }) => id === worker);
  const foreign = child ? claims.filter((claim) => !child.claims.includes(claim)) : [];
  return foreign.length === 0 ? null : `${foreign.join(', ')} is not of your task: name ${child?.claims.join(', ') ?? ''}. What else you come upon, say in the reason of finish.`;
}

function beyondShare(budget: BudgetState, reservation: string | null, spends: Amounts): Axis | null {
  const left = reservation === null ? {} : budget.reservations[reservation]?.left ?? {};
  return axes.find((axis) => (spends[axis] ?? 0) > (left[axis] ?? 0)) ?? null;
}

const toolsNow = (state: RunState, { tools, context }: Executor): string => `Tools now: ${toolsFor(state, tools, context.worker).map(({ name }) => name).join(', ') || 'none'}.`;

/** A tool that breaks answers with what broke: it costs a turn, never the run. An abort is passed on. */
async function prepare(run: () => Promise<Outcome> | Outcome): Promise<Outcome> {
  try {
    return await run();
  } catch (cause) {
    // A disk that cannot be written is no outcome of the step: the run pauses.
    if (cause instanceof LogFailed || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
    return () => broken(cause);
  }
}

const broken = (cause: unknown): ToolOutcome =>
  ({ ok: false, drafts: [], text: cause instanceof ArchiveBroken ? cause.message : `The step failed: ${errorMessage(cause)}. This says nothing about the question.`, settlement: 'unknown' });

function started(executor: Executor, { id, name, turn, sent }: Asked, spends: Amounts, attempt: number): EventDraft {
  return {
    type: 'call.started', by: executor.context.worker,
    data: { id, kind: 'tool', worker: executor.context.worker, turn, name, sent, spends, reservation: executor.reservation, role: null, attempt },
  };
}

/** A tool that only writes to the ledger: intent, consequences and receipt are one group. */
async function settleAtOnce(executor: Executor, call: Asked, spends: Amounts, outcome: Outcome): Promise<void> {
  await settle(executor, call, outcome, [started(executor, call, spends, 1)]);
}

async function settle(executor: Executor, call: TurnCall, outcome: Outcome, before: readonly EventDraft[]): Promise<void> {
  const { recorder, archive } = executor;
  // A decision that breaks would break again on every resume: it is answered like a tool that breaks.
  const decide: Outcome = (state) => {
    try {
      return outcome(state);
    } catch (cause) {
      return broken(cause);
    }
  };
  // The words of a receipt may be long and go to the archive first; what is decided is decided again in the queue.
  const preview = decide(recorder.state);
  const texts = new Map<string, Receipt['text']>();
  for (const words of [preview.text, preview.data === undefined ? null : JSON.stringify(preview.data)]) if (words !== null) texts.set(words, await store(archive, words));
  await recorder.commit((state) => {
    const decided = decide(state);
    return [...before, ...decided.drafts, settled(call, decided, texts)];
  }).catch((cause: unknown) => {
    if (!(cause instanceof EventRefused)) throw cause;
    return recorder.commit(() => [...before, settled(call, broken(cause))]);
  });
}

/** `texts`: words that are long and stand in the archive already. */
function settled(call: TurnCall, { ok, text, data, settlement }: ToolOutcome, texts: ReadonlyMap<string, Receipt['text']> = new Map()): EventDraft {
  const stored = (words: string): Receipt['text'] => texts.get(words) ?? { text: words };
  const receipt: Receipt = { ok, text: stored(text), data: data === undefined ? null : stored(JSON.stringify(data)) };
  return { type: 'call.settled', by: 'host', data: { id: call.id, settlement: settlement ?? (ok ? 'spent' : 'released'), receipt, usage: null, failure: ok ? null : 'refused' } };
}
