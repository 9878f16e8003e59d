const scripts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Han', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu], ['Cyrillic', /\p{Script=Cyrillic}/gu], ['Arabic', /\p{Script=Arabic}/gu], ['Greek', /\p{Script=Greek}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu], ['Devanagari', /\p{Script=Devanagari}/gu], ['Thai', /\p{Script=Thai}/gu], ['Latin', /\p{Script=Latin}/gu],
];

/** The script that most of a text is written in. A Han sign says about as much as two letters. */
export function scriptOf(text: string): string | null {
  const counted = scripts.map(([name, pattern]) => ({ name, count: (text.match(pattern)?.length ?? 0) * (name === 'Han' ? 2 : 1) })).sort((a, b) => b.count - a.count);
  const [first] = counted;
  return first && first.count >= 40 ? first.name : null;
}

const scriptByLanguage: Readonly<Record<string, string>> = {
  zh: 'Han', ja: 'Han', ko: 'Han', ru: 'Cyrillic', uk: 'Cyrillic', bg: 'Cyrillic', sr: 'Cyrillic', ar: 'Arabic', fa: 'Arabic', el: 'Greek', he: 'Hebrew', hi: 'Devanagari', th: 'Thai',
};

/** The primary subtag of a language tag, `zh` of `zh-CN`; null for what is no tag. */
export const primaryLanguage = (tag: string): string | null => /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag.trim())?.[1]?.toLowerCase() ?? null;

/** Whether a text may be in a language by its script, as `scriptOf` gives it: a script says no more, and an unknown one nothing. */
export const mayBeIn = (script: string | null, language: string): boolean => script === null || script === (scriptByLanguage[primaryLanguage(language) ?? ''] ?? 'Latin');

/** True when a text is written in another script than its language's. Said to the writer, never a reason to refuse. */
export const isOtherScript = (text: string, language: string): boolean => !mayBeIn(scriptOf(text), language);
