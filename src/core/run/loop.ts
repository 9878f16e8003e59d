import { available, deadlinePassed, noneLeft } from '../budget/approver';
import { depthDrafts, depthHintDue, type DepthMoment } from '../budget/depth';
import { finalizationId, reservationOf } from '../budget/state';
import { lateOrderDrafts, toAnswer } from '../check/orders';
import { runChecks, type CheckParts } from '../check/runChecks';
import { type Calculator } from '../ledger/calculator';
import { converge } from '../ledger/convergence';
import { requestGate } from '../request/gate';
import { RequestFailed, RequestRefused, type Researcher, type Step } from '../researcher/researcher';
import { turnView } from '../researcher/turnView';
import { type LookAtFolders } from '../source/folderNews';
import { type SearchProvider } from '../source/provider';
import { type TableEngine } from '../source/tableEngine';
import { waitingQueries } from '../tool/searchTools';
import { type Tool } from '../tool/tool';
import { answeredDrafts, archiveStep } from './answered';
import { delegateTo } from './children';
import { endDrafts } from './ending';
import { executeCalls, type Executor } from './execute';
import { type EventDraft } from './event';
import { giveUp, giveUpWaiting } from './giveUp';
import { LogFailed } from './log';
import { newNotices } from './notices';
import { errorMessage, type Log, type RunClock } from './platform';
import { stallOf } from './progress';
import { type Role, type StopReason, type WaitingFor } from './records';
import { recorded, say, wordsOf, type Words } from './said';
import { facts, type RunState, type Turn } from './state';

export interface LoopParts extends CheckParts {
  clock: RunClock;
  researcher: Researcher;
  /** Researchers of the other roles; absent: the main one does their work too. */
  researcherFor?: (role: Role) => Promise<Researcher>;
  tools: readonly Tool[];
  providers: readonly SearchProvider[];
  tables: TableEngine;
  calculator: Calculator;
  sha256: (text: string) => string;
  log: Log;
  lookAtFolders: LookAtFolders;
}

/** Active time that a kill may lose at most, in milliseconds: a step that takes longer writes what passed in between. */
const timeWritten = 30_000;

/** States in which the researcher is asked. */
const working = new Set(['drafting', 'planning', 'running', 'finalizing']);
/** Those whose time counts: not that of scope and plan, and none in which the run waits. */
const timed = new Set(['running', 'finalizing']);

/**
 * The loop of the main worker: check the budget → project the turn → ask the researcher → record the answer → run its calls →
 * recompute. It owns nothing but its own going on: everything it knows stands in the run's state.
 */
export class RunLoop {
  readonly #abort = new AbortController();
  /** Aborted when the run's time or its deadline is over: no answer of this turn is waited for beyond that. */
  #timeLimit = new AbortController();
  /** Since when time counts that is not recorded yet, on the monotonic clock; null while it does not. */
  #since: number | null = null;
  #stopping: { state: 'paused' | 'cancelled' | 'left'; reason: Words } | null = null;
  #over = false;

  constructor(private readonly parts: LoopParts) {}

  /** Whether it comes to rest or has: what is asked of the run from now on is another loop's work. */
  get halting(): boolean {
    return this.#over || this.#stopping !== null;
  }

  /** Asks the loop to stop at once; what is under way is left open and started again on resume. */
  pause(reason: Words): void {
    this.#stopping ??= { state: 'paused', reason };
    this.#abort.abort();
  }

  /** Stops at once and leaves the run as it stands, for whoever opens it next. */
  leave(): void {
    this.#stopping ??= { state: 'left', reason: '' };
    this.#abort.abort();
  }

  /** Ends the run by the user's wish. What is published stays. */
  cancel(): void {
    this.#stopping = { state: 'cancelled', reason: 'stopped by the user' };
    this.#abort.abort();
  }

