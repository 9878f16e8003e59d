import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createGzip, gzipSync, brotliCompressSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFetcher, never, serve, type Loopback } from './loopback';
import { selfSigned } from './selfSigned';
import type { SafeFetcherOptions } from '../../../src/node/http/safeFetcher';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function world(handler: Handler, options: Partial<SafeFetcherOptions> = {}) {
  const server = await serve(handler);
  open.push(server);
  const fetcher = makeFetcher({ allowHosts: [server.host], ...options });
  open.push(fetcher);
  const get = (path: string, more: { ifNoneMatch?: string; ifModifiedSince?: string; signal?: AbortSignal } = {}) =>
    fetcher.fetch({ address: path.startsWith('/') ? `${server.origin}${path}` : path, signal: never, ...more });
  return { server, fetcher, get, clock: fetcher.clock };
}

/** Answers pages by path; no robots file. */
const pages = (routes: Record<string, Handler>): Handler => (request, response) => {
  const route = routes[request.url ?? ''];
  if (route !== undefined) route(request, response);
  else response.writeHead(404).end();
};
const redirectTo = (address: string, status = 302): Handler => (_, response) => response.writeHead(status, { location: address }).end('moved');

describe('a page', () => {
  it('comes with its bytes, its final address, its hops and the headers that matter', async () => {
    const { server, get } = await world(pages({
      '/a': redirectTo('/b?x=1#part', 301),
      '/b?x=1': (request, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=latin1', etag: '"7"', 'set-cookie': 'a=b', 'x-robots-tag': 'noarchive', 'x-other': '1' })
          .end(JSON.stringify({ agent: request.headers['user-agent'], cookie: request.headers.cookie ?? null })),
    }));
    const outcome = await get('/a#top');
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        requested: `${server.origin}/a#top`,
        final: `${server.origin}/b?x=1`,
        status: 200,
        hops: [{ address: `${server.origin}/a`, status: 301, dialled: '127.0.0.1' }, { address: `${server.origin}/b?x=1`, status: 200, dialled: '127.0.0.1' }],
        robots: 'no-robots-file',
        retrievedAt: expect.stringMatching(/^2026-01-02T03:04:\d\d\.\d{3}Z$/) as string,
      },
    });
    if (!outcome.ok) return;
    expect(Object.keys(outcome.value.headers).sort()).toEqual(['content-type', 'date', 'etag', 'x-robots-tag']);
    expect(JSON.parse(new TextDecoder().decode(outcome.value.bytes))).toEqual({ agent: 'ResearchLedger/0.1 (+mailto:someone@example.org)', cookie: null });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('compressed with %s is unpacked', async (coding, pack) => {
    const { get } = await world((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(pack('über alles')));
    const outcome = await get('/');
    expect(outcome.ok && new TextDecoder().decode(outcome.value.bytes)).toBe('über alles');
  });

  it('is not fetched again when it has not changed', async () => {
    const { get } = await world((request, response) =>
      request.headers['if-none-match'] === '"v1"' || request.headers['if-modified-since'] === 'Tue, 02 Jan 2024 00:00:00 GMT'
        ? response.writeHead(304).end()
        : response.end('new'));
    expect(await get('/', { ifNoneMatch: '"v1"' })).toMatchObject({ ok: false, failure: { kind: 'not-modified', status: 304 } });
    expect(await get('/', { ifModifiedSince: 'Tue, 02 Jan 2024 00:00:00 GMT' })).toMatchObject({ ok: false, failure: { kind: 'not-modified' } });
    expect(await get('/', { ifNoneMatch: '"v0"' })).toMatchObject({ ok: true });
  });

  it('rejects with the reason when the caller stops it', async () => {
    const caller = new AbortController();
    const { get } = await world(() => caller.abort(new Error('the reader went away')));
    await expect(get('/', { signal: caller.signal })).rejects.toThrow('the reader went away');
  });
});

describe('what is refused before anything is sent', () => {
  it.each([
    ['ftp://example.org/x', /"ftp:"/],
    ['data:text/plain,hello', /"data:"/],
    ['javascript:alert(1)', /"javascript:"/],
    ['not an address', /Write it in full/],
    ['https://user:hunter2@example.org/', /credentials/],
    ['http://[fe80::1%25eth0]/', /not a web address/],
  ])('%s', async (address, sentence) => {
    const { get } = await world(() => expect.unreachable());
    const outcome = await get(address);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'bad-address', message: expect.stringMatching(sentence) as string } });
    expect(JSON.stringify(outcome)).not.toContain('hunter2@');
  });
});

