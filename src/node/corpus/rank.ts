import { type Segment } from './segment';

/** The usual constants of BM25 (Robertson and Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;

export interface Scored {
  segment: Segment;
  passage: number;
  score: number;
}

/**
 * The best passages for some terms by BM25, best first; at most `perFile` of one file. Every passage with any of the
 * terms is scored: decoding all postings of six frequent words in 100,000 passages costs less than skipping them would save.
 */
export function rank(segments: Segment[], terms: string[], limit: number, perFile: number): Scored[] {
  let passages = 0;
  let totalLength = 0;
  for (const segment of segments) {
    passages += segment.passageCount;
    totalLength += segment.totalLength;
  }
  const average = totalLength / Math.max(1, passages);
  const found = terms.map((term) => segments.map((segment) => segment.find(term)));
  const weights = found.map((numbers) => {
    const count = numbers.reduce((sum, number, n) => (number < 0 ? sum : sum + segments[n]!.count(number)), 0);
    return Math.log(1 + (passages - count + 0.5) / (count + 0.5));
  });
  const best = new Best(limit);
  for (const [n, segment] of segments.entries()) {
    const scores = new Float32Array(segment.passageCount);
    const { lengths } = segment;
    for (const [t, numbers] of found.entries()) {
      const number = numbers[n]!;
      if (number < 0) continue;
      const weight = weights[t]! * (k1 + 1);
      segment.eachPosting(number, (passage, frequency) => {
        scores[passage]! += (weight * frequency) / (frequency + k1 * (1 - b + (b * lengths[passage]!) / average));
      });
    }
    gather(segment, scores, perFile, best);
  }
  return best.sorted();
}

/** The passages of a file are neighbours, so its best are known when the next file begins. */
function gather(segment: Segment, scores: Float32Array, perFile: number, best: Best): void {
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
    if (!segment.dead.has(owner) && score > best.least) ofFile.add({ segment, passage, score });
  }
  ofFile.moveTo(best);
}

/** The highest of what was added. Small, so a sorted list does. */
class Best {
  private items: Scored[] = [];
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

  sorted(): Scored[] {
    return this.items;
  }
}
