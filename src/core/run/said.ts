/**
 * Words of the host, as an English template (`{0}` stands for a value) and what fills it. The log keeps the English sentence, for
 * whoever reads it, and beside it this, so that the editor can say the same in its own language: the template is what a translation is found by.
 */
export interface Said {
  template: string;
  values: readonly (string | number | Said)[];
}

/** Words that may be only English: what a server, a system or a person said. */
export type Words = string | Said;

/** Templates are written out where they are used: a test holds them and their translations together. */
export const say = (template: string, ...values: Said['values']): Said => ({ template, values });

/** The sentence, its template and its values brought into words by `translate` where that is given. */
export function spoken(words: Words, translate: (template: string) => string = (template) => template): string {
  if (typeof words === 'string') return words;
  return translate(words.template).replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = words.values[Number(index)];
    return value === undefined ? place : typeof value === 'object' ? spoken(value, translate) : String(value);
  });
}

/** As an event keeps it. */
export const recorded = (words: Words): { reason: string; said: Said | null } => ({ reason: spoken(words), said: typeof words === 'string' ? null : words });

/** The same for what something is set aside for. */
export const purpose = (said: Said): { purpose: string; said: Said } => ({ purpose: spoken(said), said });

/** An error whose sentence is shown to people. */
export class SaidError extends Error {
  readonly said: Said | null;
  constructor(words: Words, options?: ErrorOptions) {
    super(spoken(words), options);
    this.said = typeof words === 'string' ? null : words;
  }
}

/** What an error says, as it can be said again in another language where it can. */
export const wordsOf = (cause: unknown): Words => (cause instanceof SaidError ? cause.said ?? cause.message : cause instanceof Error ? cause.message : String(cause));
