import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { failure, HttpError, networkFailure } from './failure';

export interface ExchangeLimits {
  /** From the first byte sent, connection included, to the end of the headers. */
  headersMilliseconds: number;
  /** From the first byte sent to the end of the body. */
  totalMilliseconds: number;
  /** Decompressed bytes, counted while they arrive. */
  maxBytes: number;
  /** As `maxBytes`, where the server declares HTML. */
  maxPageBytes: number;
}

export interface ExchangeRequest {
  url: URL;
  /** The address as messages may show it. */
  shown: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  limits: ExchangeLimits;
  /** At the limit keep what came instead of failing. */
  truncate: boolean;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  headers: Record<string, string>;
  bytes: Uint8Array;
}

/** Enough of the body of an error to say what it is. */
const maxErrorBytes = 64_000;

/** One request and its answer, within limits; no redirect, no retry. Throws `HttpError`, or the signal's reason. */
export async function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<HttpResponse> {
  const { url, shown, limits } = request;
  request.signal.throwIfAborted();
  const late = new AbortController();
  const headersTimer = setTimeout(() =>
    late.abort(new HttpError(failure('timeout', `${shown} did not answer within ${limits.headersMilliseconds / 1000} seconds. Try it again later.`, { temporary: true }))), limits.headersMilliseconds);
  const totalTimer = setTimeout(() =>
    late.abort(new HttpError(failure('timeout', `${shown} did not arrive in full within its time limit. Try it again later.`, { temporary: true }))), limits.totalMilliseconds);
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { 'accept-encoding': 'gzip, br', ...request.headers },
      body: request.body ?? null,
      signal: AbortSignal.any([request.signal, late.signal]),
    });
    clearTimeout(headersTimer);
    const headers = flatten(answer.headers);
    try {
      return { status: answer.statusCode, headers, bytes: await readBody(answer.body, answer.statusCode, headers, request) };
    } finally {
      // What is left of a body that was cut short ends its connection; the error that this raises has nobody to tell.
      answer.body.on('error', () => undefined).destroy();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw late.signal.aborted ? (late.signal.reason as HttpError) : networkFailure(error, shown);
  } finally {
    clearTimeout(headersTimer);
    clearTimeout(totalTimer);
  }
}

async function readBody(body: Readable, status: number, headers: Record<string, string>, request: ExchangeRequest): Promise<Uint8Array> {
  // What a redirect says beside its target is read by nobody.
  if (status >= 300 && status < 400) return new Uint8Array();
  const { shown, limits } = request;
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  const limit = status >= 400 ? maxErrorBytes : isPage ? limits.maxPageBytes : limits.maxBytes;
  const truncate = request.truncate || status >= 400;
  const tooLarge = () => new HttpError(failure('too-large', `${shown} is larger than ${megabytes(limit)} MB. Save the part that matters as a file and add that.`));
  if (!truncate && Number(headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decoded(body, headers['content-encoding'] ?? '', shown) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) {
      if (!truncate) throw tooLarge();
      chunks.push(chunk.subarray(0, chunk.byteLength - (length - limit)));
      break;
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const megabytes = (bytes: number): string => String(Number((bytes / 1e6).toFixed(2)));

/** Undoes the content codings, last applied first. More than two are no honest server's. */
function decoded(body: Readable, coding: string, shown: string): Readable {
  const names = coding.toLowerCase().split(',').map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (names.length === 0) return body;
  if (names.length > 2) throw new HttpError(failure('unreadable', `${shown} is compressed ${names.length} times over. It is left unread.`));
  const steps = names.reverse().map((name): Duplex => {
    if (name === 'gzip' || name === 'x-gzip' || name === 'deflate') return createUnzip();
    if (name === 'br') return createBrotliDecompress();
    throw new HttpError(failure('unreadable', `${shown} is compressed with "${name}", which was not asked for and cannot be read.`));
  });
  const last = steps[steps.length - 1] as Duplex;
  // The reader of the last stream sees every error of the chain; the callback only keeps it from being thrown twice.
  pipeline([body, ...steps], () => undefined);
  return last;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
