import * as z from 'zod';
import { repeatByPages, repeatByWords } from '../ledger/repeats';
import { date, intent, text, type Result, type Search } from '../ledger/records';
import { type LedgerState } from '../ledger/state';
import { type EventDraft } from '../run/event';
import { facts, nextId, type RunState, type TurnCall } from '../run/state';
import { canonicalAddress, shownAddress } from '../source/addresses';
import { type ProviderHit, type ProviderOutcome, type SearchProvider } from '../source/provider';
import { fuseRanks } from '../source/rankFusion';
import { optional, ref, refused, tool, type ToolContext, type ToolOutcome } from './tool';

const query = z.object({
  query: text,
  intent,
  claims: z.array(ref),
  from: optional(date),
  to: optional(date),
  language: optional(text),
  providers: optional(z.array(text)),
});
type Query = z.infer<typeof query>;

/** Results kept of one query. */
const resultLimit = 8;

interface Asked {
  query: Query;
  answers: { provider: SearchProvider; outcome: ProviderOutcome }[];
  skipped: { provider: string; message: string }[];
}

const searchArgs = z.object({ queries: z.array(query).min(1).max(4) });

export const search = tool({
  name: 'search',
  description: 'Ask up to four queries in one call, which costs one search; each is an entry of the search ledger with its intent: explore, verify, counter (failures, limits, other measurements, criticism), find-primary. Name the claims it serves. `from`, `to`: when it was published.',
  schema: searchArgs,
  spends: () => ({ searches: 1 }),
  claims: ({ queries }) => queries.flatMap(({ claims }) => claims),
  effect: true,
  run: async (args, context) => {
    const claims = context.state.ledger.claims.map(({ id }) => id);
    const unknown = [...new Set(args.queries.flatMap((one) => one.claims))].filter((id) => !claims.includes(id));
    if (unknown.length > 0) return () => refused(`Not searched: there is no claim ${unknown.join(', ')}. Claims: ${claims.join(', ')}.`);
    const asked = await Promise.all(args.queries.map((one) => ask(one, context)));
    return (state) => record(asked, context, state);
  },
});

async function ask(one: Query, context: ToolContext): Promise<Asked> {
  const known = context.providers.map(({ name }) => name);
  const wanted = one.providers && one.providers.length > 0 ? one.providers : known;
  const skipped = wanted.filter((name) => !known.includes(name)).map((name) => ({ provider: name, message: `There is no search provider "${name}". Providers: ${known.join(', ') || 'none'}.` }));
  const answers = await Promise.all(
    context.providers.filter(({ name }) => wanted.includes(name)).flatMap((provider) => {
      if (provider.remote && webQueries(context.state) === 'deny') {
        skipped.push({ provider: provider.name, message: 'Web queries are denied after files of a folder were read. Allow them with --allow-web-queries or in the settings.' });
        return [];
      }
      return [provider.search({ query: one.query, from: one.from, to: one.to, language: one.language, limit: resultLimit, signal: context.signal }).then((outcome) => ({ provider, outcome }))];
    }),
  );
  return { query: one, answers, skipped };
}

/** After private files were read, a query that leaves the machine needs the user's word: it could carry out what they say. */
function webQueries(state: RunState): 'allow' | 'ask' | 'deny' {
  return state.source.snapshots.some(({ address }) => address.startsWith('file:')) ? facts(state).webQueries : 'allow';
}

/** Queries of a turn's calls that must wait for the user, each with where it would go. Empty: nothing waits. */
export function waitingQueries(state: RunState, calls: readonly TurnCall[], providers: readonly SearchProvider[]): string[] {
  if (webQueries(state) !== 'ask') return [];
  const remote = providers.filter((provider) => provider.remote).map(({ name }) => name);
  return calls.filter(({ name, receipt }) => name === search.name && receipt === null).flatMap(({ args }) => {
    const parsed = searchArgs.safeParse(args);
    return parsed.success ? parsed.data.queries.flatMap((one) => {
      const to = remote.filter((name) => one.providers === null || one.providers.length === 0 || one.providers.includes(name));
      return to.length > 0 ? [`“${one.query}” to ${to.join(', ')}`] : [];
    }) : [];
  });
}

