import { readObject } from '../researcher/model/looseJson';
import { withoutReasoning } from '../researcher/model/reasoning';

/** An answer while it is written: its text so far, and the call at its end as far as it is. */
export interface Writing {
  text: string;
  call: { name: string; arguments: string } | null;
}

/** What a reader may see of an answer that is not there yet: a `part` of the article, or anything else that the researcher says. */
export interface Preview {
  kind: 'part' | 'words';
  text: string;
}

/** UTF-16 code units shown of a preview: of a part about what one may have at most, of words what is read at a glance. The newest stay. */
const most: Record<Preview['kind'], number> = { part: 8000, words: 600 };

/** A call in the text of a model whose server has no tools, as far as it is written. */
const callInText = /(?:```(?:json)?\s*)?\{\s*"(?:tool|name)"\s*:\s*"(\w+)"\s*,\s*"(?:arguments|parameters)"\s*:\s*/g;

/** What is being written at this moment; null while there is nothing to read, such as the arguments of a search. */
export function previewOf(writing: Writing): Preview | null {
  const whole = withoutReasoning(writing.text);
  const inText = [...whole.matchAll(callInText)];
  const last = inText.at(-1);
  const call = writing.call ?? (last ? { name: last[1] ?? '', arguments: whole.slice(last.index + last[0].length) } : null);
  if (call?.name === 'send_answer_part') {
    const text = fieldSoFar(call.arguments, 'text');
    const heading = fieldSoFar(call.arguments, 'heading');
    return text === null ? null : newest('part', heading === null ? text : `## ${heading}\n\n${text}`);
  }
  const said = call?.name === 'send_research_update' ? fieldSoFar(call.arguments, 'text') : null;
  return newest('words', said ?? whole.slice(0, inText[0]?.index).trim());
}

function newest(kind: Preview['kind'], text: string): Preview | null {
  if (text === '') return null;
  return { kind, text: text.length > most[kind] ? `…${text.slice(-most[kind])}` : text };
}

/** The string at a field of JSON that stops anywhere; null where it has not begun. */
function fieldSoFar(json: string, field: string): string | null {
  const written = new RegExp(`"${field}"\\s*:\\s*"((?:[^"\\\\]+|\\\\.)*)`, 's').exec(json)?.[1];
  if (written === undefined) return null;
  const read = readObject(`{"text":"${written}"}`);
  return read.ok ? (read.value as { text: string }).text : null;
}

/** Tells what is written now; null once the answer is there, or will not come. What a reader sees is made only when somebody looks. */
export type Showing = (preview: (() => Preview | null) | null) => void;

/** What the researcher of a run writes at this moment. Held in memory alone: it is no part of the record. */
export class LivePreview {
  #made: (() => Preview | null) | null = null;
  readonly #listeners = new Set<() => void>();

  get now(): Preview | null {
    return this.#made?.() ?? null;
  }

  /** True while an answer is written, whether or not there is anything of it to read yet. */
  get writing(): boolean {
    return this.#made !== null;
  }

  readonly show: Showing = (preview) => {
    if (preview === null && this.#made === null) return;
    this.#made = preview;
    for (const listener of this.#listeners) listener();
  };

  /** Returns what ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
