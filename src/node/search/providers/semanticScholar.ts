import * as z from 'zod';
import { addressOf, jsonStep, type ProviderDescription } from '../description';
import { isoDate, shorten } from '../text';

const Paper = z.object({
  title: z.string().nullish(),
  abstract: z.string().nullish(),
  year: z.number().nullish(),
  publicationDate: z.string().nullish(),
  url: z.string().nullish(),
  externalIds: z.object({ DOI: z.string().nullish(), ArXiv: z.string().nullish() }).nullish(),
  openAccessPdf: z.object({ url: z.string().nullish() }).nullish(),
});
const Answer = z.object({ total: z.number(), data: z.array(Paper).optional() }).refine(({ total, data }) => data !== undefined || total === 0, 'papers were counted, but not given');

/** Semantic Scholar Academic Graph, `/paper/search`: without a key the pool of all users is shared and often full. */
export const semanticScholar: ProviderDescription = {
  name: 'semanticscholar',
  title: 'Semantic Scholar',
  base: 'https://api.semanticscholar.org',
  key: 'optional',
  spacing: { anonymous: 1100, keyed: 1100 },
  query: { characters: 500 },
  limit: 100,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit, key }) =>
    jsonStep(
      {
        address: addressOf(base, '/graph/v1/paper/search', {
          // Its documentation: a word with a hyphen matches nothing, two words do.
          query: query.replace(/(?<=\w)-(?=\w)/g, ' '),
          limit,
          fields: 'title,abstract,year,publicationDate,url,externalIds,openAccessPdf',
          publicationDateOrYear: from === null && to === null ? null : `${from ?? ''}:${to ?? ''}`,
        }),
        ...(key === undefined ? {} : { headers: { 'x-api-key': key } }),
      },
      Answer,
      ({ data = [] }) => ({
        hits: data.map((paper) => ({
          address: addressOfPaper(paper),
          title: paper.title ?? 'Untitled',
          snippet: shorten(paper.abstract ?? '', 600),
          published: isoDate(paper.publicationDate) ?? (paper.year == null ? null : String(paper.year)),
          score: null,
        })),
      }),
    ),
};

/** Where the paper can be read, else where it is identified. An address may be given as an empty text. */
const addressOfPaper = ({ openAccessPdf, externalIds, url }: z.output<typeof Paper>): string =>
  openAccessPdf?.url ||
  (externalIds?.ArXiv ? `https://arxiv.org/abs/${externalIds.ArXiv}` : '') ||
  (externalIds?.DOI ? `https://doi.org/${externalIds.DOI}` : '') ||
  (url ?? '');
