import type { Fetcher } from '../../core/source/fetcher';
import type { ProviderOutcome, ProviderQuery, SearchProvider } from '../../core/source/provider';
import { contentWords } from '../../core/source/tokens';
import { listAddresses, type AddressListOutcome } from './addressList';
import type { ListedAddress } from './addressListFormats';

/**
 * Searches what the user's sitemaps and feeds list, by the words of titles, summaries and addresses. The lists are
 * fetched once; the query stays on this machine.
 */
export class AddressListProvider implements SearchProvider {
  readonly name = 'feeds';
  readonly remote = false;
  private readonly lists = new Map<string, AddressListOutcome>();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly addresses: readonly string[],
  ) {}

  async search({ query, from, to, language, limit, signal }: ProviderQuery): Promise<ProviderOutcome> {
    const notes: string[] = [];
    const failures: string[] = [];
    const entries: ListedAddress[] = [];
    for (const address of this.addresses) {
      const outcome = await this.list(address, signal);
      if (outcome.ok) {
        entries.push(...outcome.value.entries);
        notes.push(...outcome.value.notes);
      } else failures.push(outcome.failure.message);
    }
    if (this.addresses.length === 0) {
      return { ok: false, failure: { kind: 'not-configured', message: 'No sitemap or feed was given. Add the address of one, or search elsewhere.', retryAfter: null } };
    }
    if (failures.length === this.addresses.length) return { ok: false, failure: { kind: 'unreachable', message: failures.join(' '), retryAfter: null } };
    notes.push(...failures);
    if (language !== null) notes.push('Sitemaps and feeds do not say their language: results are in any.');
    if (from !== null || to !== null) notes.push('Entries of sitemaps and feeds without a date are kept, whatever their time.');
    const inTime = entries.filter(({ published }) => published === null || ((from === null || published >= from.slice(0, published.length)) && (to === null || published.slice(0, to.length) <= to)));
    const hits = rank(query, inTime)
      .slice(0, limit)
      .map(({ entry, score }) => ({ address: entry.address, title: entry.title || entry.address, snippet: entry.summary, published: entry.published, score }));
    return { ok: true, value: { hits, notes } };
  }

  /** A list that could not be had is asked for again by the next search. */
  private async list(address: string, signal: AbortSignal): Promise<AddressListOutcome> {
    const known = this.lists.get(address);
    if (known !== undefined) return known;
    const outcome = await listAddresses(this.fetcher, { address, signal });
    if (outcome.ok) this.lists.set(address, outcome);
    return outcome;
  }
}

/** Entries with at least one word of the query; a word counts more the fewer entries have it. Ties keep the list's order. */
function rank(query: string, entries: readonly ListedAddress[]): { entry: ListedAddress; score: number }[] {
  const wanted = [...new Set(contentWords(query))];
  const words = entries.map(({ title, summary, address }) => new Set(contentWords(`${title} ${summary} ${readable(address)}`)));
  const weights = wanted.map((word) => Math.log(1 + entries.length / Math.max(1, words.filter((own) => own.has(word)).length)));
  return entries
    .map((entry, index) => ({ entry, score: wanted.reduce((sum, word, n) => sum + (words[index]?.has(word) === true ? (weights[n] ?? 0) : 0), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** The words of an address: its path with separators as spaces. */
function readable(address: string): string {
  const path = new URL(address).pathname.replace(/[-_/.]+/g, ' ');
  try {
    return decodeURIComponent(path);
  } catch {
    // A path with a stray percent sign is read as it is written.
    return path;
  }
}
