import * as z from 'zod';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText } from '../text';

const Answer = z.object({
  type: z.literal('search'),
  web: z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish(), page_age: z.string().nullish(), age: z.string().nullish() })) }).nullish(),
});

/** Where Brave's language codes are not the primary subtag. */
const languages: Record<string, string> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-pt', no: 'nb' };

/** Brave Search API, web search: queries of 400 characters and 50 words, 20 hits, one request a second on its smallest plan. */
export const brave: ProviderDescription = {
  name: 'brave',
  title: 'Brave Search',
  base: 'https://api.search.brave.com',
  key: 'required',
  spacing: { anonymous: 1100, keyed: 1100 },
  query: { characters: 400, words: 50 },
  limit: 20,
  filters: { dates: true, language: true },
  start: ({ base, query, from, to, language, limit, key, today }) => {
    const primary = language?.split('-')[0]?.toLowerCase();
    return jsonStep(
      {
        address: addressOf(base, '/res/v1/web/search', {
          q: query,
          count: limit,
          result_filter: 'web',
          freshness: from === null && to === null ? null : `${from ?? '1990-01-01'}to${to ?? today}`,
          search_lang: primary === undefined ? null : (languages[primary] ?? primary),
        }),
        headers: { accept: 'application/json', 'x-subscription-token': key ?? '' },
      },
      Answer,
      ({ web }) => ({
        hits: (web?.results ?? []).map((result) => ({
          address: result.url,
          title: plainText(result.title),
          snippet: plainText(result.description),
          published: isoDate(result.page_age) ?? isoDate(result.age),
          score: null,
        })),
      }),
    );
  },
};
