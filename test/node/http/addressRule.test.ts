import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/node/http/addressRule';
import { AllowedHosts } from '../../../src/node/http/webAddress';
import { makeFetcher, never, serve } from './loopback';

const notPublic = [
  '127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254',
  '100.64.0.1', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1',
  '2002:7f00:1::', '2002:a00:1::1', '2001::1', '2001:db8::1', '3fff::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '5f00::1',
  '2600:1f18::5efe:10.0.0.1', '2600:1f18::200:5efe:127.0.0.1', '2600::1%1', '4000::1', 'localhost', '',
];

describe('the address rule', () => {
  it.each(notPublic)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::5efe', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true));
});

describe('allowed hosts', () => {
  const has = (entries: string[], address: string) => new AllowedHosts(entries).has(new URL(address));
  it('are exact, in the form that addresses take', () => {
    expect(has(['localhost:8080'], 'http://localhost:8080/x')).toBe(true);
    expect(has(['localhost:8080'], 'http://localhost:8081/')).toBe(false);
    expect(has(['localhost'], 'http://localhost:8081/')).toBe(true);
    expect(has(['Search.Example'], 'https://search.example/')).toBe(true);
    expect(has(['search.example'], 'https://sub.search.example/')).toBe(false);
    expect(has(['search.example'], 'https://search.example.evil.org/')).toBe(false);
    expect(has(['search.example:443'], 'https://search.example/')).toBe(true);
    expect(has(['search.example:443'], 'http://search.example/')).toBe(false);
    expect(has(['[::1]:9000'], 'http://[::1]:9000/')).toBe(true);
    expect(has(['127.0.0.1'], 'http://127.1/')).toBe(true);
  });
  it.each(['*.example.org', 'http://localhost', 'user@host', 'host/path', '', ':80'])('refuse the entry "%s"', (entry) => {
    expect(() => new AllowedHosts([entry])).toThrow(/allowed hosts/);
  });
});

describe('addresses of this machine and its network, as a page may write them', () => {
  const hosts = [
    '127.0.0.1', '127.1', '127.0.1', '127.255.0.3', '2130706433', '017700000001', '0177.0.0.1', '0x7f000001', '0x7f.1', '0x7f.0x0.0x0.0x1', '0', '0.0.0.0',
    '127.0.0.1.', '１２７.０.０.１', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ',
    '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00::1]', '[fec0::1]', '[ff02::1]',
    '10.0.0.1', '167772161', '0xa000001', '172.16.5.5', '192.168.0.1', '3232235521', '0300.0250.0.1', '169.254.169.254', '2852039166', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255',
  ];
  it(`are refused: ${hosts.length} forms, none of which reaches the server`, async () => {
    const server = await serve((_, response) => response.end('secret'));
    // The machine's own names stand for whatever a resolver may say; no other name is asked for here.
    const fetcher = makeFetcher({ resolve: async (host) => (host.replace(/\.$/, '') === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : Promise.reject(new Error(host))) });
    try {
      for (const host of hosts) {
        const outcome = await fetcher.fetch({ address: `http://${host}:${server.port}/`, signal: never });
        expect(outcome, host).toMatchObject({ ok: false, failure: { kind: 'blocked-address', temporary: false } });
      }
      for (const host of ['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%251]']) {
        const outcome = await fetcher.fetch({ address: `http://${host}:${server.port}/`, signal: never });
        expect(outcome, host).toMatchObject({ ok: false, failure: { kind: 'bad-address' } });
      }
      expect(server.asked).toEqual([]);
    } finally {
      await fetcher.close();
      await server.close();
    }
  });
  it('are opened where the user allowed that host and port', async () => {
    const server = await serve((_, response) => response.end('mine'));
    const fetcher = makeFetcher({ allowHosts: [server.host] });
    const outcome = await fetcher.fetch({ address: `http://2130706433:${server.port}/`, signal: never });
    expect(outcome).toMatchObject({ ok: true, value: { final: `${server.origin}/`, hops: [{ status: 200, dialled: '127.0.0.1' }] } });
    await fetcher.close();
    await server.close();
  });
});
