import { type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { hostedResearcher } from '../../../src/core/researcher/hosted/hostedResearcher';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Researcher } from '../../../src/core/researcher/researcher';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { HostedModelClient } from '../../../src/node/model/hostedModelClient';
import { OpenAiClient } from '../../../src/node/model/openaiClient';
import { ResponsesClient } from '../../../src/node/model/responsesClient';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { call, plan, scope, search, type Said } from '../../fakes/scriptedModel';
import { serve, type Loopback } from '../http/loopback';
import { chunk, scriptedServer, status, streamed, usageChunk } from './scriptedServer';
import { eventsOf, functionCall, message } from './responsesServer';

/** What a server does with one request for an answer. */
type Fault = (response: ServerResponse) => void;
const json = (code: number, body: unknown, headers: Record<string, string> = {}): Fault => (response) => { response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)); };
const refused = (code: number, headers: Record<string, string> = {}, error: Record<string, unknown> = { message: 'as scripted' }): Fault => json(code, { error }, headers);
const beginning = ': begun\n\n';
const hangs: Fault = (response) => { response.writeHead(200, { 'content-type': 'text/event-stream' }).write(beginning); };
const neverAnswers: Fault = () => undefined;
const hanging = new Set([hangs, neverAnswers]);

interface Expected {
  /** Requests that the fault took, tries included, and what they are counted as. */
  asked: number;
  unknown: number;
  waitingFor: 'key' | 'nothing';
  says: RegExp;
}

/** Each with what it must come to; the same for every kind of client, since what a person does next is the same. */
const faults: [name: string, fault: Fault, expected: Expected][] = [
  ['401', refused(401), { asked: 1, unknown: 0, waitingFor: 'key', says: /refused the key \(401\)\. Set a key that may use m\./ }],
  ['403', refused(403), { asked: 1, unknown: 0, waitingFor: 'key', says: /refused the key \(403\)\. Set a key that may use m\./ }],
  ['404', refused(404), { asked: 1, unknown: 0, waitingFor: 'nothing', says: /knows no model "m" \(404\)\. Choose another model, or another address: it usually ends in \/v1\./ }],
  ['400', refused(400), { asked: 1, unknown: 0, waitingFor: 'nothing', says: /did not accept the request \(400\): .*as scripted/ }],
  ['429', refused(429), { asked: 3, unknown: 0, waitingFor: 'nothing', says: /asks to wait \(429\): .*as scripted.* Resume to try again\./ }],
  ['429 that names some seconds', refused(429, { 'retry-after': '7' }), { asked: 3, unknown: 0, waitingFor: 'nothing', says: /asks to wait \(429\).* Resume to try again\./ }],
  ['429 that names an hour', refused(429, { 'retry-after': '3600' }), { asked: 1, unknown: 0, waitingFor: 'nothing', says: /asks to wait \(429\).* It names 60 minutes: resume then\./ }],
  ['429 of a quota that is used up', refused(429, {}, { message: 'pay first', code: 'insufficient_quota' }), { asked: 1, unknown: 0, waitingFor: 'nothing', says: /quota is used up \(429\).* Raise it, or choose another model\./ }],
];
/** What was sent and did not come back whole. A server that works in the background may work on all the same, so only a person sends it again. */
const broken: [name: string, fault: Fault, says: RegExp, temporary?: boolean][] = [
  ['500', refused(500), /failed \(500\): .*as scripted/],
  ['503 without a word', (response) => { response.writeHead(503).end(); }, /failed \(503\)/],
  ['a stream that is cut', (response) => { response.writeHead(200, { 'content-type': 'text/event-stream' }).write(beginning); setTimeout(() => response.destroy(), 20); }, /The connection to .* broke|cut off|ended the connection/],
  ['a connection that is cut before a word', (response) => { response.destroy(); }, /The connection to .* broke/],
  ['a stream that hangs', hangs, /sent nothing for 0\.2 s/],
  ['a server that never answers', neverAnswers, /sent nothing for 0\.2 s/],
  ['an error object with 200', json(200, { error: { message: 'no capacity' } }), /answered with an error: no capacity/],
  ['a page with 200', (response) => { response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'); }, /answered with a page, .* Check the address: it usually ends in \/v1\./, false],
  ['JSON that says nothing', json(200, {}), /answered with an error|without/],
];

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A server that does `fault` with the first so many requests for an answer that come after `good` good ones. */
async function faulty(answer: (n: number, response: ServerResponse) => void, fault: Fault, good: number, times: number): Promise<{ server: Loopback; asked: () => number; answered: () => number }> {
  let asked = 0;
  let answered = 0;
  const server = await serve((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(404).end();
      asked++;
      if (asked > good && asked <= good + times) fault(response);
      else answer(++answered, response);
    });
  });
  open.push(server);
  return { server, asked: () => asked, answered: () => answered };
}

