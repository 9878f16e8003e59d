/** Milliseconds after which a connection is given up although it still says that it is alive. */
const longestDefault = 3_600_000;

/** Aborts when nothing came for a while, or no end after a long one; a stream that hangs would otherwise hold the run for ever. */
export class StallWatch {
  readonly #abort = new AbortController();
  readonly #passOn: () => void;
  #timer: NodeJS.Timeout;
  readonly #end: NodeJS.Timeout;
  #stalled = false;
  #late = false;

  constructor(private readonly outer: AbortSignal, readonly milliseconds: number, readonly longest = longestDefault) {
    this.#passOn = () => this.#abort.abort(outer.reason);
    if (outer.aborted) this.#passOn();
    outer.addEventListener('abort', this.#passOn, { once: true });
    this.#timer = this.#arm();
    this.#end = setTimeout(() => {
      this.#late = true;
      this.#giveUp();
    }, longest);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** It was given up: for silence, or for its length. */
  get stalled(): boolean {
    return this.#stalled;
  }

  get late(): boolean {
    return this.#late;
  }

  /** Bytes came: also those of a comment line that only keeps the connection alive. */
  beat(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#end);
    this.outer.removeEventListener('abort', this.#passOn);
  }

  #arm(): NodeJS.Timeout {
    return setTimeout(() => { this.#giveUp(); }, this.milliseconds);
  }

  #giveUp(): void {
    this.#stalled = true;
    this.#abort.abort();
  }
}
