import { type ModelAnswer, type ModelClient, type ModelRequest } from '../../src/core/request/modelClient';
import { type RequestResult } from '../../src/core/researcher/researcher';

/** What a scripted model says: text, calls (arguments as an object, or as a string sent as it is), or a fault of its server. */
export type Said =
  | { text?: string; calls?: readonly (readonly [name: string, args: unknown])[]; finish?: string | null; usage?: { input: number; output: number } | null }
  | Extract<RequestResult<ModelAnswer>, { ok: false }>;

export interface ScriptedModel extends ModelClient {
  /** Every request that was sent, in order. */
  readonly requests: ModelRequest[];
}

export type Line = Said | ((request: ModelRequest) => Said);

export const call = (name: string, args: unknown = {}): Said => ({ calls: [[name, args]] });

export const fault = (change: Partial<Extract<Said, { ok: false }>>): Said =>
  ({ ok: false, settlement: 'released', temporary: false, message: 'The server refused.', retryAfter: null, needsKey: false, ...change });

/** A model that says its lines in order, and the last one for ever. */
export function scriptedModel(lines: readonly Line[], { tools = true, name = 'scripted' } = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    name, tools, requests,
    complete(request): Promise<RequestResult<ModelAnswer>> {
      const line = lines[Math.min(requests.length, lines.length - 1)];
      requests.push(request);
      const said = typeof line === 'function' ? line(request) : line ?? {};
      if ('ok' in said) return Promise.resolve(said);
      const calls = (said.calls ?? []).map(([name, args], index) => ({ id: `call_${index}`, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }));
      const value: ModelAnswer = { text: said.text ?? '', calls, finish: said.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : said.finish, model: name };
      return Promise.resolve({ ok: true, value, usage: said.usage ? { ...said.usage, cached: null, cost: null } : null, body: JSON.stringify(value) });
    },
  };
}

export const scope = call('set_scope', {
  parts: ['What share of sailings was punctual in the trial?'], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [],
});

export const plan = call('set_plan', {
  claims: [{ text: 'A stated share of the sailings was punctual.', part: 'P1', kind: 'fact', risk: 'low', key: true, requirement: { kinds: [], voices: 1, or_first_hand: false, disinterested: false } }],
  searches: [],
});

export const search = (query: string, intent = 'explore'): Said => call('search', { queries: [{ query, intent, claims: ['C1'] }] });

export const record = (snapshot: string, quote: string, relation = 'supports'): Said => call('record_evidence', { claim: 'C1', relation, snapshot, quote });

export const publish = (text: string, change: Record<string, unknown> = {}): Said => call('send_answer_part', { heading: 'Punctuality', text, kind: 'fact', claims: ['C1'], ...change });
