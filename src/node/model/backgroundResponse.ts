import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { APIError, APIUserAbortError } from 'openai';
import { Stream } from 'openai/streaming';
import * as z from 'zod';
import { type Writing } from '../../core/request/preview';
import { type Cancelled, type Handle } from '../../core/researcher/researcher';
import { type Usage } from '../../core/run/records';
import { say } from '../../core/run/said';
import { errorObject, failure, faultOf, givenUp, unreadable, withoutKey, type Failure, type Heard } from './openaiFault';
import { modelFetch } from './modelFetch';
import { StallWatch } from './stallWatch';
import { usageSaid } from './usage';

export interface ModelServer {
  baseURL: string;
  /** Null for a server that asks for none. */
  apiKey: string | null;
  model: string;
  /** What was recorded that it does not take. */
  lacks?: readonly string[];
}

/** What is asked for; how it is delivered is not the caller's to say. */
export type ResponseAsked = Omit<OpenAI.Responses.ResponseCreateParamsStreaming, 'stream' | 'background' | 'store'>;

export type ResponseBody = OpenAI.Responses.ResponseCreateParamsStreaming;

/** The body that is sent: worked on in the background and kept, where the server does that, so that it is found again, and told while it is made. */
export const createBody = (asked: ResponseAsked, background: boolean): ResponseBody => ({ ...asked, ...(background ? { background: true, store: true } : {}), stream: true });

const word = z.string().nullish().catch(null);

const textPart = z.object({
  type: z.string().catch(''),
  text: word,
  refusal: word,
  annotations: z.array(z.object({ type: z.string().catch(''), url: word, title: word, start_index: z.int().nullish().catch(null), end_index: z.int().nullish().catch(null) })).nullish().catch(null),
});

/** A field that does not fit is as one left out: what stands beside it was paid for. */
const item = z.object({
  type: z.string().catch(''),
  /** Of a message. */
  content: z.array(textPart).nullish().catch(null),
  /** Of a function call. */
  call_id: word,
  name: word,
  arguments: word,
  /** Of a web search. */
  action: z.object({
    type: word, query: word, queries: z.array(z.string()).nullish().catch(null), url: word, pattern: word,
    sources: z.array(z.object({ url: word })).nullish().catch(null),
  }).nullish().catch(null),
  /** Of reasoning. */
  summary: z.array(z.object({ text: z.string() })).nullish().catch(null),
});
export type ResponseItem = z.infer<typeof item>;

const response = z.object({
  id: z.string().min(1),
  status: word,
  model: word,
  error: z.object({ code: word, message: word }).nullish().catch(null),
  incomplete_details: z.object({ reason: word }).nullish().catch(null),
  output: z.array(item).nullish(),
  usage: z.object({ input_tokens: z.unknown(), output_tokens: z.unknown(), input_tokens_details: z.object({ cached_tokens: z.unknown() }).nullish().catch(null) }).nullish().catch(null),
});
export type FinishedResponse = z.infer<typeof response>;

const streamed = z.object({
  type: z.string().catch(''),
  sequence_number: z.int().min(0).nullish().catch(null),
  response: z.unknown().optional(),
  item: z.unknown().optional(),
  delta: z.unknown().optional(),
  message: word,
  code: word,
});

const place = z.object({ id: z.string(), cursor: z.int().nullable() });
/** Where an answer stands: the server's id, and the number of its last event that was seen. */
type Place = z.infer<typeof place>;

/** How long a server may take to stop: the person who stopped the run waits meanwhile. */
const cancelMilliseconds = 5_000;

const usageOf = ({ usage }: FinishedResponse): Usage | null =>
  (usage ? usageSaid({ input: usage.input_tokens, cached: usage.input_tokens_details?.cached_tokens, output: usage.output_tokens }) : null);

/** Connections to one answer that follow each other at once; whoever needs more drops them for a reason, or means harm. */
const connectionsAtOnce = 20;
const aSecond = (signal: AbortSignal): Promise<void> => sleep(1_000, undefined, { signal });

const over = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

export interface Progress {
  /** A finished item of the answer's making: a web search, a summary, a call. */
  onItem?: (item: ResponseItem) => void;
  /** The answer so far, as far as this connection has seen it. */
  onWriting?: (writing: Writing) => void;
}

/**
 * One answer of a server that works in the background. It is created once. After a lost connection, in this process or in the
 * next, the original answer is asked for by its id and followed from the last event seen; nothing is sent twice.
 */
export class BackgroundResponses {
  constructor(private readonly server: ModelServer, private readonly stallMilliseconds = 180_000, private readonly pause = aSecond) {}

