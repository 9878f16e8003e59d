import { RequestFailed } from '../core/researcher/researcher';
import { type ActiveRun } from '../core/run/activeRun';
import { type LedgerAnswered, type RuleReason, type ToPanel } from '../shared/messages';

type Answer = LedgerAnswered['answer'];

/** A model as a run names it, and as a person reads it. */
export interface Answering {
  id: string;
  label: string;
}

export interface AskingParts {
  /** The model that would be asked, or null. */
  answerer: () => Promise<Answering | null>;
  post: (message: ToPanel) => void;
  /** What an error says, in the language of the editor. */
  words: (cause: unknown) => string;
}

/** Questions of one panel to its finished ledger, one at a time. None of them searches or reads, and none becomes a research. */
export class Asking {
  #stop: AbortController | null = null;
  /** What was answered last: a page that comes back is told it again, since it was paid for. */
  #last: LedgerAnswered | null = null;

  constructor(private readonly parts: AskingParts) {}

  /** Who would answer a question, and why it is no model. */
  async who({ recorder }: ActiveRun): Promise<{ model: Answering | null; why: RuleReason | null }> {
    // A request is written into the run before it is sent.
    if (!recorder.writable) return { model: null, why: 'read-only' };
    const model = await this.parts.answerer();
    return { model, why: model === null ? 'no-model' : null };
  }

  /** A failure is said with its reason; what the rule finds is then given only when it is asked for. */
  async ask(active: ActiveRun, question: string, by: 'model' | 'rule'): Promise<void> {
    this.stop();
    const { model, why } = by === 'rule' ? { model: null, why: 'chosen' as const } : await this.who(active);
    const post = (answer: Answer): void => {
      this.#last = { type: 'answered', question, answer };
      this.parts.post(this.#last);
    };
    if (model === null) return post(byRule(active, question, why ?? 'no-model'));
    const stop = new AbortController();
    this.#stop = stop;
    post({ by: 'asking', model: model.label });
    try {
      const { text, citations } = await active.askModel(model.id, question, stop.signal);
      post({ by: 'model', model: model.label, text, citations: [...citations], missing: [...active.answer(question).absent] });
    } catch (cause) {
      if (!stop.signal.aborted) post({ by: 'failure', model: model.label, message: this.parts.words(cause), needsKey: cause instanceof RequestFailed && cause.waitingFor === 'key' });
    }
  }

  /** The page is back. */
  again(): void {
    if (this.#last) this.parts.post(this.#last);
  }

  /** The answer was read, or nobody waits for it any more. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#last = null;
  }
}

/** The ledger alone answers: nothing is searched, read or sent for it. */
function byRule(active: ActiveRun, question: string, why: RuleReason): Answer {
  const { items, missing, open } = active.answer(question);
  return {
    by: 'rule', why, missing: [...missing], open: [...open],
    items: items.map(({ evidence, claim, status, setAside, quote, cells, source }) => ({ evidence, claim, status, setAside, quote, cells, source: source === null ? null : source.title || source.address })),
  };
}
