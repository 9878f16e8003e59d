import * as z from 'zod';
import { addressOf, BadAnswer, jsonStep, type ProviderDescription, type Question } from '../description';
import { isoDate, plainText } from '../text';

const Found = z.object({ esearchresult: z.object({ idlist: z.array(z.string()).optional(), ERROR: z.string().optional() }) });
const Summary = z.object({
  title: z.string(),
  pubdate: z.string().optional(),
  sortpubdate: z.string().optional(),
  source: z.string().optional(),
  authors: z.array(z.object({ name: z.string() })).optional(),
});
const Summaries = z.object({ result: z.intersection(z.object({ uids: z.array(z.string()) }), z.record(z.string(), z.unknown())) });

/** NCBI E-utilities, `esearch` then `esummary`: three requests a second without a key, ten with one. */
export const pubmed: ProviderDescription = {
  name: 'pubmed',
  title: 'PubMed',
  base: 'https://eutils.ncbi.nlm.nih.gov',
  key: 'optional',
  spacing: { anonymous: 350, keyed: 110 },
  query: { characters: 1500 },
  limit: 100,
  filters: { dates: true, language: false },
  start: (question) => {
    const { query, from, to, limit, base, today } = question;
    const slashed = (date: string) => date.replaceAll('-', '/');
    const dates = from === null && to === null ? {} : { datetype: 'pdat', mindate: slashed(from ?? '1800'), maxdate: slashed(to ?? today) };
    return jsonStep(
      { address: addressOf(base, '/entrez/eutils/esearch.fcgi', { ...common(question), term: query, retmax: limit, sort: 'relevance', ...dates }) },
      Found,
      ({ esearchresult: { idlist, ERROR } }) => {
        if (ERROR !== undefined || idlist === undefined) throw new BadAnswer(ERROR ?? 'it answered without a list of articles');
        return idlist.length === 0 ? { hits: [] } : summaries(question, idlist);
      },
    );
  },
};

const summaries = (question: Question, ids: string[]) =>
  jsonStep({ address: addressOf(question.base, '/entrez/eutils/esummary.fcgi', { ...common(question), id: ids.join(',') }) }, Summaries, ({ result }) => ({
    hits: result.uids.map((uid) => {
      const summary = Summary.parse(result[uid]);
      return {
        address: `https://pubmed.ncbi.nlm.nih.gov/${uid}/`,
        title: plainText(summary.title),
        snippet: [(summary.authors ?? []).slice(0, 3).map(({ name }) => name).join(', '), summary.source ?? '', summary.pubdate ?? ''].filter((part) => part !== '').join('. '),
        published: isoDate(summary.pubdate) ?? isoDate(summary.sortpubdate),
        score: null,
      };
    }),
  }));

const common = ({ key, contact }: Question) => ({
  db: 'pubmed',
  retmode: 'json',
  tool: 'research-ledger',
  email: contact !== null && contact.includes('@') ? contact : null,
  api_key: key,
});