function record(asked: readonly Asked[], context: ToolContext, state: RunState): ToolOutcome {
  const drafts: EventDraft[] = [];
  const words: string[] = [];
  const data: { search: Search; results: Result[] }[] = [];
  let resultsAhead = 0;
  asked.forEach((one, index) => {
    const id = nextId(state, 'search', index);
    const answered = one.answers.flatMap(({ provider, outcome }) => (outcome.ok ? [{ provider: provider.name, hits: outcome.value.hits }] : []));
    const failures = [...one.skipped, ...one.answers.flatMap(({ provider, outcome }) => (outcome.ok ? [] : [{ provider: provider.name, message: outcome.failure.message }]))];
    const hits = fuseRanks(answered, canonicalAddress).slice(0, resultLimit);
    const results = hits.map(({ hit, found }, rank) => makeResult(hit, found.map(({ provider }) => provider).join(', '), rank + 1, id, nextId(state, 'result', resultsAhead + rank), state.ledger.droppedPages));
    resultsAhead += results.length;
    const failed = answered.length === 0;
    const filters = { from: one.query.from, to: one.query.to, language: one.query.language, providers: one.query.providers ?? [] };
    const sameWords = failed ? null : repeatByWords(state.ledger, one.query.query, filters);
    const samePages = failed || sameWords ? null : repeatByPages(sameErrand(state, one.query), results.map(({ address }) => address));
    const entry: Search = {
      id, query: one.query.query, intent: one.query.intent, claims: one.query.claims, at: context.clock.now(), results: results.map((result) => result.id),
      filters,
      providers: one.answers.map(({ provider }) => provider.name), failures, failed, repeats: (sameWords ?? samePages)?.id ?? null,
      gain: { slots: 0, confidence: 0, conflicts: 0, highValue: false },
    };
    drafts.push({ type: 'search.executed', by: context.worker, data: { search: entry, results } });
    for (const { provider, outcome } of one.answers) {
      if (provider.remote) drafts.push({ type: 'address.asked', by: context.worker, data: { address: `${provider.name}: ${one.query.query}`, status: outcome.ok ? 'answered' : outcome.failure.kind, provider: provider.name } });
    }
    words.push(describe(entry, repeatNote(sameWords, samePages), results, [...state.ledger.results, ...data.flatMap((one) => one.results)], state));
    data.push({ search: entry, results });
  });
  const worked = data.some(({ search: { failed } }) => !failed);
  return { ok: worked, drafts, data, text: words.join('\n\n'), settlement: 'spent' };
}

/** Entries that sought the same for the same: only their pages make a query a repeat. A counter-search that meets known pages has still been made. */
function sameErrand({ ledger }: RunState, query: Query): LedgerState {
  const searches = ledger.searches.filter((entry) => entry.intent === query.intent && entry.claims.some((id) => query.claims.includes(id)));
  const ids = new Set(searches.map(({ id }) => id));
  return { ...ledger, searches, results: ledger.results.filter((result) => ids.has(result.search)) };
}

function makeResult(hit: ProviderHit, provider: string, rank: number, entry: string, id: string, droppedPages: Readonly<Record<string, string>>): Result {
  const reason = droppedPages[hit.address] ?? null;
  return { id, search: entry, provider, address: hit.address, title: hit.title, snippet: hit.snippet, published: hit.published, rank, decision: reason === null ? 'unseen' : 'dropped', reason };
}

/** Other words that bring known pages are no repeated question: another place, or other words still, may know more. */
const repeatNote = (words: Search | null, pages: Search | null): string =>
  words ? `\n  This repeats ${words.id}: ask something else.` : pages ? `\n  Only pages that ${pages.id} and others brought before.` : '';

function describe(entry: Search, repeat: string, results: readonly Result[], earlier: readonly Result[], state: RunState): string {
  const head = `${entry.id} (${entry.intent}) "${entry.query}"`;
  const failures = entry.failures.map(({ provider, message }) => `\n  failed: ${provider}: ${message}`).join('');
  if (entry.failed) return `${head}: no provider answered, so this says nothing about the question.${failures}`;
  const { folders } = facts(state).options;
  const fresh: string[] = [];
  const known: string[] = [];
  for (const result of results) {
    const first = earlier.find(({ address }) => address === result.address);
    const seen = `${result.title === '' ? '' : ` ${result.title.slice(0, 60)}`}${result.decision === 'dropped' ? ', dropped' : ''}`;
    const snapshot = state.source.snapshots.findLast(({ address, requested }) => address === result.address || requested === result.address);
    if (first || snapshot) known.push(`${result.id}${first ? ` is ${first.id}` : ''}${snapshot ? `, archived as ${snapshot.id}` : seen}`);
    else fresh.push(`\n  ${result.id} ${result.title || shownAddress(result.address, folders)}${result.published ? ` (${result.published.slice(0, 10)})` : ''} <${shownAddress(result.address, folders)}>\n     ${result.snippet.replace(/\s+/g, ' ').slice(0, 240)}`);
  }
  const again = known.length === 0 ? '' : `\n  shown before: ${known.join('; ')}`;
  return `${head}: ${results.length} result${results.length === 1 ? '' : 's'}${failures}${repeat}${fresh.join('')}${again}`;
}

export const dropResults = tool({
  name: 'drop_results',
  description: 'Say that pages will not be opened, with one reason for all of them: it holds for every search that brings them, unless `only_here` says that another search may want them. A search is seen through when each of its results was opened or dropped.',
  schema: z.object({ results: z.array(ref).min(1), reason: text, only_here: optional(z.boolean()) }),
  spends: () => ({}),
  effect: false,
  run: (args, context) => (state) => {
    const named = args.results.flatMap((id) => state.ledger.results.find((result) => result.id === id) ?? []);
    const unknown = args.results.filter((id) => !named.some((result) => result.id === id));
    if (unknown.length > 0) return refused(`There is no result ${unknown.join(', ')}.`);
    const addresses = new Set(named.map(({ address }) => address));
    const also = args.only_here === true ? [] : state.ledger.results.filter(({ id, address, decision }) => addresses.has(address) && decision === 'unseen' && !args.results.includes(id)).map(({ id }) => id);
    const results = [...args.results, ...also];
    return {
      ok: true, text: `Dropped ${args.results.join(', ')}${also.length === 0 ? '' : `, and the same pages as ${also.join(', ')}`}.`,
      drafts: [{ type: 'results.decided', by: context.worker, data: { results, decision: 'dropped', reason: args.reason, everywhere: args.only_here !== true } }],
    };
  },
});
