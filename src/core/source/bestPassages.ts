import { relevance, soughtIn, stems, weighedIn } from './relevance';

/** A stretch of a text with the headings above it. */
interface Stretch {
  start: number;
  end: number;
  headings: readonly string[];
}

/**
 * Stretches that hold what is looked for, best first: the rare words count more, and words together more than apart. Where the
 * words name nothing to look for, all of them in their order.
 */
export function bestPassages<T extends Stretch>(words: string, stretches: readonly T[], body: string): T[] {
  const texts = stretches.map(({ start, end, headings }) => `${headings.join(' ')}\n${body.slice(start, end)}`);
  const sought = weighedIn(soughtIn(words), texts.map((text) => new Set(stems(text))));
  const scored = stretches.map((stretch, index) => ({ stretch, score: relevance(sought, texts[index] ?? '') }));
  const found = sought.words.length === 0 ? scored : scored.filter(({ score }) => score > 0);
  return found.sort((a, b) => b.score - a.score || a.stretch.start - b.stretch.start).map(({ stretch }) => stretch);
}
