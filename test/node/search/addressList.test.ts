import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { listAddresses } from '../../../src/node/search/addressList';
import { AddressListProvider } from '../../../src/node/search/addressListProvider';
import { makeFetcher, never, serve } from '../http/loopback';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function site(pages: (origin: string) => Record<string, string | Buffer>) {
  let routes: Record<string, string | Buffer> = {};
  const server = await serve((request, response) => {
    const body = routes[request.url ?? ''];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  open.push(server);
  routes = pages(server.origin);
  const fetcher = makeFetcher({ allowHosts: [server.host] });
  open.push(fetcher);
  return { server, fetcher, list: (path: string, limits = {}) => listAddresses(fetcher, { address: `${server.origin}${path}`, signal: never, limits }) };
}

const urlset = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((address) => `<url><loc>${address}</loc><lastmod>2024-01-01</lastmod></url>`).join('')}</urlset>`;
const index = (...addresses: string[]) => `<sitemapindex>${addresses.map((address) => `<sitemap><loc> ${address} </loc></sitemap>`).join('')}</sitemapindex>`;

describe('sitemaps', () => {
  it('are read, plain, packed and as text, through their index', async () => {
    const { list } = await site((origin) => ({
      '/index.xml': index(`${origin}/a.xml`, `${origin}/b.xml.gz`, `${origin}/c.txt`, `${origin}/a.xml`),
      '/a.xml': urlset('https://example.org/1?a=1&amp;b=2', '/relative', 'javascript:alert(1)'),
      '/b.xml.gz': gzipSync(urlset('https://example.org/2')),
      '/c.txt': '\uFEFFhttps://example.org/3\r\nhttps://example.org/1?a=1&b=2\n',
    }));
    const outcome = await list('/index.xml');
    if (!outcome.ok) expect.fail(outcome.failure.message);
    expect(outcome.value.entries.map(({ address }) => address.replace(/^http:\/\/127[^/]*/, ''))).toEqual(['https://example.org/1?a=1&b=2', '/relative', 'https://example.org/2', 'https://example.org/3']);
    expect(outcome.value.entries[0]).toMatchObject({ title: '', published: null });
    expect(outcome.value.notes).toEqual([expect.stringContaining('1 entries')]);
  });

  it('that cannot be read are noted, and are a failure when nothing else was found', async () => {
    const { server, list } = await site((origin) => ({
      '/some.xml': index(`${origin}/gone.xml`, `${origin}/a.xml`),
      '/none.xml': index(`${origin}/gone.xml`),
      '/a.xml': urlset('https://example.org/1'),
      '/page.html': '<!doctype html><html><body>Not a list</body></html>',
      '/empty.xml': urlset(),
      '/broken.gz': Buffer.concat([gzipSync(urlset('https://example.org/1')).subarray(0, 20)]),
      '/text': 'Just some words',
      '/nothing': '',
    }));
    expect(await list('/some.xml')).toMatchObject({ ok: true, value: { entries: [{ address: 'https://example.org/1' }], notes: [expect.stringContaining(`${server.origin}/gone.xml`) as string] } });
    expect(await list('/none.xml')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    for (const path of ['/page.html', '/broken.gz', '/text', '/nothing']) expect(await list(path), path).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect(await list('/empty.xml')).toEqual({ ok: true, value: { entries: [], notes: [] } });
  });

  it('end at their limits: files, addresses, unpacked bytes', async () => {
    const { server, list } = await site((origin) => ({
      '/loop.xml': index(`${origin}/loop.xml`, `${origin}/1.xml`, `${origin}/2.xml`, `${origin}/3.xml`),
      ...Object.fromEntries([1, 2, 3].map((n) => [`/${n}.xml`, urlset(`https://example.org/${n}`, `https://example.org/${n}b`)])),
      '/bomb.gz': gzipSync(Buffer.alloc(2_000_000, ' ')),
    }));
    const some = (count: number) => Array.from({ length: count }, () => ({ published: null }));
    expect(await list('/loop.xml', { files: 3 })).toMatchObject({ ok: true, value: { entries: some(4), notes: [expect.stringContaining('1 were not read') as string] } });
    server.asked.length = 0;
    expect(await list('/loop.xml', { entries: 3 })).toMatchObject({ ok: true, value: { entries: some(3), notes: [expect.stringContaining('more than 3 addresses') as string] } });
    expect(server.asked).toEqual(['/loop.xml', '/1.xml', '/2.xml']);
    expect(await list('/bomb.gz', { bytes: 1_000_000 })).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
  });

  it('do not expand what a document declares', async () => {
    const { list } = await site(() => ({
      '/laughs.xml': `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>${urlset('https://example.org/&b;', 'https://example.org/&f;').slice(21)}`,
    }));
    const outcome = await list('/laughs.xml');
    expect(JSON.stringify(outcome)).not.toMatch(/aaaa|root:/);
  });
});

