import * as z from 'zod';
import { jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText } from '../text';

const Answer = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      publishedDate: z.string().nullish(),
      score: z.number().nullish(),
      text: z.string().nullish(),
      highlights: z.array(z.string()).nullish(),
    }),
  ),
});

/** Exa, `/search`: 100 hits. */
export const exa: ProviderDescription = {
  name: 'exa',
  title: 'Exa',
  base: 'https://api.exa.ai',
  key: 'required',
  spacing: { anonymous: 250, keyed: 250 },
  query: { characters: 1000 },
  limit: 100,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit, key }) =>
    jsonStep(
      {
        address: `${base}/search`,
        headers: { 'x-api-key': key ?? '' },
        json: {
          query,
          numResults: limit,
          contents: { highlights: true },
          ...(from === null ? {} : { startPublishedDate: `${from}T00:00:00.000Z` }),
          ...(to === null ? {} : { endPublishedDate: `${to}T23:59:59.999Z` }),
        },
      },
      Answer,
      ({ results }) => ({
        hits: results.map((result) => ({
          address: result.url,
          title: plainText(result.title) || result.url,
          snippet: plainText(result.highlights?.join(' … ') ?? result.text),
          published: isoDate(result.publishedDate),
          score: result.score ?? null,
        })),
      }),
    ),
};