describe('redirects', () => {
  it('to an address of this network are refused', async () => {
    const secret = await serve((_, response) => response.end('secret'));
    open.push(secret);
    const { get } = await world(pages({
      '/literal': redirectTo(`${secret.origin}/`),
      '/decimal': redirectTo(`http://2130706433:${secret.port}/`),
      '/mapped': redirectTo(`http://[::ffff:7f00:1]:${secret.port}/`),
      '/name': redirectTo(`http://localhost:${secret.port}/`),
      '/file': redirectTo('file:///etc/passwd'),
      '/credentials': redirectTo(`http://a:b@127.0.0.1:${secret.port}/`),
    }));
    for (const path of ['/literal', '/decimal', '/mapped', '/name']) {
      expect(await get(path), path).toMatchObject({ ok: false, failure: { kind: 'blocked-address' } });
    }
    for (const path of ['/file', '/credentials']) expect(await get(path), path).toMatchObject({ ok: false, failure: { kind: 'bad-address' } });
    expect(secret.asked).toEqual([]);
  });

  it('end after eight', async () => {
    const { server, get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      const n = Number(request.url?.slice(1));
      if (n === 0) response.end('there');
      else response.writeHead(302, { location: `/${n - 1}` }).end();
    });
    expect(await get('/8')).toMatchObject({ ok: true, value: { final: `${server.origin}/0` } });
    server.asked.length = 0;
    expect(await get('/9')).toMatchObject({ ok: false, failure: { kind: 'too-many-redirects', message: expect.stringContaining(`${server.origin}/1`) as string } });
    expect(server.asked).toHaveLength(9);
  });

  it('in a loop end too, and one without a target is said', async () => {
    const { get } = await world(pages({ '/loop': redirectTo('/loop'), '/void': (_, response) => response.writeHead(302).end() }));
    expect(await get('/loop')).toMatchObject({ ok: false, failure: { kind: 'too-many-redirects' } });
    expect(await get('/void')).toMatchObject({ ok: false, failure: { kind: 'unreadable', status: 302 } });
  });

  it('are not taken by what was posted', async () => {
    const { server, fetcher } = await world(pages({ '/post': redirectTo('/elsewhere', 307) }));
    expect(await fetcher.client.send({ address: `${server.origin}/post`, method: 'POST', body: '{}', signal: never })).toMatchObject({ status: 307 });
    expect(server.asked).toEqual(['/post']);
  });

  it('share one time limit, in which pauses do not count', async () => {
    const { fetcher, clock, get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      if (request.url === '/3') return;
      clock.pass(9_999);
      response.writeHead(302, { location: request.url === '/1' ? '/2' : '/3' }).end();
    }, { limits: { totalMilliseconds: 20_000, headersMilliseconds: 20_000, spacingMilliseconds: 60_000 } });
    expect(await get('/1')).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
    expect(clock.slept.length).toBeGreaterThan(0);
    await fetcher.close();
  });

  it('are followed whatever they carry', async () => {
    const { get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      if (request.url === '/there') return response.end('there');
      response.writeHead(302, { location: '/there' });
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(more));
    });
    expect(await get('/endless')).toMatchObject({ ok: true });
  });

  it('take the caller\'s headers no farther than the origin', async () => {
    let seen: IncomingMessage['headers'] = {};
    const other = await serve((request, response) => {
      seen = request.headers;
      response.end();
    });
    open.push(other);
    const { server } = await world(pages({ '/out': redirectTo(other.origin) }));
    const allowed = makeFetcher({ allowHosts: [server.host, other.host] });
    open.push(allowed);
    await allowed.client.send({ address: `${server.origin}/out`, headers: { authorization: 'Bearer k' }, signal: never });
    expect(seen['user-agent']).toContain('ResearchLedger');
    expect(seen['authorization']).toBeUndefined();
  });
});

