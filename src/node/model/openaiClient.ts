import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import * as z from 'zod';
import { type ModelAnswer, type ModelClient, type ModelMessage, type ModelRequest } from '../../core/request/modelClient';
import { type RequestResult } from '../../core/researcher/researcher';

export interface OpenAiOptions {
  baseURL: string;
  apiKey: string;
  model: string;
  /** Milliseconds without a byte after which a stream counts as hanging. */
  stallMilliseconds?: number;
  /** Cost per million tokens in the user's currency; without it the cost is unknown, never zero. */
  price?: { input: number; cached: number; output: number };
}

type Failure = Extract<RequestResult<ModelAnswer>, { ok: false }>;
type Usage = Extract<RequestResult<ModelAnswer>, { ok: true }>['usage'];

const stallDefault = 180_000;

const delta = z.object({
  model: z.string().nullish(),
  error: z.unknown().optional(),
  choices: z.array(z.object({
    delta: z.object({
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ index: z.number().nullish(), id: z.string().nullish(), function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish() })).nullish(),
    }).nullish(),
    message: z.object({
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ id: z.string().nullish(), function: z.object({ name: z.string(), arguments: z.string().nullish() }) })).nullish(),
    }).nullish(),
    finish_reason: z.string().nullish(),
  })).nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish(), prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish() }).nullish(),
});

/**
 * Chat completions of an OpenAI-compatible server. Every fault of a server comes back as a result that says whether the request
 * was refused before it worked (released) or nobody can say (unknown), and whether trying again may help.
 */
export class OpenAiClient implements ModelClient {
  readonly tools = true;
  readonly #client: OpenAI;
  /** Learnt from the server's refusals, so that the next try leaves out what it does not know. */
  #stream = true;
  #usage = true;

  constructor(private readonly options: OpenAiOptions) {
    // The package would retry by itself, behind the approver's back.
    this.#client = new OpenAI({ apiKey: options.apiKey, baseURL: options.baseURL, maxRetries: 0, timeout: 3_600_000 });
  }

  get name(): string {
    return this.options.model;
  }

  async complete(request: ModelRequest, signal: AbortSignal, onText: (text: string) => void): Promise<RequestResult<ModelAnswer>> {
    const stall = new StallWatch(signal, this.options.stallMilliseconds ?? stallDefault);
    try {
      return this.#stream ? await this.#streamed(request, stall, onText) : await this.#whole(request, stall);
    } catch (cause) {
      if (stall.stalled) return this.#failure('unknown', true, `${this.options.baseURL} sent nothing for ${Math.round(stall.milliseconds / 1000)} s; the request was given up.`);
      if (cause instanceof APIUserAbortError || signal.aborted) throw signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError');
      return this.#fault(cause);
    } finally {
      stall.stop();
    }
  }

