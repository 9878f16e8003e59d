import * as z from 'zod';
import { type ModelAnswer } from '../../core/request/modelClient';
import { type Writing } from '../../core/request/preview';
import { type RequestResult } from '../../core/researcher/researcher';
import { type Price, type Usage } from '../../core/run/records';
import { priced, usageSaid } from './usage';

/** A text, or a list of parts of which some are text. */
const content = z.union([z.string(), z.array(z.object({ text: z.string().nullish().catch(null) }))]).nullish().catch(null);

const toolCalls = z.array(z.object({
  index: z.int().nullish().catch(null),
  id: z.string().nullish().catch(null),
  function: z.object({ name: z.string().nullish().catch(null), arguments: z.unknown() }).nullish().catch(null),
})).nullish().catch(null);

const said = z.object({ content, tool_calls: toolCalls }).nullish().catch(null);

/**
 * A completion, or a chunk of one: servers fill either `message` or `delta`, and leave out what they like. A field that does not
 * fit is as one left out: what came beside it was paid for.
 */
export const completion = z.object({
  model: z.string().nullish().catch(null),
  error: z.unknown().optional(),
  choices: z.array(z.object({ index: z.int().nullish().catch(null), delta: said, message: said, finish_reason: z.string().nullish().catch(null) })).nullish(),
  usage: z.object({ prompt_tokens: z.unknown(), completion_tokens: z.unknown(), prompt_tokens_details: z.object({ cached_tokens: z.unknown() }).nullish().catch(null) }).nullish().catch(null),
});

type Call = ModelAnswer['calls'][number];

/** The parts of an answer, put together. */
export class Gathered {
  text = '';
  /** Why the server ended, in its words; null while it has not said. */
  finish: string | null = null;
  readonly #calls: Call[] = [];
  /** The call that a piece goes to, by the server's number for it. */
  readonly #numbered = new Map<number, Call>();
  #model: string | null = null;
  #usage: Usage | null = null;

  get empty(): boolean {
    return this.text === '' && this.#calls.length === 0 && this.finish === null;
  }

  get writing(): Writing {
    const call = this.#calls.at(-1);
    return { text: this.text, call: call ? { ...call } : null };
  }

  add(chunk: z.infer<typeof completion>): void {
    this.#model ??= chunk.model || null;
    if (chunk.usage) this.#usage = usageSaid({ input: chunk.usage.prompt_tokens, cached: chunk.usage.prompt_tokens_details?.cached_tokens, output: chunk.usage.completion_tokens });
    // One answer was asked for; another beside it is none of it.
    const choice = chunk.choices?.find(({ index }) => (index ?? 0) === 0);
    if (!choice) return;
    this.finish = choice.finish_reason || this.finish;
    const words = choice.message ?? choice.delta;
    this.text += typeof words?.content === 'string' ? words.content : (words?.content ?? []).map(({ text }) => text ?? '').join('');
    words?.tool_calls?.forEach((piece, position) => { this.#addPiece(piece, position); });
  }

  #addPiece({ index, id, function: called }: NonNullable<z.infer<typeof toolCalls>>[number], position: number): void {
    const number = index ?? position;
    const name = called?.name ?? '';
    const before = this.#numbered.get(number);
    const call = before && !beginsAnother(before, id ?? '', name) ? before : { id: '', name: '', arguments: '' };
    if (call !== before) this.#calls.push(call);
    this.#numbered.set(number, call);
    call.id ||= id ?? '';
    // Some servers say the name again with each piece.
    if (call.arguments === '' && call.name !== name) call.name += name;
    const written = called?.arguments ?? '';
    // Some servers send the arguments as an object.
    call.arguments += typeof written === 'string' ? written : JSON.stringify(written);
  }

  result(model: string, price: Price | undefined): RequestResult<ModelAnswer> {
    const calls = this.#calls.filter(({ name }) => name !== '').map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
    const value: ModelAnswer = { text: this.text, calls, finish: this.finish, model: this.#model ?? model };
    return { ok: true, value, usage: priced(this.#usage, price), body: JSON.stringify(value) };
  }
}

/** Servers that number nothing, or everything alike, are told by the id or by a name after whole arguments. */
function beginsAnother(call: Call, id: string, name: string): boolean {
  if (id !== '' && call.id !== '') return id !== call.id;
  return name !== '' && isWhole(call.arguments);
}

function isWhole(written: string): boolean {
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}
