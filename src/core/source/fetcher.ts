/** Port: brings the bytes at an address, safely and politely. */

export interface RedirectHop {
  address: string;
  status: number;
  /** The network address that was dialled. */
  dialled: string | null;
}

export interface FetchedBody {
  requested: string;
  /** Address after redirects. */
  final: string;
  /** Every answer in order, redirects first; the last is that of the final address. Empty for a file. */
  hops: RedirectHop[];
  status: number;
  /** Headers that matter, lower-case names: content-type, last-modified, etag, date, content-language, link, x-robots-tag, tdm-reservation. */
  headers: Record<string, string>;
  bytes: Uint8Array;
  /** ISO 8601 UTC, from our clock. */
  retrievedAt: string;
  robots: 'allowed' | 'no-robots-file' | 'not-asked';
}

export interface FetchFailure {
  kind:
    | 'bad-address' | 'blocked-address' | 'not-allowed' | 'robots' | 'not-found' | 'refused' | 'throttled' | 'server-error'
    | 'login' | 'tls' | 'unreachable' | 'timeout' | 'too-large' | 'too-many-redirects' | 'not-modified' | 'unreadable';
  /** A sentence that names the address and the next step. */
  message: string;
  status: number | null;
  /** Seconds the server asked to wait, when it said so. */
  retryAfter: number | null;
  /** True when asking again later may help. */
  temporary: boolean;
}

export type FetchOutcome = { ok: true; value: FetchedBody } | { ok: false; failure: FetchFailure };

export interface FetchRequest {
  /** `http:`, `https:` or `file:`. A file address is only read below the folders the run was given. */
  address: string;
  signal: AbortSignal;
  /** From an earlier snapshot, for a conditional request. */
  ifNoneMatch?: string;
  ifModifiedSince?: string;
}

export interface Fetcher {
  /** Rejects only with the reason of an aborted signal. */
  fetch(request: FetchRequest): Promise<FetchOutcome>;
}
