import OpenAI from 'openai';
import { modelFetch } from './modelFetch';
import { failure, faultOf, givenUp, withoutKey, type Failure } from './openaiFault';
import { modelServerAt } from './modelServer';
import { StallWatch } from './stallWatch';
import { wordsOf } from '../../core/run/said';

/** Milliseconds after which a server that says nothing is not waited for: its models can be named by hand. */
const longest = 15_000;

/** Names of the models that an OpenAI-compatible server offers, in its order; why they cannot be had otherwise. */
export async function modelList(server: { baseURL: string; apiKey: string | null }): Promise<{ ok: true; names: string[] } | Failure> {
  let reached: ReturnType<typeof modelServerAt>;
  try {
    reached = modelServerAt(server.baseURL, server.apiKey ?? undefined);
  } catch (cause) {
    return failure('released', false, wordsOf(cause));
  }
  const { baseURL, apiKey } = reached;
  const watch = new StallWatch(new AbortController().signal, longest, longest);
  const client = new OpenAI({ baseURL, apiKey: apiKey ?? 'none', maxRetries: 0, timeout: longest, logLevel: 'off', fetch: modelFetch(watch) });
  try {
    const { data } = await client.models.list({ signal: watch.signal });
    // A server may answer with anything.
    return { ok: true, names: (Array.isArray(data) ? (data as unknown[]) : []).flatMap((model) => (typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string' ? [model.id] : [])) };
  } catch (cause) {
    return watch.stalled ? givenUp(baseURL, { late: false, milliseconds: longest, longest }) : withoutKey(faultOf(cause, { baseURL, model: 'any model' }), apiKey);
  } finally {
    watch.stop();
  }
}
