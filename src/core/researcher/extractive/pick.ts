import { cutSentences } from '../../article/sentences';
import { contentWords } from '../../source/tokens';
import { type ReadPassage } from '../../tool/sourceTools';
import { answers, wantedOf } from './question';

export interface Picked {
  /** Range in the snapshot's text. */
  start: number;
  end: number;
  text: string;
  score: number;
}

/** Sentences of one source that are offered for one claim. */
const perSource = 2;
/** Share of the claim's weight that a sentence must hold, headings counting half. */
const leastShare = 0.34;
const shortest = 12;
const longest = 420;

/**
 * The sentences that answer a claim best: by the rarity of the claim's words they hold, their headings counting half,
 * and whether they hold the kind of thing that was asked for (a number, a time, a place, a reason).
 */
export function pickSentences(claim: string, passages: readonly ReadPassage[]): Picked[] {
  const wanted = [...new Set(contentWords(claim))];
  if (wanted.length === 0) return [];
  const kind = wantedOf(claim);
  const sentences = passages.flatMap((passage) => {
    const above = new Set(contentWords(passage.headings.join(' ')));
    const cut = cutSentences(passage.text);
    return cut.map(({ start, end }, index) => {
      const text = passage.text.slice(start, end);
      const before = cut[index - 1];
      return { start: passage.start + start, end: passage.start + end, text, words: new Set(contentWords(text)), above, near: new Set(before ? contentWords(passage.text.slice(before.start, before.end)) : []) };
    });
  });
  const rarity = new Map(wanted.map((word) => {
    const having = sentences.filter(({ words }) => words.has(word)).length;
    return [word, Math.log(1 + (sentences.length + 1) / (having + 1))];
  }));
  const whole = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const scored = sentences
    .filter(({ text }) => text.length >= shortest && text.length <= longest && !isHeading(text) && !/[?？]\s*$/.test(text) && !isFrontMatter(text))
    .map((sentence) => {
      let weight = 0;
      for (const [word, rare] of rarity) weight += sentence.words.has(word) ? rare : sentence.above.has(word) ? rare * 0.5 : sentence.near.has(word) ? rare * 0.35 : 0;
      const fits = answers(kind, sentence.text);
      return { ...sentence, share: weight / whole, own: [...rarity.keys()].some((word) => sentence.words.has(word)), score: (weight / whole) * (fits ? (kind === 'any' ? 1 : 1.35) : 0.55) };
    })
    .filter(({ share, own }) => share >= leastShare && own)
    .sort((a, b) => b.score - a.score || a.start - b.start);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * 0.8).slice(0, perSource).map(({ start, end, text, score }) => ({ start, end, text, score }));
}

/** Fields of front matter, which say what a document is and not what is so. */
const isFrontMatter = (text: string): boolean => /^-{3,}\s|\s-{3,}$/.test(text) || /^(?:title|author|publisher|date|url|lang|type|tags?|source):\s/im.test(text);

/** Markdown headings, link lists and table rules are no statements. */
const isHeading = (text: string): boolean => /^#{1,6}\s/.test(text) || /^[\s|:-]+$/.test(text) || !/\p{L}/u.test(text);
