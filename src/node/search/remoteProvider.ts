import * as z from 'zod';
import type { Clock } from '../../core/run/platform';
import type { FetchFailure } from '../../core/source/fetcher';
import type { ProviderAnswer, ProviderFailure, ProviderHit, ProviderOutcome, ProviderQuery, SearchProvider } from '../../core/source/provider';
import { HttpError } from '../http/failure';
import type { HttpClient, HttpResult } from '../http/httpClient';
import { classifyError, errorText } from './apiError';
import { BadAnswer, type Hits, type ProviderDescription, type Question, type Step } from './description';
import { shorten } from './text';

export interface RemoteProviderOptions {
  client: Pick<HttpClient, 'send'>;
  clock: Clock;
  /** The user's key by the provider's name. It is sent to that provider and shown nowhere. */
  secret: (name: string) => Promise<string | undefined>;
  /** Mail address or page of whoever runs this; several services ask for it. */
  contact: string | null;
  /** Base addresses by provider name that replace the usual ones. */
  bases?: Readonly<Record<string, string>>;
}

const maxAnswerBytes = 5_000_000;
/** More steps than any description takes: a guard against one that never ends. */
const maxSteps = 4;

/** Thrown inside one search; becomes its failure. */
class ProviderError extends Error {
  constructor(readonly kind: ProviderFailure['kind'], message: string, readonly retryAfter: number | null = null) {
    super(message);
  }
}

/** Runs a description: key, limits, requests, and every way it can fail under its name. */
export class RemoteProvider implements SearchProvider {
  readonly name: string;
  readonly remote = true;

  constructor(
    private readonly description: ProviderDescription,
    private readonly options: RemoteProviderOptions,
  ) {
    this.name = description.name;
  }

  /** Rejects only with the reason of an aborted signal. */
  async search(query: ProviderQuery): Promise<ProviderOutcome> {
    let key: string | undefined;
    try {
      key = this.description.key === 'none' ? undefined : await this.options.secret(this.name);
      return { ok: true, value: await this.ask(query, key === '' ? undefined : key) };
    } catch (error) {
      query.signal.throwIfAborted();
      const failed = this.failureOf(error, key);
      return { ok: false, failure: { ...failed, message: withoutKey(failed.message, key) } };
    }
  }

