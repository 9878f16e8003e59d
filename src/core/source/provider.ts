/** Port: a place that answers a query with results. Several are asked at once; their ranks are fused by the caller. */

export interface ProviderQuery {
  query: string;
  /** ISO dates; a provider that cannot filter says so in `notes`. */
  from: string | null;
  to: string | null;
  language: string | null;
  limit: number;
  signal: AbortSignal;
}

/** One hit. Its snippet is a lead to look at, never evidence. */
export interface ProviderHit {
  /** An address that can be opened: http(s), or file for a folder. */
  address: string;
  title: string;
  snippet: string;
  /** ISO date as precise as the provider says, or null. */
  published: string | null;
  /** The provider's own score, comparable only within one answer. */
  score: number | null;
}

export interface ProviderAnswer {
  hits: ProviderHit[];
  /** What the provider did to the query: shortened it, ignored a filter. */
  notes: string[];
}

export interface ProviderFailure {
  kind: 'throttled' | 'unauthorised' | 'unreachable' | 'server-error' | 'bad-answer' | 'timeout' | 'not-configured';
  message: string;
  retryAfter: number | null;
}

export type ProviderOutcome = { ok: true; value: ProviderAnswer } | { ok: false; failure: ProviderFailure };

export interface SearchProvider {
  /** As written in settings and on the command line, such as `folder`, `wikipedia`, `crossref`. */
  readonly name: string;
  /** True when the query leaves the machine. */
  readonly remote: boolean;
  search(query: ProviderQuery): Promise<ProviderOutcome>;
}
