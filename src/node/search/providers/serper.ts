import * as z from 'zod';
import { jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText } from '../text';

const Answer = z.object({
  organic: z.array(z.object({ title: z.string(), link: z.string(), snippet: z.string().nullish(), date: z.string().nullish() })),
});

/** Serper, Google results: Google reads 32 words of a query. */
export const serper: ProviderDescription = {
  name: 'serper',
  title: 'Serper',
  base: 'https://google.serper.dev',
  key: 'required',
  spacing: { anonymous: 250, keyed: 250 },
  query: { characters: 2000, words: 32 },
  limit: 100,
  filters: { dates: true, language: true },
  start: ({ base, query, from, to, language, limit, key }) =>
    jsonStep(
      {
        address: `${base}/search`,
        headers: { 'x-api-key': key ?? '' },
        json: {
          q: query,
          num: limit,
          ...(language === null ? {} : { hl: language.toLowerCase() }),
          ...(from === null && to === null ? {} : { tbs: `cdr:1${from === null ? '' : `,cd_min:${american(from)}`}${to === null ? '' : `,cd_max:${american(to)}`}` }),
        },
      },
      Answer,
      ({ organic }) => ({
        hits: organic.map((result) => ({ address: result.link, title: plainText(result.title), snippet: plainText(result.snippet), published: isoDate(result.date), score: null })),
      }),
    ),
};

const american = (date: string): string => {
  const [year, month = '1', day = '1'] = date.slice(0, 10).split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
};
