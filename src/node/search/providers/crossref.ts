import * as z from 'zod';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { dateOfParts, plainText, shorten } from '../text';

const Work = z.object({
  DOI: z.string(),
  title: z.array(z.string()).optional(),
  abstract: z.string().optional(),
  author: z.array(z.object({ given: z.string().optional(), family: z.string().optional(), name: z.string().optional() })).optional(),
  issued: z.object({ 'date-parts': z.array(z.array(z.number().nullable())) }).optional(),
  'container-title': z.array(z.string()).optional(),
  score: z.number().optional(),
});
const Answer = z.object({ message: z.object({ items: z.array(Work) }) });

/** Crossref REST API, `/works`. `mailto` asks for its polite pool; lists are limited to one a second without it. */
export const crossref: ProviderDescription = {
  name: 'crossref',
  title: 'Crossref',
  base: 'https://api.crossref.org',
  key: 'none',
  spacing: { anonymous: 1000, keyed: 1000 },
  query: { characters: 1000 },
  limit: 100,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit, contact }) => {
    const filter = [from === null ? [] : `from-pub-date:${from}`, to === null ? [] : `until-pub-date:${to}`].flat().join(',');
    return jsonStep(
      {
        address: addressOf(base, '/works', {
          query,
          rows: limit,
          filter: filter === '' ? null : filter,
          select: 'DOI,title,abstract,author,issued,container-title,score',
          mailto: contact !== null && contact.includes('@') ? contact : null,
        }),
      },
      Answer,
      ({ message }) => ({
        hits: message.items.map((work) => ({
          address: `https://doi.org/${work.DOI}`,
          title: plainText(work.title?.[0]) || work.DOI,
          snippet: shorten(plainText(work.abstract), 600) || bibliography(work),
          published: dateOfParts(work.issued?.['date-parts'][0]),
          score: work.score ?? null,
        })),
      }),
    );
  },
};

const bibliography = (work: z.output<typeof Work>): string =>
  [(work.author ?? []).slice(0, 3).map(({ given, family, name }) => name ?? [given, family].filter(Boolean).join(' ')).join(', '), work['container-title']?.[0] ?? '']
    .filter((part) => part !== '')
    .join('. ');
