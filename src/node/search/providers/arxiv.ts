import type { ProviderHit } from '../../../core/source/provider';
import { isContentWord } from '../../../core/source/tokens';
import { addressOf, BadAnswer, type ProviderDescription } from '../description';
import { isoDate, shorten } from '../text';
import { childrenOf, parseXml, textOf, type XmlElement } from '../xml';

/** arXiv API user manual: Atom; one request every three seconds over one connection. */
export const arxiv: ProviderDescription = {
  name: 'arxiv',
  title: 'arXiv',
  base: 'https://export.arxiv.org',
  key: 'none',
  spacing: { anonymous: 3000, keyed: 3000 },
  query: { characters: 500 },
  limit: 100,
  filters: { dates: true, language: false },
  start: ({ base, query, from, to, limit }) => ({
    request: { address: addressOf(base, '/api/query', { search_query: searchQuery(query, from, to), start: 0, max_results: limit, sortBy: 'relevance' }) },
    format: 'text',
    read: (body) => {
      const feed = parseXml(String(body));
      if (feed?.name !== 'feed') throw new BadAnswer('it did not answer with an Atom feed');
      const entries = childrenOf(feed, 'entry');
      const error = entries.find((entry) => textOf(entry, 'id').includes('/api/errors'));
      if (error !== undefined) throw new BadAnswer(textOf(error, 'summary') || 'it answered with an error');
      return { hits: entries.map(hitOf) };
    },
  }),
};

/** Quoted phrases and words that carry meaning, any of which may match: the ranking puts those first that match most. */
function searchQuery(query: string, from: string | null, to: string | null): string {
  const terms = [...query.matchAll(/"([^"]+)"|([^\s"():]+)/g)].map(([, phrase, word = '']) => ({ text: phrase === undefined ? `all:${word}` : `all:"${phrase}"`, content: phrase !== undefined || isContentWord(word.toLowerCase()) }));
  const content = terms.filter((term) => term.content);
  const words = (content.length > 0 ? content : terms).map(({ text }) => text).join(' OR ');
  if (from === null && to === null) return words;
  return `(${words}) AND submittedDate:[${stamp(from ?? '1991-01-01', '0000')} TO ${stamp(to ?? '2999-12-31', '2359')}]`;
}

const stamp = (date: string, time: string): string => `${date.slice(0, 10).replaceAll('-', '').padEnd(6, '01').padEnd(8, '01')}${time}`;

function hitOf(entry: XmlElement): ProviderHit {
  const id = textOf(entry, 'id');
  if (id === '') throw new BadAnswer('an entry of its feed has no id');
  return {
    address: id.replace(/^http:/, 'https:'),
    title: textOf(entry, 'title'),
    snippet: shorten(textOf(entry, 'summary'), 600),
    published: isoDate(textOf(entry, 'published')),
    score: null,
  };
}