  /** Goes on until the run ended, paused, or waits for a person. Rejects with LogFailed where not even a pause can be written; for nothing that a source or a model does. */
  async go(): Promise<void> {
    const { recorder, log, clock } = this.parts;
    const stop = clock.every(timeWritten, () => void this.#lookAtTime());
    try {
      await this.#reopen();
      await this.#check();
      while (working.has(facts(recorder.state).state) && facts(recorder.state).waitingFor === 'nothing') {
        this.#abort.signal.throwIfAborted();
        await this.#turn();
      }
      this.#over = true;
    } catch (cause) {
      this.#over = true;
      if (this.#stopping) return this.#stop(this.#stopping);
      if (cause instanceof LogFailed) {
        log.error(`The run stopped, since it could not be written: ${cause.message}`);
        // Only the archive may have failed; when the log did, this fails too and the one who opened the run is told.
        if (recorder.writable) return this.#pauseFor(wordsOf(cause), 'nothing');
        throw cause;
      }
      if (cause instanceof RequestFailed) return this.#pauseFor(cause.again ? say('{0} Resume to try again.', wordsOf(cause)) : wordsOf(cause), cause.waitingFor);
      log.error('The run paused after an unexpected error.', cause);
      return this.#pauseFor(say('An unexpected error: {0}. Nothing is lost; resume to try again.', errorMessage(cause)), 'nothing');
    } finally {
      stop();
    }
    if (facts(recorder.state).state === 'ended') await recorder.checkpoint();
  }

  /**
   * After a crash or a pause: calls without a result are lost attempts whose cost nobody knows; their turn starts them again.
   * One whose server still holds the answer is not lost: it stays open until its turn has asked for that.
   */
  async #reopen(): Promise<void> {
    const { recorder } = this.parts;
    const lost = Object.values(recorder.state.openCalls).filter(({ handle }) => handle === null);
    await recorder.commit((state) => [
      ...lost.map((call): EventDraft => ({ type: 'call.settled', by: 'host', data: { id: call.id, settlement: 'unknown', receipt: null, usage: null, failure: 'the run was interrupted before the answer was recorded' } })),
      ...(facts(state).state === 'paused' ? [{ type: 'run.stateChanged', by: 'host', data: { state: facts(state).pausedFrom ?? 'drafting', waitingFor: 'nothing', reason: null } } satisfies EventDraft] : []),
    ]);
  }

  async #turn(): Promise<void> {
    const { recorder, clock } = this.parts;
    this.#since = timed.has(facts(recorder.state).state) ? this.#since ?? clock.monotonic() : null;
    if (this.#timeLimit.signal.aborted) this.#timeLimit = new AbortController();
    await this.#settleDepth();
    const open = recorder.state.turns.findLast(({ worker }) => worker === 'main');
    if (open?.calls.some(({ receipt }) => receipt === null)) {
      if (await this.#waitsForQueries(open)) return;
      await executeCalls(this.#executor(), open.turn, open.calls, this.#abort.signal);
      await this.#after(false);
      return;
    }
    if (await this.#limitReached()) return;
    const step = await this.#ask();
    if (!step) return;
    const written = await archiveStep(this.parts.archive, step);
    await recorder.commit((state) => answeredDrafts(state, 'main', written));
    const answered = recorder.state.turns.at(-1);
    if (answered && await this.#waitsForQueries(answered)) return;
    if (answered) await executeCalls(this.#executor(), answered.turn, answered.calls, this.#abort.signal);
    await this.#after(true);
  }

  /** The turn's calls stay open until the user has said whether its queries may leave the machine. */
  async #waitsForQueries(turn: Turn): Promise<boolean> {
    const { recorder, providers } = this.parts;
    const queries = waitingQueries(recorder.state, turn.calls, providers);
    if (queries.length === 0) return false;
    const time = this.#timePassed();
    await recorder.commit((state) => [...time, { type: 'run.stateChanged', by: 'host', data: { state: facts(state).state, waitingFor: 'query', ...recorded(say('Files of a folder were read; these queries would leave the machine: {0}.', queries.join('; '))) } }]);
    return true;
  }

  async #ask(): Promise<Step | null> {
    const { recorder, researcher, clock, archive, tools } = this.parts;
    const news = await this.#folderNews();
    const view = await turnView({ state: recorder.state, tools, archive, now: clock.now(), worker: 'main', news });
    const gate = requestGate({ recorder, archive, clock, worker: 'main', turn: view.turn, role: 'main', reservation: null, signal: this.#withinTime });
    try {
      return await researcher.next(view, gate, this.#withinTime);
    } catch (cause) {
      if (cause instanceof RequestRefused) await this.#runOut('budget', wordsOf(cause));
      // The next turn comes to the limit and says it.
      else if (this.#timeIsUp) await this.#giveUp('main');
      else throw cause;
      return null;
    }
  }

  /** For what is waited for. */
  get #withinTime(): AbortSignal {
    return AbortSignal.any([this.#abort.signal, this.#timeLimit.signal]);
  }

  get #timeIsUp(): boolean {
    return this.#timeLimit.signal.aborted && !this.#abort.signal.aborted;
  }

  #giveUp(worker: string): Promise<void> {
    return giveUpWaiting(this.parts, worker, this.#researcherOf);
  }

  readonly #researcherOf = (role: Role): Promise<Researcher> => this.parts.researcherFor?.(role) ?? Promise.resolve(this.parts.researcher);

  /** What changed in the folders is recorded, and announced in the next request. */
  async #folderNews(): Promise<string[]> {
    const { added, changed, removed, notices } = await this.parts.lookAtFolders();
    await this.parts.recorder.commit((state) => [
      ...(added.length + changed.length + removed.length > 0 ? [{ type: 'folder.changed', by: 'host', data: { added: [...added], changed: [...changed], removed: [...removed] } } satisfies EventDraft] : []),
      ...newNotices(state, notices),
    ]);
    return [...added.map((file) => `${file} (new)`), ...changed.map((file) => `${file} (changed)`), ...removed.map((file) => `${file} (gone)`)];
  }

  #executor(): Executor {
    const { recorder, tools, archive, library, providers, tables, calculator, sha256, clock, log, researcher } = this.parts;
    return { recorder, tools, archive, reservation: null, onlyReserved: false, context: { worker: 'main', extractor: researcher.name, quotes: researcher.quotes, library, providers, tables, calculator, sha256, clock, log, delegate: (orders, call, signal) => delegateTo(this.parts, orders, call, signal, this.#timeLimit.signal), checked: (which) => (which === 'due' ? this.#check() : this.#checkRest(toAnswer.requests)) } };
  }

  /** What was published is checked by a model apart, where one is named for it: also what a crash or a pause left over. */
  async #check(): Promise<void> {
    try {
      await runChecks(this.parts, this.#withinTime);
    } catch (cause) {
      if (!this.#timeIsUp) throw cause;
      await this.#giveUp('verifier');
    }
  }

  /** At the end, what was not checked for want of requests is checked with those that are left, up to `left` of them. */
  async #checkRest(left: number): Promise<void> {
    const { recorder, clock } = this.parts;
    await recorder.commit((state) => lateOrderDrafts(state, clock.now(), left));
    await this.#check();
  }

  /** After a turn: its checks, its time, and whether it brought anything. */
  async #after(answered: boolean): Promise<void> {
    const { recorder } = this.parts;
    await this.#check();
    const time = this.#timePassed();
    await recorder.commit((state) => [
      ...time,
      ...(answered ? reminders(state, this.#moment(state)) : []),
    ]);
    if (working.has(facts(recorder.state).state)) await this.#stalled();
  }

  /** The active time since it was recorded last, to be written with what ends it: a pause, a question to a person, a turn. */
  #timePassed(): EventDraft[] {
    if (this.#since === null) return [];
    const now = this.parts.clock.monotonic();
    const milliseconds = Math.max(0, Math.round(now - this.#since));
    this.#since = now;
    return milliseconds > 0 ? [{ type: 'time.passed', by: 'host', data: { milliseconds } }] : [];
  }

  /** While a step is under way. What cannot be written here is told to the step by its own next write. */
  async #lookAtTime(): Promise<void> {
    const time = this.#timePassed();
    try {
      await this.parts.recorder.commit(() => time);
    } catch (cause) {
      this.parts.log.warn(`Active time was not written: ${errorMessage(cause)}`);
    }
    if (this.#timeOver() !== null) this.#timeLimit.abort();
  }

  /** The same gap for K turns is named once; after as many again the run ends. */
  async #stalled(): Promise<void> {
    const { recorder, clock } = this.parts;
    const { idle, due } = stallOf(recorder.state, recorder.events, 'main');
    if (due === 'word') {
      await recorder.commit(() => [{ type: 'reminder.given', by: 'host', data: { worker: 'main', kind: 'no-progress', text: stallWords(facts(recorder.state).state, idle) } }]);
    } else if (due === 'end') {
      await recorder.commit((state) => endDrafts(state, converge(state, clock.now()), 'no-progress', null));
    }
  }

  /** Limits that end the searching: the run then publishes and finishes with what was kept for that. */
  async #limitReached(): Promise<boolean> {
    const { budget } = this.parts.recorder.state;
    if (available(budget.meters.turns) < 1) return this.#runOut('budget', noneLeft(budget, 'turns'));
    const over = this.#timeOver();
    return over !== null && this.#runOut(...over);
  }

  /** A passed deadline turns the run to finalizing; publishing and finishing still have their turns, and the time that was kept for them. */
  #timeOver(): [StopReason, Words] | null {
    const { recorder, clock } = this.parts;
    const { budget } = recorder.state;
    if (budget.deadline !== null && deadlinePassed(budget.deadline, clock.now()) && facts(recorder.state).state !== 'finalizing') return ['deadline', say('the deadline {0} passed', budget.deadline)];
    return available(budget.meters.milliseconds) <= 0 ? ['budget', noneLeft(budget, 'milliseconds')] : null;
  }

  /** First time: turn to finalizing, which frees what was reserved. In finalizing: the end. */
  async #runOut(reason: StopReason, words: Words): Promise<boolean> {
    const { recorder, clock } = this.parts;
    const state = facts(recorder.state).state;
    // What is reserved for the end answers what is found when the run turns to it; at the very end nobody answers any more.
    await this.#checkRest(state === 'finalizing' ? 0 : Math.max(0, toAnswer.requests - (reservationOf(recorder.state.budget, finalizationId)?.left.requests ?? 0)));
    if (state === 'finalizing' || state === 'drafting' || state === 'planning') {
      await recorder.commit((now) => endDrafts(now, converge(now, clock.now()), reason, words));
      return true;
    }
    const why = recorded(words);
    await recorder.commit(() => [
      { type: 'budget.released', by: 'host', data: { id: finalizationId } },
      { type: 'run.stateChanged', by: 'host', data: { state: 'finalizing', waitingFor: 'nothing', ...why } },
      { type: 'reminder.given', by: 'host', data: { worker: 'main', kind: 'finalizing', text: `${why.reason[0]?.toUpperCase()}${why.reason.slice(1)}: publish what stands and finish; nothing new is searched.` } },
    ]);
    return true;
  }

  #moment(state: RunState): DepthMoment {
    const run = facts(state);
    return { preference: run.options.depth, finalizing: run.state === 'finalizing', now: this.parts.clock.now() };
  }

  /** What is due of depth takes effect before anything more is asked: a wish is decided, and what was granted applied. */
  async #settleDepth(): Promise<void> {
    const { recorder } = this.parts;
    const step = () => recorder.commit((state) => depthDrafts(state.budget, this.#moment(state)));
    while ((await step()).length > 0);
  }

  async #stop({ state, reason }: { state: 'paused' | 'cancelled' | 'left'; reason: Words }): Promise<void> {
    const { recorder, clock } = this.parts;
    if (state === 'left' || facts(recorder.state).state === 'ended') return;
    if (state === 'paused') return this.#pauseFor(reason, 'nothing');
    const givenUp = await giveUp(Object.values(recorder.state.openCalls), 'the run was stopped before the answer was recorded', this.#researcherOf);
    const time = this.#timePassed();
    await recorder.commit((now) => [...time, ...givenUp, ...endDrafts(now, converge(now, clock.now()), 'user', null, 'cancelled')]);
    await recorder.checkpoint();
  }

  async #pauseFor(reason: Words, waitingFor: WaitingFor): Promise<void> {
    const time = this.#timePassed();
    await this.parts.recorder.commit(() => [...time, { type: 'run.stateChanged', by: 'host', data: { state: 'paused', waitingFor, ...recorded(reason) } }]);
  }
}

const nextStep: Partial<Record<string, string>> = {
  drafting: 'Call set_scope.', planning: 'Call set_plan.', finalizing: 'Publish what stands with send_answer_part, then call finish.',
};

const stallWords = (state: string, idle: number): string =>
  `The last ${idle} turns brought nothing new. ${nextStep[state] ?? 'Try another source or another query, publish what stands with send_answer_part, or call finish.'} After as many again the run ends.`;

function reminders(state: RunState, moment: DepthMoment): EventDraft[] {
  const said = state.turns.some((turn) => turn.reminders.some(({ kind }) => kind === 'deep-possible'));
  if (said || !depthHintDue(state.budget, moment)) return [];
  return [{ type: 'reminder.given', by: 'host', data: { worker: 'main', kind: 'deep-possible', text: 'Half of the requests or the time is used. If standard depth cannot answer the question, propose deep with enable_deep_research and the reason.' } }];
}
