import { en, type Strings } from './strings/en';

export type { Strings } from './strings/en';

/**
 * The frame's words for a locale tag; English where there is none of ours. What a source or the researcher wrote is never translated.
 * Another language is a file of its own, loaded only where it is spoken. English is there at once, but for the words of parts that
 * load later: `loadLaterWords` brings those with the first such part.
 */
export async function loadStrings(locale: string): Promise<Strings> {
  return /^zh\b/i.test(locale) ? (await import('./strings/zh')).zh : (en as Strings);
}

export async function loadLaterWords(t: Strings): Promise<void> {
  if (t === en) Object.assign(en, (await import('./strings/later')).later);
}

/** Words for a term of the ledger; the term itself where a newer host uses one unknown here. */
export function word(words: Record<string, string>, term: string): string {
  return words[term] ?? term;
}
