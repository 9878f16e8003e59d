import * as z from 'zod';
import { jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText } from '../text';

const Answer = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish(), score: z.number().nullish(), published_date: z.string().nullish() })),
});

/** Tavily, `/search`: queries of 400 characters, 20 hits. Its statuses 432 and 433 say that the plan's credit is used up. */
export const tavily: ProviderDescription = {
  name: 'tavily',
  title: 'Tavily',
  base: 'https://api.tavily.com',
  key: 'required',
  spacing: { anonymous: 600, keyed: 600 },
  query: { characters: 400 },
  limit: 20,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit, key }) =>
    jsonStep(
      {
        address: `${base}/search`,
        headers: { authorization: `Bearer ${key}` },
        json: { query, max_results: limit, search_depth: 'basic', ...(from === null ? {} : { start_date: from }), ...(to === null ? {} : { end_date: to }) },
      },
      Answer,
      ({ results }) => ({
        hits: results.map((result) => ({
          address: result.url,
          title: plainText(result.title) || result.url,
          snippet: plainText(result.content),
          published: isoDate(result.published_date),
          score: result.score ?? null,
        })),
      }),
    ),
  explain: ({ status }) => (status === 432 || status === 433 ? { kind: 'throttled', why: 'the credit of its plan is used up' } : undefined),
};
