import { afterEach, describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Handle } from '../../../src/core/researcher/researcher';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { type Writing } from '../../../src/core/request/preview';
import { ActiveRun } from '../../../src/core/run/activeRun';
import { type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { facts } from '../../../src/core/run/state';
import { ResponsesClient } from '../../../src/node/model/responsesClient';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { never } from '../http/loopback';
import { eventsOf, functionCall, message, serveResponses, type ResponsesServer, type ScriptedEvent } from './responsesServer';

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Rules.' }, { role: 'user', content: 'Question?' },
    { role: 'assistant', content: 'I search.', calls: [{ id: 'K1', name: 'search', arguments: '{"queries":[]}' }] }, { role: 'tool', call: 'K1', content: 'Q1: 0 results' },
  ],
  tools: [{ name: 'finish', description: 'End.', parameters: { type: 'object', properties: {} } }], maxOutput: 900, about: { worker: 'main', turn: 2 },
};

let server: ResponsesServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serverWith(script: (n: number) => ScriptedEvent[]): Promise<ResponsesServer> {
  server = await serveResponses(script);
  return server;
}

const clientOf = ({ origin }: ResponsesServer): ResponsesClient =>
  new ResponsesClient({ baseURL: origin, apiKey: 'secret-key', model: 'test-model', price: { input: 1, cached: 0.5, output: 10 } });

function keeping(kept: string | null = null): Handle & { all: string[] } {
  const all: string[] = kept === null ? [] : [kept];
  return { all, get kept() { return all.at(-1) ?? null; }, keep: (handle) => { all.push(handle); return Promise.resolve(); } };
}

const quiet = (): void => undefined;
const answer = () => eventsOf('resp_1', [message('Ninety-one percent were punctual.'), functionCall('finish', { reason: null })]);
const expected = { ok: true, value: { text: 'Ninety-one percent were punctual.', calls: [{ name: 'finish', arguments: '{"reason":null}' }], finish: 'tool_calls', model: 'test-model' } };

