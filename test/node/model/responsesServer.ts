import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type Loopback } from '../http/loopback';

export interface ScriptedEvent {
  type: string;
  [field: string]: unknown;
}

/** What a server has been asked for, and how it is to misbehave. */
export interface ResponsesServer extends Loopback {
  /** Bodies of the requests that created an answer. */
  creates: Record<string, unknown>[];
  /** The same as they came. */
  raw: string[];
  /** Why a request for an answer is refused, and those that were; null takes it. */
  refuses: (body: Record<string, unknown>) => string | null;
  refused: Record<string, unknown>[];
  /** Cursors from which an answer was followed again. */
  followed: number[];
  /** Plain questions after an answer. */
  looked: number;
  /** After which events, by number, the connection is cut; each once. */
  cuts: Set<number>;
  /** Nothing past this event is given out. */
  holdAfter: number;
  /** True: answers are forgotten. */
  forgets: boolean;
  /** Answers that were given up, by id. */
  cancelled: string[];
  /** What the server says it used of an answer that was given up; undefined: it says nothing of it. */
  usedUntilCancelled: Record<string, number> | undefined;
  /** True: questions after an answer fail, as behind a broken proxy. */
  unreachable: boolean;
}

/** The events of an answer with these output items, as the Responses API streams them. */
export function eventsOf(id: string, output: readonly Record<string, unknown>[], end: { type?: string; fields?: Record<string, unknown> } = {}): ScriptedEvent[] {
  const head = { id, object: 'response', model: 'test-model', output: [] };
  const status = end.type ?? 'completed';
  return [
    { type: 'response.created', response: { ...head, status: 'queued' } },
    { type: 'response.in_progress', response: { ...head, status: 'in_progress' } },
    ...output.flatMap((item, index): ScriptedEvent[] => [
      { type: 'response.output_item.added', output_index: index, item: { ...item, content: [], arguments: '' } },
      ...textsOf(item).map((delta) => ({ type: 'response.output_text.delta', output_index: index, content_index: 0, delta })),
      ...(item['type'] === 'function_call' ? [{ type: 'response.function_call_arguments.delta', output_index: index, delta: item['arguments'] }] : []),
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: `response.${status}`, response: { ...head, status, output, usage: { input_tokens: 120, input_tokens_details: { cached_tokens: 20 }, output_tokens: 30, total_tokens: 150 }, ...end.fields } },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}

const textsOf = (item: Record<string, unknown>): string[] =>
  (Array.isArray(item['content']) ? item['content'] as { text?: string }[] : []).flatMap(({ text }) => text?.match(/\S+\s*/g) ?? []);

export const message = (text: string, annotations: readonly unknown[] = []): Record<string, unknown> => ({ type: 'message', id: 'msg', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations }] });
export const functionCall = (name: string, args: unknown, id = `call_${name}`): Record<string, unknown> => ({ type: 'function_call', id: `fc_${name}`, call_id: id, name, arguments: JSON.stringify(args), status: 'completed' });

/** A small server that works on answers whether or not anybody is connected. `script` makes the n-th answer's events, counted from 1. */
export async function serveResponses(script: (n: number, body: Record<string, unknown>) => ScriptedEvent[]): Promise<ResponsesServer> {
  const answers = new Map<string, { events: ScriptedEvent[]; given: number }>();
  const loopback = await serve((request, response) => void handle(request, response));
  const server: ResponsesServer = Object.assign(loopback, { creates: [], raw: [], refuses: () => null, refused: [], followed: [], looked: 0, cuts: new Set<number>(), holdAfter: Infinity, forgets: false, unreachable: false, cancelled: [], usedUntilCancelled: undefined });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://server');
    if (request.method === 'POST' && url.pathname.endsWith('/cancel')) return cancel(response, url.pathname.split('/').at(-2) ?? '');
    if (request.method === 'POST') {
      let body = '';
      request.setEncoding('utf8');
      for await (const part of request) body += String(part);
      const asked = JSON.parse(body) as Record<string, unknown>;
      const no = server.refuses(asked);
      if (no !== null) {
        server.refused.push(asked);
        return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: no } }));
      }
      server.creates.push(asked);
      server.raw.push(body);
      const n = server.creates.length;
      const events = script(n, asked);
      answers.set(idOf(events), { events, given: -1 });
      if (server.cuts.delete(-1)) return void request.socket.destroy();
      return stream(response, idOf(events), -1);
    }
    if (server.unreachable) return void response.writeHead(503).end();
    const id = url.pathname.split('/').at(-1) ?? '';
    const known = answers.get(id);
    if (!known || server.forgets) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such response"}}');
    if (url.searchParams.get('stream') === 'true') {
      const after = Number(url.searchParams.get('starting_after') ?? -1);
      server.followed.push(after);
      return stream(response, id, after);
    }
    server.looked++;
    const last = known.events.at(-1);
    const done = known.given >= known.events.length - 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done ? last?.['response'] : { id, object: 'response', status: 'in_progress', output: [] }));
  }

  function cancel(response: ServerResponse, id: string): void {
    if (server.unreachable) return void response.writeHead(503).end();
    if (!answers.has(id) || server.forgets) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such response"}}');
    server.cancelled.push(id);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id, object: 'response', status: 'cancelled', output: [], usage: server.usedUntilCancelled ?? null }));
  }

  function stream(response: ServerResponse, id: string, after: number): void {
    const known = answers.get(id);
    if (!known) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of known.events.slice(after + 1)) {
      const number = Number(event['sequence_number']);
      if (number > server.holdAfter) return;
      known.given = Math.max(known.given, number);
      const cut = server.cuts.delete(number);
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`, () => { if (cut) response.destroy(); });
      if (cut) return;
    }
    response.end();
  }
  return server;
}

const idOf = (events: readonly ScriptedEvent[]): string => (events[0]?.['response'] as { id: string }).id;
