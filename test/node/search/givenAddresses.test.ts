import { expect, test } from 'vitest';
import { givenAddresses } from '../../../src/node/search/givenAddresses';

const nothing = { fetch: () => Promise.reject(new Error('nothing is fetched here')) };

test('given pages answer every query, and a sitemap or feed stands for what it lists', async () => {
  const providers = givenAddresses(['https://example.org/report', 'https://example.org/sitemap.xml', 'https://example.org/blog/feed'], nothing);
  expect(providers.map(({ name, remote }) => [name, remote])).toEqual([['given', false], ['feeds', false]]);
  const found = await providers[0]?.search({ query: 'anything', from: null, to: null, language: null, limit: 8, signal: new AbortController().signal });
  expect(found).toMatchObject({ ok: true, value: { hits: [{ address: 'https://example.org/report' }] } });
  expect(givenAddresses([], nothing)).toEqual([]);
});
