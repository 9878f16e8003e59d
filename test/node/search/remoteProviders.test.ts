import { afterEach, describe, expect, it } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemResolve } from '../../../src/node/http/connector';
import { HttpClient } from '../../../src/node/http/httpClient';
import { providerDescriptions as describeProviders, remoteProviders } from '../../../src/node/search/remoteProviders';
import type { ProviderQuery } from '../../../src/core/source/provider';
import { serve, StepClock, type Loopback } from '../http/loopback';
import { contracts } from './contracts';

const providerDescriptions = describeProviders();
const key = 'sk-very-secret/key+1';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Asked { url: string; method: string; headers: IncomingMessage['headers']; body: string }
type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

const question = (more: Partial<ProviderQuery> = {}): ProviderQuery => ({ query: 'heat pumps', from: null, to: null, language: null, limit: 5, signal: new AbortController().signal, ...more });

/** A provider whose service is a small server of ours. */
async function world(name: string, answer: (path: string) => Answer | ((response: ServerResponse) => void), options: { key?: string | undefined; base?: string } = { key }) {
  const asked: Asked[] = [];
  const server: Loopback = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = request.url ?? '';
      asked.push({ url, method: request.method ?? '', headers: request.headers, body });
      const given = answer(url.split('?')[0] ?? '');
      if (typeof given === 'function') given(response);
      else response.writeHead(given.status ?? 200, given.headers).end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
    });
  });
  open.push(server);
  const clock = new StepClock();
  const client = new HttpClient({ clock, userAgent: 'ResearchLedger/0.1 (+mailto:someone@example.org)', allowHosts: ['127.0.0.1'], proxy: null, limits: { headersMilliseconds: 2000, totalMilliseconds: 3000 } });
  open.push(client);
  const providers = remoteProviders({ client, clock, secret: async () => options.key, contact: 'someone@example.org', bases: { [name]: options.base ?? server.origin } });
  const provider = providers.find((one) => one.name === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return { provider, asked, clock, server };
}

it('every provider has a contract', () => {
  expect(contracts.map(({ name }) => name).sort()).toEqual(providerDescriptions.map(({ name }) => name).sort());
});

