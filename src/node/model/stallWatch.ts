/** Aborts when nothing came for a while; a stream that hangs would otherwise hold the run for ever. */
export class StallWatch {
  readonly #abort = new AbortController();
  readonly #passOn: () => void;
  #timer: NodeJS.Timeout;
  #stalled = false;

  constructor(private readonly outer: AbortSignal, readonly milliseconds: number) {
    this.#passOn = () => this.#abort.abort(outer.reason);
    if (outer.aborted) this.#passOn();
    outer.addEventListener('abort', this.#passOn, { once: true });
    this.#timer = this.#arm();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stalled(): boolean {
    return this.#stalled;
  }

  /** Bytes came: also those of a comment line that only keeps the connection alive. */
  beat(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.outer.removeEventListener('abort', this.#passOn);
  }

  #arm(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#stalled = true;
      this.#abort.abort();
    }, this.milliseconds);
  }
}

/** Each byte of the body tells the watch that the server is alive. */
export const watched = (stall: StallWatch): typeof fetch => async (address, init) => {
  const response = await fetch(address, init);
  stall.beat();
  const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      stall.beat();
      controller.enqueue(bytes);
    },
  }));
  return new Response(body ?? null, { status: response.status, statusText: response.statusText, headers: response.headers });
};
