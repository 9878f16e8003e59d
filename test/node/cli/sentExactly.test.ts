import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/commands';
import { type RunEvent } from '../../../src/core/run/event';
import { eventsOf, functionCall, serveResponses } from '../model/responsesServer';
import { chunk, scriptedServer, status, streamed, type Reply } from '../model/scriptedServer';

/** Marks that a terminal or a careless writer would change: of direction, of a control, of more than two bytes, and half a pair. */
const awkward = 'Wie oft \u202efuhr\u202c die Fähre 渡轮 🚢 \u0085 "pünktlich"\\n?';

/** What a model says, call by call, in every dialect the same. */
const said: [name: string, args: unknown][] = [
  ['set_scope', { parts: [awkward], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] }],
  ['set_plan', { claims: [{ text: `${awkward} A stated share.`, part: 'P1', kind: 'fact', risk: 'low', key: true }], searches: [] }],
  ['search', { queries: [{ query: 'punctual', intent: 'explore', claims: ['C1'] }] }],
  ['finish', { reason: awkward }], ['finish', {}], ['finish', {}],
];
const nth = (at: number): [name: string, args: unknown] => said[Math.min(at, said.length - 1)] ?? ['finish', {}];

let folder: string;
let out = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sent-'));
  await writeFile(path.join(folder, 'notes.md'), 'In the trial 91.4 percent of sailings were punctual.\n');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => { out += String(text); return true; });
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function printed(...words: string[]): Promise<string> {
  out = '';
  await runCommand(words);
  return out;
}

/** A whole run against a server, and of each request in it what `show` prints. */
async function shownRequests(url: string, model: string): Promise<string[]> {
  vi.stubEnv('OPENAI_BASE_URL', url);
  vi.stubEnv('OPENAI_API_KEY', 'sk-a-secret-key');
  const runs = path.join(folder, 'out');
  const { run } = JSON.parse(await printed('run', awkward, '--folder', folder, '--out', runs, '--model', model, '--yes', '--json')) as { run: { folder: string } };
  const { trace: events } = JSON.parse(await printed('show', run.folder, 'trace', '--json')) as { trace: RunEvent[] };
  const ids = events.flatMap((event) => (event.type === 'call.started' && event.data.kind === 'request' ? [event.data.id] : []));
  const shown: string[] = [];
  for (const id of ids) shown.push(await printed('show', run.folder, 'trace', id));
  return shown;
}

const answers = (asCalls: boolean): Reply[] => said.map(([name, args], at) => streamed([asCalls
  ? chunk({ tool_calls: [{ index: 0, id: `call_${at}`, function: { name, arguments: JSON.stringify(args) } }] }, 'tool_calls')
  : chunk({ content: JSON.stringify({ tool: name, arguments: args }) }, 'stop')]));

test('chat completions: each request is shown byte for byte as the server received it', async () => {
  const server = await scriptedServer(...answers(true));
  const shown = await shownRequests(server.url, 'openai:m');
  await server.close();
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(shown).toEqual(server.asked.map(({ raw }) => raw));
  expect(shown.at(-1)).toContain('🚢');
});

test('tools as text, after a server that knows none: the refused request with tools, and those without', async () => {
  const server = await scriptedServer(status(400, { message: 'this model does not support tools' }), ...answers(false));
  const shown = await shownRequests(server.url, 'openai:m');
  await server.close();
  expect(shown).toEqual(server.asked.map(({ raw }) => raw));
  expect(shown[0]).toContain('"tools":[');
  expect(shown[1]).not.toContain('"tools":[');
  expect(shown[1]).toContain('To call one, write a line of JSON');
});

test('the responses API', async () => {
  const server = await serveResponses((n) => eventsOf(`resp_${n}`, [functionCall(...nth(n - 1), `call_${n}`)]));
  const shown = await shownRequests(`${server.origin}/v1`, 'responses:m');
  await server.close();
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(shown).toEqual(server.raw);
});
