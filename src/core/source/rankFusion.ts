import type { ProviderHit } from './provider';

export interface RankedAnswer {
  provider: string;
  /** Best first. */
  hits: readonly ProviderHit[];
}

export interface FusedHit {
  /** As the provider that ranked it best gave it; gaps in snippet and date are filled from the others. */
  hit: ProviderHit;
  /** Who found it, at which rank counted from 1. */
  found: { provider: string; rank: number }[];
  /** Sum of 1 / (k + rank); comparable only within one fusion. */
  score: number;
}

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009, who found k = 60 robust): scores of different
 * providers cannot be compared, their ranks can. Hits with the same canonical address are one; a provider that
 * lists an address twice counts with its better rank. Equal scores keep the order of the answers.
 */
export function fuseRanks(answers: readonly RankedAnswer[], canonical: (address: string) => string, k = 60): FusedHit[] {
  const fused = new Map<string, FusedHit & { best: number }>();
  for (const { provider, hits } of answers) {
    const counted = new Set<string>();
    hits.forEach((hit, index) => {
      const key = canonical(hit.address);
      const rank = index + 1;
      if (counted.has(key)) return;
      counted.add(key);
      const known = fused.get(key);
      if (known === undefined) {
        fused.set(key, { hit, found: [{ provider, rank }], score: 1 / (k + rank), best: rank });
        return;
      }
      known.found.push({ provider, rank });
      known.score += 1 / (k + rank);
      known.hit = rank < known.best ? complete(hit, known.hit) : complete(known.hit, hit);
      known.best = Math.min(rank, known.best);
    });
  }
  return [...fused.values()]
    .sort((a, b) => b.score - a.score)
    .map(({ hit, found, score }) => ({ hit, found, score }));
}

const complete = (hit: ProviderHit, other: ProviderHit): ProviderHit => ({
  ...hit,
  snippet: hit.snippet !== '' ? hit.snippet : other.snippet,
  published: hit.published ?? other.published,
});
