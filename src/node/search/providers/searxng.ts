import * as z from 'zod';
import { addressOf, BadAnswer, jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText } from '../text';

const Answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish(), publishedDate: z.string().nullish(), score: z.number().nullish() })),
  unresponsive_engines: z.array(z.array(z.string().nullish())).optional(),
});

/** A SearXNG of the user's own. It asks other engines and says which of them did not answer. */
export const searxng: ProviderDescription = {
  name: 'searxng',
  title: 'SearXNG',
  base: null,
  key: 'none',
  spacing: { anonymous: 500, keyed: 500 },
  query: { characters: 500 },
  limit: 50,
  filters: { dates: false, language: true },
  start: ({ base, query, language, limit }) =>
    jsonStep({ address: addressOf(base, '/search', { q: query, format: 'json', language }), headers: { accept: 'application/json' } }, Answer, ({ results, unresponsive_engines: silent = [] }) => {
      const engines = silent.map(([name, reason]) => `${name ?? 'unnamed'} (${reason ?? 'no reason given'})`).join(', ');
      if (results.length === 0 && silent.length > 0) throw new BadAnswer(`none of its engines found anything, and these did not answer: ${engines}`);
      return {
        hits: results.slice(0, limit).map((result) => ({
          address: result.url,
          title: plainText(result.title) || result.url,
          snippet: plainText(result.content),
          published: isoDate(result.publishedDate),
          score: result.score ?? null,
        })),
        notes: silent.length > 0 ? [`Engines that did not answer SearXNG: ${engines}.`] : [],
      };
    }),
  explain: ({ status }) => (status === 403 ? { kind: 'bad-answer', why: 'it does not allow JSON answers: add "json" to search.formats in its settings' } : undefined),
};
