/** The marker that binds a place in a block's text to evidence: `[[cite:E12]]`. */
export const markerPattern = /\[\[cite:\s*([^\]\s]+)\s*\]\]/g;

interface Cited {
  citations: readonly { evidence: string | null }[];
}

/**
 * Numbers shown to a reader, by first appearance of the evidence in the article. Derived, stored nowhere.
 * Evidence ids that share a span's source still have a number each: a number stands for one archived span.
 */
export function numberCitations(blocks: readonly Cited[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { citations } of blocks) {
    for (const { evidence } of citations) {
      if (evidence !== null && !numbers.has(evidence)) numbers.set(evidence, numbers.size + 1);
    }
  }
  return numbers;
}
