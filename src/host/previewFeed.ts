import { type Preview } from '../core/request/preview';
import { type ToPanel } from '../shared/messages';

export interface PreviewParts {
  preview: { readonly now: Preview | null; readonly writing: boolean };
  post: (message: ToPanel) => void;
}

/** Milliseconds between two previews: about ten a second are followed by the eye. */
const shortest = 100;

/** Shows one panel what is being written, while it is on screen, and takes it away at once when the answer is there. */
export class PreviewFeed {
  #looking = false;
  /** What the panel was told last; undefined when it was told nothing yet. */
  #shown: string | null | undefined;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly parts: PreviewParts) {}

  /** The panel is ready, and was told nothing yet. */
  start(): void {
    this.stop();
    this.#looking = true;
    this.#post();
  }

  /** Something was written, or the answer is there. Costs nothing while no panel is looking. */
  changed(): void {
    if (!this.#looking) return;
    if (!this.parts.preview.writing) {
      this.#cancel();
      this.#post();
    } else this.#timer ??= setTimeout(() => this.#flush(), shortest);
  }

  /** The panel went out of sight, and with it what it showed. */
  stop(): void {
    this.#cancel();
    this.#looking = false;
    this.#shown = undefined;
  }

  #flush(): void {
    this.#timer = null;
    this.#post();
  }

  #post(): void {
    const { now } = this.parts.preview;
    const shown = now && JSON.stringify(now);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.parts.post({ type: 'preview', preview: now });
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
