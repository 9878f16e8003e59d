import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresProvider, type PostgresOptions } from '../../../src/node/search/postgresProvider';
import type { ProviderQuery } from '../../../src/core/source/provider';

const packages = '/usr/lib/postgresql';
const programs = existsSync(packages) ? readdirSync(packages).map((version) => join(packages, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb'))) : undefined;
/** PostgreSQL does not run as root. */
const asUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const question = (more: Partial<ProviderQuery> = {}): ProviderQuery => ({ query: 'heat pumps', from: null, to: null, language: null, limit: 5, signal: new AbortController().signal, ...more });

const freePort = () => new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
});

// Continuous integration installs it, so there its absence is a failure.
describe.skipIf(programs === undefined && process.env['ALL_TESTS'] !== '1')('needs postgresql: a real PostgreSQL', () => {
  let folder = '';
  let server: ChildProcess | undefined;
  let port = 0;
  const address = (user = 'reader', password = 'pa%40ss') => `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`;
  const columns = { address: 'url', title: 'name', text: 'body', published: 'day', vector: null };
  const provider = (more: Partial<PostgresOptions> = {}) => new PostgresProvider({ secret: async () => address(), table: 'public.documents', columns, configuration: 'english', ...more });
  const admin = async (...statements: string[]) => {
    const client = new Client({ host: folder, port, user: 'owner', database: 'postgres' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (asUser.uid !== undefined) chownSync(folder, asUser.uid, asUser.gid);
    const data = join(folder, 'data');
    const at = { ...asUser, cwd: folder };
    execFileSync(join(programs ?? '', 'initdb'), ['-D', data, '-U', 'owner', '--auth-local=trust', '--auth-host=scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync'], at);
    port = await freePort();
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'], { ...at, stdio: ['ignore', 'ignore', 'pipe'] });
    server = child;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(log)));
    });
    await admin(
      'CREATE TABLE documents (url text, name text, body text, day date, words tsvector)',
      `INSERT INTO documents VALUES
        ('https://team.example/1', 'Heat pumps', 'Heat pumps move heat. The heat pump is efficient.', '2024-03-05'),
        ('https://team.example/2', 'Heating', 'A pump that is used for heat in winter.', '2020-01-01'),
        ('https://team.example/3', 'Solar', 'Nothing of the kind.', NULL),
        (NULL, 'No address', 'heat pumps', NULL)`,
      `UPDATE documents SET words = to_tsvector('english', name || ' ' || body)`,
      `CREATE USER reader PASSWORD 'pa@ss'`,
      'GRANT SELECT ON documents TO reader',
      'CREATE TABLE secrets (url text, name text, body text, day date)',
    );
  });
  afterAll(async () => {
    if (server !== undefined && server.exitCode === null) {
      const child = server;
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGINT');
      });
    }
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  it.each([null, 'words'])('finds by stems, ranks, extracts and filters by date (column %s)', async (vector) => {
    const searched = provider({ columns: { ...columns, vector } });
    expect(await searched.search(question())).toMatchObject({
      ok: true,
      value: {
        hits: [
          { address: 'https://team.example/1', title: 'Heat pumps', published: '2024-03-05', snippet: expect.stringMatching(/^Heat pumps move heat/) as string },
          { address: 'https://team.example/2', published: '2020-01-01' },
        ],
        notes: [],
      },
    });
    const later = await searched.search(question({ from: '2021-01-01', to: '2024-03-05' }));
    expect(later.ok && later.value.hits.map((hit) => hit.address)).toEqual(['https://team.example/1']);
    expect(await searched.search(question({ query: 'submarine', language: 'en' }))).toMatchObject({ ok: true, value: { hits: [], notes: [expect.stringContaining('language') as string, expect.stringContaining('every word') as string] } });
    expect(await searched.search(question({ query: `'; DROP TABLE documents; -- " & | ! (` }))).toMatchObject({ ok: true, value: { hits: [] } });
  });

  it('names each failure, and never the password', async () => {
    const cases: [Partial<PostgresOptions>, string, RegExp][] = [
      [{ secret: async () => undefined }, 'not-configured', /key "postgres"/],
      [{ secret: async () => address('reader', 'wrong-secret') }, 'unauthorised', /password authentication failed/],
      [{ table: 'secrets' }, 'unauthorised', /permission denied/],
      [{ table: 'nothing' }, 'not-configured', /"nothing"/],
      [{ table: 'documents"; DROP TABLE documents; --' }, 'not-configured', /does not exist/],
      [{ columns: { ...columns, text: 'missing' } }, 'not-configured', /missing/],
      [{ configuration: 'klingon' }, 'not-configured', /klingon/],
      [{ secret: async () => address().replace('/postgres', '/other') }, 'not-configured', /other/],
      [{ secret: async () => address().replace(`:${port}/`, ':1/') }, 'unreachable', /ECONNREFUSED/],
    ];
    for (const [options, kind, says] of cases) {
      const outcome = await provider(options).search(question());
      expect(outcome, String(says)).toMatchObject({ ok: false, failure: { kind, message: expect.stringMatching(says) as string } });
      expect(JSON.stringify(outcome)).not.toMatch(/wrong-secret|pa%40ss|pa@ss/);
    }
    expect((await provider().search(question())).ok).toBe(true);
  });

  it('ends a search that takes too long, and one that the caller stops', async () => {
    await admin(`CREATE VIEW slow AS SELECT url, name, body || pg_sleep(5)::text AS body, day FROM documents`, 'GRANT SELECT ON slow TO reader');
    expect(await provider({ table: 'slow', milliseconds: 200 }).search(question())).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
    const caller = new AbortController();
    const stopped = provider({ table: 'slow' }).search(question({ signal: caller.signal }));
    setTimeout(() => caller.abort(new Error('stopped by the user')), 100);
    await expect(stopped).rejects.toThrow('stopped by the user');
  });
});