  async complete(body: ResponseBody, signal: AbortSignal, handle: Handle, progress: Progress): Promise<Heard<FinishedResponse>> {
    const result = await this.#follow(body, signal, handle, progress);
    return result.ok ? result : withoutKey(result, this.server.apiKey);
  }

  /** Asks the server to stop working on an answer that nobody wants any more. Waits a few seconds for it, and never rejects. */
  async cancel(handle: string): Promise<Cancelled> {
    const watch = new StallWatch(new AbortController().signal, cancelMilliseconds);
    try {
      const { id } = place.parse(JSON.parse(handle));
      const stopped = response.parse(await this.#client(watch).responses.cancel(id, { signal: watch.signal }));
      return { usage: usageOf(stopped), said: stopped.status === 'cancelled' ? 'its server stopped working on it' : `its server says that it is ${stopped.status ?? 'not cancelled'}` };
    } catch (cause) {
      const gone = cause instanceof APIError && (cause.status as unknown) === 404;
      const why = watch.stalled ? `${this.server.baseURL} did not answer` : gone ? `${this.server.baseURL} no longer holds it` : withoutKey(faultOf(cause, this.server), this.server.apiKey).message;
      return { usage: null, said: `it could not be cancelled: ${why}` };
    } finally {
      watch.stop();
    }
  }

  async #follow(body: ResponseBody, signal: AbortSignal, handle: Handle, progress: Progress): Promise<Heard<FinishedResponse>> {
    let at = handle.kept === null ? null : place.parse(JSON.parse(handle.kept));
    for (let connection = 1; ; connection++) {
      if (connection > connectionsAtOnce) await this.pause(signal);
      const before = at?.cursor ?? null;
      const watch = new StallWatch(signal, this.stallMilliseconds);
      const client = this.#client(watch);
      const { responses } = client;
      const following = new Following(at, handle, progress, watch, this.server.baseURL);
      let cause: unknown = null;
      let working = false;
      try {
        const ended = at === null ? null : await original(responses, at, watch);
        if (ended) return this.#result(ended);
        working = at !== null;
        const stream = at === null
          ? await this.#created(client, body, watch)
          : await responses.retrieve(at.id, { stream: true, ...(at.cursor === null ? {} : { starting_after: at.cursor }) }, { signal: watch.signal });
        const finished = await following.to(stream);
        if (finished) return this.#result(finished);
      } catch (thrown) {
        if (!watch.stalled && (thrown instanceof APIUserAbortError || signal.aborted)) throw signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError');
        cause = thrown;
      } finally {
        watch.stop();
      }
      at = following.at;
      if (at === null) return this.#neverNamed(cause, watch);
      // A connection that brought something, or was silent while the server works, is followed by the next; any other is left to the gate, which waits.
      const moved = (at.cursor ?? -1) > (before ?? -1);
      if (!moved && !(watch.stalled && working)) return this.#stillOpen(at, cause);
    }
  }

  #client(watch: StallWatch): OpenAI {
    const { baseURL, apiKey } = this.server;
    // The package would retry by itself, behind the approver's back.
    return new OpenAI({ baseURL, apiKey: apiKey ?? 'none', maxRetries: 0, timeout: 3_600_000, logLevel: 'off', fetch: modelFetch(watch) });
  }

  /** The events of a new answer. A server may send it whole, or under status 200 say that it has none. */
  async #created(client: OpenAI, body: ResponseBody, watch: StallWatch): Promise<AsyncIterable<unknown> | Iterable<unknown>> {
    const answer = await client.responses.create(body, { signal: watch.signal }).asResponse();
    const text = answer.headers.get('content-type')?.includes('event-stream') ? null : await answer.text();
    if (text === null || /^\s*(event:|data:|:)/.test(text)) return Stream.fromSSEResponse(text === null ? answer : new Response(text), new AbortController(), client);
    return wholeAnswer(text, this.server.baseURL);
  }

  #result(finished: FinishedResponse): Heard<FinishedResponse> {
    const { status, error } = finished;
    if (status === 'failed' || status === 'cancelled') {
      const temporary = error?.code === 'server_error' || error?.code === 'rate_limit_exceeded';
      const fault = failure('unknown', temporary, say('{0} gave up the answer {1} ({2}): {3}', this.server.baseURL, finished.id, `${status}${error?.code ? `, ${error.code}` : ''}`, error?.message ?? say('it said no reason')));
      return { ...fault, refused: { status: 200, words: error?.message ?? '' } };
    }
    return { ok: true, value: finished, body: JSON.stringify(finished), usage: usageOf(finished) };
  }

  /** The request went out, and no id came back: it may be worked on where nobody can find it. Only a person may send it again. */
  #neverNamed(cause: unknown, watch: StallWatch): Failure {
    const { baseURL } = this.server;
    const fault = watch.stalled ? givenUp(baseURL, watch)
      : cause === null ? failure('unknown', true, say('{0} ended the connection before it named the answer.', baseURL))
        : cause instanceof NoAnswer ? cause.fault : faultOf(cause, this.server);
    if (fault.settlement === 'released' || !fault.temporary) return fault;
    return { ...failure(fault.settlement, false, say('{0} It may work on the answer all the same; resuming asks anew.', fault.said ?? fault.message)), needsKey: fault.needsKey, ...(fault.refused ? { refused: fault.refused } : {}) };
  }

  #stillOpen(at: Place, cause: unknown): Failure {
    if (cause instanceof APIError && (cause.status as unknown) === 404) return failure('unknown', false, say('{0} no longer holds the answer {1}; resuming asks anew.', this.server.baseURL, at.id));
    const fault = cause === null ? null : faultOf(cause, this.server);
    const lost = fault
      ? say('{0} works on the answer {1}, but the connection to it is lost: {2} Resume to go on waiting for it.', this.server.baseURL, at.id, fault.said ?? fault.message)
      : say('{0} works on the answer {1}, but the connection to it is lost. Resume to go on waiting for it.', this.server.baseURL, at.id);
    return { ...failure('open', fault?.temporary ?? true, lost), needsKey: fault?.needsKey ?? false };
  }
}

