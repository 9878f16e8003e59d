import OpenAI, { APIUserAbortError } from 'openai';
import { Stream } from 'openai/streaming';
import { type ModelAnswer, type ModelClient, type ModelMessage, type ModelRequest } from '../../core/request/modelClient';
import { type Writing } from '../../core/request/preview';
import { type RequestResult } from '../../core/researcher/researcher';
import { type Price } from '../../core/run/records';
import { say } from '../../core/run/said';
import { completion, Gathered } from './openaiAnswer';
import { KnownServer } from './knownServer';
import { errorObject, failure, faultOf, givenUp, unreadable, withoutKey, wordless } from './openaiFault';
import { modelFetch } from './modelFetch';
import { StallWatch } from './stallWatch';

export interface OpenAiOptions {
  baseURL: string;
  /** Null for a server that asks for none. */
  apiKey: string | null;
  model: string;
  /** Milliseconds without a byte after which an answer counts as hanging. */
  stallMilliseconds?: number;
  /** Milliseconds after which an answer that has no end counts as hanging too. */
  longestMilliseconds?: number;
  /** Without it the cost is unknown, never zero. */
  price?: Price;
  /** What was recorded that the server does not take. */
  lacks?: readonly string[];
}

type Result = RequestResult<ModelAnswer>;

const stallDefault = 180_000;

/**
 * Chat completions of an OpenAI-compatible server. Every fault of a server comes back as a result that says whether the request
 * was refused before it worked (released) or nobody can say (unknown), and whether trying again may help.
 */
export class OpenAiClient implements ModelClient {
  readonly #server: KnownServer;

  constructor(private readonly options: OpenAiOptions) {
    this.#server = new KnownServer(options, ['stream', 'usage', 'max_tokens', 'alternation', 'system', 'tools']);
  }

  get name(): string {
    return this.options.model;
  }

  get tools(): boolean {
    return this.#server.takes('tools');
  }

  written(request: ModelRequest): string {
    return JSON.stringify(this.#body(request));
  }

  async complete(request: ModelRequest, signal: AbortSignal, onWriting: (writing: Writing) => void): Promise<Result> {
    const stall = new StallWatch(signal, this.options.stallMilliseconds ?? stallDefault, this.options.longestMilliseconds);
    try {
      return this.#told(await this.#ask(request, stall, onWriting));
    } catch (cause) {
      if (stall.stalled) return givenUp(this.options.baseURL, stall);
      if (cause instanceof APIUserAbortError || signal.aborted) throw signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError');
      return this.#told(faultOf(cause, this.options));
    } finally {
      stall.stop();
    }
  }

  async #ask(request: ModelRequest, stall: StallWatch, onWriting: (writing: Writing) => void): Promise<Result> {
    const { baseURL, apiKey } = this.options;
    const client = new OpenAI({
      baseURL, apiKey: apiKey ?? 'none', timeout: 3_600_000, logLevel: 'off', fetch: modelFetch(stall),
      // The package would retry by itself, behind the approver's back.
      maxRetries: 0,
    });
    const response = await client.chat.completions.create(this.#body(request), { signal: stall.signal }).asResponse();
    if (response.headers.get('content-type')?.includes('event-stream')) return this.#streamed(response, client, stall, onWriting);
    const text = await response.text();
    // A server may call its stream something else, or send it whole although a stream was asked for.
    if (/^\s*(data:|:)/.test(text)) return this.#streamed(new Response(text), client, stall, onWriting);
    return this.#whole(text);
  }

  #body(request: ModelRequest): OpenAI.ChatCompletionCreateParams {
    const asked = this.#server.fitted(request);
    const streams = this.#server.takes('stream') ? { stream: true as const, ...(this.#server.takes('usage') ? { stream_options: { include_usage: true } } : {}) } : { stream: false as const };
    return {
      model: this.options.model,
      messages: asked.messages.map(asMessage),
      ...(asked.tools.length === 0 ? {} : { tools: asked.tools.map(({ name, description, parameters }) => ({ type: 'function' as const, function: { name, description, parameters } })) }),
      ...(asked.maxOutput === null ? {} : { [this.#server.takes('max_tokens') ? 'max_tokens' : 'max_completion_tokens']: asked.maxOutput }),
      ...streams,
    };
  }

  async #streamed(response: Response, client: OpenAI, stall: StallWatch, onWriting: (writing: Writing) => void): Promise<Result> {
    const ended = new EndMark();
    const marked = new Response(response.body?.pipeThrough(ended.stream()), { headers: response.headers });
    const gathered = new Gathered();
    for await (const chunk of Stream.fromSSEResponse<unknown>(marked, new AbortController(), client)) {
      const parsed = completion.safeParse(chunk);
      if (!parsed.success) continue;
      gathered.add(parsed.data);
      onWriting(gathered.writing);
    }
    // The package ends the stream of an aborted request without a word.
    stall.signal.throwIfAborted();
    const { baseURL, model, price } = this.options;
    if (gathered.empty && !ended.seen) return wordless(baseURL);
    // A body that stops early looks like one that is done: only a reason or the end mark tells them apart.
    if (gathered.finish === null && !ended.seen) return failure('unknown', true, say('The answer of {0} was cut off: it stopped without its end.', baseURL));
    return gathered.result(model, price);
  }

  #whole(text: string): Result {
    const { baseURL, model, price } = this.options;
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      return unreadable(text, baseURL);
    }
    const parsed = completion.safeParse(answer);
    if (parsed.success && parsed.data.error != null) return errorObject(parsed.data.error, baseURL);
    if (!parsed.success || parsed.data.choices == null) return errorObject('an answer without choices', baseURL);
    const gathered = new Gathered();
    gathered.add(parsed.data);
    if (gathered.empty) return failure('unknown', true, say('{0} answered without a word, a call or a reason.', baseURL));
    return gathered.result(model, price);
  }

  #told(result: Result): Result {
    return result.ok ? result : withoutKey(this.#server.learnt(result), this.options.apiKey);
  }
}

/** Sees whether a stream of events came to its end mark. */
class EndMark {
  seen = false;
  #tail = '\n';

  stream(): TransformStream<Uint8Array, Uint8Array> {
    const decoder = new TextDecoder();
    return new TransformStream({
      transform: (bytes, controller) => {
        this.#tail = (this.#tail + decoder.decode(bytes, { stream: true })).slice(-64);
        // In a line of its own: what a model writes of it stands inside JSON.
        this.seen ||= /[\r\n]data: ?\[DONE\]/.test(this.#tail);
        controller.enqueue(bytes);
      },
      // The last event counts although nothing ends its line.
      flush: (controller) => { controller.enqueue(new TextEncoder().encode('\n\n')); },
    });
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
