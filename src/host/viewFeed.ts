import { boundedView } from '../core/run/boundedView';
import { viewDelta } from '../core/run/viewDelta';
import { protocolVersion, type StartOffer, type ToPanel } from '../shared/messages';
import { type RunView } from '../shared/view';

export interface FeedParts {
  view: () => RunView;
  /** What the start form offers, while the scope is awaited. */
  offer: (view: RunView) => StartOffer | null;
  locale: string;
  post: (message: ToPanel) => void;
  /** Milliseconds that only grow. */
  monotonic: () => number;
}

/** Milliseconds between two deltas: about ten a second are followed by the eye. */
const shortest = 100;
/** A view that took long to make is made less often, so that the run keeps most of the thread. */
const restFactor = 5;

/** Keeps one panel up to date: a bounded snapshot when it says that it is ready, then numbered deltas while it is on screen, nothing while it is not. */
export class ViewFeed {
  #n = 0;
  #sent: RunView | null = null;
  #timer: NodeJS.Timeout | null = null;
  #rest = shortest;
  #offered = 'null';

  constructor(private readonly parts: FeedParts) {}

  snapshot(): void {
    const { post, offer, locale } = this.parts;
    this.#cancel();
    const whole = this.#make();
    const { view, omitted } = boundedView(whole);
    this.#sent = view;
    this.#n += 1;
    const offered = offer(whole);
    this.#offered = JSON.stringify(offered);
    post({ type: 'snapshot', protocol: protocolVersion, n: this.#n, view, locale, omitted, offer: offered });
  }

  /** Something was recorded. Costs nothing while no panel is looking. */
  changed(): void {
    if (this.#sent === null || this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#flush(), this.#rest);
  }

  /** The panel went out of sight, and with it everything that it knew. */
  stop(): void {
    this.#cancel();
    this.#sent = null;
  }

  #flush(): void {
    this.#timer = null;
    if (this.#sent === null) return;
    const before = this.#sent;
    const whole = this.#make();
    // Only a snapshot carries what a form offers.
    if (JSON.stringify(this.parts.offer(whole)) !== this.#offered) return this.snapshot();
    const { view } = boundedView(whole);
    const delta = viewDelta(before, view);
    if (delta === null) return;
    this.#sent = view;
    this.#n += 1;
    this.parts.post({ type: 'delta', n: this.#n, ...delta });
  }

  #make(): RunView {
    const { view, monotonic } = this.parts;
    const before = monotonic();
    const made = view();
    this.#rest = Math.max(shortest, restFactor * (monotonic() - before));
    return made;
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
