import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { composeRuns } from '../../../src/compose';
import { hostedResearcher } from '../../../src/core/researcher/hosted/hostedResearcher';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelClient, type ModelRequest } from '../../../src/core/request/modelClient';
import { type ActiveRun } from '../../../src/core/run/activeRun';
import { parseEventLine } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { HostedModelClient } from '../../../src/node/model/hostedModelClient';
import { OpenAiClient } from '../../../src/node/model/openaiClient';
import { ResponsesClient } from '../../../src/node/model/responsesClient';
import { createRun, MemoryLog, memoryWorld, options, quietLog } from '../../fakes/memoryWorld';
import { call, plan, scope, search, type Said } from '../../fakes/scriptedModel';
import { never } from '../http/loopback';
import { eventsOf, message, serveResponses, type ResponsesServer } from './responsesServer';
import { body, chunk, scriptedServer, status, streamed, type Asked, type Reply, type ScriptedServer } from './scriptedServer';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const lines = [scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), call('finish'), call('finish'), call('finish')];
const callsOf = (said: Said | undefined): readonly (readonly [string, unknown])[] => (said && 'calls' in said ? said.calls ?? [] : []);
/** What a model without tools writes for a line. */
const inWords = (said: Said | undefined): string => callsOf(said).map(([tool, args]) => `I do this:\n${JSON.stringify({ tool, arguments: args })}`).join('\n');
const files = { 'a.md': 'In the trial 91.4 percent of sailings were punctual.\n' };
const question = 'What share of sailings was punctual in the trial?';

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Rules.' }, { role: 'user', content: 'Question?' },
    { role: 'assistant', content: 'I search.', calls: [{ id: 'K1', name: 'search', arguments: '{"queries":[]}' }] }, { role: 'tool', call: 'K1', content: 'Q1: 0 results' }, { role: 'user', content: 'Now.' },
  ],
  tools: [{ name: 'finish', description: 'End.', parameters: { type: 'object', properties: {} } }], maxOutput: null, about: { worker: 'main', turn: 2 },
};

async function responses(script: (n: number) => ReturnType<typeof eventsOf>, refuses: ResponsesServer['refuses']): Promise<ResponsesServer> {
  const server = await serveResponses(script);
  open.push(server);
  server.refuses = refuses;
  return server;
}

async function chat(...replies: Reply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(...replies);
  open.push(server);
  return server;
}

describe('a server of background responses without tools', () => {
  const noTools = (sent: Record<string, unknown>): string | null => ('tools' in sent ? 'test-model does not support tools.' : null);
  const script = (n: number) => eventsOf(`resp_${n}`, [message(inWords(lines[n - 1]))]);
  const client = ({ origin }: ResponsesServer, lacks: string[] = []): ResponsesClient => new ResponsesClient({ baseURL: origin, apiKey: null, model: 'test-model', lacks });

  test('is asked without them, and its calls are read from what it writes', async () => {
    const server = await responses(script, noTools);
    const parts = memoryWorld(files).parts(new MemoryLog(), modelResearcher(client(server)));
    await createRun(parts.recorder, question);
    await new RunLoop(parts).go();
    const { run, ledger, source, budget, lessons } = parts.recorder.state;
    expect(run).toMatchObject({ state: 'ended', outcome: 'incomplete' });
    expect([ledger.searches.length, source.snapshots.length]).toEqual([1, 1]);
    expect([server.refused.length, server.creates.length]).toEqual([1, lines.length]);
    expect(JSON.stringify(server.creates[0]?.['input'])).toContain('set_scope: ');
    expect(JSON.stringify(server.creates[3]?.['input'])).toContain('Result of K');
    expect(JSON.stringify(server.creates)).not.toContain('function_call');
    // The refusal cost nothing.
    expect(budget.meters.requests).toMatchObject({ spent: lines.length, unknown: 0 });
    expect(lessons).toEqual([{ server: server.origin, model: 'test-model', lacks: 'tools' }]);
  });

  test('whose answer is under way is asked for that answer by the next process, whatever that knows of it', async () => {
    for (const lacks of [['tools'], []]) {
      const server = await responses(script, noTools);
      server.holdAfter = 1;
      const world = memoryWorld(files);
      const log = new MemoryLog();
      const dying = world.parts(log, modelResearcher(client(server)));
      await createRun(dying.recorder, question);
      const handled = new Promise<void>((resolve) => { dying.recorder.onChange((_, events) => { if (events.some(({ type }) => type === 'call.handle')) resolve(); }); });
      const loop = new RunLoop(dying);
      const dead = loop.go();
      await handled;
      const survived = [...log.events];
      log.stopAfter = 0;
      loop.leave();
      await dead.catch(() => undefined);
      server.holdAfter = Infinity;
      const next = world.parts(new MemoryLog(survived), modelResearcher(client(server, lacks)));
      await new RunLoop(next).go();
      expect(next.recorder.state.run?.state).toBe('ended');
      expect(server.creates).toHaveLength(lines.length);
      expect(server.refused).toHaveLength(lacks.length > 0 ? 1 : 2);
      expect(server.looked).toBe(1);
    }
  });

  test('and without background answers is followed on its one connection', async () => {
    const server = await responses(script, (sent) => ('background' in sent ? 'Background mode is not supported for this model.' : noTools(sent)));
    const model = client(server);
    const kept = { kept: null, keep: () => Promise.resolve() };
    expect(await model.complete(request, never, () => undefined, kept)).toMatchObject({ ok: false, settlement: 'released', temporary: true, learnt: { lacks: 'background' } });
    expect(await model.complete(request, never, () => undefined, kept)).toMatchObject({ ok: false, temporary: true, learnt: { lacks: 'tools' } });
    expect(await model.complete(request, never, () => undefined, kept)).toMatchObject({ ok: true });
    expect(server.creates[0]).not.toHaveProperty('store');
    expect(JSON.parse(model.written(request))).toEqual(server.creates[0]);
  });

  test('that says so only in its answer is asked again without them; what that cost stays unknown', async () => {
    const server = await responses((n) => (n === 1 ? eventsOf('resp_1', [], { type: 'failed', fields: { error: { code: 'invalid_request', message: 'This model does not support function calling.' } } }) : eventsOf(`resp_${n}`, [message('Done.')])), () => null);
    const model = client(server);
    const kept = { kept: null, keep: () => Promise.resolve() };
    expect(await model.complete(request, never, () => undefined, kept)).toMatchObject({ ok: false, settlement: 'unknown', temporary: true, learnt: { lacks: 'tools' } });
    expect(await model.complete(request, never, () => undefined, kept)).toMatchObject({ ok: true, value: { text: 'Done.' } });
  });
});

