import * as z from 'zod';
import { eventCatalog, EventRefused, eventVersions, type EventDraft, type RunEvent } from './event';
import { type Holder, type RunLog } from './log';
import { type Clock } from './platform';
import { reduce, replay, type RunState } from './state';

/** Decides what to write from the state as it will be when these events get their turn. Pure. */
export type Decision = (state: RunState) => readonly EventDraft[];

export type StateListener = (state: RunState, events: readonly RunEvent[]) => void;

interface Waiting {
  events: readonly RunEvent[];
  after: RunState;
  done: (events: readonly RunEvent[]) => void;
  failed: (cause: unknown) => void;
}

/**
 * The one queue of a run: validate against the state → append and flush → apply → acknowledge.
 * Events of one decision are written whole or not at all; decisions that wait while the disk is busy share its next flush.
 */
export class Recorder {
  /** What is on the disk. */
  #state: RunState;
  /** What will be once everything waiting is on the disk: the next decision is made against this. */
  #ahead: RunState;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  /** Why nothing more can be written: after a failed append nobody knows here what is on the disk. Opening the run again finds out. */
  #broken: Error | null = null;
  readonly #listeners = new Set<StateListener>();
  readonly #events: RunEvent[];

  constructor(private readonly log: RunLog, private readonly clock: Clock) {
    this.#events = [...log.events];
    this.#state = replay(this.#events);
    this.#ahead = this.#state;
    if (log.mode === 'reader') {
      log.follow((events) => {
        for (const event of events) this.#state = reduce(this.#state, event);
        this.#ahead = this.#state;
        this.#events.push(...events);
        this.#tell(events);
      });
    }
  }

  get state(): RunState {
    return this.#state;
  }

  /** Every event on the disk, in order. */
  get events(): readonly RunEvent[] {
    return this.#events;
  }

  get writable(): boolean {
    return this.log.mode === 'writer' && !this.#broken;
  }

  /** Whether another holds the run, or held it when this was opened: then it may be taken over when that one is gone. */
  get follows(): boolean {
    return this.log.mode === 'reader';
  }

  get heldBy(): Holder | null {
    return this.log.heldBy;
  }

  /** Resolves with the events once they are on the disk. Rejects with EventRefused before anything is written, or with LogFailed. */
  commit(decide: Decision): Promise<readonly RunEvent[]> {
    if (this.#broken) return Promise.reject(this.#broken);
    let events: RunEvent[];
    const before = this.#ahead;
    try {
      events = this.#validate(decide(before), before.seq);
    } catch (cause) {
      return Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
    }
    if (events.length === 0) return Promise.resolve([]);
    this.#ahead = events.reduce(reduce, before);
    return new Promise((done, failed) => {
      this.#waiting.push({ events, after: this.#ahead, done, failed });
      this.#flushing ??= this.#flush();
    });
  }

  /** Called after events were applied, in order. Returns a disposer. */
  onChange(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async checkpoint(): Promise<void> {
    await this.settled();
    if (this.writable) await this.log.checkpoint();
  }

  async close(): Promise<void> {
    await this.settled();
    this.#listeners.clear();
    await this.log.close();
  }

  #validate(drafts: readonly EventDraft[], seq: number): RunEvent[] {
    const at = this.clock.now();
    return drafts.map((draft, index) => {
      const body = eventCatalog[draft.type].safeParse(draft.data);
      if (!body.success) throw new EventRefused(`${draft.type} was not written: ${z.prettifyError(body.error)}`);
      return { ...draft, data: body.data, seq: seq + index + 1, at, v: eventVersions[draft.type] ?? 1 } as RunEvent;
    });
  }

  async #flush(): Promise<void> {
    // A tick lets everything that is decided in this turn of the event loop share one flush.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        // One append a decision keeps each whole; the log flushes them together.
        await Promise.all(batch.map(({ events }) => this.log.append(events)));
      } catch (cause) {
        // What comes after a lost event was decided on a state that never was.
        this.#broken = cause instanceof Error ? cause : new Error(String(cause));
        const lost = [...batch, ...this.#waiting];
        this.#waiting = [];
        this.#ahead = this.#state;
        for (const { failed } of lost) failed(cause);
        break;
      }
      for (const { events, done } of batch) {
        for (const event of events) this.#state = reduce(this.#state, event);
        this.#events.push(...events);
        this.#tell(events);
        done(events);
      }
    }
    this.#flushing = null;
  }

  #tell(events: readonly RunEvent[]): void {
    for (const listener of this.#listeners) listener(this.#state, events);
  }
}
