import { type Assessment } from '../ledger/assess';
import { type Convergence } from '../ledger/convergence';
import { type EventDraft } from '../run/event';
import { type Lesson, type Usage } from '../run/records';
import { SaidError, type Said, type Words } from '../run/said';
import { type RunState, type Standing, type Turn } from '../run/state';

/**
 * Port: who decides the next step. The loop asks, records the answer, runs its calls, and asks again.
 * A researcher keeps nothing between steps: what it needs it finds in the turn view, so that a resumed run goes on where it was.
 */
export interface Researcher {
  /** Written beside evidence and blocks as who took them: `extractive`, or the model's name. */
  readonly name: string;
  /** True when it chooses quotations by rule and writes nothing itself. */
  readonly quotes: boolean;
  next(view: TurnView, gate: RequestGate, signal: AbortSignal): Promise<Step>;
  /** Gives up the answer of a kept handle. Absent where no server works on without a connection. */
  readonly cancel?: ((handle: string) => Promise<Cancelled>) | undefined;
}

/** What came of an answer that was given up: what its server says it used, null when it does not say, and a sentence for the record. */
export interface Cancelled {
  usage: Usage | null;
  said: string;
}

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>;
}

/** UTF-16 code units of one receipt that a request shows; the rest is reached with `recall`. */
export const receiptLimit = 6000;

/** A turn with its texts brought in from the archive. */
export interface Exchange extends Omit<Turn, 'calls' | 'text'> {
  text: string;
  calls: readonly { id: string; name: string; args: unknown; receipt: { ok: boolean; text: string; data: unknown } | null }[];
  /** UTF-16 code units of its text, of each call's arguments and of each receipt that a request shows; Infinity where the whole turn fits. */
  room: number;
}

/** What a researcher may know when it decides: structured state, never a prompt to parse. */
export interface TurnView {
  now: string;
  worker: string;
  /** Number of this turn among the worker's turns, from 1. */
  turn: number;
  state: RunState;
  /** How things stood when what is shown began: what stands first in a request is written from it, so that it stays the same from one to the next. */
  standing: Standing;
  assessment: Assessment;
  convergence: Convergence;
  /** Tools of this phase; being listed is no permission. */
  tools: readonly ToolSpec[];
  /** The worker's own turns, oldest first. */
  exchanges: readonly Exchange[];
  /** Only for a child: what it was sent for. */
  objective: { id: string; objective: string; output: string; boundaries: string; sources: readonly string[]; claims: readonly string[] } | null;
  /** Files of a watched folder that changed since the last turn. */
  news: readonly string[];
}

export interface StepCall {
  name: string;
  args: unknown;
}

export interface Step {
  text: string;
  calls: readonly StepCall[];
  /** Calls beyond what one answer may bring; they are nowhere else. */
  leftOut?: number;
  /** What of its text looked like a call and was not run, and why; a few words each. */
  unread?: readonly string[];
  model: string;
  finish: string | null;
  /** Events that belong to this answer and are written with it: the settlement of the request that brought it. */
  settles: readonly EventDraft[];
}

/**
 * What a model request came to. `open`: the server still works on the answer, and its handle is kept; the call is not settled,
 * and whoever goes on with the run asks for that answer again. `learnt`: the refusal told what is not to be asked again.
 */
export type RequestResult<T> =
  | { ok: true; value: T; usage: Usage | null; body: string }
  | { ok: false; settlement: 'released' | 'unknown' | 'open'; message: string; said?: Said | null | undefined; temporary: boolean; retryAfter: number | null; needsKey: boolean; learnt?: Lesson | undefined };

/** How an answer that a server works on is found again after a lost connection or a killed process. */
export interface Handle {
  /** What was kept last, by whichever process; null when nothing of this request was sent. */
  readonly kept: string | null;
  /** Resolves once it is on the disk. */
  keep(handle: string): Promise<void>;
}

/**
 * The way to a paid model: asks the approver, writes the intent, sends, and hands back the answer with the event that settles it.
 * Tries again where that helps, each try a request of its own, with `body` as it is sent then; an answer that is still under way is only asked for again. Throws RequestRefused or RequestFailed.
 */
export interface RequestGate {
  request<T>(body: () => string, send: (signal: AbortSignal, handle: Handle) => Promise<RequestResult<T>>): Promise<{ value: T; settles: EventDraft[] }>;
}

/** The approver said no: the run finalizes or ends, it does not fail. */
export class RequestRefused extends SaidError {
  override readonly name = 'RequestRefused';
}

/** No answer could be had. The run pauses with this sentence; nothing is lost. */
export class RequestFailed extends SaidError {
  override readonly name = 'RequestFailed';
  /** `again`: the same may work later. */
  constructor(words: Words, readonly waitingFor: 'key' | 'nothing', readonly again = false) {
    super(words);
  }
}
