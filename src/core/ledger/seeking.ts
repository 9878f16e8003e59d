import { byId } from '../immutable';
import { canonicalAddress } from '../source/addresses';
import { remembered } from '../once';
import { groupBy, type LedgerInputs } from './live';
import { type Result, type Search } from './records';
import { type Snapshot } from '../source/records';
import { type SourceState } from '../source/state';

/** What became of a result: its page was archived and so shown to the researcher, it was dropped with a reason, its page could not be had, or nobody looked. */
export type ResultFate = 'opened' | 'dropped' | 'failed' | 'unseen';

/** What was tried for a claim, kept apart from what was found. */
export interface Sought {
  /** Entries that were executed: at least one provider answered. */
  executed: readonly Search[];
  /** Executed entries that sought its support, each of whose results was opened and read, or dropped: they found nothing else. */
  exhausted: readonly Search[];
  /** Whether a page that an exhausted entry found was read: then that nothing was found is more than anybody knows. */
  anyRead: boolean;
  /** Executed entries with results that nobody looked at, and how many. */
  unseen: readonly { search: string; results: number }[];
  /** Snapshots that results of executed entries led to and that nobody has read yet. */
  unread: readonly string[];
  /** A sentence for each search, fetch or check that failed. */
  failures: readonly string[];
}

export interface Seeking {
  fate(result: Result): ResultFate;
  /** Results of an entry in one of the given fates. */
  resultsOf(search: Search, ...fates: ResultFate[]): Result[];
  /**
   * What keeps an entry from being barren, which it is only when each of its results was opened and read, or dropped with a
   * reason: results that nobody looked at or that could not be had, and snapshots that were opened and not read.
   */
  leftOf(search: Search): { results: readonly Result[]; snapshots: readonly Snapshot[] };
  soughtFor(claim: string): Sought;
}

/** What became of pages, by the result that led to them and by their address. */
const pagesOf = remembered(({ sources, snapshots }: SourceState) => {
  const at = snapshots.flatMap((snapshot) => [...new Set(remember(snapshot, ({ address, requested }) => [address, requested]))].map((page) => ({ page, snapshot })));
  const had = sources.filter(({ state }) => state === 'archived' || state === 'withdrawn').flatMap((one) => remember(one, ({ address }) => [address]));
  return {
    snapshotsOf: groupBy(snapshots, ({ result }) => result),
    snapshotsAt: groupBy(at, ({ page }) => page),
    archived: new Set([...at.map(({ page }) => page), ...had]),
    unavailable: new Map(sources.filter(({ state }) => state === 'failed' || state === 'lead').map((one) => [canonicalAddress(one.address), one])),
  };
});

export function seeking({ ledger, source, article, checks }: LedgerInputs, read: ReadonlySet<string>): Seeking {
  const { snapshotsOf, snapshotsAt, archived, unavailable } = pagesOf(source);
  const searchesByClaim = new Map<string, Search[]>();
  for (const search of ledger.searches) for (const claim of new Set(search.claims)) searchesByClaim.set(claim, [...(searchesByClaim.get(claim) ?? []), search]);
  const failedChecks = groupBy(
    checks.filter(({ verdict }) => verdict === 'unknown-failed').flatMap((check) => (article.blocks[check.block]?.revisions[check.revision - 1]?.claims ?? []).map((claim) => ({ claim, check }))),
    ({ claim }) => claim,
  );

  const isDropped = ({ decision, reason }: Result): boolean => decision === 'dropped' && reason !== null;
  const judge = (result: Result): ResultFate => {
    const page = pageOf(result);
    if (snapshotsOf.has(result.id) || archived.has(page)) return 'opened';
    // That it could not be had outlasts a later decision to drop it: a failure is never "looked at, nothing there".
    if (unavailable.has(page)) return 'failed';
    return isDropped(result) ? 'dropped' : 'unseen';
  };
  const fates = new Map<string, ResultFate>();
  const fate = (result: Result): ResultFate => {
    const known = fates.get(result.id) ?? judge(result);
    fates.set(result.id, known);
    return known;
  };
  const resultsBy = new Map<Search, Result[]>();
  const resultsOf = (search: Search, ...fates: ResultFate[]): Result[] => {
    const results = resultsBy.get(search) ?? search.results.flatMap((id) => byId('result', ledger.results, id) ?? []);
    resultsBy.set(search, results);
    return results.filter((result) => fates.includes(fate(result)));
  };
  /** What a result led to, where none of it was read; one that was dropped with a reason is done with. */
  const unreadOf = (search: Search): Snapshot[] => resultsOf(search, 'opened').flatMap((result) => {
    if (isDropped(result)) return [];
    const opened = [...new Set([...(snapshotsOf.get(result.id) ?? []), ...(snapshotsAt.get(pageOf(result)) ?? []).map(({ snapshot }) => snapshot)])];
    return opened.some(({ id }) => read.has(id)) ? [] : opened;
  });
  const leftOf = (search: Search): ReturnType<Seeking['leftOf']> =>
    ({ results: resultsOf(search, 'unseen', 'failed').filter((result) => !isDropped(result)), snapshots: unreadOf(search) });

  const soughtFor = (claim: string): Sought => {
    const searches = searchesByClaim.get(claim) ?? [];
    const executed = searches.filter(({ failed }) => !failed);
    const missed = executed.flatMap((search) => resultsOf(search, 'failed').map((result) => ({ search, result })));
    const exhausted = executed.filter((search) => search.intent !== 'counter' && resultsOf(search, 'unseen', 'failed').length === 0 && unreadOf(search).length === 0);
    return {
      executed, exhausted,
      anyRead: exhausted.some((search) => resultsOf(search, 'opened').some((result) => !isDropped(result))),
      unseen: executed.map((search) => ({ search: search.id, results: resultsOf(search, 'unseen').length })).filter(({ results }) => results > 0),
      unread: [...new Set(executed.flatMap(unreadOf).map(({ id }) => id))],
      failures: [
        ...searches.filter(({ failed }) => failed).map(({ id, failures }) => `search ${id} failed (${failures.map(({ provider, message }) => `${provider}: ${trimmed(message)}`).join('; ') || 'no provider answered'})`),
        ...missed.map(({ search, result }) => `${result.id} of ${search.id} could not be fetched (${trimmed(unavailable.get(pageOf(result))?.reason ?? result.address)})`),
        ...(failedChecks.get(claim) ?? []).map(({ check }) => `check ${check.id} failed (${trimmed(check.why)})`),
      ],
    };
  };
  return { fate, resultsOf, leftOf, soughtFor };
}

/** Canonical addresses of a record: to parse an address is dear and a record never changes. A memory of a pure function, gone with the record. */
const addressesOf = new WeakMap<object, readonly string[]>();

function remember<T extends object>(record: T, addresses: (record: T) => string[]): readonly string[] {
  const known = addressesOf.get(record) ?? addresses(record).map(canonicalAddress);
  addressesOf.set(record, known);
  return known;
}

const pageOf = (result: Result): string => remember(result, ({ address }) => [address])[0] ?? result.address;

const trimmed = (sentence: string): string => sentence.replace(/[.。]$/, '');
