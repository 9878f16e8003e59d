import { contentWords } from './tokens';

/** A word that is looked for, and what finding it is worth. */
export interface SoughtWord {
  stem: string;
  weight: number;
}

/** What is looked for in a text: words, and which of them stand side by side. */
export interface Sought {
  words: readonly SoughtWord[];
  /** Stems that are neighbours in what was asked. */
  pairs: readonly (readonly [string, string])[];
  /** Names of several words, in lower case, which only count when they are written in one piece: `shared_buffers`. */
  names: readonly string[];
}

/** Names written in one piece: `shared_buffers`, `/etc/fstab`, `Pin-Priority`, `pg_hba.conf`, `WAL`, `maxConnections`. */
const namePattern = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*(?:[_./:-][\p{L}\p{N}]+)+|\b\p{Lu}[\p{Lu}\p{N}]+\b|\b\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu;
/** Words that stand in any question and name nothing. */
const faint = new Set('one use used using make made give given take get go come become look want need must may might able possible value thing kind sort case way name mean meaning single happen exist every each much many number default maximum minimum current certain sort'.split(' ').map((word) => stemOf(word)));
/** Whether a word, given by its stem, stands in any question and names nothing. */
export const isFaint = (stem: string): boolean => faint.has(stem);
const nameWorth = 1.6;
const faintWorth = 0.25;

/**
 * A word without the endings that English gives its verbs and comparisons (`vacuumed`, `vacuuming`; `strictest`), so that a
 * question and its answer meet. Coarser than the tokens of the index, and only used where words are weighed, not where they are stored.
 */
export function stemOf(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word;
  const bare = word.replace(/(?:ing|ed|est|er|ation|ion|ly|ment)$/, '');
  const stem = bare.length < 3 || !/[aeiouy]/.test(bare) ? word : bare;
  // `controlled` and `control`, `installed` and `install`.
  return stem.replace(/e$/, '').replace(/([bdglmnprst])\1$/, '$1');
}

export const stems = (text: string): string[] => contentWords(text).map(stemOf);

/** The words of `asked`, names above others; those of `context` only help. */
export function soughtIn(asked: string, context = '', contextWorth = 0.3): Sought {
  const own = [...new Set(stems(asked))];
  const written = [...asked.matchAll(namePattern)].map(([name]) => name);
  const names = written.filter((name) => /[_./-]/.test(name));
  const pieces = new Set(names.flatMap(stems));
  const single = new Set(written.filter((name) => !/[_./-]/.test(name)).flatMap(stems));
  // In a text of another script a word in Latin letters is a name.
  if (/[\u3400-\u9fff]/.test(asked)) for (const word of own) if (/^[a-z][a-z0-9]+$/.test(word)) single.add(word);
  const worth = (stem: string): number => (pieces.has(stem) || faint.has(stem) ? faintWorth : single.has(stem) ? nameWorth : 1);
  const around = [...new Set(stems(context))].filter((stem) => !own.includes(stem) && !faint.has(stem));
  return {
    words: [...own.map((stem) => ({ stem, weight: worth(stem) })), ...around.map((stem) => ({ stem, weight: contextWorth }))],
    pairs: own.slice(1).map((stem, index) => [own[index] ?? '', stem] as const).filter((pair) => !pair.some((stem) => faint.has(stem))),
    names: names.map((name) => name.toLowerCase()),
  };
}

/** The same words weighed by how rare they are among some texts, each given by its stems. */
export function weighedIn(sought: Sought, texts: readonly ReadonlySet<string>[]): Sought {
  const words = sought.words.map(({ stem, weight }) => {
    const having = texts.reduce((count, text) => count + (text.has(stem) ? 1 : 0), 0);
    return { stem, weight: weight * Math.log(2 + (texts.length + 1) / (having + 1)) };
  });
  return { ...sought, words };
}

/** What neighbours that stay neighbours add to a text that holds all words. */
const pairShare = 0.2;

/** How much of what is sought a text holds: 0 to 1, and a fifth more when neighbours are neighbours. `worthOf` says what a word found outside the text counts. */
export function relevance(sought: Sought, text: string, worthOf: (wordOrName: string) => number = () => 0): number {
  const lower = text.toLowerCase();
  const inOrder = stems(text);
  const has = new Set(inOrder);
  let [found, whole] = [0, 0];
  for (const { stem, weight } of sought.words) {
    whole += weight;
    found += weight * (has.has(stem) ? 1 : worthOf(stem));
  }
  const perName = sought.words.reduce((most, { weight }) => Math.max(most, weight), 1) * nameWorth;
  for (const name of sought.names) {
    whole += perName;
    found += perName * (lower.includes(name) ? 1 : worthOf(name));
  }
  if (whole === 0) return 0;
  const neighbours = new Set(inOrder.flatMap((stem, index) => [`${stem} ${inOrder[index + 1] ?? ''}`, `${stem} ${inOrder[index + 2] ?? ''}`]));
  const joined = sought.pairs.filter(([a, b]) => neighbours.has(`${a} ${b}`)).length;
  return found / whole + (sought.pairs.length === 0 ? 0 : (pairShare * joined) / sought.pairs.length);
}
