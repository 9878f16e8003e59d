import { isFaint, stemOf, stems } from '../../source/relevance';

const asks = /\b(?:what|which) (?:is|are|was|were|will be) (?:(?:the|our|its|their|your|his|her|my|this|that) |[\p{L}’' -]+?[’']s )((?:[\p{L}-]+ )*?[\p{L}-]+)(?= (?:of|for|in|at|on|per|under|between|after|before|during|from|since|by)\b|\s*[?？]?\s*$)/iu;
/** Nouns of which an answer is given in other words: who says what something is for need not say "purpose". */
const abstract = new Set('purpose role reason function difference relationship relation effect impact result outcome advantage disadvantage benefit cause goal aim idea point problem risk answer status state capital'.split(' ').map(stemOf));

/** The noun that "what is the annual rent for …" asks after, by its stem; null where the question asks in another way or an answer need not say it. */
export function askedNoun(question: string): string | null {
  const noun = stems(asks.exec(question)?.[1]?.split(' ').at(-1) ?? '').at(-1) ?? null;
  return noun === null || isFaint(noun) || abstract.has(noun) ? null : noun;
}