  private async ask(asked: ProviderQuery, key: string | undefined): Promise<ProviderAnswer> {
    const { title } = this.description;
    if (this.description.key === 'required' && key === undefined) {
      throw new ProviderError('not-configured', `${title} needs a key. Add the key "${this.name}", or search without this provider.`);
    }
    const { question, notes } = this.question(asked, key);
    const { hits, notes: more = [] } = await this.follow(this.description.start(question), key, asked.signal);
    const usable = hits.filter(({ address }) => /^https?:\/\//i.test(address) && URL.canParse(address));
    const lost = hits.length - usable.length;
    if (lost > 0) more.push(`${lost} of the results of ${title} had no web address and were left out.`);
    return { hits: usable.slice(0, asked.limit).map(tidy), notes: [...notes, ...more] };
  }

  /** Fits what is asked to what the provider takes, and notes what that changed. */
  private question(asked: ProviderQuery, key: string | undefined): { question: Question; notes: string[] } {
    const { title, filters, limit, query: longest } = this.description;
    const notes: string[] = [];
    const whole = asked.query.replace(/\s+/g, ' ').trim();
    if (whole === '') throw new ProviderError('bad-answer', `${title} was not asked: the query is empty. Ask with at least one word.`);
    let query = whole;
    if (longest.words !== undefined) query = query.split(' ').slice(0, longest.words).join(' ');
    query = shorten(query, longest.characters);
    if (query !== whole) notes.push(`The query was shortened for ${title} to "${query}".`);
    const [from, to] = [fullDate(asked.from, 'first'), fullDate(asked.to, 'last')];
    if (!filters.dates && (asked.from !== null || asked.to !== null)) notes.push(`${title} cannot filter by date: its results are of any time.`);
    else if ((from === null && asked.from !== null) || (to === null && asked.to !== null)) notes.push(`A date that is not written as YYYY-MM-DD was not used for ${title}.`);
    if (!filters.language && asked.language !== null) notes.push(`${title} cannot filter by language: its results are in any.`);
    if (asked.limit > limit) notes.push(`${title} gives at most ${limit} results at once.`);
    const base = this.options.bases?.[this.name] ?? this.description.base;
    if (base === null) throw new ProviderError('not-configured', `${title} has no address. Set the base address of "${this.name}" (setting researchLedger.searchServers, on the command line ${this.name.toUpperCase()}_BASE_URL), or search without this provider.`);
    const language = asked.language?.split('-')[0]?.toLowerCase() ?? 'en';
    return {
      question: {
        query,
        from: filters.dates ? from : null,
        to: filters.dates ? to : null,
        language: filters.language ? asked.language : null,
        limit: Math.max(1, Math.min(asked.limit, limit)),
        contact: this.options.contact,
        key,
        base: base.replace('{language}', /^[a-z]{2,3}$/.test(language) ? language : 'en').replace(/\/+$/, ''),
        today: this.options.clock.now().slice(0, 10),
      },
      notes,
    };
  }

  private async follow(first: Step, key: string | undefined, signal: AbortSignal): Promise<Hits> {
    let step = first;
    for (let n = 0; n < maxSteps; n += 1) {
      const next = this.read(step, await this.send(step, key, signal), key);
      if ('hits' in next) return next;
      step = next;
    }
    throw new BadAnswer('it needs too many requests for one search');
  }

  private send({ request }: Step, key: string | undefined, signal: AbortSignal): Promise<HttpResult> {
    const { spacing } = this.description;
    return this.options.client.send({
      address: request.address,
      signal,
      headers: { ...request.headers, ...(request.json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(request.json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(request.json) }),
      maxBytes: maxAnswerBytes,
      spacingMilliseconds: key === undefined ? spacing.anonymous : spacing.keyed,
      hideQuery: true,
    });
  }

  private read(step: Step, answer: HttpResult, key: string | undefined): Hits | Step {
    const text = new TextDecoder().decode(answer.bytes);
    if (answer.status < 200 || answer.status >= 300) throw this.refusal(answer, text, key);
    if (text.trim() === '') throw new BadAnswer('it answered with nothing');
    if (step.format === 'text') return step.read(text);
    const json = parseJson(text);
    if (json === undefined) throw new BadAnswer(`it did not answer in JSON but with "${shorten(text.replace(/\s+/g, ' ').trim(), 60)}"`);
    const error = errorText(json, 'success');
    if (error !== undefined) throw new BadAnswer(`it answered with the error "${error.text}"`, classifyError(error));
    return step.read(json);
  }

  /** A status that is no success. What the service says about it is quoted. */
  private refusal({ status, headers, retryAfter }: HttpResult, text: string, key: string | undefined): ProviderError {
    const { title } = this.description;
    const said = errorText(parseJson(text), 'failure');
    const quoted = said === undefined ? '' : `: "${said.text}"`;
    const own = this.description.explain?.({ status, headers });
    const wait = retryAfter ?? secondsToReset(headers, Date.parse(this.options.clock.now()));
    // These are where services put everything else, spent credit and unknown keys included.
    const kind = own?.kind ?? ((status === 400 || status === 422) && said !== undefined ? classifyError(said) : kindOfStatus(status));
    const why = own?.why ?? `it answered with status ${status}${quoted}`;
    return new ProviderError(kind, `${title}: ${why}. ${this.nextStep(kind, key, wait)}`, kind === 'throttled' ? wait : retryAfter);
  }

  private failureOf(error: unknown, key: string | undefined): ProviderFailure {
    const { title } = this.description;
    if (error instanceof ProviderError) return { kind: error.kind, message: error.message, retryAfter: error.retryAfter };
    if (error instanceof BadAnswer) return { kind: error.kind, message: `${title}: ${error.message}. ${this.nextStep(error.kind, key, null)}`, retryAfter: null };
    if (error instanceof HttpError) {
      return { kind: kindOfFetch(error.failure.kind), message: `${title}: ${error.failure.message}`, retryAfter: error.failure.retryAfter };
    }
    if (error instanceof z.ZodError) {
      const issue = error.issues[0];
      const where = issue === undefined || issue.path.length === 0 ? 'its answer' : `"${issue.path.join('.')}" in its answer`;
      return { kind: 'bad-answer', message: `${title}: ${where} is not what its interface documents (${issue?.message ?? 'unknown'}). ${this.nextStep('bad-answer', key, null)}`, retryAfter: null };
    }
    throw error;
  }

  private nextStep(kind: ProviderFailure['kind'], key: string | undefined, wait: number | null): string {
    switch (kind) {
      case 'throttled':
        return wait === null ? 'Ask it again later, or other providers now.' : `Ask it again after ${wait} seconds, or other providers now.`;
      case 'unauthorised':
        if (this.description.key === 'none') return 'It refuses this program or this network: search without this provider.';
        return key === undefined ? `It may need a key: add the key "${this.name}", or search without this provider.` : `Check the key "${this.name}" and its plan.`;
      case 'server-error':
        return 'Ask it again later, or other providers now.';
      default:
        return 'Check the base address of this provider, or search without it.';
    }
  }
}

function kindOfStatus(status: number): ProviderFailure['kind'] {
  if (status === 429) return 'throttled';
  if (status === 401 || status === 402 || status === 403 || status === 407) return 'unauthorised';
  return status >= 500 ? 'server-error' : 'bad-answer';
}

function kindOfFetch(kind: FetchFailure['kind']): ProviderFailure['kind'] {
  switch (kind) {
    case 'throttled': return 'throttled';
    case 'timeout': return 'timeout';
    case 'server-error': return 'server-error';
    case 'too-large': case 'unreadable': case 'not-found': case 'not-modified': return 'bad-answer';
    case 'login': case 'refused': return 'unauthorised';
    case 'bad-address': case 'blocked-address': case 'not-allowed': case 'robots': case 'tls': case 'unreachable': case 'too-many-redirects': return 'unreachable';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `x-ratelimit-reset` is a time since 1970 with some services and a number of seconds with others. */
function secondsToReset(headers: Record<string, string>, now: number): number | null {
  const value = Number.parseInt(headers['x-ratelimit-reset'] ?? '', 10);
  if (Number.isNaN(value)) return null;
  return value > 1_000_000_000 ? Math.max(0, Math.ceil(value - now / 1000)) : value;
}

/** The first or last day of a year, month or day; null for what is none of these. */
function fullDate(date: string | null, end: 'first' | 'last'): string | null {
  const match = date === null ? null : /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?=$|T)/.exec(date);
  if (match === null) return null;
  const [, year, month = end === 'first' ? '01' : '12', day] = match;
  if (day !== undefined || end === 'first') return `${year}-${month}-${day ?? '01'}`;
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}

const tidy = (hit: ProviderHit): ProviderHit => ({ ...hit, title: hit.title.replace(/\s+/g, ' ').trim(), snippet: hit.snippet.replace(/\s+/g, ' ').trim() });

function withoutKey(message: string, key: string | undefined): string {
  return key === undefined || key === '' ? message : message.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
}
