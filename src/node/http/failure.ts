import type { FetchFailure } from '../../core/source/fetcher';

/** Carries a failure through the layers of one request. It becomes an outcome at the port. */
export class HttpError extends Error {
  constructor(
    readonly failure: FetchFailure,
    /** The connection broke on its way, so that the same request may work the next time. */
    readonly broken = false,
  ) {
    super(failure.message);
    this.name = 'HttpError';
  }
}

type Detail = Partial<Pick<FetchFailure, 'status' | 'retryAfter' | 'temporary'>>;

export const failure = (kind: FetchFailure['kind'], message: string, detail: Detail = {}): FetchFailure => ({
  kind,
  message,
  status: null,
  retryAfter: null,
  temporary: false,
  ...detail,
});

/** What the certificate codes of Node and OpenSSL mean to a reader. */
const certificates: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in a self-signed certificate that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an authority that the server did not send and this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'the authority that signed its certificate is not known to this machine',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority that signed its certificate is not known to this machine',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted by this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate was issued for another host name',
};

const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED']);

/** Names what the network or the HTTP parser threw. `shown` is the address as it may be shown. */
export function networkFailure(error: unknown, shown: string): HttpError {
  if (error instanceof HttpError) return error;
  const found = deepest(error);
  const code = found.code;
  const certificate = certificates[code];
  if (certificate !== undefined) {
    return new HttpError(
      failure('tls', `${shown} could not be read safely: ${certificate}. Open it in a browser to judge it; if the authority is your organisation's own, add its certificate to the trusted ones.`),
    );
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') {
    return new HttpError(failure('tls', `${shown} could not be read safely: the encrypted connection failed (${code}). Check that the address should begin with https.`));
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError(failure('too-large', `${shown} answered with headers above the limit. It is left unread.`));
  }
  if (code.startsWith('HPE_') || found.name === 'HTTPParserError') {
    return new HttpError(failure('unreadable', `${shown} did not answer in HTTP. Check scheme and port.`));
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return new HttpError(failure('unreadable', `${shown} sent a damaged compressed body (${code}). Try it again later.`, { temporary: true }));
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new HttpError(failure('timeout', `${shown} did not accept a connection in time. Try it again later.`, { temporary: true }));
  }
  if (code === 'ENOTFOUND') return new HttpError(failure('unreachable', `${shown}: the host name is not known. Check its spelling and the network.`));
  if (code === 'EAI_AGAIN') {
    return new HttpError(failure('unreachable', `${shown}: the host name could not be looked up. Check the network, then try again.`, { temporary: true }));
  }
  if (code === 'ECONNREFUSED') {
    return new HttpError(failure('unreachable', `${shown}: nothing accepts connections there. Check host and port, or try again later.`, { temporary: true }));
  }
  if (brokenCodes.has(code)) {
    return new HttpError(failure('unreachable', `${shown}: the connection was cut before the answer was complete. Try it again later.`, { temporary: true }), true);
  }
  return new HttpError(
    failure('unreachable', `${shown} could not be reached (${code === '' ? found.message : code}). Check the network and the proxy setting, then try again.`, { temporary: true }),
  );
}

/** undici and Node wrap errors: `cause` and the first of an AggregateError say what really happened. */
function deepest(error: unknown): { name: string; code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0]);
  if (!(error instanceof Error)) return { name: '', code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.cause instanceof Error) {
    const inner = deepest(error.cause);
    if (inner.code !== '') return inner;
  }
  return { name: error.name, code, message: error.message };
}

/** What a final status means; undefined when the body is the source itself (2xx). */
export function statusFailure(status: number, shown: string, retryAfter: number | null): FetchFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 304) return failure('not-modified', `${shown} has not changed since it was archived. The earlier snapshot stands.`, { status });
  if (status === 401) return failure('login', `${shown} asks for a login (401). Save the page yourself and add the file, or look for an open version.`, { status });
  if (status === 407) return failure('login', `The proxy asks for a login before ${shown} (407). Check the proxy setting.`, { status });
  if (status === 402) return failure('refused', `${shown} asks for payment (402). Look for an open version.`, { status });
  if (status === 404 || status === 410) {
    return failure('not-found', `${shown} is not there (${status}). Check the address, or look for a copy elsewhere.`, { status });
  }
  if (status === 429) {
    return failure('throttled', `${shown}: the host asks us to slow down (429)${waitWords(retryAfter)}. Try it again later.`, { status, retryAfter, temporary: true });
  }
  if (status >= 500) {
    return failure('server-error', `${shown}: the server failed (${status})${waitWords(retryAfter)}. Try it again later.`, { status, retryAfter, temporary: true });
  }
  if (status >= 300 && status < 400) return failure('unreadable', `${shown} redirects (${status}) without saying where to. Look for another address of it.`, { status });
  return failure('refused', `${shown}: the server refuses to give it (${status}). Open it in a browser, or look for an open version.`, { status });
}

const waitWords = (seconds: number | null): string => (seconds === null ? '' : ` and to wait ${seconds} seconds`);

/** RFC 9110 section 10.2.3: `Retry-After` is a number of seconds or an HTTP date. Seconds from `now`, or null. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