describe('feeds', () => {
  it('in RSS, RDF, Atom and JSON give the same entry', async () => {
    const { list, server } = await site(() => ({
      '/rss': `<rss version="2.0"><channel><title>C</title><link>https://example.org/</link><item><title>Heat &amp;amp; &lt;b&gt;pumps&lt;/b&gt;</title><link>/a</link><description><![CDATA[<p>They <i>work</i>.</p>]]></description><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate></item></channel></rss>`,
      '/rdf': `<rdf:RDF xmlns:rdf="x"><channel/><item><title>Heat &amp; pumps</title><link>/a</link><description>They work.</description><dc:date>2024-03-05T10:00:00Z</dc:date></item></rdf:RDF>`,
      '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Heat &amp; pumps</title><link rel="self" href="/x"/><link href="/a"/><summary type="html">They &lt;i&gt;work&lt;/i&gt;.</summary><published>2024-03-05T10:00:00Z</published></entry></feed>`,
      '/json': JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'C', items: [{ id: '1', url: '/a', title: 'Heat &amp; pumps', content_text: 'They work.', date_published: '2024-03-05T10:00:00Z' }] }),
    }));
    for (const path of ['/rss', '/rdf', '/atom', '/json']) {
      expect(await list(path), path).toEqual({ ok: true, value: { entries: [{ address: `${server.origin}/a`, title: 'Heat & pumps', summary: 'They work.', published: '2024-03-05' }], notes: [] } });
    }
  });

  it('keep the characters of their encoding', async () => {
    const { list } = await site(() => ({
      '/latin': Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>W\xe4rme</title><link>https://example.org/</link></item></channel></rss>', 'latin1'),
      '/odd': '<?xml version="1.0" encoding="nonsense"?><rss><channel><item><title>Wärme</title><guid>https://example.org/g</guid></item></channel></rss>',
    }));
    expect(await list('/latin')).toMatchObject({ value: { entries: [{ title: 'Wärme' }] } });
    expect(await list('/odd')).toMatchObject({ value: { entries: [{ title: 'Wärme', address: 'https://example.org/g' }] } });
  });

  it('are searched by their words, and the lists are fetched once', async () => {
    const { server, fetcher } = await site(() => ({
      '/map.xml': urlset('https://example.org/heat-pumps/efficiency', 'https://example.org/solar', 'https://example.org/heat'),
      '/feed': `<rss><channel><item><title>Heat pump news</title><link>https://example.org/news</link><pubDate>5 Mar 2019</pubDate></item></channel></rss>`,
    }));
    const provider = new AddressListProvider(fetcher, [`${server.origin}/map.xml`, `${server.origin}/feed`, `${server.origin}/gone`]);
    const ask = (more = {}) => provider.search({ query: 'the efficiency of heat pumps', from: null, to: null, language: null, limit: 10, signal: never, ...more });
    const outcome = await ask();
    expect(outcome.ok && outcome.value.hits.map(({ address }) => address)).toEqual(['https://example.org/heat-pumps/efficiency', 'https://example.org/news', 'https://example.org/heat']);
    expect(outcome).toMatchObject({ value: { notes: [expect.stringContaining('/gone') as string] } });
    const later = await ask({ from: '2020-01-01', limit: 1 });
    expect(later.ok && later.value.hits.map(({ address }) => address)).toEqual(['https://example.org/heat-pumps/efficiency']);
    const dated = await ask({ from: '2020-01-01' });
    expect(dated.ok && dated.value.hits.map(({ address }) => address)).not.toContain('https://example.org/news');
    expect(server.asked.filter((path) => path === '/feed')).toHaveLength(1);
    expect(await new AddressListProvider(fetcher, [`${server.origin}/gone`]).search({ query: 'x', from: null, to: null, language: null, limit: 1, signal: never })).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(await new AddressListProvider(fetcher, []).search({ query: 'x', from: null, to: null, language: null, limit: 1, signal: never })).toMatchObject({ ok: false, failure: { kind: 'not-configured' } });
  });
});