describe.each(contracts)('$name', (contract) => {
  const description = providerDescriptions.find(({ name }) => name === contract.name);
  const routes = (bodies: Record<string, unknown>) => (path: string): Answer => (path in bodies ? { body: bodies[path] } : { status: 404, body: '' });
  const withKey = (body: unknown): unknown => (typeof body === 'string' ? body : JSON.parse(JSON.stringify(body).replaceAll('KEY', key)));

  it('asks as documented and reads the hits', async () => {
    const { provider, asked } = await world(contract.name, routes(contract.good));
    const outcome = await provider.search(question({ from: '2020', to: '2024-06', language: 'en' }));
    if (!outcome.ok) expect.fail(outcome.failure.message);
    const first = asked[0];
    for (const pattern of contract.asks) expect(`${first?.url} ${first?.body}`.trim()).toMatch(pattern);
    expect(first?.headers['user-agent']).toContain('ResearchLedger');
    if (contract.keyHeader !== undefined) expect(first?.headers[contract.keyHeader[0]]).toBe(contract.keyHeader[1].replace('KEY', key));
    if (contract.keyInQuery === true) expect(first?.url).toContain(encodeURIComponent(key));
    const { address, ...rest } = contract.first;
    const hit = outcome.value.hits[0];
    if (typeof address === 'string') expect(hit?.address).toBe(address);
    else expect(hit?.address).toMatch(address);
    expect(hit).toMatchObject({ title: rest.title, published: rest.published, snippet: expect.stringMatching(rest.snippet) as string });
    const notes = outcome.value.notes.join(' ');
    expect(notes.includes('cannot filter by date')).toBe(description?.filters.dates === false);
    expect(notes.includes('cannot filter by language')).toBe(description?.filters.language === false);
  });

  it('an answer without hits is an empty list', async () => {
    const { provider } = await world(contract.name, routes(contract.none));
    expect(await provider.search(question())).toEqual({ ok: true, value: { hits: [], notes: [] } });
  });

  it.each(contract.failures)('status $status is "$kind"', async ({ status, headers, body, kind, says, retryAfter }) => {
    const { provider } = await world(contract.name, () => ({ status, ...(headers === undefined ? {} : { headers }), body: withKey(body) }));
    const outcome = await provider.search(question());
    expect(outcome).toMatchObject({ ok: false, failure: { kind, message: expect.stringMatching(says) as string, ...(retryAfter === undefined ? {} : { retryAfter }) } });
    expect(JSON.stringify(outcome)).not.toContain(key);
    expect(JSON.stringify(outcome)).not.toContain(encodeURIComponent(key));
  });

  it('errors that come as success, nothing, HTML and other JSON are failures, never an empty list', async () => {
    const wrong: { body: unknown; kind: string; says: RegExp }[] = [
      { body: '', kind: 'bad-answer', says: /nothing/ },
      { body: '   \n', kind: 'bad-answer', says: /nothing/ },
      { body: '<!doctype html><title>Are you human?</title>', kind: 'bad-answer', says: /JSON|Atom/ },
      { body: {}, kind: 'bad-answer', says: /documents|Atom/ },
      { body: [], kind: 'bad-answer', says: /documents|Atom/ },
      { body: 'null', kind: 'bad-answer', says: /documents|Atom/ },
      ...(contract.name === 'arxiv' ? [] : [
        { body: { error: 'something broke' }, kind: 'bad-answer', says: /something broke/ },
        { body: { error: { message: 'Rate limit exceeded' }, results: [] }, kind: 'throttled', says: /Rate limit exceeded/ },
        // A service can only repeat a key that it was sent.
        { body: { error: { message: `bad API key ${description?.key === 'none' ? '…' : key}`, code: 401 } }, kind: 'unauthorised', says: /bad API key …/ },
        { body: { errors: [{ message: 'internal', code: 500 }] }, kind: 'server-error', says: /internal/ },
      ]),
      ...(contract.errorWith200 === undefined ? [] : [contract.errorWith200]),
    ];
    for (const { body, kind, says } of wrong) {
      const { provider } = await world(contract.name, () => ({ body }));
      const outcome = await provider.search(question());
      expect(outcome, JSON.stringify(body)).toMatchObject({ ok: false, failure: { kind, message: expect.stringMatching(says) as string } });
      expect(JSON.stringify(outcome)).not.toContain(key);
    }
  });

  it('a failing, throttling, silent or vanished service has its own name', async () => {
    const failing = await world(contract.name, () => ({ status: 500, body: 'oops' }));
    expect(await failing.provider.search(question())).toMatchObject({ ok: false, failure: { kind: 'server-error', message: expect.stringMatching(/500/) as string } });
    expect(failing.asked).toHaveLength(1);

    const throttling = await world(contract.name, () => ({ status: 429, headers: { 'retry-after': '17' }, body: '' }));
    expect(await throttling.provider.search(question())).toMatchObject({ ok: false, failure: { kind: 'throttled', retryAfter: 17, message: expect.stringContaining('17 seconds') as string } });
    expect(throttling.asked).toHaveLength(3);
    expect(throttling.clock.slept).toEqual([17_000, 17_000]);

    const gone = await world(contract.name, () => ({ body: {} }));
    await gone.server.close();
    const outcome = await gone.provider.search(question());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(JSON.stringify(outcome)).not.toMatch(/heat|secret/);
  });

  it('a query longer than it takes is shortened, and said', async () => {
    const { provider, asked } = await world(contract.name, routes(contract.none));
    const outcome = await provider.search(question({ query: 'heat '.repeat(1000), limit: 1000 }));
    expect(outcome).toMatchObject({ ok: true, value: { notes: [expect.stringContaining('shortened') as string, expect.stringContaining('at most') as string] } });
    const sent = decodeURIComponent(`${asked[0]?.url} ${asked[0]?.body}`.replaceAll('+', ' '));
    expect(sent.match(/heat/g)?.length).toBeLessThanOrEqual(description?.query.words ?? Math.floor((description?.query.characters ?? 0) / 5) + 1);
    expect(await provider.search(question({ query: '  ' }))).toMatchObject({ ok: false, failure: { message: expect.stringContaining('empty') as string } });
  });

  it('keeps its distance between requests', async () => {
    const { provider, clock } = await world(contract.name, routes(contract.none));
    await provider.search(question());
    await provider.search(question());
    const sent = contract.name === 'github' ? 4 : 2;
    expect(clock.slept).toEqual(Array.from({ length: sent - 1 }, () => description?.spacing[description.key === 'none' ? 'anonymous' : 'keyed']).filter((pause) => pause !== 0));
  });

  it('stops when the caller does', async () => {
    const caller = new AbortController();
    const { provider } = await world(contract.name, () => () => caller.abort(new Error('stopped by the user')));
    await expect(provider.search(question({ signal: caller.signal }))).rejects.toThrow('stopped by the user');
  });

  it('without a key', async () => {
    const { provider, asked } = await world(contract.name, routes(contract.none), { key: undefined });
    const outcome = await provider.search(question());
    if (description?.key === 'required') {
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'not-configured', message: expect.stringContaining(`"${contract.name}"`) as string } });
      expect(asked).toEqual([]);
    } else {
      expect(outcome.ok).toBe(true);
      expect(JSON.stringify(asked)).not.toMatch(/undefined|Bearer|api.key/);
    }
  });
});

