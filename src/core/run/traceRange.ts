import { type TraceLine } from '../../shared/view';
import { type RunEvent } from './event';
import { spoken, type Words } from './said';
import { traceLine } from './trace';

export interface TraceQuery {
  /** Index of the first line among those that pass the filter. */
  from: number;
  count: number;
  /** Words that title, detail, type or author must contain, whatever their case; null: all. */
  filter: string | null;
  /** An event's type, or what stands before its dot (`search`, `call`); null: all. */
  kind: string | null;
}

/** A panel never asks for more at a time. */
const mostLines = 500;

/** Lines of a run's trace by ranges. Remembers what passed the last filter, since a list is scrolled far more often than filtered. */
export class TraceIndex {
  #asked = '';
  #passed: RunEvent[] = [];
  #looked = 0;

  /** `inWords`: in which language lines are shown and found. */
  constructor(private readonly events: () => readonly RunEvent[], private readonly inWords: (words: Words) => string = spoken) {}

  range({ from, count, filter, kind }: TraceQuery): { total: number; from: number; lines: TraceLine[] } {
    const asked = JSON.stringify([filter, kind]);
    if (asked !== this.#asked) {
      this.#asked = asked;
      this.#passed = [];
      this.#looked = 0;
    }
    const events = this.events();
    const words = (filter ?? '').toLowerCase().trim();
    for (; this.#looked < events.length; this.#looked++) {
      const event = events[this.#looked];
      if (event && passes(event, words, kind, this.inWords)) this.#passed.push(event);
    }
    const start = Math.max(0, from);
    return { total: this.#passed.length, from: start, lines: this.#passed.slice(start, start + Math.min(Math.max(0, count), mostLines)).map((event) => traceLine(event, this.inWords)) };
  }
}

function passes(event: RunEvent, words: string, kind: string | null, inWords: (words: Words) => string): boolean {
  if (kind !== null && event.type !== kind && !event.type.startsWith(`${kind}.`)) return false;
  if (words === '') return true;
  const { title, detail, type, by } = traceLine(event, inWords);
  return `${title}\n${detail}\n${type}\n${by}`.toLowerCase().includes(words);
}