describe('a name whose address changes between two questions', () => {
  it('is refused at the second dial: the address that was checked is the one dialled', async () => {
    // 127.0.0.2 plays the public internet here, 127.0.0.1 the machine's own.
    const outside = await serve((_, response) => response.writeHead(200, { connection: 'close' }).end('harmless'), { address: '127.0.0.2' });
    open.push(outside);
    const answers: string[] = [];
    const rebinding = makeFetcher({
      isPublicAddress: (address) => address === '127.0.0.2',
      resolve: async () => {
        const address = answers.length < 2 ? '127.0.0.2' : '127.0.0.1';
        answers.push(address);
        return [{ address, family: 4 }];
      },
    });
    open.push(rebinding);
    const address = `http://rebind.example:${outside.port}/`;
    expect(await rebinding.fetch({ address, signal: never })).toMatchObject({ ok: true, value: { hops: [{ dialled: '127.0.0.2' }] } });
    // One question for the robots file, one for the page: none that is not dialled.
    expect(answers).toEqual(['127.0.0.2', '127.0.0.2']);
    expect(await rebinding.fetch({ address, signal: never })).toMatchObject({
      ok: false,
      failure: { kind: 'blocked-address', message: expect.stringContaining('127.0.0.1') as string },
    });
    expect(outside.asked).toEqual(['/']);
  });

  it('is refused when one answer of several is private', async () => {
    const outside = await serve((_, response) => response.end(), { address: '127.0.0.2' });
    open.push(outside);
    const mixed = makeFetcher({
      isPublicAddress: (address) => address === '127.0.0.2',
      resolve: async () => ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 })),
    });
    open.push(mixed);
    expect(await mixed.fetch({ address: `http://mixed.example:${outside.port}/`, signal: never })).toMatchObject({ ok: false, failure: { kind: 'blocked-address' } });
  });
});

describe('limits', () => {
  const small = { maxBytes: 100_000, maxPageBytes: 50_000, headersMilliseconds: 300, totalMilliseconds: 600 };
  const endless = (response: ServerResponse) => {
    const body = new Readable({ read() { this.push(Buffer.alloc(16_384, 'x')); } });
    body.pipe(response);
    response.on('close', () => body.destroy());
  };

  it('stop a gzip bomb by its unpacked size', async () => {
    let sent = 0;
    const { get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      const zeros = new Readable({ read() { this.push((sent += 65_536) > 200_000_000 ? null : Buffer.alloc(65_536)); } });
      const packed = zeros.pipe(createGzip());
      packed.pipe(response);
      response.on('close', () => { packed.destroy(); zeros.destroy(); });
    }, { limits: { ...small, totalMilliseconds: 20_000, headersMilliseconds: 20_000 } });
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'too-large', message: expect.stringContaining('0.1 MB') as string } });
    expect(sent).toBeLessThan(200_000_000);
  });

  it('stop an endless body, and a long one by its declared length', async () => {
    const { get } = await world((request, response) => {
      if (request.url === '/declared') response.writeHead(200, { 'content-length': '100001' }).write('x');
      else if (request.url !== '/robots.txt') endless(response);
    }, { limits: { ...small, totalMilliseconds: 20_000 } });
    expect(await get('/endless')).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    expect(await get('/declared')).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
  });

  it('are lower for HTML', async () => {
    const { get } = await world((request, response) => response.writeHead(200, { 'content-type': request.url === '/page' ? 'text/html' : 'text/csv' }).end('x'.repeat(60_000)), { limits: small });
    expect(await get('/page')).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    expect(await get('/data')).toMatchObject({ ok: true });
  });

  it('stop a slow body and slow headers', async () => {
    const { get } = await world((request, response) => {
      if (request.url === '/body') {
        response.writeHead(200);
        const drip = setInterval(() => response.write('.'), 50);
        response.on('close', () => clearInterval(drip));
      }
    }, { limits: small });
    expect(await get('/headers')).toMatchObject({ ok: false, failure: { kind: 'timeout', temporary: true, message: expect.stringContaining('0.3 seconds') as string } });
    expect(await get('/body')).toMatchObject({ ok: false, failure: { kind: 'timeout', message: expect.stringContaining('in full') as string } });
  });

  it('stop headers that are too large', async () => {
    const { get } = await world((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(30_000) }).end(), { limits: { maxHeaderBytes: 20_000 } });
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'too-large', message: expect.stringContaining('headers') as string } });
  });

  it('do not let the body of an error hide the error', async () => {
    const { get } = await world((_, response) => {
      response.writeHead(404);
      endless(response);
    }, { limits: small });
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  });
});

