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

/** The number in an id, or undefined when the text is not an id of that kind. */
export function idNumber(kind: IdKind, id: string): number | undefined {
  const match = /^([A-Z])([1-9]\d*)$/.exec(id);
  return match?.[1] === idKinds[kind] ? Number(match[2]) : undefined;
}