  #body(request: ModelRequest): OpenAI.ChatCompletionCreateParams {
    return {
      model: this.options.model,
      messages: request.messages.map(asMessage),
      ...(request.tools.length === 0 ? {} : { tools: request.tools.map(({ name, description, parameters }) => ({ type: 'function' as const, function: { name, description, parameters } })) }),
      ...(request.maxOutput === null ? {} : { max_tokens: request.maxOutput }),
    };
  }

  async #streamed(request: ModelRequest, stall: StallWatch, onText: (text: string) => void): Promise<RequestResult<ModelAnswer>> {
    const stream: unknown = await this.#client.chat.completions.create(
      { ...this.#body(request), stream: true, ...(this.#usage ? { stream_options: { include_usage: true } } : {}) },
      { signal: stall.signal },
    );
    if (!isIterable(stream)) return this.#notAnAnswer(stream);
    const gathered = new Gathered();
    for await (const chunk of stream) {
      stall.beat();
      const parsed = delta.safeParse(chunk);
      if (!parsed.success) continue;
      if (parsed.data.error != null) return this.#errorObject(parsed.data.error);
      gathered.add(parsed.data);
      if (gathered.text !== '') onText(gathered.text);
    }
    if (gathered.empty) return this.#failure('unknown', true, `${this.options.baseURL} ended its answer without a word, a call or a reason.`);
    return gathered.result(this.options.model, this.options.price);
  }

  async #whole(request: ModelRequest, stall: StallWatch): Promise<RequestResult<ModelAnswer>> {
    const answer: unknown = await this.#client.chat.completions.create({ ...this.#body(request), stream: false }, { signal: stall.signal });
    const parsed = delta.safeParse(answer);
    if (!parsed.success || parsed.data.choices == null || parsed.data.error != null) return this.#notAnAnswer(answer);
    const gathered = new Gathered();
    gathered.add(parsed.data);
    if (gathered.empty) return this.#failure('unknown', true, `${this.options.baseURL} answered without a word or a call.`);
    return gathered.result(this.options.model, this.options.price);
  }

  /** HTTP 200 with something else in it: an error object, or a page. */
  #notAnAnswer(answer: unknown): Failure {
    if (typeof answer === 'string') return this.#failure('unknown', false, `${this.options.baseURL} answered with a page, not with a completion. Check the address: it usually ends in /v1.`);
    const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : null;
    return this.#errorObject(error ?? 'an answer without choices');
  }

  #errorObject(error: unknown): Failure {
    const message = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : typeof error === 'string' ? error : JSON.stringify(error);
    return this.#failure('unknown', true, `${this.options.baseURL} answered with an error: ${message}`);
  }

  #fault(cause: unknown): Failure {
    if (cause instanceof APIConnectionError) {
      const code = codeOf(cause);
      const refusedDial = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
      return this.#failure(refusedDial ? 'released' : 'unknown', true, refusedDial ? `No server answers at ${this.options.baseURL} (${code}). Start it, or change the address.` : `The connection to ${this.options.baseURL} broke${code === null ? '' : ` (${code})`}.`);
    }
    if (cause instanceof APIError) return this.#status({ status: cause.status as unknown, message: cause.message, headers: cause.headers as unknown });
    return this.#failure('unknown', true, `The answer of ${this.options.baseURL} was cut off: ${cause instanceof Error ? cause.message : String(cause)}`);
  }

  #status({ status, message: said, headers }: { status: unknown; message: string; headers: unknown }): Failure {
    const { model, baseURL } = this.options;
    switch (status) {
      case 401: case 403: return { ...this.#failure('released', false, `${baseURL} refused the key (${status}). Set a key that may use ${model}.`), needsKey: true };
      case 404: return this.#failure('released', false, `${baseURL} knows no model "${model}" (404). Choose another model or address.`);
      case 429: {
        const header = headers instanceof Headers ? Number(headers.get('retry-after')) : NaN;
        return { ...this.#failure('released', true, `${baseURL} asks to wait (429): ${said}`), retryAfter: Number.isFinite(header) && header > 0 ? header : null };
      }
      case 400: case 422:
        if (this.#usage && /stream_options|include_usage/i.test(said)) { this.#usage = false; return { ...this.#failure('released', true, said), retryAfter: 0 }; }
        if (this.#stream && /\bstream/i.test(said)) { this.#stream = false; return { ...this.#failure('released', true, said), retryAfter: 0 }; }
        return this.#failure('released', false, `${baseURL} did not accept the request (${status}): ${said}`);
      default: {
        if (typeof status !== 'number') return this.#failure('unknown', true, `${baseURL} answered with an error: ${said}`);
        return this.#failure(status >= 500 ? 'unknown' : 'released', status >= 500, `${baseURL} failed (${status}): ${said}`);
      }
    }
  }

  #failure(settlement: 'released' | 'unknown', temporary: boolean, message: string): Failure {
    return { ok: false, settlement, temporary, message: message.replaceAll(this.options.apiKey, '•••'), retryAfter: null, needsKey: false };
  }
}

function asMessage(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  switch (message.role) {
    case 'tool': return { role: 'tool', tool_call_id: message.call, content: message.content };
    case 'assistant': return {
      role: 'assistant', content: message.content,
      ...(message.calls.length === 0 ? {} : { tool_calls: message.calls.map((call) => ({ id: call.id, type: 'function' as const, function: { name: call.name, arguments: call.arguments } })) }),
    };
    default: return message;
  }
}

/** The parts of a streamed answer, put together. */
class Gathered {
  text = '';
  #calls: { id: string; name: string; arguments: string }[] = [];
  #finish: string | null = null;
  #model: string | null = null;
  #usage: Usage = null;

  get empty(): boolean {
    return this.text === '' && this.#calls.length === 0 && this.#finish === null;
  }

  add(chunk: z.infer<typeof delta>): void {
    this.#model ??= chunk.model ?? null;
    if (chunk.usage) this.#usage = { input: chunk.usage.prompt_tokens ?? null, cached: chunk.usage.prompt_tokens_details?.cached_tokens ?? null, output: chunk.usage.completion_tokens ?? null, cost: null };
    const choice = chunk.choices?.[0];
    if (!choice) return;
    this.#finish = choice.finish_reason ?? this.#finish;
    const said = choice.message ?? choice.delta;
    this.text += said?.content ?? '';
    said?.tool_calls?.forEach((call, position) => {
      const index = 'index' in call && typeof call.index === 'number' ? call.index : position;
      const known = (this.#calls[index] ??= { id: '', name: '', arguments: '' });
      known.id ||= call.id ?? '';
      known.name += call.function?.name ?? '';
      known.arguments += call.function?.arguments ?? '';
    });
  }

  result(model: string, price: OpenAiOptions['price']): RequestResult<ModelAnswer> {
    const calls = this.#calls.filter(({ name }) => name !== '').map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
    const value: ModelAnswer = { text: this.text, calls, finish: this.#finish, model: this.#model ?? model };
    return { ok: true, value, usage: priced(this.#usage, price), body: JSON.stringify(value) };
  }
}

function priced(usage: Usage, price: OpenAiOptions['price']): Usage {
  if (!usage || !price || usage.input === null || usage.output === null) return usage;
  const cached = usage.cached ?? 0;
  return { ...usage, cost: ((usage.input - cached) * price.input + cached * price.cached + usage.output * price.output) / 1_000_000 };
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> => typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

function codeOf(cause: unknown): string | null {
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

/** Aborts when nothing came for a while; a stream that hangs would otherwise hold the run for ever. */
class StallWatch {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout;
  stalled = false;

  constructor(outer: AbortSignal, readonly milliseconds: number) {
    if (outer.aborted) this.#abort.abort(outer.reason);
    outer.addEventListener('abort', () => this.#abort.abort(outer.reason), { once: true });
    this.#timer = this.#arm();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  beat(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(): NodeJS.Timeout {
    return setTimeout(() => {
      this.stalled = true;
      this.#abort.abort();
    }, this.milliseconds);
  }
}