test('a hosted model that may not tell its thoughts is asked for its report without them', async () => {
  const server = await responses((n) => eventsOf(`resp_${n}`, [message('# Punctuality\n\nNobody knows.')]), (sent) => ('reasoning' in sent ? 'Your organization must be verified to generate reasoning summaries.' : null));
  const parts = memoryWorld({}).parts(new MemoryLog(), hostedResearcher(new HostedModelClient({ baseURL: server.origin, apiKey: null, model: 'deep' })));
  await createRun(parts.recorder, question, { folders: [], researcher: 'hosted:deep' });
  await new RunLoop(parts).go();
  expect(parts.recorder.state.run?.state).toBe('ended');
  expect([server.refused.length, server.creates.length]).toEqual([1, 1]);
  expect(server.creates[0]).toMatchObject({ background: true, store: true, tools: [{ type: 'web_search_preview' }] });
});

describe('how a server of chat completions says what it does not take', () => {
  const answer = streamed([chunk({ content: 'a' }, 'stop')]);
  const sentTo = (server: ScriptedServer): Asked['body'] => server.asked.at(-1)?.body ?? {};
  const rolesOf = (sent: Asked['body']): string[] => (sent['messages'] as { role: string }[]).map(({ role }) => role);

  test.each<[string, Reply, string]>([
    ['a broker that finds no model with tools', status(404, { message: 'No endpoints found that support tool use.' }), 'tools'],
    ['a server started without its flag', status(500, { message: 'tools param requires --jinja flag' }), 'tools'],
    ['a server whose flags are missing', status(400, { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' }), 'tools'],
    ['an error under status 200', body(JSON.stringify({ error: { message: 'm does not support tools' } })), 'tools'],
    ['tools and a stream not together', status(500, { message: 'Cannot use tools with stream' }), 'stream'],
    ['no stream options', status(422, { message: 'extra fields not permitted: stream_options' }), 'usage'],
    ['roles that must alternate', status(500, { message: 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...' }), 'alternation'],
    ['no system message', status(400, { message: 'System role not supported' }), 'system'],
  ])('%s', async (_name, refusal, lacks) => {
    const server = await chat(refusal, answer);
    const model = new OpenAiClient({ baseURL: server.url, apiKey: null, model: 'm' });
    expect(await model.complete(request, never, () => undefined)).toMatchObject({ ok: false, temporary: true, retryAfter: 0, learnt: { server: server.url, model: 'm', lacks } });
    expect(await model.complete(request, never, () => undefined)).toMatchObject({ ok: true });
    expect(model.tools).toBe(lacks !== 'tools');
  });

  test.each<[string, Reply]>([
    ['a model that is not there and is called after tools', status(404, { message: 'The model `tools-stream` does not exist' })],
    ['a call that the model wrote badly', status(500, { message: 'error parsing tool call: unexpected end of JSON input' })],
    ['a stream that broke', status(502, { message: 'stream error: the upstream closed' })],
    ['a request that is too long', status(400, { message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the messages, 2000 in the tools)." })],
    ['a limit', status(429, { message: 'too many tool calls with this key are not allowed' })],
  ])('%s teaches nothing', async (_name, fault) => {
    const server = await chat(fault);
    const result = await new OpenAiClient({ baseURL: server.url, apiKey: null, model: 'tools-stream' }).complete(request, never, () => undefined);
    expect(result).not.toHaveProperty('learnt');
    expect(result).not.toHaveProperty('refused');
  });

  test('sides that must alternate are joined, and where results still break them, tools go into words', async () => {
    const refusal = status(400, { message: 'Conversation roles must alternate user/assistant/user/assistant/...' });
    const server = await chat(refusal, refusal, answer);
    const model = new OpenAiClient({ baseURL: server.url, apiKey: null, model: 'm' });
    const many: ModelRequest = { ...request, messages: [...request.messages.slice(0, 2), { role: 'user', content: 'More.' }, ...request.messages.slice(2)] };
    await model.complete(many, never, () => undefined);
    expect(rolesOf(sentTo(server))).toEqual(['system', 'user', 'user', 'assistant', 'tool', 'user']);
    await model.complete(many, never, () => undefined);
    expect(rolesOf(sentTo(server))).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(await model.complete(many, never, () => undefined)).toMatchObject({ ok: true });
    expect(rolesOf(sentTo(server))).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(sentTo(server))).toContain('Result of K1:\\nQ1: 0 results\\n\\nNow.');
  });

  test('without a system message its rules open the first message of the user, with the tools behind them', async () => {
    const model = new OpenAiClient({ baseURL: 'http://127.0.0.1:9', apiKey: null, model: 'm', lacks: ['system', 'tools', 'a word of a later version'] });
    const { messages } = JSON.parse(model.written(request)) as { messages: { role: string; content: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[0]?.content).toMatch(/^Rules\.[\s\S]*finish: End\.[\s\S]*Question\?$/);
  });
});

describe('what was learnt comes back with the run', () => {
  /** Refuses what it does not know, and says the next line to everything else. */
  async function weak(): Promise<ScriptedServer & { refused: () => number }> {
    let answers = 0;
    let refused = 0;
    const server = await chat((response, asked) => {
      const no = 'stream_options' in asked.body ? 'unknown field stream_options' : 'tools' in asked.body ? 'this model does not support tools' : null;
      if (no === null) return streamed([chunk({ content: inWords(lines[answers++]) }, 'stop')])(response, asked);
      refused++;
      status(400, { message: no })(response, asked);
    });
    return Object.assign(server, { refused: () => refused });
  }

  let folder = '';
  const runsOn = ({ url }: ScriptedServer) => composeRuns({ research: path.join(folder, '.research'), dist: folder, log: quietLog, proxy: null, program: 'command-line', product: 'test', secret: () => Promise.resolve(undefined), modelServer: url, contact: null });

  /** Works until so many turns are answered, and is left as a closed window leaves it. */
  async function workedUntil(turns: number, active: ActiveRun): Promise<string[]> {
    const stop = new Promise<void>((done) => { active.recorder.onChange((state) => { if (state.turns.length >= turns) done(); }); });
    const going = active.go();
    await Promise.race([stop, going]);
    await active.close();
    expect(active.state.turns.length).toBeGreaterThanOrEqual(turns);
    return active.state.lessons.map(({ model, lacks }) => `${model} ${lacks}`);
  }

  /** A run that learnt on this server. */
  async function begun(server: ScriptedServer): Promise<string> {
    folder = await mkdtemp(path.join(tmpdir(), 'weak-'));
    const made = folder;
    open.push({ close: () => rm(made, { recursive: true }) });
    await writeFile(path.join(folder, 'a.md'), files['a.md']);
    const active = await runsOn(server).create(question, { ...options({ researcher: 'openai:m' }), folders: [folder] });
    expect(await workedUntil(2, active)).toEqual(['m usage', 'm tools']);
    return active.folder;
  }

  test('a resume asks for nothing that was refused', async () => {
    const server = await weak();
    const active = await runsOn(server).open(await begun(server), 'auto');
    expect(await workedUntil(4, active)).toEqual(['m usage', 'm tools']);
    expect(server.refused()).toBe(2);
  });

  test('another model is learnt anew', async () => {
    const server = await weak();
    const active = await runsOn(server).open(await begun(server), 'auto');
    await active.changeResearcher('openai:another', 'user');
    expect(await workedUntil(4, active)).toEqual(['m usage', 'm tools', 'another usage', 'another tools']);
    expect(server.refused()).toBe(4);
  });

  test('and so is another server', async () => {
    const [first, second] = [await weak(), await weak()];
    const place = await begun(first);
    expect(await workedUntil(3, await runsOn(second).open(place, 'auto'))).toHaveLength(4);
    expect([first.refused(), second.refused()]).toEqual([2, 2]);
  });

  test('a log of before, which holds no lessons, is read and learns them', () => {
    const settled = { seq: 1, at: '2026-01-02T03:04:05.000Z', v: 1, type: 'call.settled', by: 'host', data: { id: 'K1', settlement: 'released', receipt: null, usage: null, failure: 'refused' } };
    expect(parseEventLine(JSON.stringify(settled)).data).toEqual(settled.data);
  });
});

test('a client of any kind that lacks tools has them in words', () => {
  for (const made of [OpenAiClient, ResponsesClient]) {
    const client: ModelClient = new made({ baseURL: 'http://127.0.0.1:9', apiKey: null, model: 'm', lacks: ['tools'] });
    expect(client.tools).toBe(false);
    expect(client.written?.(request)).toContain('finish: End.');
  }
});
