import { type TextRange } from './reader';

/**
 * Near-duplicate text by exact containment of shingles (sources.md, "Syndication"): five words of a spaced script, five
 * characters of Han or Kana. It finds cut and embedded copies where Jaccard and SimHash do not, and costs about 0.1 ms a page.
 */
export interface TextUnits {
  /** 32-bit hash of each word or character, folded. */
  readonly hashes: Uint32Array;
  /** Range of each in the text, UTF-16 code units. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Length in words up to each unit, doubled: a word is 2, a character of an unspaced script 1. */
  readonly halves: Uint32Array;
}

export type Shingles = ReadonlySet<number>;

const shingleLength = 5;
/** Units compared of one text: about 600 kB of English. Longer texts are compared by their beginning. */
const mostUnits = 100_000;

const unit = /(?<single>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:[.,'’]\p{N}+)*/gu;

export function unitsOf(text: string): TextUnits {
  const hashes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const halves: number[] = [];
  let length = 0;
  for (const match of text.matchAll(unit)) {
    if (hashes.length === mostUnits) break;
    hashes.push(hashOf(match[0].normalize('NFKC').toLowerCase()));
    starts.push(match.index);
    ends.push(match.index + match[0].length);
    halves.push((length += match.groups?.single === undefined ? 2 : 1));
  }
  return { hashes: Uint32Array.from(hashes), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), halves: Uint32Array.from(halves) };
}

export function shinglesOf({ hashes }: TextUnits): Shingles {
  const found = new Set<number>();
  for (let at = 0; at + shingleLength <= hashes.length; at++) found.add(shingleAt(hashes, at));
  return found;
}

/** Texts below this many shingles say nothing about copying: a heading and a date would do. */
const fewestShingles = 20;

/** |A ∩ B| / min(|A|, |B|), 0 to 1; 0 when either is too short to tell. Unrelated texts stand at 0.01, copies above 0.3. */
export function containment(a: Shingles, b: Shingles): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size < fewestShingles) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / small.size;
}

/** A run of this many words in two texts is no chance: a sentence within it has one witness (sources.md, "Syndication"). */
export const longRun = 20;

export interface SharedRun {
  here: TextRange;
  there: TextRange;
  /** Length in words; two characters of an unspaced script count as one. */
  words: number;
}

/** The longest run of equal words of at least `fewest` that holds the whole range of this text and stands in the other too; null when none does. */
export function sharedRunOver(here: TextUnits, range: TextRange, there: TextUnits, fewest = longRun): SharedRun | null {
  const first = here.ends.findIndex((end) => end > range.start);
  const last = here.starts.findLastIndex((start) => start < range.end);
  if (first === -1 || last < first) return null;
  let best: SharedRun | null = null;
  for (let at = 0; at + (last - first) < there.hashes.length; at++) {
    if (there.hashes[at] !== here.hashes[first] || !isSame(here, there, first, at, last - first + 1)) continue;
    let before = 0;
    while (first - before > 0 && at - before > 0 && here.hashes[first - before - 1] === there.hashes[at - before - 1]) before++;
    let after = last - first;
    while (first + after + 1 < here.hashes.length && at + after + 1 < there.hashes.length && here.hashes[first + after + 1] === there.hashes[at + after + 1]) after++;
    const words = ((here.halves[first + after] ?? 0) - (first - before > 0 ? (here.halves[first - before - 1] ?? 0) : 0)) / 2;
    if (words < fewest || (best && best.words >= words)) continue;
    best = { words, here: rangeOf(here, first - before, first + after), there: rangeOf(there, at - before, at + after) };
  }
  return best;
}

function isSame(here: TextUnits, there: TextUnits, first: number, at: number, length: number): boolean {
  for (let n = 0; n < length; n++) if (here.hashes[first + n] !== there.hashes[at + n]) return false;
  return true;
}

const rangeOf = ({ starts, ends }: TextUnits, first: number, last: number): TextRange => ({ start: starts[first] ?? 0, end: ends[last] ?? 0 });

/** FNV-1a over UTF-16 code units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function shingleAt(hashes: Uint32Array, at: number): number {
  let hash = 0;
  for (let n = 0; n < shingleLength; n++) hash = Math.imul(hash ^ (hashes[at + n] ?? 0), 0x9e3779b1) + (hash >>> 15);
  return hash >>> 0;
}