const callsOf = (said: Said | undefined): readonly (readonly [string, unknown])[] => (said && 'calls' in said ? said.calls ?? [] : []);
const lines = [scope, plan, search('punctual sailings trial'), call('open_source', { target: 'R1' }), call('finish'), call('finish'), call('finish')];

interface Kind {
  name: string;
  /** Good requests before the fault, and of a whole run. */
  good: number;
  whole: number;
  /** Sends again by itself what broke on its way. */
  retries: boolean;
  answer: (n: number, response: ServerResponse) => void;
  researcher: (baseURL: string, stallMilliseconds: number) => Researcher;
}

/** Long enough for whatever answers, and short for what never will. */
const patience = { answers: 30_000, hangs: 200 };
const asEvents = (response: ServerResponse, events: readonly { type: string }[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
};

const kinds: Kind[] = [
  {
    name: 'chat completions', good: 3, whole: lines.length, retries: true,
    answer: (n, response) => streamed([chunk({ tool_calls: callsOf(lines[n - 1]).map(([name, args], index) => ({ index, id: `call_${n}`, function: { name, arguments: JSON.stringify(args) } })) }, 'tool_calls'), usageChunk])(response, { body: {}, headers: {}, path: '', raw: '' }),
    researcher: (baseURL, stallMilliseconds) => modelResearcher(new OpenAiClient({ baseURL, apiKey: 'a-secret-key', model: 'm', stallMilliseconds })),
  },
  {
    name: 'background responses', good: 3, whole: lines.length, retries: false,
    answer: (n, response) => asEvents(response, eventsOf(`resp_${n}`, callsOf(lines[n - 1]).map(([name, args]) => functionCall(name, args)))),
    researcher: (baseURL, stallMilliseconds) => modelResearcher(new ResponsesClient({ baseURL, apiKey: 'a-secret-key', model: 'm', stallMilliseconds })),
  },
  {
    name: 'a hosted model', good: 0, whole: 1, retries: false,
    answer: (n, response) => asEvents(response, eventsOf(`resp_${n}`, [message('# Punctuality\n\nNobody knows how punctual it was.')])),
    researcher: (baseURL, stallMilliseconds) => hostedResearcher(new HostedModelClient({ baseURL, apiKey: 'a-secret-key', model: 'm', stallMilliseconds })),
  },
];

/** One that gives up soon on what hangs: from the first request on that the server does not answer. */
const hasty = (kind: Kind, baseURL: string, asked: () => number): Researcher => {
  const [patient, short] = [patience.answers, patience.hangs].map((stall) => kind.researcher(baseURL, stall)) as [Researcher, Researcher];
  return { ...patient, next: (view, gate, signal) => (asked() < kind.good ? patient : short).next(view, gate, signal) };
};

/** The run over a server that misbehaves from its n-th request on, then once more when the server is well. */
async function run(kind: Kind, fault: Fault, times: number): Promise<{ paused: Recorder['state']; after: Recorder['state']; asked: number; answered: number; waited: number }> {
  const world = memoryWorld({ 'a.md': 'In the trial 91.4 percent of sailings were punctual.\n' });
  const { server, asked, answered } = await faulty(kind.answer, fault, kind.good, times);
  const log = new MemoryLog();
  const parts = world.parts(log, hanging.has(fault) ? hasty(kind, `${server.origin}/v1`, asked) : kind.researcher(`${server.origin}/v1`, patience.answers));
  await createRun(parts.recorder, 'What share of sailings was punctual in the trial?');
  const before = world.clock.milliseconds;
  await new RunLoop(parts).go();
  const waited = world.clock.milliseconds - before;
  const paused = structuredClone(parts.recorder.state);
  const askedThen = asked();
  const next = world.parts(new MemoryLog(log.events), kind.researcher(`${server.origin}/v1`, patience.answers));
  await new RunLoop(next).go();
  return { paused, after: next.recorder.state, asked: askedThen - kind.good, answered: answered(), waited };
}

const endedWell = (kind: Kind, { after, answered }: Awaited<ReturnType<typeof run>>, unknown: number): void => {
  expect(after.run).toMatchObject({ state: 'ended', outcome: 'incomplete' });
  // Every answer was asked for once: nothing that had been paid for was asked again.
  expect(answered).toBe(kind.whole);
  expect(after.budget.meters.requests).toMatchObject({ spent: kind.whole, unknown });
  expect(Object.keys(after.openCalls)).toEqual([]);
};

describe.each(kinds)('$name', (kind) => {
  test.each(faults)('%s pauses with what to do, costs nothing, and a resume goes on where it was', async (_name, fault, { asked, unknown, waitingFor, says }) => {
    const done = await run(kind, fault, asked);
    expect(done.paused.run).toMatchObject({ state: 'paused', waitingFor, reason: expect.stringMatching(says) as string });
    expect(done.asked).toBe(asked);
    expect(done.paused.budget.meters.requests).toMatchObject({ spent: kind.good, unknown });
    expect(JSON.stringify(done.paused)).not.toContain('a-secret-key');
    endedWell(kind, done, unknown);
  });

  test.each(broken)('%s: what it cost is unknown, and a resume goes on where it was', async (_name, fault, says, temporary = true) => {
    const tries = kind.retries && temporary ? 3 : 1;
    const done = await run(kind, fault, tries);
    expect(done.paused.run).toMatchObject({ state: 'paused', waitingFor: 'nothing', reason: expect.stringMatching(says) as string });
    expect(done.paused.run?.reason).toMatch(temporary ? (kind.retries ? /Resume to try again\./ : /resuming asks anew\./) : /Check the address/);
    expect(done.asked).toBe(tries);
    expect(done.paused.budget.meters.requests).toMatchObject({ spent: kind.good, unknown: tries });
    endedWell(kind, done, tries);
  });

  test('no server at the address: nothing was sent, and it is tried three times', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    const parts = memoryWorld({}).parts(new MemoryLog(), kind.researcher(`${gone.origin}/v1`, patience.answers));
    await createRun(parts.recorder, 'What share was punctual?');
    await new RunLoop(parts).go();
    expect(parts.recorder.state.run).toMatchObject({ state: 'paused', reason: expect.stringMatching(/No server answers at .*ECONNREFUSED.* Start it, or change the address\./) as string });
    expect(parts.recorder.state.budget.meters.requests).toMatchObject({ spent: 0, unknown: 0 });
    expect(parts.recorder.events.filter((event) => event.type === 'call.started' && event.data.kind === 'request')).toHaveLength(3);
  });
});

