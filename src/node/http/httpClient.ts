import pRetry from 'p-retry';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import type { Clock } from '../../core/run/platform';
import type { RedirectHop } from '../../core/source/fetcher';
import { isPublicAddress } from './addressRule';
import { blockedAddress, checkingConnector, checkLiteral, systemResolve, type Resolve } from './connector';
import { exchange, type ExchangeLimits, type ExchangeRequest, type HttpResponse } from './exchange';
import { failure, HttpError, parseRetryAfter } from './failure';
import { HostGate } from './hostGate';
import { AllowedHosts, bareHost, isLiteral, parseWebAddress } from './webAddress';

export interface HttpLimits extends ExchangeLimits {
  maxHeaderBytes: number;
  maxRedirects: number;
  /** Times one request is sent at most, the first included. */
  tries: number;
  /** Distance between the starts of two requests to one host. */
  spacingMilliseconds: number;
  /** The longest pause a host may ask for and get. */
  maxWaitMilliseconds: number;
  /** Requests to all hosts at once. */
  atOnce: number;
}

/** Sizes and times as measured to stop bombs and endless bodies without cutting honest documents. */
export const defaultHttpLimits: HttpLimits = {
  headersMilliseconds: 20_000,
  totalMilliseconds: 60_000,
  maxBytes: 50_000_000,
  maxPageBytes: 10_000_000,
  maxHeaderBytes: 1_000_000,
  maxRedirects: 8,
  tries: 3,
  spacingMilliseconds: 1_000,
  maxWaitMilliseconds: 120_000,
  atOnce: 6,
};

export interface HttpClientOptions {
  clock: Clock;
  /** Sent with each request; begins with the product token that robots files name, and tells a contact. */
  userAgent: string;
  /** Hosts that the user exempted from the rule about private addresses. */
  allowHosts: readonly string[];
  /** Address of the proxy, or null. Allowed hosts are reached without it. */
  proxy: string | null;
  /** PEM texts of authorities that the user trusts. */
  certificates?: readonly string[];
  limits?: Partial<HttpLimits>;
  resolve?: Resolve;
  isPublicAddress?: (address: string) => boolean;
}

export interface HttpRequest {
  address: string;
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  /** Dropped when a redirect leaves the origin, so that a key stays where it belongs. */
  headers?: Record<string, string>;
  body?: string;
  maxBytes?: number;
  truncate?: boolean;
  maxRedirects?: number;
  spacingMilliseconds?: number;
  /** True keeps the query out of messages: it may carry a key. */
  hideQuery?: boolean;
  /** Asked before every hop; throws an `HttpError` to refuse it. Answers the distance to keep there. */
  beforeHop?: (url: URL) => Promise<number | undefined>;
}

export interface HttpResult extends HttpResponse {
  final: URL;
  /** Every answer in order; the last is that of the final address. */
  hops: RedirectHop[];
  /** Seconds that the final answer asks to wait. */
  retryAfter: number | null;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const passing = new Set([429, 502, 503, 504]);

/** Thrown inside the retry so that it counts as a failed try; the answer itself is kept. */
class PassingTrouble extends Error {
  constructor(readonly response: HttpResponse, readonly retryAfter: number | null) {
    super(`status ${response.status}`);
  }
}

/**
 * Sends requests safely (address rule at every hop and dial, limits) and politely (one queue for each host, pauses,
 * few retries). Knows nothing of robots files or of what an answer means. Keeps no cookies.
 */
export class HttpClient {
  readonly limits: HttpLimits;
  private readonly allowed: AllowedHosts;
  private readonly isPublicAddress: (address: string) => boolean;
  private readonly resolve: Resolve;
  private readonly gate: HostGate;
  private readonly direct: Agent;
  private readonly proxied: ProxyAgent | null;
  private readonly dialled = new Map<string, string>();

  constructor(private readonly options: HttpClientOptions) {
    this.limits = { ...defaultHttpLimits, ...options.limits };
    this.allowed = new AllowedHosts(options.allowHosts);
    this.isPublicAddress = options.isPublicAddress ?? isPublicAddress;
    this.resolve = options.resolve ?? systemResolve;
    this.gate = new HostGate(options.clock, this.limits.maxWaitMilliseconds, this.limits.atOnce);
    const certificates = options.certificates ?? [];
    // Times are our own: undici's timers are as coarse as a second.
    const agent = { connections: 1, maxHeaderSize: this.limits.maxHeaderBytes, headersTimeout: 0, bodyTimeout: 0 };
    this.direct = new Agent({
      ...agent,
      connect: checkingConnector({
        resolve: this.resolve,
        isPublicAddress: this.isPublicAddress,
        allowed: this.allowed,
        certificates,
        connectMilliseconds: this.limits.headersMilliseconds,
        onDialled: (host, address) => this.dialled.set(host, address),
      }),
    });
    this.proxied = options.proxy === null ? null : new ProxyAgent({ ...agent, uri: options.proxy, ...(certificates.length > 0 ? { requestTls: { ca: [...certificates] } } : {}) });
  }

