import * as z from 'zod';
import type { ProviderHit } from '../../../core/source/provider';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText, shorten } from '../text';

const Repositories = z.object({
  incomplete_results: z.boolean().optional(),
  items: z.array(z.object({ html_url: z.string(), full_name: z.string(), description: z.string().nullish(), pushed_at: z.string().nullish(), score: z.number().optional() })),
});
const Issues = z.object({
  incomplete_results: z.boolean().optional(),
  items: z.array(z.object({ html_url: z.string(), title: z.string(), body: z.string().nullish(), created_at: z.string().nullish(), score: z.number().optional() })),
});

/** GitHub REST API, search: ten requests a minute without a token, thirty with one; queries of 256 characters. */
export const github: ProviderDescription = {
  name: 'github',
  title: 'GitHub',
  base: 'https://api.github.com',
  key: 'optional',
  spacing: { anonymous: 6000, keyed: 2000 },
  query: { characters: 200 },
  limit: 50,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit, key }) => {
    const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    const within = (field: string) => (from === null && to === null ? '' : ` ${field}:${from ?? '*'}..${to ?? '*'}`);
    const half = Math.ceil(limit / 2);
    return jsonStep({ address: addressOf(base, '/search/repositories', { q: `${query}${within('pushed')}`, per_page: half }), headers }, Repositories, (repositories) =>
      jsonStep({ address: addressOf(base, '/search/issues', { q: `${query} is:issue${within('created')}`, per_page: half }), headers }, Issues, (issues) => ({
        hits: interleave(
          repositories.items.map((item) => ({ address: item.html_url, title: item.full_name, snippet: item.description ?? '', published: isoDate(item.pushed_at), score: item.score ?? null })),
          issues.items.map((item) => ({ address: item.html_url, title: item.title, snippet: shorten(plainText(item.body), 400), published: isoDate(item.created_at), score: item.score ?? null })),
        ),
        notes: repositories.incomplete_results === true || issues.incomplete_results === true ? ['GitHub stopped searching early: its results are incomplete.'] : [],
      })),
    );
  },
  explain: ({ status, headers }) =>
    status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined) ? { kind: 'throttled', why: 'its limit of requests is used up' } : undefined,
};

/** The two lists have no common score: their ranks alternate. */
const interleave = (first: ProviderHit[], second: ProviderHit[]): ProviderHit[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, rank) => [first[rank], second[rank]]).flat().filter((hit) => hit !== undefined);
