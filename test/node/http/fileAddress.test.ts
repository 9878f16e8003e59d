import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFetcher, never } from './loopback';

describe('file addresses', () => {
  let root = '';
  let given = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'given-folder-'));
    given = join(root, 'given');
    await mkdir(join(given, 'sub'), { recursive: true });
    await mkdir(join(root, 'given-not'));
    await writeFile(join(given, 'sub', 'notes one.md'), '# Notes');
    await writeFile(join(given, '..hidden.md'), 'dots in a name');
    await writeFile(join(given, 'large.bin'), Buffer.alloc(2000));
    await writeFile(join(root, 'given-not', 'secret.txt'), 'secret');
    await writeFile(join(root, 'secret.txt'), 'secret');
    await symlink(join(root, 'secret.txt'), join(given, 'escape.txt'));
    await symlink(root, join(given, 'up'));
    await symlink(join(given, 'sub', 'notes one.md'), join(given, 'inside.md'));
    await symlink(join(given, 'nowhere'), join(given, 'dangling'));
    await symlink(given, join(root, 'alias'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(given, 'pipe')]);
  });
  afterAll(() => rm(root, { recursive: true }));

  const read = async (address: string, folders = [given]) => {
    const fetcher = makeFetcher({ folders, limits: { maxBytes: 1000 } });
    const outcome = await fetcher.fetch({ address, signal: never });
    await fetcher.close();
    return outcome;
  };
  const at = (...parts: string[]) => pathToFileURL(join(...parts)).href;

  it('below a given folder are read, also through a link that stays inside', async () => {
    const outcome = await read(at(given, 'sub', 'notes one.md'));
    expect(outcome).toMatchObject({ ok: true, value: { status: 200, hops: [], robots: 'not-asked', final: at(given, 'sub', 'notes one.md'), headers: { 'last-modified': expect.stringContaining('GMT') as string } } });
    expect(outcome.ok && new TextDecoder().decode(outcome.value.bytes)).toBe('# Notes');
    expect(await read(at(given, 'inside.md'))).toMatchObject({ ok: true, value: { final: at(given, 'sub', 'notes one.md') } });
    expect(await read(at(given, '..hidden.md'))).toMatchObject({ ok: true });
    expect(await read(at(given, 'inside.md'), [join(root, 'alias')])).toMatchObject({ ok: true });
  });

  it('outside are refused, whatever way they take', async () => {
    const outside = [
      at(root, 'secret.txt'), `${at(given)}/../secret.txt`, `${at(given)}/%2e%2e/secret.txt`, at(root, 'given-not', 'secret.txt'),
      at(given, 'escape.txt'), at(given, 'up', 'secret.txt'), 'file:///etc/hostname', ` FILE://${join(root, 'secret.txt')}`,
    ];
    for (const address of outside) expect(await read(address), address).toMatchObject({ ok: false, failure: { kind: 'not-allowed', temporary: false } });
    expect(await read(at(given, 'inside.md'), [])).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
    expect(await read(at(given, 'inside.md'), [join(root, 'gone')])).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
  });

  it('of other machines, or that are no paths, are refused', async () => {
    for (const address of ['file://server/share/x.txt', `${at(given)}/sub%2f..%2f..%2fsecret.txt`, `${at(given)}/a%00b`]) {
      expect(await read(address), address).toMatchObject({ ok: false, failure: { kind: 'bad-address' } });
    }
  });

  it('that cannot be read say why', async () => {
    expect(await read(at(given, 'missing.md'))).toMatchObject({ ok: false, failure: { kind: 'not-found', message: expect.stringContaining('missing.md') as string } });
    expect(await read(at(given, 'dangling'))).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(await read(at(given, 'large.bin'))).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    expect(await read(at(given, 'sub'))).toMatchObject({ ok: false, failure: { kind: 'unreadable', message: expect.stringContaining('not a file') as string } });
    if (process.platform !== 'win32') expect(await read(at(given, 'pipe'))).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    if (process.getuid?.() !== 0 && process.platform !== 'win32') {
      await chmod(join(given, 'large.bin'), 0);
      expect(await read(at(given, 'large.bin'))).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    }
  });
});
