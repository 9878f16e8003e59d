import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { OpenAiClient, type OpenAiOptions } from '../../../src/node/model/openaiClient';
import { body, chunk, scriptedServer, status, streamed, usageChunk, type Reply, type ScriptedServer } from './scriptedServer';

const request: ModelRequest = {
  messages: [{ role: 'system', content: 'Research.' }, { role: 'user', content: 'How many?' }],
  tools: [{ name: 'search', description: 'Searches.', parameters: { type: 'object', properties: { query: { type: 'string' } } } }], maxOutput: null, about: { worker: 'main', turn: 1 },
};
const key = 'sk-a-secret-key';

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function client(replies: Reply[], options: Partial<OpenAiOptions> = {}): Promise<OpenAiClient> {
  server = await scriptedServer(...replies);
  return new OpenAiClient({ baseURL: server.url, apiKey: key, model: 'm', stallMilliseconds: 2000, ...options });
}

const ask = async (replies: Reply[], options: Partial<OpenAiOptions> = {}) => (await client(replies, options)).complete(request, new AbortController().signal, () => undefined);
const asked = (): number => server?.asked.length ?? 0;

describe('refusals cost nothing, and the package sends nothing twice', () => {
  test.each([
    [401, false, true, /refused the key \(401\)/],
    [403, false, true, /refused the key \(403\)/],
    [404, false, false, /knows no model "m" \(404\).*\/v1/],
    [429, true, false, /asks to wait \(429\)/],
    [400, false, false, /did not accept the request \(400\)/],
  ])('%i', async (code, temporary, needsKey, sentence) => {
    const result = await ask([status(code)]);
    expect(result).toMatchObject({ ok: false, settlement: 'released', temporary, needsKey, retryAfter: null, message: expect.stringMatching(sentence) as string });
    expect(asked()).toBe(1);
  });

  test('429 with Retry-After in seconds and as a date', async () => {
    expect(await ask([status(429, { message: 'slow' }, { 'retry-after': '7' })])).toMatchObject({ retryAfter: 7 });
    await server?.close();
    const date = 'Tue, 01 Dec 2026 00:00:00 GMT';
    expect(await ask([status(429, { message: 'slow' }, { date, 'retry-after': 'Tue, 01 Dec 2026 00:01:30 GMT' })])).toMatchObject({ retryAfter: 90 });
  });

  test('429 because the quota is used up is not worth another try', async () => {
    expect(await ask([status(429, { message: 'pay first', code: 'insufficient_quota' })])).toMatchObject({ settlement: 'released', temporary: false, message: expect.stringContaining('quota') as string });
  });

  test('a refused connection', async () => {
    const gone = createServer();
    await new Promise<void>((done) => { gone.listen(0, '127.0.0.1', done); });
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => { gone.close(done); });
    const result = await new OpenAiClient({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: key, model: 'm' }).complete(request, new AbortController().signal, () => undefined);
    expect(result).toMatchObject({ ok: false, settlement: 'released', temporary: true, message: expect.stringMatching(/No server answers at .*ECONNREFUSED.*Start it/) as string });
  });

  test('a key that a server repeats in its error is not passed on', async () => {
    const result = await ask([status(401, { message: `no such key ${key}` })]);
    expect(JSON.stringify(result)).not.toContain(key);
    await server?.close();
    expect(JSON.stringify(await ask([status(500, { message: `bad ${key}` })]))).toContain('•••');
  });
});