  async close(): Promise<void> {
    await Promise.all([this.direct.destroy(), this.proxied?.destroy()]);
  }

  /** Resolves with the final answer whatever its status. Throws `HttpError`, or the signal's reason when aborted. */
  async send(request: HttpRequest): Promise<HttpResult> {
    const { clock } = this.options;
    const hops: RedirectHop[] = [];
    const maxRedirects = request.maxRedirects ?? this.limits.maxRedirects;
    let url = parseWebAddress(request.address);
    let headers = request.headers ?? {};
    const budget = { left: this.limits.totalMilliseconds };
    for (;;) {
      const shown = request.hideQuery === true ? `${url.origin}${url.pathname}` : url.href;
      await this.checkHop(url, shown);
      const spacing = (await request.beforeHop?.(url)) ?? request.spacingMilliseconds ?? this.limits.spacingMilliseconds;
      const response = await this.withRetries(url, spacing, budget, {
        url,
        shown,
        method: request.method ?? 'GET',
        headers: { ...headers, 'user-agent': this.options.userAgent },
        ...(request.body === undefined ? {} : { body: request.body }),
        truncate: request.truncate ?? false,
        signal: request.signal,
      }, request.maxBytes);
      const dialled = this.dispatcher(url) === this.direct ? (this.dialled.get(url.host) ?? null) : null;
      hops.push({ address: url.href, status: response.status, dialled });
      const location = response.headers['location'];
      // A body is sent to the address it was meant for and to no other.
      if (!redirects.has(response.status) || location === undefined || request.method === 'POST') {
        return { ...response, final: url, hops, retryAfter: parseRetryAfter(response.headers['retry-after'], Date.parse(clock.now())) };
      }
      if (hops.length > maxRedirects) {
        throw new HttpError(failure('too-many-redirects', `${shown} still redirects after ${maxRedirects} redirects. Open it in a browser to find its real address.`, { status: response.status }));
      }
      const next = parseWebAddress(location, url);
      if (next.origin !== url.origin) headers = {};
      url = next;
    }
  }

  private withRetries(url: URL, spacing: number, budget: { left: number }, request: Omit<ExchangeRequest, 'limits'>, maxBytes: number | undefined): Promise<HttpResponse> {
    const { clock } = this.options;
    const once = async (): Promise<HttpResponse> => {
      const response = await this.gate.pass(url.host, spacing, request.signal, async () => {
        const started = clock.monotonic();
        const limits = {
          headersMilliseconds: Math.min(this.limits.headersMilliseconds, budget.left),
          totalMilliseconds: budget.left,
          maxBytes: maxBytes ?? this.limits.maxBytes,
          maxPageBytes: maxBytes ?? this.limits.maxPageBytes,
        };
        try {
          return await exchange(this.dispatcher(url), { ...request, limits });
        } finally {
          budget.left = Math.max(1, budget.left - (clock.monotonic() - started));
        }
      });
      if (passing.has(response.status)) throw new PassingTrouble(response, parseRetryAfter(response.headers['retry-after'], Date.parse(clock.now())));
      return response;
    };
    const mayHelp = (error: Error): boolean =>
      error instanceof PassingTrouble
        ? (error.retryAfter ?? 0) * 1000 <= this.limits.maxWaitMilliseconds
        : // What a broken connection did with a body that was sent is not known, so it is not sent twice.
          error instanceof HttpError && error.broken && request.method === 'GET';
    return pRetry(once, {
      retries: this.limits.tries - 1,
      // The pause is taken at the gate, where it holds for everything else that goes to this host too.
      minTimeout: 0,
      shouldRetry: ({ error }) => mayHelp(error),
      onFailedAttempt: ({ error, attemptNumber }) => {
        if (error instanceof PassingTrouble) this.gate.holdBack(url.host, (error.retryAfter ?? 2 ** (attemptNumber - 1)) * 1000);
        else if (mayHelp(error)) this.gate.holdBack(url.host, 2 ** (attemptNumber - 1) * 1000);
      },
      signal: request.signal,
    }).catch((error: unknown) => {
      if (error instanceof PassingTrouble) return error.response;
      throw error;
    });
  }

  private dispatcher(url: URL): Dispatcher {
    return this.proxied === null || this.allowed.has(url) ? this.direct : this.proxied;
  }

  /**
   * Without a proxy names are checked when they are dialled. A proxy looks names up by itself, so a name that
   * this machine knows as private is refused here; one that it does not know is the proxy's to judge.
   */
  private async checkHop(url: URL, shown: string): Promise<void> {
    checkLiteral(url, shown, { allowed: this.allowed, isPublicAddress: this.isPublicAddress });
    const host = bareHost(url);
    if (this.dispatcher(url) === this.direct || isLiteral(host)) return;
    const known = await this.resolve(host).catch(() => []);
    const refused = known.find(({ address }) => !this.isPublicAddress(address));
    if (refused !== undefined) throw blockedAddress(shown, refused.address);
  }
}
