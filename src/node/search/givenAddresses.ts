import { type Fetcher } from '../../core/source/fetcher';
import { type ProviderHit, type SearchProvider } from '../../core/source/provider';
import { AddressListProvider } from './addressListProvider';

/** How the address of a sitemap or feed looks; what it lists is searched, and not it itself. */
const list = /(?:sitemap[^/]*\.xml(?:\.gz)?|\/(?:feed|rss|atom)(?:\.xml|\.json)?\/?|\.(?:rss|atom))(?:[?#]|$)/i;

/**
 * The addresses that the user gave, as answers to every query: they were named to be read. Sitemaps and feeds among them stand
 * for the pages they list. Nothing of a query leaves the machine.
 */
export function givenAddresses(addresses: readonly string[], fetcher: Fetcher): SearchProvider[] {
  const pages = addresses.filter((address) => !list.test(address));
  const lists = addresses.filter((address) => list.test(address));
  const hits = pages.map((address): ProviderHit => ({ address, title: address, snippet: '', published: null, score: null }));
  return [
    ...(pages.length > 0 ? [{ name: 'given', remote: false, search: () => Promise.resolve({ ok: true as const, value: { hits, notes: [] } }) }] : []),
    ...(lists.length > 0 ? [new AddressListProvider(fetcher, lists)] : []),
  ];
}
