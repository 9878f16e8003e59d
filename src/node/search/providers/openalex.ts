import * as z from 'zod';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText, shorten } from '../text';

const Work = z.object({
  id: z.string(),
  doi: z.string().nullish(),
  display_name: z.string().nullish(),
  publication_date: z.string().nullish(),
  relevance_score: z.number().nullish(),
  open_access: z.object({ oa_url: z.string().nullish() }).nullish(),
  abstract_inverted_index: z.record(z.string(), z.array(z.number().int().min(0).max(100_000))).nullish(),
});
const Answer = z.object({ results: z.array(Work) });

/** OpenAlex, `/works`. A free key is required. The open copy is the address where there is one, since it can be read. */
export const openalex: ProviderDescription = {
  name: 'openalex',
  title: 'OpenAlex',
  base: 'https://api.openalex.org',
  key: 'required',
  spacing: { anonymous: 1000, keyed: 200 },
  query: { characters: 1000 },
  limit: 100,
  filters: { dates: true, language: true },
  start: ({ base, query, from, to, language, limit, key }) => {
    const filter = [
      from === null ? [] : `from_publication_date:${from}`,
      to === null ? [] : `to_publication_date:${to}`,
      language === null ? [] : `language:${language.slice(0, 2).toLowerCase()}`,
    ].flat().join(',');
    return jsonStep(
      {
        address: addressOf(base, '/works', {
          search: query,
          'per-page': limit,
          filter: filter === '' ? null : filter,
          select: 'id,doi,display_name,publication_date,relevance_score,open_access,abstract_inverted_index',
          api_key: key,
        }),
      },
      Answer,
      ({ results }) => ({
        hits: results.map((work) => ({
          address: work.open_access?.oa_url ?? work.doi ?? work.id,
          title: plainText(work.display_name) || (work.doi ?? work.id),
          snippet: shorten(abstractOf(work.abstract_inverted_index ?? {}), 600),
          published: isoDate(work.publication_date),
          score: work.relevance_score ?? null,
        })),
      }),
    );
  },
};

/** OpenAlex gives abstracts as the positions of each word. */
function abstractOf(index: Record<string, number[]>): string {
  const words: string[] = [];
  for (const [word, positions] of Object.entries(index)) for (const position of positions) words[position] = word;
  return words.filter((word) => word !== undefined).join(' ');
}