describe('robots files', () => {
  const robots = (text: string, more: Handler = (_, response) => response.end('page')): Handler => (request, response) =>
    request.url === '/robots.txt' ? response.end(text) : more(request, response);

  it('are obeyed, and asked for once a day', async () => {
    let asked = 0;
    const { server, get, clock } = await world((request, response) => {
      if (request.url === '/robots.txt') asked += 1;
      robots('User-agent: *\nDisallow: /private\n\nUser-agent: ResearchLedger\nDisallow: /closed\n')(request, response);
    });
    expect(await get('/private')).toMatchObject({ ok: true, value: { robots: 'allowed' } });
    expect(await get('/closed/x')).toMatchObject({ ok: false, failure: { kind: 'robots', temporary: false, message: expect.stringContaining('/robots.txt') as string } });
    expect(server.asked).toEqual(['/private']);
    expect(asked).toBe(1);
    clock.pass(24 * 3600 * 1000 + 1);
    await get('/private');
    expect(asked).toBe(2);
  });

  it('are asked for at every host that a redirect leads to', async () => {
    const other = await serve(robots('User-agent: *\nDisallow: /'));
    open.push(other);
    const { server } = await world(pages({ '/out': redirectTo(`${other.origin}/page`) }));
    const fetcher = makeFetcher({ allowHosts: [server.host, other.host] });
    open.push(fetcher);
    expect(await fetcher.fetch({ address: `${server.origin}/out`, signal: never })).toMatchObject({ ok: false, failure: { kind: 'robots' } });
    expect(other.asked).toEqual([]);
  });

  it('that fail close the host for a while', async () => {
    let status = 500;
    const { get, clock } = await world((request, response) => (request.url === '/robots.txt' ? response.writeHead(status).end() : response.end('page')));
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'robots', status: 500, temporary: true } });
    status = 403;
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'robots' } });
    clock.pass(5 * 60 * 1000 + 1);
    expect(await get('/')).toMatchObject({ ok: true, value: { robots: 'no-robots-file' } });
  });

  it('that never answer close the host for a while; behind endless redirects there is none', async () => {
    const silent = await world((request, response) => {
      if (request.url === '/robots.txt') response.flushHeaders();
      else response.end();
    }, { limits: { totalMilliseconds: 200, headersMilliseconds: 200 } });
    expect(await silent.get('/')).toMatchObject({ ok: false, failure: { kind: 'robots', temporary: true } });
    const turning = await world((request, response) => {
      if (request.url?.startsWith('/robots') === true) response.writeHead(302, { location: `/robots${request.url.length}${'x'.repeat(request.url.length)}` }).end();
      else response.end();
    });
    expect(await turning.get('/')).toMatchObject({ ok: true, value: { robots: 'no-robots-file' } });
    const odd = await world((request, response) => (request.url === '/robots.txt' ? response.writeHead(302, { location: 'ftp://example.org/' }).end() : response.end()));
    expect(await odd.get('/')).toMatchObject({ ok: true, value: { robots: 'no-robots-file' } });
  });

  it('that could not be reached are asked for again', async () => {
    let cut = true;
    const { server, get } = await world((request, response) => {
      if (cut) request.socket.destroy();
      else if (request.url !== '/robots.txt') response.end();
    });
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'unreachable', temporary: true, message: expect.stringContaining(`${server.origin}/ was not asked for`) as string } });
    expect(server.asked).toEqual([]);
    cut = false;
    expect(await get('/')).toMatchObject({ ok: true });
  });

  it('are read up to 500 KiB', async () => {
    const filler = `#${'x'.repeat(1022)}\n`.repeat(510);
    const { get } = await world(robots(`User-agent: *\nDisallow: /early\n${filler}Disallow: /late\n`));
    expect(await get('/early')).toMatchObject({ ok: false, failure: { kind: 'robots' } });
    expect(await get('/late')).toMatchObject({ ok: true });
  });

  it('say how long to wait between two requests', async () => {
    const { get, clock } = await world(robots('User-agent: *\nCrawl-delay: 7\n'));
    await get('/1');
    await get('/2');
    expect(clock.slept).toEqual([1000, 7000]);
  });

  it('that ask for very long pauses are answered with a sentence, not with waiting', async () => {
    const { get } = await world(robots('User-agent: *\nCrawl-delay: 3600\n'));
    expect(await get('/1')).toMatchObject({ ok: true });
    expect(await get('/2')).toMatchObject({ ok: false, failure: { kind: 'throttled', retryAfter: 3600, temporary: true } });
  });
});

