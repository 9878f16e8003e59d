import * as z from 'zod';
import { type ModelAnswer } from '../../core/request/modelClient';
import { type Writing } from '../../core/request/preview';
import { type RequestResult } from '../../core/researcher/researcher';
import { costOf, type Price } from '../../core/run/records';

type Usage = Extract<RequestResult<ModelAnswer>, { ok: true }>['usage'];

/** A completion, or a chunk of one: servers fill either `message` or `delta`, and leave out what they like. */
export const completion = z.object({
  model: z.string().nullish(),
  error: z.unknown().optional(),
  choices: z.array(z.object({
    delta: z.object({
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ index: z.number().nullish(), id: z.string().nullish(), function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish() })).nullish(),
    }).nullish(),
    message: z.object({
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ id: z.string().nullish(), function: z.object({ name: z.string(), arguments: z.unknown() }) })).nullish(),
    }).nullish(),
    finish_reason: z.string().nullish(),
  })).nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish(), prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish() }).nullish(),
});

/** The parts of an answer, put together. */
export class Gathered {
  text = '';
  /** Why the server ended, in its words; null while it has not said. */
  finish: string | null = null;
  #calls: { id: string; name: string; arguments: string }[] = [];
  #model: string | null = null;
  #usage: Usage = null;

  get empty(): boolean {
    return this.text === '' && this.#calls.length === 0 && this.finish === null;
  }

  get writing(): Writing {
    const call = this.#calls.at(-1);
    return { text: this.text, call: call ? { ...call } : null };
  }

  add(chunk: z.infer<typeof completion>): void {
    this.#model ??= chunk.model ?? null;
    if (chunk.usage) this.#usage = { input: chunk.usage.prompt_tokens ?? null, cached: chunk.usage.prompt_tokens_details?.cached_tokens ?? null, output: chunk.usage.completion_tokens ?? null, cost: null };
    const choice = chunk.choices?.[0];
    if (!choice) return;
    this.finish = choice.finish_reason ?? this.finish;
    const said = choice.message ?? choice.delta;
    this.text += said?.content ?? '';
    said?.tool_calls?.forEach((call, position) => {
      const index = 'index' in call && typeof call.index === 'number' ? call.index : position;
      const known = (this.#calls[index] ??= { id: '', name: '', arguments: '' });
      known.id ||= call.id ?? '';
      known.name += call.function?.name ?? '';
      const written = call.function?.arguments ?? '';
      // Some servers send the arguments as an object.
      known.arguments += typeof written === 'string' ? written : JSON.stringify(written);
    });
  }

  result(model: string, price: Price | undefined): RequestResult<ModelAnswer> {
    const calls = this.#calls.filter(({ name }) => name !== '').map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
    const value: ModelAnswer = { text: this.text, calls, finish: this.finish, model: this.#model ?? model };
    return { ok: true, value, usage: priced(this.#usage, price), body: JSON.stringify(value) };
  }
}

/** Usage with what it cost; without a price, or without the server’s figures, the cost is unknown. */
export function priced(usage: Usage, price: Price | undefined): Usage {
  if (!usage || !price || usage.input === null || usage.output === null) return usage;
  return { ...usage, cost: costOf({ input: usage.input, cached: usage.cached ?? 0, output: usage.output }, price) };
}
