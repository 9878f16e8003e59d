/** Milliseconds between two pulses, and how long an answer may take: a cold editor on a busy machine needs up to 45 s to show its first page. */
const beat = 25_000;

export interface HeartbeatParts {
  send: () => void;
  /** The panel does not answer: it is loaded anew. Called once until it lives again. */
  reload: () => void;
  /** It does not live after that either. */
  givenUp: () => void;
}

/** Notices a panel that no longer answers while it is on screen, and loads it anew once by itself. */
export class Heartbeat {
  #timer: NodeJS.Timeout | null = null;
  #heard = true;
  #reloaded = false;

  constructor(private readonly parts: HeartbeatParts) {}

  start(): void {
    this.stop();
    this.#heard = true;
    this.#timer = setInterval(() => this.#tick(), beat);
    this.parts.send();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Any message is a sign of life; an answered pulse after a reload allows the next reload. */
  heard(isPulse: boolean): void {
    this.#heard = true;
    if (isPulse) this.#reloaded = false;
  }

  #tick(): void {
    if (this.#heard) {
      this.#heard = false;
      this.parts.send();
    } else if (this.#reloaded) {
      this.stop();
      this.parts.givenUp();
    } else {
      this.#reloaded = true;
      this.#heard = true;
      this.parts.reload();
    }
  }
}