describe('what was sent and did not come back whole is unknown', () => {
  test.each<[string, Reply, RegExp]>([
    ['500', status(500), /failed \(500\)/],
    ['503', status(503), /failed \(503\)/],
    ['a cut stream', streamed([chunk({ content: 'half' })], 'cut'), /broke|cut off/],
    ['a stream that just stops', streamed([chunk({ content: 'half' })], 'close'), /cut off: it stopped without its end/],
    ['a stream that stops inside a call', streamed([chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '{"que' } }] })], 'close'), /cut off/],
    ['a chunk that is no JSON', streamed(['data: {"choices": [\n\n']), /cut off or cannot be read/],
    ['an error inside the stream', streamed([`data: ${JSON.stringify({ error: { message: 'overloaded' } })}\n\n`]), /overloaded/],
    ['an error object with status 200', body(JSON.stringify({ error: { message: 'no capacity' } })), /answered with an error: no capacity/],
    ['JSON without choices', body('{}'), /without choices/],
    ['a body cut inside its JSON', body('{"choices": ['), /cut off or cannot be read/],
    ['an empty stream that just stops', streamed([], 'close'), /without a word/],
    ['an empty message without a reason', body(JSON.stringify({ choices: [{ message: { content: null } }] })), /without a word/],
  ])('%s', async (_name, reply, sentence) => {
    const result = await ask([reply]);
    expect(result).toMatchObject({ ok: false, settlement: 'unknown', temporary: true, message: expect.stringMatching(sentence) as string });
    expect(asked()).toBe(1);
  });

  test('a page with status 200: unknown, and trying again does not help', async () => {
    expect(await ask([body('<!doctype html><title>Welcome</title>', 'text/html')])).toMatchObject({ ok: false, settlement: 'unknown', temporary: false, message: expect.stringMatching(/a page, not .*\/v1/) as string });
  });

  test('a stream that hangs is given up after the stall limit; one that only says it is alive is not', async () => {
    expect(await ask([streamed([chunk({ content: 'a' })], 'hang')], { stallMilliseconds: 150 })).toMatchObject({ ok: false, settlement: 'unknown', temporary: true, message: expect.stringContaining('sent nothing for 0.15 s') as string });
    await server?.close();
    const slow: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let left = 8;
      const timer = setInterval(() => {
        response.write(': waiting\n\n');
        if (--left > 0) return;
        clearInterval(timer);
        response.end(`${chunk({ content: 'late' }, 'stop')}data: [DONE]\n\n`);
      }, 250);
    };
    expect(await ask([slow], { stallMilliseconds: 1500 })).toMatchObject({ ok: true, value: { text: 'late' } });
  });

  test('a stream that says for ever that it is alive is given up in the end, and not asked for again by itself', async () => {
    const alive: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => { response.write(': waiting\n\n'); }, 20);
      response.on('close', () => { clearInterval(timer); });
    };
    expect(await ask([alive], { longestMilliseconds: 200 })).toMatchObject({ ok: false, settlement: 'unknown', temporary: false, message: expect.stringMatching(/did not come to the end of its answer/) as string });
  });

  test('a pause during the answer is passed on as an abort', async () => {
    const abort = new AbortController();
    const waiting = (await client([streamed([chunk({ content: 'a' })], 'hang')])).complete(request, abort.signal, () => { abort.abort(); });
    await expect(waiting).rejects.toThrow(/abort/i);
  });
});

