import * as z from 'zod';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { plainText } from '../text';

const Answer = z.object({
  query: z.object({ search: z.array(z.object({ title: z.string(), snippet: z.string().optional() })) }),
});

/** MediaWiki `action=query&list=search`. The limit of 300 characters is that of its search engine, CirrusSearch. */
export const wikipedia: ProviderDescription = {
  name: 'wikipedia',
  title: 'Wikipedia',
  base: 'https://{language}.wikipedia.org',
  key: 'none',
  spacing: { anonymous: 1000, keyed: 1000 },
  query: { characters: 300 },
  limit: 50,
  filters: { dates: false, language: true },
  start: ({ base, query, limit }) =>
    jsonStep(
      { address: addressOf(base, '/w/api.php', { action: 'query', list: 'search', srsearch: query, srlimit: limit, srprop: 'snippet', format: 'json', formatversion: 2 }) },
      Answer,
      (answer) => ({
        hits: answer.query.search.map(({ title, snippet }) => ({
          address: `${base}/wiki/${encodeURIComponent(title.replaceAll(' ', '_')).replace(/%(2F|3A|2C|3B|40|24)/g, decodeURIComponent)}`,
          title,
          snippet: plainText(snippet),
          published: null,
          score: null,
        })),
      }),
    ),
};
