import { type HostedModel, type HostedReport, type HostedStep } from '../../core/researcher/hosted/hostedModel';
import { type Cancelled, type Handle, type RequestResult } from '../../core/researcher/researcher';
import { BackgroundResponses, createBody, type FinishedResponse, type ResponseBody, type ResponseItem } from './backgroundResponse';
import { KnownServer } from './knownServer';
import { type ResponsesOptions } from './responsesClient';
import { priced } from './usage';

/** A deep-research model behind the Responses API: one background response that searches the web by itself. */
export class HostedModelClient implements HostedModel {
  readonly #responses: BackgroundResponses;
  readonly #server: KnownServer;

  constructor(private readonly options: ResponsesOptions) {
    this.#server = new KnownServer(options, ['summary', 'background']);
    this.#responses = new BackgroundResponses(options, options.stallMilliseconds, options.pause);
  }

  get name(): string {
    return this.options.model;
  }

  written(question: string): string {
    return JSON.stringify(this.#body(question));
  }

  async research(question: string, signal: AbortSignal, handle: Handle, onStep: (step: HostedStep) => void): Promise<RequestResult<HostedReport>> {
    const result = await this.#responses.complete(this.#body(question), signal, handle, { onItem: (item) => stepsOf(item).forEach(onStep) });
    return result.ok ? { ok: true, value: reportOf(result.value, this.name), usage: priced(result.usage, this.options.price), body: result.body } : this.#server.learnt(result);
  }

  async cancel(handle: string): Promise<Cancelled> {
    const { usage, said } = await this.#responses.cancel(handle);
    return { usage: priced(usage, this.options.price), said };
  }

  #body(question: string): ResponseBody {
    const summary = this.#server.takes('summary') ? { reasoning: { summary: 'auto' as const } } : {};
    return createBody({ model: this.name, input: question, tools: [{ type: 'web_search_preview' }], ...summary }, this.#server.takes('background'));
  }
}

function stepsOf({ type, action, summary }: ResponseItem): HostedStep[] {
  if (type === 'reasoning') return (summary ?? []).map(({ text }) => text.replace(/[*_]{2}/g, '').trim()).filter((text) => text !== '').map((text) => ({ kind: 'thought', text }));
  if (type !== 'web_search_call' || !action) return [];
  const queries = action.queries ?? (action.query == null ? [] : [action.query]);
  if (queries.length > 0) return [{ kind: 'search', text: queries.join('; ') }];
  return action.url == null ? [] : [{ kind: 'page', text: `${action.url}${action.pattern == null ? '' : ` — ${action.pattern}`}` }];
}

/** The text of the last message, with its annotated links. Each message has offsets of its own. */
function reportOf({ output, model, status, incomplete_details: short }: FinishedResponse, asked: string): HostedReport {
  const items = output ?? [];
  let text = '';
  const citations: HostedReport['citations'] = [];
  for (const part of items.findLast(({ type }) => type === 'message')?.content ?? []) {
    for (const { type, url, title, start_index: start, end_index: end } of part.annotations ?? []) {
      if (type === 'url_citation' && url != null) citations.push({ start: text.length + (start ?? 0), end: text.length + (end ?? 0), address: url, title: title ?? '' });
    }
    text += part.text ?? part.refusal ?? '';
  }
  return { text, citations, steps: items.flatMap(stepsOf), model: model || asked, cut: status === 'incomplete' ? short?.reason || status : null };
}