describe('manners', () => {
  it('one request at a time to a host, a second apart', async () => {
    let now = 0;
    let most = 0;
    const { get, clock } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      most = Math.max(most, ++now);
      setImmediate(() => { now -= 1; response.end(); });
    });
    await Promise.all(['/1', '/2', '/3', '/4'].map((path) => get(path)));
    expect(most).toBe(1);
    expect(clock.slept).toEqual([1000, 1000, 1000, 1000]);
  });

  it('a throttled request waits as long as it is told and is tried three times at most', async () => {
    let tries = 0;
    const { server, get, clock } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      tries += 1;
      if (request.url === '/soon' && tries === 3) response.end('now');
      else response.writeHead(429, { 'retry-after': '9' }).end();
    });
    expect(await get('/soon')).toMatchObject({ ok: true });
    expect(clock.slept).toEqual([1000, 9000, 9000]);
    tries = 0;
    expect(await get('/never')).toMatchObject({ ok: false, failure: { kind: 'throttled', status: 429, retryAfter: 9, temporary: true } });
    expect(server.asked.filter((path) => path === '/never')).toHaveLength(3);
  });

  it('Retry-After may be a date, and a long one is handed to the caller at once', async () => {
    const { server, get, clock } = await world((request, response) => {
      if (request.url !== '/robots.txt') response.writeHead(503, { 'retry-after': new Date(clock.monotonic() + 3_600_000).toUTCString() }).end();
    });
    expect(await get('/')).toMatchObject({ ok: false, failure: { kind: 'server-error', status: 503, retryAfter: 3600 } });
    expect(server.asked).toEqual(['/']);
  });

  it('a failing server is tried again, one that refuses is not', async () => {
    const { server, get, clock } = await world((request, response) => {
      if (request.url !== '/robots.txt') response.writeHead(Number(request.url?.slice(1))).end();
    });
    for (const [status, kind, tries] of [[502, 'server-error', 3], [504, 'server-error', 3], [500, 'server-error', 1], [401, 'login', 1], [402, 'refused', 1], [403, 'refused', 1], [404, 'not-found', 1], [410, 'not-found', 1], [451, 'refused', 1]] as const) {
      server.asked.length = 0;
      expect(await get(`/${status}`), String(status)).toMatchObject({ ok: false, failure: { kind, status, message: expect.stringContaining(`${server.origin}/${status}`) as string } });
      expect(server.asked, String(status)).toHaveLength(tries);
    }
    expect(clock.slept.slice(0, 4)).toEqual([1000, 1000, 2000, 4000]);
  });

  it('a cut connection is tried again, and said when it stays so', async () => {
    let tries = 0;
    const { server, get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      tries += 1;
      if (request.url === '/once' && tries === 2) return response.end('whole');
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => request.socket.destroy());
    });
    const once = await get('/once');
    expect(once.ok && new TextDecoder().decode(once.value.bytes)).toBe('whole');
    server.asked.length = 0;
    expect(await get('/always')).toMatchObject({ ok: false, failure: { kind: 'unreachable', temporary: true, message: expect.stringContaining('cut') as string } });
    expect(server.asked).toHaveLength(3);
  });

  it('what was posted is not posted again over a broken connection', async () => {
    const { server, fetcher } = await world((request) => request.socket.destroy());
    await expect(fetcher.client.send({ address: server.origin, method: 'POST', body: '{}', signal: never })).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    expect(server.asked).toHaveLength(1);
  });
});

describe('what cannot be reached or read', () => {
  it('a port where nobody listens, a name that is not known', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    const fetcher = makeFetcher({ allowHosts: [gone.host], resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
    open.push(fetcher);
    expect(await fetcher.fetch({ address: gone.origin, signal: never })).toMatchObject({ ok: false, failure: { kind: 'unreachable', message: expect.stringContaining('nothing accepts') as string } });
    expect(await fetcher.fetch({ address: 'http://nowhere.example/', signal: never })).toMatchObject({ ok: false, failure: { kind: 'unreachable', temporary: false, message: expect.stringContaining('not known') as string } });
  });

  it('a server that does not speak HTTP', async () => {
    const raw = createTcpServer((socket) => socket.on('error', () => undefined).on('data', () => socket.write('SSH-2.0-nothing\r\n')));
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => raw.close(() => resolve())) });
    const { port } = raw.address() as AddressInfo;
    const fetcher = makeFetcher({ allowHosts: ['127.0.0.1'] });
    open.push(fetcher);
    expect(await fetcher.fetch({ address: `http://127.0.0.1:${port}/`, signal: never })).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('a damaged or unknown compression', async () => {
    const { get } = await world((request, response) => {
      if (request.url === '/robots.txt') return;
      if (request.url === '/cut') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5000)).subarray(0, 20));
      else if (request.url === '/not') response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain text');
      else response.writeHead(200, { 'content-encoding': 'lzma' }).end('x');
    });
    for (const path of ['/cut', '/not', '/unknown']) expect(await get(path), path).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });
});

