import type OpenAI from 'openai';
import { type ModelAnswer, type ModelClient, type ModelMessage, type ModelRequest } from '../../core/request/modelClient';
import { type Writing } from '../../core/request/preview';
import { type Cancelled, type Handle, type RequestResult } from '../../core/researcher/researcher';
import { type Price } from '../../core/run/records';
import { BackgroundResponses, createBody, type FinishedResponse, type ModelServer, type ResponseBody } from './backgroundResponse';
import { KnownServer } from './knownServer';
import { priced } from './usage';

export interface ResponsesOptions extends ModelServer {
  /** Without it the cost is unknown, never zero. */
  price?: Price;
  /** Milliseconds without an event after which a connection counts as lost. */
  stallMilliseconds?: number;
  /** Between connections to an answer that needs very many; a second where nothing is said. */
  pause?: (signal: AbortSignal) => Promise<void>;
}

/** Background responses of a server that speaks the Responses API: an answer is found again by its id and event cursor. */
export class ResponsesClient implements ModelClient {
  readonly #responses: BackgroundResponses;
  readonly #server: KnownServer;

  constructor(private readonly options: ResponsesOptions) {
    this.#server = new KnownServer(options, ['alternation', 'system', 'tools', 'background']);
    this.#responses = new BackgroundResponses(options, options.stallMilliseconds, options.pause);
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

  async complete(request: ModelRequest, signal: AbortSignal, onWriting: (writing: Writing) => void, handle: Handle): Promise<RequestResult<ModelAnswer>> {
    const result = await this.#responses.complete(this.#body(request), signal, handle, { onWriting });
    if (!result.ok) return this.#server.learnt(result);
    return { ok: true, value: answerOf(result.value, this.name), usage: priced(result.usage, this.options.price), body: result.body };
  }

  async cancel(handle: string): Promise<Cancelled> {
    const { usage, said } = await this.#responses.cancel(handle);
    return { usage: priced(usage, this.options.price), said };
  }

  #body(request: ModelRequest): ResponseBody {
    const { messages, tools, maxOutput } = this.#server.fitted(request);
    return createBody({
      model: this.name,
      input: messages.flatMap(inputOf),
      ...(tools.length === 0 ? {} : { tools: tools.map(({ name, description, parameters }) => ({ type: 'function' as const, name, description, parameters, strict: false })) }),
      ...(maxOutput === null ? {} : { max_output_tokens: maxOutput }),
    }, this.#server.takes('background'));
  }
}

function inputOf(message: ModelMessage): OpenAI.Responses.ResponseInputItem[] {
  switch (message.role) {
    case 'tool': return [{ type: 'function_call_output', call_id: message.call, output: message.content }];
    case 'assistant': return [
      ...(message.content === '' ? [] : [{ role: 'assistant' as const, content: message.content }]),
      ...message.calls.map((call) => ({ type: 'function_call' as const, call_id: call.id, name: call.name, arguments: call.arguments })),
    ];
    default: return [{ role: message.role, content: message.content }];
  }
}

function answerOf({ output, status, incomplete_details: cut, model }: FinishedResponse, asked: string): ModelAnswer {
  const items = output ?? [];
  const calls = items.filter(({ type }) => type === 'function_call').map((call, index) => ({ id: call.call_id || `call_${index}`, name: call.name ?? '', arguments: call.arguments ?? '' }));
  // Servers of open models put their reasoning into items of its own, as content too.
  const text = items.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []).map((part) => part.text ?? part.refusal ?? '').join('');
  const finish = status !== 'incomplete' ? (calls.length > 0 ? 'tool_calls' : 'stop') : cut?.reason === 'max_output_tokens' ? 'length' : (cut?.reason || 'incomplete');
  return { text, calls, finish, model: model || asked };
}