/** The original answer when it is over; null while the server works on it. */
async function original(responses: OpenAI['responses'], { id }: Place, watch: StallWatch): Promise<FinishedResponse | null> {
  const parsed = response.parse(await responses.retrieve(id, {}, { signal: watch.signal }));
  return over.has(parsed.status ?? '') ? parsed : null;
}

/** What came is no answer, and says why. */
class NoAnswer extends Error {
  constructor(readonly fault: Failure) {
    super(fault.message);
  }
}

/** A response that was sent whole, as the one event that tells of it. Throws NoAnswer. */
function wholeAnswer(text: string, baseURL: string): z.infer<typeof streamed>[] {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new NoAnswer(unreadable(text, baseURL));
  }
  const whole = response.safeParse(sent);
  const { error } = z.object({ error: z.unknown() }).catch({ error: null }).parse(sent);
  if (!whole.success) throw new NoAnswer(errorObject(error ?? 'an answer without an id', baseURL));
  return [{ type: `response.${whole.data.status ?? 'in_progress'}`, response: sent }];
}

/** One connection: what it saw of the answer. */
class Following {
  #writing: Writing = { text: '', call: null };

  constructor(public at: Place | null, private readonly handle: Handle, private readonly progress: Progress, private readonly watch: StallWatch, private readonly baseURL: string) {}

  /** The finished response, or null when the stream ended before it was. */
  async to(stream: AsyncIterable<unknown> | Iterable<unknown>): Promise<FinishedResponse | null> {
    for await (const event of stream) {
      this.watch.beat();
      const finished = await this.#take(streamed.parse(event));
      if (finished) return finished;
    }
    return null;
  }

  async #take(event: z.infer<typeof streamed>): Promise<FinishedResponse | null> {
    if (event.type === 'error' && this.at === null) throw new NoAnswer(errorObject(event.message ?? event.code ?? 'without a reason', this.baseURL));
    const about = response.safeParse(event.response);
    const known = this.at;
    if (about.success) this.at = { id: about.data.id, cursor: event.sequence_number ?? known?.cursor ?? null };
    else if (known) this.at = { ...known, cursor: event.sequence_number ?? known.cursor };
    if (about.success && over.has(event.type.replace('response.', ''))) return { ...about.data, status: about.data.status ?? event.type.replace('response.', '') };
    this.#write(event);
    const done = event.type === 'response.output_item.done' ? item.safeParse(event.item) : null;
    if (done?.success) this.progress.onItem?.(done.data);
    // The id before anything is waited for; the cursor with each finished item, which is often enough and no line too many.
    if (this.at && (known === null || done)) await this.handle.keep(JSON.stringify(this.at));
    return null;
  }

  #write({ type, item: added, delta }: z.infer<typeof streamed>): void {
    const { text, call } = this.#writing;
    const begun = type === 'response.output_item.added' ? item.safeParse(added) : null;
    if (begun?.data?.type === 'function_call') this.#writing = { text, call: { name: begun.data.name ?? '', arguments: '' } };
    else if (typeof delta !== 'string') return;
    else if (type === 'response.output_text.delta') this.#writing = { text: text + delta, call };
    else if (type === 'response.function_call_arguments.delta' && call) this.#writing = { text, call: { ...call, arguments: call.arguments + delta } };
    else return;
    this.progress.onWriting?.(this.#writing);
  }
}
