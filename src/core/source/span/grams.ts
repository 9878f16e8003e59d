/**
 * Where in a long skeleton could an altered quote stand? Runs of `gramLength` units that quote and text share vote for
 * the diagonal (place in the text less place in the quote) on which they lie; a true place collects many votes.
 */

/** Short enough that a quote with every fifth character changed still shares some, long enough to be rare in a megabyte. */
const gramLength = 8;
/** Runs that stand at more places than this tell nothing and are passed over. */
const commonAt = 500;

export interface GramIndex {
  /** Where the runs of each bucket begin in `places`; one more entry than there are buckets. */
  starts: Int32Array;
  places: Int32Array;
  shift: number;
}

/** Fibonacci hashing of a polynomial over the run; equal runs meet in one bucket, and a stray one only adds a lonely vote. */
function hashes(text: string): Uint32Array {
  const count = Math.max(0, text.length - gramLength + 1);
  const result = new Uint32Array(count);
  let leaving = 1;
  for (let index = 0; index < gramLength; index++) leaving = Math.imul(leaving, 0x01000193);
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = (Math.imul(hash, 0x01000193) + text.charCodeAt(index)) | 0;
    if (index >= gramLength) hash = (hash - Math.imul(leaving, text.charCodeAt(index - gramLength))) | 0;
    if (index >= gramLength - 1) result[index - gramLength + 1] = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 0;
  }
  return result;
}

/** Takes 25 to 40 ms a million units, once a text. */
export function indexGrams(text: string): GramIndex {
  const bits = Math.min(22, Math.max(8, Math.ceil(Math.log2(text.length + 1))));
  const shift = 32 - bits;
  const hashed = hashes(text);
  const starts = new Int32Array((1 << bits) + 1);
  for (const hash of hashed) starts[(hash >>> shift) + 1]!++;
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const next = starts.slice(0, -1);
  const places = new Int32Array(hashed.length);
  for (let place = 0; place < hashed.length; place++) places[next[hashed[place]! >>> shift]!++] = place;
  return { starts, places, shift };
}

/**
 * The likeliest windows for `pattern`, best first, each as where it would begin in the indexed text (give or take `slack`).
 * @param slack how far insertions and deletions may shift the diagonal, in units
 */
export function likelyStarts(index: GramIndex, textLength: number, pattern: string, slack: number, most: number): number[] {
  const width = Math.max(32, slack);
  const votes = new Uint16Array(Math.ceil((textLength + pattern.length) / width) + 2);
  const hashed = hashes(pattern);
  for (let offset = 0; offset < hashed.length; offset++) {
    const bucket = hashed[offset]! >>> index.shift;
    const from = index.starts[bucket]!;
    const to = index.starts[bucket + 1]!;
    if (to - from > commonAt) continue;
    for (let at = from; at < to; at++) {
      const slot = Math.floor((index.places[at]! - offset + pattern.length) / width);
      if (votes[slot]! < 0xffff) votes[slot]!++;
    }
  }
  const least = Math.max(2, Math.floor(hashed.length / 20));
  const found: { slot: number; votes: number }[] = [];
  for (let slot = 0; slot + 1 < votes.length; slot++) {
    const together = votes[slot]! + votes[slot + 1]!;
    if (together >= least) found.push({ slot, votes: together });
  }
  found.sort((one, other) => other.votes - one.votes);
  const chosen: { slot: number }[] = [];
  for (const one of found) {
    if (chosen.length === most) break;
    if (!chosen.some(({ slot }) => Math.abs(slot - one.slot) <= 1)) chosen.push(one);
  }
  return chosen.map(({ slot }) => (slot + 1) * width - pattern.length);
}