describe('answers', () => {
  test('a stream: what is written as it grows, calls put together, usage and cost', async () => {
    const grown: string[] = [];
    const model = await client([streamed([
      chunk({ role: 'assistant', content: '' }), chunk({ content: 'Look' }), chunk({ content: 'ing' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '' } }] }), chunk({ tool_calls: [{ index: 0, function: { arguments: '{"query":' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"x"}' } }] }), chunk({ tool_calls: [{ index: 1, id: 'b', function: { name: 'finish', arguments: '{}' } }] }), chunk({}, 'tool_calls'), usageChunk,
    ])], { price: { input: 10, cached: 1, output: 50 } });
    const result = await model.complete(request, new AbortController().signal, ({ text, call }) => grown.push(`${text} ${call ? `${call.name}${call.arguments}` : ''}`));
    expect(result).toMatchObject({
      ok: true, usage: { input: 100, cached: 60, output: 20 },
      value: { text: 'Looking', finish: 'tool_calls', model: 'served', calls: [{ id: 'a', name: 'search', arguments: '{"query":"x"}' }, { id: 'b', name: 'finish', arguments: '{}' }] },
    });
    expect(result.ok && result.usage?.cost).toBeCloseTo((40 * 10 + 60 * 1 + 20 * 50) / 1e6, 12);
    expect([...new Set(grown)]).toEqual([' ', 'Look ', 'Looking ', 'Looking search', 'Looking search{"query":', 'Looking search{"query":"x"}', 'Looking finish{}']);
    expect(server?.asked[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('without [DONE] but with a reason, and the other way round, an answer is whole', async () => {
    expect(await ask([streamed([chunk({ content: 'a' }, 'stop')], 'close')])).toMatchObject({ ok: true, value: { text: 'a', finish: 'stop' } });
    await server?.close();
    expect(await ask([streamed([chunk({ content: 'a' })], 'done')])).toMatchObject({ ok: true, value: { text: 'a', finish: null } });
  });

  test('no usage: the cost is not known, and is not zero', async () => {
    expect(await ask([streamed([chunk({ content: 'a' }, 'stop')])], { price: { input: 1, cached: 1, output: 1 } })).toMatchObject({ ok: true, usage: null });
  });

  test('a server that ends with nothing to say has answered', async () => {
    expect(await ask([streamed([chunk({}, 'stop')])])).toMatchObject({ ok: true, value: { text: '', calls: [] } });
  });

  test('a stream under another content type, and a whole answer where a stream was asked for', async () => {
    expect(await ask([streamed([chunk({ content: 'a' }, 'stop')], 'done', 'text/plain')])).toMatchObject({ ok: true, value: { text: 'a' } });
    await server?.close();
    const whole = JSON.stringify({ model: 'served', choices: [{ message: { content: 'b', tool_calls: [{ id: 't', function: { name: 'finish', arguments: { reason: 'done' } } }] }, finish_reason: 'tool_calls' }], usage: { prompt_tokens: 3, completion_tokens: 4 } });
    expect(await ask([body(whole, 'text/plain')])).toMatchObject({ ok: true, usage: { input: 3, output: 4 }, value: { text: 'b', calls: [{ name: 'finish', arguments: '{"reason":"done"}' }] } });
  });
});

describe('what a server says is data', () => {
  const finish = (usage: unknown): Reply => body(JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }], usage }));
  test.each<[string, unknown, object]>([
    ['negative', { prompt_tokens: -1_000_000, completion_tokens: -5 }, { input: null, output: null, cost: null }],
    ['parts of a token', { prompt_tokens: 10.5, completion_tokens: 2 }, { input: null, output: 2, cost: null }],
    ['beyond every model', { prompt_tokens: 1e300, completion_tokens: 2 }, { input: null, output: 2, cost: null }],
    ['in words', { prompt_tokens: '10', completion_tokens: 'two' }, { input: null, output: null, cost: null }],
    ['more cached than sent', { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1e9 } }, { input: 10, cached: null, output: 2, cost: 14e-6 }],
    ['less than nothing cached', { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: -1e9 } }, { input: 10, cached: null, output: 2, cost: 14e-6 }],
  ])('usage %s is not believed, and no budget grows by it', async (_name, said, usage) => {
    expect(await ask([finish(said)], { price: { input: 1, cached: 0.5, output: 2 } })).toMatchObject({ ok: true, value: { text: 'a' }, usage });
  });

  test.each<[string, string[], object]>([
    ['an empty name of the model and an empty reason', [`data: ${JSON.stringify({ model: '', choices: [{ delta: { content: 'a' }, finish_reason: '' }] })}\n\n`], { text: 'a', model: 'm', finish: null }],
    ['a reason that a later piece leaves empty', [chunk({ content: 'a' }, 'length'), chunk({}, '')], { finish: 'length' }],
    ['text in parts', [chunk({ content: [{ type: 'thinking', thinking: [] }, { type: 'text', text: 'a' }] }, 'stop')], { text: 'a' }],
    ['arguments as an object in a stream', [chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'finish', arguments: { reason: 'x' } } }] }, 'tool_calls')], { calls: [{ arguments: '{"reason":"x"}' }] }],
    ['usage that is none beside the last words', [`data: ${JSON.stringify({ choices: [{ delta: { content: 'a' }, finish_reason: 'stop' }], usage: 'much' })}\n\n`], { text: 'a' }],
    ['calls numbered far apart, and below nothing', [chunk({ tool_calls: [{ index: 900_000_000, id: 'a', function: { name: 'x', arguments: '{}' } }, { index: -1, id: 'b', function: { name: 'y', arguments: '{}' } }] }, 'tool_calls')], { calls: [{ name: 'x' }, { name: 'y' }] }],
    ['calls all numbered alike', [chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }] }), chunk({ tool_calls: [{ index: 0, id: 'b', function: { name: 'y', arguments: '{}' } }] }, 'tool_calls')], { calls: [{ name: 'x' }, { name: 'y' }] }],
    ['calls without number and id', [chunk({ tool_calls: [{ function: { name: 'x', arguments: '{}' } }] }), chunk({ tool_calls: [{ function: { name: 'x', arguments: '{}' } }] }, 'tool_calls')], { calls: [{ name: 'x' }, { name: 'x' }] }],
    ['a name said again with each piece', [chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '' } }] }), chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{"b"' } }] }), chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: ':1}' } }] }, 'tool_calls')], { calls: [{ name: 'x', arguments: '{"b":1}' }] }],
    ['a second answer beside the one asked for', [`data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: 'B' }, finish_reason: 'length' }] })}\n\n`, chunk({ content: 'a' }, 'stop')], { text: 'a', finish: 'stop' }],
  ])('%s', async (_name, pieces, value) => {
    const result = await ask([streamed(pieces)]);
    expect(result).toMatchObject({ ok: true, value });
    if (result.ok && 'calls' in value) expect(result.value.calls).toHaveLength((value.calls as unknown[]).length);
  });

  test('a last event whose line nothing ends', async () => {
    expect(await ask([streamed([chunk({ content: 'a' }, 'stop').trimEnd()], 'close')])).toMatchObject({ ok: true, value: { text: 'a' } });
  });

  test('an end mark inside the words is none', async () => {
    expect(await ask([streamed([chunk({ content: 'data: [DONE]' })], 'close')])).toMatchObject({ ok: false, message: expect.stringMatching(/cut off/) as string });
  });

  test('nothing at all is no page', async () => {
    expect(await ask([body('')])).toMatchObject({ ok: false, temporary: true, message: expect.stringMatching(/without a word/) as string });
  });
});