describe('encrypted connections', () => {
  const secure = async (address: string) => {
    const server = await serve((_, response) => response.end('safe'), { address, tls: selfSigned });
    open.push(server);
    return server;
  };
  const get = async (server: Loopback, certificates: string[] = []) => {
    const fetcher = makeFetcher({ allowHosts: [server.host], certificates });
    open.push(fetcher);
    return fetcher.fetch({ address: server.origin, signal: never });
  };

  it('with a certificate that nobody vouches for are refused in plain words', async () => {
    const server = await secure('127.0.0.1');
    expect(await get(server)).toMatchObject({ ok: false, failure: { kind: 'tls', temporary: false, message: expect.stringMatching(/self-signed.*browser/) as string } });
    expect(server.asked).toEqual([]);
  });
  it('with one that the user trusts are read, for its own host only', async () => {
    expect(await get(await secure('127.0.0.1'), [selfSigned.cert])).toMatchObject({ ok: true });
    expect(await get(await secure('127.0.0.2'), [selfSigned.cert])).toMatchObject({ ok: false, failure: { kind: 'tls', message: expect.stringContaining('another host name') as string } });
  });
  it('to a port that does not encrypt are said', async () => {
    const plain = await serve((_, response) => response.end());
    open.push(plain);
    expect(await get({ ...plain, origin: plain.origin.replace('http:', 'https:') })).toMatchObject({ ok: false, failure: { kind: 'tls', message: expect.stringContaining('https') as string } });
  });
});

describe('a proxy', () => {
  /** Answers every tunnel and every plain request itself, as a proxy that reached the host would. */
  const proxy = async () => {
    const seen: string[] = [];
    const server = createHttpServer((request, response) => {
      seen.push(request.url ?? '');
      if (request.url?.endsWith('/robots.txt') === true) response.writeHead(404).end();
      else response.end('through the proxy');
    });
    server.on('connect', (request, socket: Socket) => {
      seen.push(`CONNECT ${request.url}`);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => { server.closeAllConnections(); return new Promise((resolve) => server.close(() => resolve())); } });
    return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const unknown = async () => Promise.reject(new Error('this machine knows no names'));

  it('is used for names it alone can look up', async () => {
    const { seen, address } = await proxy();
    const fetcher = makeFetcher({ proxy: address, resolve: unknown });
    open.push(fetcher);
    const outcome = await fetcher.fetch({ address: 'http://far.example/page', signal: never });
    expect(outcome.ok && new TextDecoder().decode(outcome.value.bytes)).toBe('through the proxy');
    expect(outcome).toMatchObject({ value: { hops: [{ dialled: null }] } });
    expect(seen.join(' ')).toContain('far.example');
  });
  it('is no way to a private address, by number or by name', async () => {
    const { seen, address } = await proxy();
    const fetcher = makeFetcher({ proxy: address, resolve: async () => [{ address: '10.0.0.7', family: 4 }] });
    open.push(fetcher);
    for (const target of ['http://10.0.0.7/', 'http://[::ffff:10.0.0.7]/', 'http://intranet.example/']) {
      expect(await fetcher.fetch({ address: target, signal: never }), target).toMatchObject({ ok: false, failure: { kind: 'blocked-address' } });
    }
    expect(seen).toEqual([]);
  });
  it('is passed by for allowed hosts', async () => {
    const { seen, address } = await proxy();
    const { get } = await world((_, response) => response.end('direct'), { proxy: address });
    const outcome = await get('/');
    expect(outcome.ok && new TextDecoder().decode(outcome.value.bytes)).toBe('direct');
    expect(seen).toEqual([]);
  });
});
