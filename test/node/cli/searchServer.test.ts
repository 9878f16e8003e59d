import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/commands';

let folder: string;
let server: Server;
const asked: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'server-'));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[]}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

test('a search server of one’s own is asked at the address that the environment names', async () => {
  vi.stubEnv('SEARXNG_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/mine`);
  await runCommand(['run', 'How much energy does the ferry use?', '--search', 'searxng', '--allow-host', '127.0.0.1', '--model', 'extractive', '--set', 'searches=1', '--yes', '--out', folder]);
  expect(asked[0]).toMatch(/^\/mine\/search\?q=.*format=json/);
});
