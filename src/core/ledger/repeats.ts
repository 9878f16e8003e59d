import { contentWords } from '../source/tokens';
import { type Filters, type Search } from './records';
import { type LedgerState } from './state';

/** An earlier entry that answered a query of the same content words under the same filters; null when there is none. */
export function repeatByWords({ searches }: LedgerState, query: string, filters: Filters): Search | null {
  const words = wordsOf(query);
  const asked = JSON.stringify(filtersOf(filters));
  return searches.find((search) => !search.failed && wordsOf(search.query) === words && JSON.stringify(filtersOf(search.filters)) === asked) ?? null;
}

/**
 * The earlier entry whose pages these are: every address was a result before, and this entry holds most of them. An answer
 * without results repeats nothing: it found nothing.
 */
export function repeatByPages({ searches, results }: LedgerState, addresses: readonly string[]): Search | null {
  if (addresses.length === 0) return null;
  const wanted = new Set(addresses.map(page));
  const bySearch = new Map<string, Set<string>>();
  for (const { search, address } of results) {
    if (!wanted.has(page(address))) continue;
    bySearch.set(search, (bySearch.get(search) ?? new Set()).add(page(address)));
  }
  const known = new Set([...bySearch.values()].flatMap((pages) => [...pages]));
  if (known.size < wanted.size) return null;
  return searches.filter(({ id }) => bySearch.has(id)).reduce<Search | null>((most, search) => ((bySearch.get(search.id)?.size ?? 0) > (bySearch.get(most?.id ?? '')?.size ?? 0) ? search : most), null);
}

const wordsOf = (query: string): string => [...new Set(contentWords(query))].sort().join(' ');

/** In one order of keys and providers. */
const filtersOf = ({ from, to, language, providers }: Filters): unknown => [from, to, language, [...providers].sort()];

/** A page is the same at any of its anchors. */
const page = (address: string): string => address.replace(/#.*$/, '').replace(/\/$/, '');
