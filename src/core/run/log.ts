import { type RunEvent } from './event';
import { SaidError, type Words } from './said';

/** Who holds a run to write it. */
export interface Holder {
  /** Null where its lock does not say. */
  program: 'editor' | 'command-line' | null;
  /** The machine's name; null when it is this one. */
  host: string | null;
}

/** Port: the written form of one run. The adapter owns journal, image and lock of the run's folder. */
export interface RunLog {
  /** `reader`: another window or process writes; this one follows. */
  readonly mode: 'writer' | 'reader';
  /** Reader only: who writes, as far as can be told now; null when nobody does any more. When it changes, followers are called with no event. */
  readonly heldBy: Holder | null;
  /** All events up to now, in order. */
  readonly events: readonly RunEvent[];
  /** What opening found and mended, one sentence each, for people. */
  readonly notices: readonly Words[];
  /**
   * Appends all or nothing and resolves when it is on the disk.
   * Rejects with `LogFailed`; what was not acknowledged will not be there after reopening, or whole.
   */
  append(events: readonly RunEvent[]): Promise<void>;
  /** Reader only: called with what the writer appended meanwhile. Returns a disposer. */
  follow(listener: (events: readonly RunEvent[]) => void): () => void;
  /** Writes the image (tables and events, as a fold of the same events) and cuts the journal; returns when done. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export class LogFailed extends SaidError {
  override readonly name = 'LogFailed';
  constructor(
    readonly kind: 'full' | 'read-only' | 'gone' | 'fenced' | 'other',
    /** Names the folder and the next step. */
    words: Words,
  ) {
    super(words);
  }
}