describe('what only the runner does', () => {
  it('SearXNG without an address is not configured', async () => {
    const { provider } = await world('searxng', () => ({ body: {} }), { base: '' });
    expect((await provider.search(question())).ok).toBe(false);
    const client = { send: () => Promise.reject(new Error('not to be asked')) };
    const bare = remoteProviders({ client, clock: new StepClock(), secret: async () => undefined, contact: null }).find(({ name }) => name === 'searxng');
    expect(await bare?.search(question())).toMatchObject({ ok: false, failure: { kind: 'not-configured', message: expect.stringContaining('base address') as string } });
  });

  it('a service on this machine is refused while the user has not allowed it', async () => {
    const server = await serve((_, response) => response.end('{}'));
    open.push(server);
    const client = new HttpClient({ clock: new StepClock(), userAgent: 'ResearchLedger/0.1', allowHosts: [], proxy: null });
    open.push(client);
    const provider = remoteProviders({ client, clock: new StepClock(), secret: async () => undefined, contact: null, bases: { searxng: server.origin } }).find(({ name }) => name === 'searxng');
    expect(await provider?.search(question())).toMatchObject({ ok: false, failure: { kind: 'unreachable', message: expect.stringContaining('allowed hosts') as string } });
    expect(server.asked).toEqual([]);
  });

  it('results without a web address are left out, and said', async () => {
    const { provider } = await world('searxng', () => ({ body: { results: [{ url: 'javascript:alert(1)', title: 'x' }, { url: 'https://example.org/', title: 'y' }] } }));
    expect(await provider.search(question())).toMatchObject({ ok: true, value: { hits: [{ address: 'https://example.org/' }], notes: [expect.stringContaining('left out') as string] } });
  });

  it('an index of one\'s own has its own fields, and basic authentication when the key is a name and a password', async () => {
    const server = await serve((request, response) => {
      expect(request.headers['authorization']).toBe(`Basic ${Buffer.from('reader:pass').toString('base64')}`);
      response.end(JSON.stringify({ timed_out: true, _shards: { failed: 0 }, hits: { hits: [{ _score: 1, _source: { link: ['https://example.org/'], name: 'N' } }] } }));
    });
    open.push(server);
    const client = new HttpClient({ clock: new StepClock(), userAgent: 'ResearchLedger/0.1', allowHosts: [server.host], proxy: null });
    open.push(client);
    const provider = remoteProviders({ client, clock: new StepClock(), secret: async () => 'reader:pass', contact: null, bases: { opensearch: server.origin } }, { address: 'link', title: 'name', text: 'body', published: null }).find(({ name }) => name === 'opensearch');
    expect(await provider?.search(question({ from: '2020' }))).toMatchObject({
      ok: true,
      value: { hits: [{ address: 'https://example.org/', title: 'N', published: null }], notes: [expect.stringContaining('cannot filter by date') as string, expect.stringContaining('incomplete') as string] },
    });
  });

  it('a key does not follow a redirect to another origin', async () => {
    const other: IncomingMessage['headers'][] = [];
    const thief = await serve((request, response) => {
      other.push(request.headers);
      response.end('{}');
    });
    open.push(thief);
    const { provider } = await world('brave', () => ({ status: 302, headers: { location: thief.origin }, body: '' }));
    expect(await provider.search(question())).toMatchObject({ ok: false });
    expect(other).toHaveLength(1);
    expect(JSON.stringify(other)).not.toContain(key);
  });
});

/** The same promises against the real services: keys in LIVE_KEY_<NAME>, the addresses of own services in LIVE_BASE_<NAME>. */
if (process.env['LIVE_PROVIDERS'] === '1') describe.each(providerDescriptions.map(({ name, key: needs }) => ({ name, needs })))('the real $name', ({ name, needs }) => {
  const secret = process.env[`LIVE_KEY_${name.toUpperCase()}`];
  const base = process.env[`LIVE_BASE_${name.toUpperCase()}`];
  const ready = (needs !== 'required' || secret !== undefined) && (describeProviders().find((one) => one.name === name)?.base !== null || base !== undefined);
  const make = (withSecret: string | undefined) => {
    const clock = { now: () => new Date().toISOString(), monotonic: () => performance.now(), sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };
    const client = new HttpClient({ clock, userAgent: `ResearchLedger/0.1 (+${process.env['LIVE_CONTACT'] ?? 'no contact given'})`, allowHosts: base === undefined ? [] : [new URL(base).host], proxy: process.env['HTTPS_PROXY'] ?? null, resolve: systemResolve });
    open.push(client);
    const provider = remoteProviders({ client, clock, secret: async () => withSecret, contact: process.env['LIVE_CONTACT'] ?? null, bases: base === undefined ? {} : { [name]: base } }).find((one) => one.name === name);
    if (provider === undefined) throw new Error(`no provider ${name}`);
    return provider;
  };
  it.runIf(ready)('answers with hits that can be opened', async () => {
    const outcome = await make(secret).search(question({ query: 'heat pump efficiency' }));
    if (!outcome.ok) expect.fail(outcome.failure.message);
    expect(outcome.value.hits.length).toBeGreaterThan(0);
    for (const hit of outcome.value.hits) {
      expect(hit.address).toMatch(/^https?:\/\//);
      expect(hit.title).not.toBe('');
    }
  });
  it.runIf(ready && needs === 'required')('refuses a wrong key by that name', async () => {
    expect(await make('wrong-key').search(question())).toMatchObject({ ok: false });
  });
});
