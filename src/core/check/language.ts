const scripts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Han', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu], ['Cyrillic', /\p{Script=Cyrillic}/gu], ['Arabic', /\p{Script=Arabic}/gu], ['Greek', /\p{Script=Greek}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu], ['Devanagari', /\p{Script=Devanagari}/gu], ['Thai', /\p{Script=Thai}/gu], ['Latin', /\p{Script=Latin}/gu],
];

/** The script that most of a text is written in. A Han sign says about as much as two letters. */
function scriptOf(text: string): string | null {
  const counted = scripts.map(([name, pattern]) => ({ name, count: (text.match(pattern)?.length ?? 0) * (name === 'Han' ? 2 : 1) })).sort((a, b) => b.count - a.count);
  const [first] = counted;
  return first && first.count >= 40 ? first.name : null;
}

const scriptByLanguage: Readonly<Record<string, string>> = {
  zh: 'Han', ja: 'Han', ko: 'Han', ru: 'Cyrillic', uk: 'Cyrillic', bg: 'Cyrillic', sr: 'Cyrillic', ar: 'Arabic', fa: 'Arabic', el: 'Greek', he: 'Hebrew', hi: 'Devanagari', th: 'Thai',
};

/** True when a text is written in another script than its language's. Said to the writer, never a reason to refuse. */
export function isOtherScript(text: string, language: string): boolean {
  const script = scriptOf(text);
  return script !== null && script !== (scriptByLanguage[language.toLowerCase().split('-')[0] ?? ''] ?? 'Latin');
}
