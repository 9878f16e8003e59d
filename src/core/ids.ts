/**
 * Ids are short, per run, and never reused: a model copies `E12` without cutting it short.
 * The letter says what the thing is; see the table of words in docs/architecture.md.
 */
export const idKinds = {
  claim: 'C', search: 'Q', result: 'R', source: 'S', snapshot: 'N', evidence: 'E', conflict: 'X',
  block: 'B', update: 'U', part: 'P', call: 'K', child: 'D', figure: 'F', check: 'V', correction: 'M',
} as const;

export type IdKind = keyof typeof idKinds;

/** The n-th id of a kind, counted from 1. */
export const makeId = (kind: IdKind, n: number): string => `${idKinds[kind]}${n}`;

/** Capitals of other scripts that look like those of our ids. */
const lookalikes: Readonly<Record<string, string>> = {
  '\u0421': 'C', '\u0415': 'E', '\u0420': 'P', '\u041a': 'K', '\u0412': 'B', '\u0425': 'X', '\u041c': 'M', '\u0405': 'S',
  '\u0395': 'E', '\u03a1': 'P', '\u039a': 'K', '\u0392': 'B', '\u03a7': 'X', '\u039c': 'M', '\u039d': 'N',
};

/** The id that was meant, where only its writing is off: ` c1 `, `[[cite:E1]]`, `N01`, another script's letter. Anything else stays as it is. */
export function plainId(written: string): string {
  const bare = written.normalize('NFKC').replace(/[\p{Cc}\p{Cf}\s]/gu, '').replace(/^\[*(?:cite:)?|\]*$/gi, '').toUpperCase();
  const id = /^(.)0*([1-9]\d*)$/u.exec(bare);
  const [, letter = '', digits = ''] = id ?? [];
  const kind = lookalikes[letter] ?? letter;
  return id && /[A-Z]/.test(kind) ? `${kind}${digits}` : written;
}

/** The number in an id, or undefined when the text is not an id of that kind. */
export const idNumber = (kind: IdKind, id: string): number | undefined => (id.startsWith(idKinds[kind]) && /^[1-9]\d*$/.test(id.slice(1)) ? Number(id.slice(1)) : undefined);

/** Ids of one kind in the order of their numbers, each read once. */
export const inNumber = (ids: Iterable<string>): string[] =>
  Array.from(ids, (id): [number, string] => [Number(id.slice(1)), id]).sort(([a], [b]) => a - b).map(([, id]) => id);
