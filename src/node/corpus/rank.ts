import { isLoneCharacter } from '../../core/source/tokens';
import { type Segment } from './segment';
import { type IndexedFile } from './segmentFormat';

/** The usual constants of BM25 (Robertson and Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;

/** A term of a query, found in the segments. */
export interface WeighedTerm {
  term: string;
  /** Inverse document frequency; 0 for a term that no passage holds. */
  weight: number;
  /** Per segment the numbers it has there: none, one, or more for a character that stands in many pairs. */
  numbers: number[][];
}

export interface Scored {
  segment: Segment;
  passage: number;
  score: number;
}

export function weigh(segments: Segment[], terms: string[]): WeighedTerm[] {
  const passages = sum(segments, (segment) => segment.passageCount);
  return terms.map((term) => {
    const numbers = segments.map((segment) => (isLoneCharacter(term) ? segment.withCharacter(term) : segment.find(term)));
    const count = Math.min(passages, sum(segments, (segment, n) => sum(numbers[n]!, (number) => segment.count(number))));
    return { term, numbers, weight: count === 0 ? 0 : Math.log(1 + (passages - count + 0.5) / (count + 0.5)) };
  });
}

/**
 * The best passages for some terms by BM25, best first; at most `perFile` of one file, and none of a file that is not admitted. Every passage with any of the
 * terms is scored: decoding all postings of six frequent words in 100,000 passages takes a few milliseconds.
 */
export function rank(segments: Segment[], terms: WeighedTerm[], limit: number, perFile: number, admits: (file: IndexedFile) => boolean = () => true): Scored[] {
  const average = sum(segments, (segment) => segment.totalLength) / Math.max(1, sum(segments, (segment) => segment.passageCount));
  const best = new Best(limit);
  for (const [n, segment] of segments.entries()) {
    const scores = new Float32Array(segment.passageCount);
    const { lengths } = segment;
    for (const { weight, numbers } of terms) {
      for (const number of numbers[n]!) {
        segment.eachPosting(number, (passage, frequency) => {
          scores[passage]! += (weight * (k1 + 1) * frequency) / (frequency + k1 * (1 - b + (b * lengths[passage]!) / average));
        });
      }
    }
    gather(segment, scores, perFile, best, admits);
  }
  return best.items;
}

/** The passages of a file are neighbours, so its best are known when the next file begins. */
function gather(segment: Segment, scores: Float32Array, perFile: number, best: Best, admits: (file: IndexedFile) => boolean): void {
  const ofFile = new Best(perFile);
  let file = -1;
  for (let passage = 0; passage < scores.length; passage += 1) {
    const score = scores[passage]!;
    if (score === 0) continue;
    const owner = segment.fileOf[passage]!;
    if (owner !== file) {
      ofFile.moveTo(best);
      file = owner;
    }
    if (score > best.least && !segment.dead.has(owner) && admits(segment.files[owner]!)) ofFile.add({ segment, passage, score });
  }
  ofFile.moveTo(best);
}

/** The highest of what was added, best first. Small, so a sorted list does. */
class Best {
  items: Scored[] = [];
  constructor(private readonly limit: number) {}

  /** A score not above it would not be kept. */
  get least(): number {
    return this.items.length < this.limit ? 0 : (this.items.at(-1)?.score ?? 0);
  }

  add(item: Scored): void {
    if (item.score <= this.least) return;
    let at = this.items.length;
    while (at > 0 && this.items[at - 1]!.score < item.score) at -= 1;
    this.items.splice(at, 0, item);
    if (this.items.length > this.limit) this.items.pop();
  }

  moveTo(other: Best): void {
    for (const item of this.items) other.add(item);
    this.items = [];
  }
}

/** Of neighbours in the query; farther apart in the text they say nothing together. */
const farthest = 3;

/**
 * What a text gains because terms that are neighbours in the query are neighbours in it: per pair the lesser weight, divided by
 * their distance. Measured on thirty questions to a database manual: answer among the first five passages 7 of 8 instead of 5.
 */
export function closeness(terms: WeighedTerm[], tokensOfText: string[]): number {
  const places = new Map(terms.map(({ term }, place) => [term, place]));
  const last = terms.map(() => -Infinity);
  const nearest = terms.map(() => Infinity);
  for (const [at, token] of tokensOfText.entries()) {
    const place = places.get(token);
    if (place === undefined) continue;
    last[place] = at;
    if (place > 0) nearest[place - 1] = Math.min(nearest[place - 1]!, at - last[place - 1]!);
    // The other way round counts as one farther.
    if (place + 1 < terms.length) nearest[place] = Math.min(nearest[place]!, at - last[place + 1]! + 1);
  }
  return sum(nearest, (distance, place) => (distance > farthest ? 0 : Math.min(terms[place]!.weight, terms[place + 1]!.weight) / distance));
}

const sum = <T>(items: ArrayLike<T>, value: (item: T, n: number) => number): number => {
  let total = 0;
  for (let n = 0; n < items.length; n += 1) total += value(items[n]!, n);
  return total;
};
