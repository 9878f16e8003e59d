/** What the core asks of the world besides its stores. All are passed in; nothing here is global. */

export interface Clock {
  /** ISO 8601 UTC, milliseconds. */
  now(): string;
  /** Milliseconds that only grow, for measuring what passed; a run's own stand still while the machine is asleep. */
  monotonic(): number;
  /** Resolves after that long; rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** What a run's time is measured by. */
export interface RunClock extends Clock {
  /** Calls `act` each time that many milliseconds have passed, until what it returns is called. Keeps no process alive. */
  every(milliseconds: number, act: () => void): () => void;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
