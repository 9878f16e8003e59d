import * as z from 'zod';
import { BadAnswer, jsonStep, type ProviderDescription } from '../description';
import { isoDate, plainText, shorten } from '../text';

/** Names of the fields of a team's own index. */
export interface OpenSearchFields {
  /** The web address of a document; hits without one cannot be opened and are left out. */
  address: string;
  title: string;
  text: string;
  /** A field of type `date`, or null when the index has none. */
  published: string | null;
}

export const defaultOpenSearchFields: OpenSearchFields = { address: 'url', title: 'title', text: 'content', published: 'date' };

const Answer = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ failed: z.number() }),
  hits: z.object({
    hits: z.array(z.object({ _score: z.number().nullish(), _source: z.record(z.string(), z.unknown()).optional(), highlight: z.record(z.string(), z.array(z.string())).optional() })),
  }),
});

/**
 * `_search` of OpenSearch and Elasticsearch. The base address ends with the name of the index. The key is
 * `user:password` for basic authentication, else an API key as the server gave it (base64).
 */
export const openSearch = (fields: OpenSearchFields): ProviderDescription => ({
  name: 'opensearch',
  title: 'OpenSearch',
  base: null,
  key: 'optional',
  spacing: { anonymous: 0, keyed: 0 },
  query: { characters: 2000, words: 200 },
  limit: 100,
  filters: { dates: fields.published !== null, language: false },
  start: ({ base, query, from, to, limit, key }) => {
    const range = fields.published === null || (from === null && to === null) ? [] : [{ range: { [fields.published]: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lte: to }) } } }];
    return jsonStep(
      {
        address: `${base}/_search`,
        ...(key === undefined ? {} : { headers: { authorization: key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `ApiKey ${key}` } }),
        json: {
          size: limit,
          query: { bool: { must: [{ multi_match: { query, fields: [`${fields.title}^2`, fields.text] } }], filter: range } },
          _source: [fields.address, fields.title, ...(fields.published === null ? [] : [fields.published])],
          highlight: { pre_tags: [''], post_tags: [''], fields: { [fields.text]: { fragment_size: 300, number_of_fragments: 2, no_match_size: 300 } } },
        },
      },
      Answer,
      ({ timed_out, _shards, hits: { hits } }) => {
        const partial = timed_out ? 'the search ran into its time limit' : _shards.failed > 0 ? `${_shards.failed} parts of the index failed` : null;
        if (partial !== null && hits.length === 0) throw new BadAnswer(`nothing was found, but ${partial}`, 'server-error');
        return {
          hits: hits.map(({ _score, _source = {}, highlight }) => ({
            address: textIn(_source[fields.address]),
            title: textIn(_source[fields.title]) || textIn(_source[fields.address]),
            snippet: shorten(plainText(highlight?.[fields.text]?.join(' … ')), 600),
            published: fields.published === null ? null : isoDate(textIn(_source[fields.published])),
            score: _score ?? null,
          })),
          notes: partial === null ? [] : [`The results of OpenSearch are incomplete: ${partial}.`],
        };
      },
    );
  },
});

const textIn = (value: unknown): string => (typeof value === 'string' ? value : Array.isArray(value) ? textIn(value[0]) : '');