describe('a server may not take more than an answer', () => {
  const packed = (head: string, type: string, code = 200): Reply => (response) => {
    response.writeHead(code, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(70_000_000, 'a')]), { level: 1 }));
  };
  test.each<[string, Reply]>([
    ['one long line', packed('{"choices":[{"message":{"content":"', 'application/json')],
    ['one long event', packed('data: {"choices":[{"delta":{"content":"', 'text/event-stream')],
    ['events without an end', (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        while (!response.destroyed && response.write(chunk({ content: 'a'.repeat(1_000_000) })));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    }],
  ])('%s is given up, and not asked for again by itself', async (_name, reply) => {
    expect(await ask([reply])).toMatchObject({ ok: false, settlement: 'unknown', temporary: false, message: expect.stringMatching(/more than \d+ MB/) as string });
  });

  test('an error as large as a disk is read as far as it says something', async () => {
    const result = await ask([packed('', 'text/plain', 400)]);
    expect(result).toMatchObject({ ok: false, settlement: 'released', message: expect.stringMatching(/did not accept the request \(400\)/) as string });
    expect(JSON.stringify(result).length).toBeLessThan(3_000);
  });

  test.each([301, 302, 307, 308])('a redirect (%i) is not followed: key and question go where they were meant to', async (code) => {
    const other = await scriptedServer(streamed([chunk({ content: 'stolen' }, 'stop')]));
    const result = await ask([(response) => { response.writeHead(code, { location: `${other.url}/chat/completions` }).end(); }]);
    await other.close();
    expect(other.asked).toHaveLength(0);
    expect(result).toMatchObject({ ok: false, settlement: 'released', temporary: false, message: expect.stringContaining(`moves the request to ${other.url}`) as string });
  });
});

describe('a server that knows less is asked for less the next time', () => {
  const limited: ModelRequest = { ...request, maxOutput: 500 };
  const answer = streamed([chunk({ content: 'a' }, 'stop')]);
  const whole = body(JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] }));

  test.each<[string, string, Reply, (body: Record<string, unknown>) => boolean]>([
    ['usage in a stream', 'Unrecognized argument: stream_options', answer, (sent) => sent['stream'] === true && !('stream_options' in sent)],
    ['the older name of the output limit', "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", answer, (sent) => !('max_tokens' in sent) && sent['max_completion_tokens'] === 500],
    ['a stream', 'stream is not supported here', whole, (sent) => sent['stream'] === false],
    ['tools', 'm does not support tools', answer, (sent) => !('tools' in sent) && JSON.stringify(sent['messages']).includes('search: Searches.')],
  ])('%s', async (_name, refusal, then, holds) => {
    const model = await client([status(400, { message: refusal }), then]);
    expect(await model.complete(limited, new AbortController().signal, () => undefined)).toMatchObject({ ok: false, settlement: 'released', temporary: true, retryAfter: 0 });
    expect(await model.complete(limited, new AbortController().signal, () => undefined)).toMatchObject({ ok: true, value: { text: 'a' } });
    expect(holds(server?.asked[1]?.body ?? {})).toBe(true);
    expect(JSON.parse(model.written(limited))).toEqual(server?.asked[1]?.body);
  });
});

test('a server without a key is asked without one of the user', async () => {
  expect(await ask([streamed([chunk({ content: 'a' }, 'stop')])], { apiKey: null })).toMatchObject({ ok: true });
  expect(server?.asked[0]?.headers.authorization).toBe('Bearer none');
});
