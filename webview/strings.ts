import { en, type Strings } from './strings/en';

export type { Strings } from './strings/en';

/**
 * The frame's words for a locale tag; English where there is none of ours. What a source or the researcher wrote is never translated.
 * Another language is a file of its own, loaded only where it is spoken.
 */
export async function loadStrings(locale: string): Promise<Strings> {
  return /^zh\b/i.test(locale) ? (await import('./strings/zh')).zh : en;
}

/** Words for a term of the ledger; the term itself where a newer host uses one unknown here. */
export function word(words: Record<string, string>, term: string): string {
  return words[term] ?? term;
}