test('a 429 is waited for as long as it says, and with growing steps where it says nothing', async () => {
  const [chat] = kinds;
  if (!chat) throw new Error('no kind');
  expect((await run(chat, refused(429, { 'retry-after': '7' }), 2)).waited).toBe(14_000);
  expect((await run(chat, refused(429), 2)).waited).toBe(10_000);
});

describe('a server of background responses that does not stream', () => {
  const answers = (status: string): Kind => ({
    ...(kinds[1] ?? expect.fail()),
    answer: (n, response) => json(200, { ...(eventsOf(`resp_${n}`, callsOf(lines[n - 1]).map(([name, args]) => functionCall(name, args))).at(-1)?.['response'] as object), status })(response),
  });

  test('sends its answers whole: they are taken', async () => {
    const kind = answers('completed');
    endedWell(kind, await run(kind, () => undefined, 0), 0);
  });

  test('and names an answer that it then does not know: what that cost is unknown, and the next step is said', async () => {
    const { paused } = await run({ ...answers('in_progress'), good: 0 }, () => undefined, 0);
    expect(paused.run).toMatchObject({ state: 'paused', reason: expect.stringMatching(/no longer holds the answer resp_1; resuming asks anew\./) as string });
    expect(paused.budget.meters.requests).toMatchObject({ spent: 0, unknown: 1 });
  });
});

test('a server without tools, streams and usage is asked without them, and its calls are read from what it writes', async () => {
  let answers = 0;
  const server = await scriptedServer((response, { body }) => {
    if ('tools' in body) return status(400, { message: 'm does not support tools' })(response, { body, headers: {}, path: '', raw: '' });
    const written = callsOf(lines[answers++]).map(([tool, args]) => `I do this:\n\`\`\`json\n${JSON.stringify({ tool, arguments: args })}\n\`\`\``).join('\n');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ model: 'served', choices: [{ message: { content: written }, finish_reason: 'stop' }] }));
  });
  open.push(server);
  const parts = memoryWorld({ 'a.md': 'In the trial 91.4 percent of sailings were punctual.\n' }).parts(new MemoryLog(), modelResearcher(new OpenAiClient({ baseURL: server.url, apiKey: null, model: 'm', price: { input: 1, cached: 1, output: 1 } })));
  await createRun(parts.recorder, 'What share of sailings was punctual in the trial?');
  await new RunLoop(parts).go();
  const { run: ended, ledger, source, budget } = parts.recorder.state;
  expect(ended).toMatchObject({ state: 'ended', outcome: 'incomplete' });
  expect([ledger.searches.length, source.snapshots.length]).toEqual([1, 1]);
  // The refusal cost nothing; what the answers cost nobody said, and that is not nothing.
  expect(budget.meters.requests).toMatchObject({ spent: lines.length, unknown: 0 });
  expect(budget.usage).toMatchObject({ input: null, output: null, cost: null, unknownRequests: lines.length });
});