describe('a background response', () => {
  test('is created once, with tools and earlier calls in the server’s words, and gives text, calls and what it cost', async () => {
    const there = await serverWith(answer);
    const written: Writing[] = [];
    const handle = keeping();
    const result = await clientOf(there).complete(request, never, (writing) => written.push(writing), handle);
    expect(result).toMatchObject({ ...expected, usage: { input: 120, cached: 20, output: 30 } });
    expect(result.ok && result.usage?.cost).toBeCloseTo((100 * 1 + 20 * 0.5 + 30 * 10) / 1e6, 12);
    expect(written.at(-1)).toEqual({ text: 'Ninety-one percent were punctual.', call: { name: 'finish', arguments: '{"reason":null}' } });
    expect(there.creates).toEqual([expect.objectContaining({
      background: true, stream: true, store: true, model: 'test-model', max_output_tokens: 900,
      tools: [{ type: 'function', name: 'finish', description: 'End.', parameters: { type: 'object', properties: {} }, strict: false }],
      input: [
        { role: 'system', content: 'Rules.' }, { role: 'user', content: 'Question?' }, { role: 'assistant', content: 'I search.' },
        { type: 'function_call', call_id: 'K1', name: 'search', arguments: '{"queries":[]}' }, { type: 'function_call_output', call_id: 'K1', output: 'Q1: 0 results' },
      ],
    })]);
    expect(JSON.parse(handle.all[0] ?? '')).toEqual({ id: 'resp_1', cursor: 0 });
  });

  test('is the same answer wherever the connection is cut, asked for once and continued at the cursor', async () => {
    for (const [cut] of answer().entries()) {
      const there = await serveResponses(answer);
      there.cuts.add(cut);
      const result = await clientOf(there).complete(request, never, quiet, keeping());
      expect(result, `cut after event ${cut}`).toMatchObject(expected);
      expect(there.creates).toHaveLength(1);
      // What was seen is not asked for again; after the last event nothing is left to be asked.
      expect(there.followed).toEqual(cut === answer().length - 1 ? [] : [cut]);
      expect(there.looked).toBe(cut === answer().length - 1 ? 0 : 1);
      await there.close();
    }
  });

  test('comes through a server that drops the connection after every event', async () => {
    const there = await serverWith(answer);
    answer().forEach((_, index) => there.cuts.add(index));
    expect(await clientOf(there).complete(request, never, quiet, keeping())).toMatchObject(expected);
    expect(there.creates).toHaveLength(1);
    expect(there.followed).toEqual(answer().slice(0, -1).map((_, index) => index));
  });

  test('that never comes to its end is followed with pauses once it took very many connections, and left when that is wished', async () => {
    const there = await serverWith(() => Array.from({ length: 200 }, (_, sequence_number) => ({ type: 'response.in_progress', sequence_number, response: { id: 'resp_1', status: 'in_progress' } })));
    for (let event = 0; event < 200; event++) there.cuts.add(event);
    const stop = new AbortController();
    const followed: number[] = [];
    const pause = (signal: AbortSignal): Promise<void> => {
      followed.push(there.followed.length);
      if (followed.length === 3) stop.abort();
      signal.throwIfAborted();
      return Promise.resolve();
    };
    const client = new ResponsesClient({ baseURL: there.origin, apiKey: 'k', model: 'test-model', pause });
    await expect(client.complete(request, stop.signal, quiet, keeping())).rejects.toThrow(/abort/i);
    expect(followed).toEqual([19, 20, 21]);
  });

  test('that was never named is unknown and not sent again by itself', async () => {
    const there = await serverWith(answer);
    there.cuts.add(-1);
    const result = await clientOf(there).complete(request, never, quiet, keeping());
    expect(result).toMatchObject({ ok: false, settlement: 'unknown', temporary: false });
    expect(there.creates).toHaveLength(1);
  });

  test('that nobody can be asked for stays open, with its handle', async () => {
    const there = await serverWith(answer);
    there.cuts.add(3);
    const handle = keeping();
    const client = clientOf(there);
    const pending = client.complete(request, never, ({ text }) => { if (text !== '') void there.close(); }, handle);
    expect(await pending).toMatchObject({ ok: false, settlement: 'open', temporary: true });
    expect(handle.kept).toContain('resp_1');
  });

  test('is taken up by another process from the kept handle, without a create', async () => {
    const there = await serverWith(answer);
    there.holdAfter = 4;
    const handle = keeping();
    const stop = new AbortController();
    const first = clientOf(there).complete(request, stop.signal, ({ text }) => { if (text.includes('percent')) stop.abort(); }, handle);
    await expect(first).rejects.toThrow();
    there.holdAfter = Infinity;
    expect(await clientOf(there).complete(request, never, quiet, keeping(handle.kept))).toMatchObject(expected);
    expect(there.creates).toHaveLength(1);
  });

  test('that the server no longer holds is unknown, and says that resuming asks anew', async () => {
    const there = await serverWith(answer);
    there.forgets = true;
    const result = await clientOf(there).complete(request, never, quiet, keeping('{"id":"resp_1","cursor":2}'));
    expect(result).toMatchObject({ ok: false, settlement: 'unknown', temporary: false, message: expect.stringContaining('resp_1') as unknown });
    expect(there.creates).toHaveLength(0);
  });

  test('is taken although its server tells it with figures and fields that are none', async () => {
    const there = await serverWith(() => eventsOf('resp_1', [{ ...message('Ninety-one percent were punctual.', [{ type: 'url_citation', start_index: 0.5, url: 7 }]), role: 3 }, { ...functionCall('finish', { reason: null }), action: 'none' }], {
      fields: { model: '', usage: { input_tokens: -7, output_tokens: 10.5 }, incomplete_details: 'none' },
    }));
    expect(await clientOf(there).complete(request, never, quiet, keeping())).toMatchObject({ ...expected, usage: { input: null, output: null, cost: null } });
  });

  test('that failed or was cut at its limit says so', async () => {
    const failed = await serverWith(() => eventsOf('resp_1', [], { type: 'failed', fields: { error: { code: 'server_error', message: 'overloaded' } } }));
    expect(await clientOf(failed).complete(request, never, quiet, keeping())).toMatchObject({ ok: false, settlement: 'unknown', temporary: true, message: expect.stringContaining('overloaded') as unknown });
    await failed.close();
    const short = await serverWith(() => eventsOf('resp_1', [message('Half of')], { type: 'incomplete', fields: { incomplete_details: { reason: 'max_output_tokens' } } }));
    expect(await clientOf(short).complete(request, never, quiet, keeping())).toMatchObject({ ok: true, value: { text: 'Half of', finish: 'length' } });
  });

  test('has no reasoning among its words, wherever the server puts that', async () => {
    const thought = { type: 'reasoning', id: 'rs', summary: [], content: [{ type: 'reasoning_text', text: 'I could call {"tool": "finish", "arguments": {}}.' }] };
    const there = await serverWith(() => eventsOf('resp_1', [thought, message('Done.')]));
    expect(await clientOf(there).complete(request, never, quiet, keeping())).toMatchObject({ ok: true, value: { text: 'Done.', calls: [] } });
  });

  test('that is silent while the server works is waited for on', async () => {
    const there = await serverWith(answer);
    there.holdAfter = 5;
    const client = new ResponsesClient({ baseURL: there.origin, apiKey: 'k', model: 'test-model', stallMilliseconds: 500 });
    const pending = client.complete(request, never, quiet, keeping());
    while (there.looked < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    there.holdAfter = Infinity;
    expect(await pending).toMatchObject(expected);
    expect(there.creates).toHaveLength(1);
  });
});

describe('an answer that nobody wants any more', () => {
  const handle = '{"id":"resp_1","cursor":0}';

  test('is cancelled at its server, which says what it used, or does not', async () => {
    const there = await serverWith(answer);
    await clientOf(there).complete(request, never, quiet, keeping());
    expect(await clientOf(there).cancel(handle)).toEqual({ usage: null, said: 'its server stopped working on it' });
    there.usedUntilCancelled = { input_tokens: 100, output_tokens: 7 };
    expect((await clientOf(there).cancel(handle)).usage).toEqual({ input: 100, cached: null, output: 7, cost: (100 * 1 + 7 * 10) / 1e6 });
    expect(there.cancelled).toEqual(['resp_1', 'resp_1']);
  });

  test('is left where the server cannot be told, and the sentence says why', async () => {
    const there = await serverWith(answer);
    expect(await clientOf(there).cancel(handle)).toEqual({ usage: null, said: `it could not be cancelled: ${there.origin} no longer holds it` });
    there.unreachable = true;
    expect((await clientOf(there).cancel(handle)).said).toContain('(503)');
    await there.close();
    expect((await clientOf(there).cancel(handle)).said).toMatch(/^it could not be cancelled: (?:No server answers|The connection)/);
    expect((await clientOf(there).cancel('no handle')).said).toMatch(/^it could not be cancelled/);
  });
});

describe('a run over background responses', () => {
  const scope = { parts: ['What share was punctual?'], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] };
  const plan = { claims: [{ text: 'A stated share of the sailings was punctual.', part: 'P1', kind: 'fact', risk: 'high', key: true }], searches: [] };
  const steps = [functionCall('set_scope', scope), functionCall('set_plan', plan), functionCall('finish', {}), functionCall('finish', {}), functionCall('finish', {})];
  const script = (n: number) => eventsOf(`resp_${n}`, [steps[n - 1] ?? message('nothing')]);

  test('killed between handle and answer asks for the original answer, and each turn is created once', async () => {
    const there = await serverWith(script);
    there.holdAfter = 1;
    const world = memoryWorld({ 'a.md': 'Nothing of it.' });
    const log = new MemoryLog();
    const dying = world.parts(log, modelResearcher(clientOf(there)));
    await createRun(dying.recorder, 'What share of sailings was punctual?');
    const handled = new Promise<void>((resolve) => { dying.recorder.onChange((_, events) => { if (events.some(({ type }) => type === 'call.handle')) resolve(); }); });
    const first = new RunLoop(dying);
    const dead = first.go();
    await handled;
    const survived = [...log.events];
    log.stopAfter = 0; // nothing that the dying process still does reaches the disk
    first.leave();
    await dead.catch(() => undefined);

    there.holdAfter = Infinity;
    const next = world.parts(new MemoryLog(survived), modelResearcher(clientOf(there)));
    await new RunLoop(next).go();
    const { state, events } = next.recorder;
    expect(facts(state)).toMatchObject({ state: 'ended', outcome: 'incomplete' });
    expect(there.creates).toHaveLength(5);
    expect(there.looked).toBe(1);
    expect(there.followed.length).toBeLessThanOrEqual(1);
    const requests = events.flatMap((event) => (event.type === 'call.started' && event.data.kind === 'request' ? [event.data.id] : []));
    expect(requests).toHaveLength(5);
    expect(events.filter((event) => event.type === 'call.settled' && requests.includes(event.data.id)).every((event) => event.type === 'call.settled' && event.data.settlement === 'spent')).toBe(true);
    expect(state.budget.meters.requests).toMatchObject({ spent: 5, unknown: 0 });
  });

  /** A run whose server has named its first answer and works on it. */
  async function underWay(there: ResponsesServer) {
    there.holdAfter = 1;
    const world = memoryWorld({ 'a.md': 'Nothing of it.' });
    const log = new MemoryLog();
    const parts = world.parts(log, modelResearcher(clientOf(there)));
    await createRun(parts.recorder, 'What share of sailings was punctual?');
    const handled = new Promise<void>((resolve) => { parts.recorder.onChange((_, events) => { if (events.some(({ type }) => type === 'call.handle')) resolve(); }); });
    const loop = new RunLoop(parts);
    const going = loop.go();
    await handled;
    return { world, log, parts, loop, going };
  }
  const settlements = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'call.settled' ? [event.data] : []));

  test('that the user stops is cancelled at its server, and what it cost is unknown', async () => {
    const there = await serverWith(script);
    const { loop, going, parts: { recorder } } = await underWay(there);
    loop.cancel();
    await going;
    expect(there.cancelled).toEqual(['resp_1']);
    expect(facts(recorder.state).outcome).toBe('cancelled');
    expect(settlements(recorder.events)).toMatchObject([{ settlement: 'unknown', usage: null, failure: 'the run was stopped before the answer was recorded; its server stopped working on it' }]);
    expect(recorder.state.openCalls).toEqual({});
    const { requests, tokens } = recorder.state.budget.meters;
    expect(requests).toMatchObject({ spent: 0, unknown: 1, reserved: 0 });
    expect(tokens.reserved).toBe(0);
    expect(tokens.unknown).toBeGreaterThan(0);
  });

  test('that the user stops is spent where the server says what it used', async () => {
    const there = await serverWith(script);
    there.usedUntilCancelled = { input_tokens: 100, output_tokens: 7 };
    const { loop, going, parts: { recorder } } = await underWay(there);
    loop.cancel();
    await going;
    expect(settlements(recorder.events)).toMatchObject([{ settlement: 'spent', usage: { input: 100, output: 7 } }]);
    expect(recorder.state.budget.meters).toMatchObject({ requests: { spent: 1, unknown: 0 }, tokens: { spent: 107, unknown: 0 } });
  });

  test('that the user stops ends although its server is gone', async () => {
    const there = await serverWith(script);
    const { loop, going, parts: { recorder } } = await underWay(there);
    there.unreachable = true;
    loop.cancel();
    await going;
    expect(facts(recorder.state).outcome).toBe('cancelled');
    expect(settlements(recorder.events)).toMatchObject([{ settlement: 'unknown', failure: expect.stringContaining('could not be cancelled') as string }]);
  });

  test('that pauses cancels nothing and is picked up again; stopped while it pauses, its answer is cancelled', async () => {
    const there = await serverWith(script);
    const { world, log, loop, going, parts } = await underWay(there);
    loop.pause('enough');
    await going;
    expect(facts(parts.recorder.state).state).toBe('paused');
    expect(there.cancelled).toEqual([]);
    expect(Object.values(parts.recorder.state.openCalls)).toMatchObject([{ handle: expect.stringContaining('resp_1') as string }]);

    const stopped = world.parts(new MemoryLog(log.events), modelResearcher(clientOf(there)));
    const { researcher, ...rest } = stopped;
    const active = new ActiveRun({ ...rest, folder: '/run', researcher: () => Promise.resolve(researcher), model: () => Promise.reject(new Error('none')), takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve(), articleFile: { write: () => Promise.resolve() } });
    await active.cancel();
    expect(there.cancelled).toEqual(['resp_1']);
    expect(facts(active.state).outcome).toBe('cancelled');

    there.holdAfter = Infinity;
    await new RunLoop(world.parts(new MemoryLog(log.events), modelResearcher(clientOf(there)))).go();
    expect(there.creates).toHaveLength(5);
  });

  test('that cannot reach its answer pauses with the call open, and takes it up when the server is back', async () => {
    const there = await serverWith(script);
    there.cuts.add(1);
    const world = memoryWorld({ 'a.md': 'Nothing of it.' });
    const log = new MemoryLog();
    const parts = world.parts(log, modelResearcher(clientOf(there)));
    await createRun(parts.recorder, 'What share of sailings was punctual?');
    there.unreachable = true;
    await new RunLoop(parts).go();
    expect(facts(parts.recorder.state)).toMatchObject({ state: 'paused', waitingFor: 'nothing' });
    expect(facts(parts.recorder.state).reason).toContain('resp_1');
    there.unreachable = false;
    await new RunLoop(world.parts(new MemoryLog(log.events), modelResearcher(clientOf(there)))).go();
    expect(there.creates).toHaveLength(5);
  });
});
