import { APIConnectionError, APIError } from 'openai';
import { type ModelAnswer } from '../../core/request/modelClient';
import { type RequestResult } from '../../core/researcher/researcher';

export type Failure = Extract<RequestResult<ModelAnswer>, { ok: false }>;

/** `released`: refused before it worked. `unknown`: nobody can say what it cost. */
export const failure = (settlement: Failure['settlement'], temporary: boolean, message: string, retryAfter: number | null = null): Failure =>
  ({ ok: false, settlement, temporary, message, retryAfter, needsKey: false });

/** Servers repeat in their errors what they were sent. A very short key would only blot out words. */
export const withoutKey = (fault: Failure, apiKey: string | null): Failure =>
  (apiKey === null || apiKey.length < 8 ? fault : { ...fault, message: fault.message.replaceAll(apiKey, '•••') });

/** What broke a request, as a result with a sentence that says whether trying again may help and what to do if not. */
export function faultOf(cause: unknown, server: { baseURL: string; model: string }): Failure {
  const { baseURL } = server;
  if (cause instanceof APIConnectionError) {
    const code = codeOf(cause);
    const refused = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
    return refused
      ? failure('released', true, `No server answers at ${baseURL} (${code}). Start it, or change the address.`)
      : failure('unknown', true, `The connection to ${baseURL} broke${code === null ? '' : ` (${code})`}.`);
  }
  if (cause instanceof APIError) return statusFault({ status: cause.status as unknown, code: cause.code, message: saidIn(cause.message, cause.status as unknown), headers: cause.headers as unknown }, server);
  return failure('unknown', true, `The answer of ${baseURL} was cut off or cannot be read: ${cause instanceof Error ? sentence(cause.message) : String(cause)}.`);
}

/** The server's own words: the package puts the status before them, and a note in their place where there were none. */
const saidIn = (message: string, status: unknown): string => sentence(message.replace(new RegExp(`^${String(status)} `), '').replace('status code (no body)', 'it said no reason'));

const sentence = (message: string): string => message.trim().replace(/\.$/, '');

function statusFault({ status, code, message, headers }: { status: unknown; code: unknown; message: string; headers: unknown }, { baseURL, model }: { baseURL: string; model: string }): Failure {
  switch (status) {
    case 401: case 403: return { ...failure('released', false, `${baseURL} refused the key (${status}). Set a key that may use ${model}.`), needsKey: true };
    case 404: return failure('released', false, `${baseURL} knows no model "${model}" (404). Choose another model, or another address: it usually ends in /v1.`);
    case 429: return code === 'insufficient_quota'
      ? failure('released', false, `${baseURL} says that the quota is used up (429): ${message}. Raise it, or choose another model.`)
      : failure('released', true, `${baseURL} asks to wait (429): ${message}.`, headers instanceof Headers ? retryAfter(headers) : null);
    case 400: case 422: return failure('released', false, `${baseURL} did not accept the request (${status}): ${message}. Choose another model, or another server.`);
    case 408: return failure('unknown', true, `${baseURL} gave up waiting (408).`);
    default: {
      if (typeof status !== 'number') return failure('unknown', true, `${baseURL} answered with an error: ${message}.`);
      return status >= 500
        ? failure('unknown', true, `${baseURL} failed (${status}): ${message}.`, headers instanceof Headers ? retryAfter(headers) : null)
        : failure('released', false, `${baseURL} refused the request (${status}): ${message}. Choose another model, or another server.`);
    }
  }
}

/** Seconds: the header holds a number of them, or a date. */
function retryAfter(headers: Headers): number | null {
  const written = headers.get('retry-after');
  if (written === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(written.trim()) ? Number(written) : (Date.parse(written) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** An error object in an answer that calls itself a success. */
export function errorObject(error: unknown, baseURL: string): Failure {
  const message = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : typeof error === 'string' ? error : JSON.stringify(error);
  return failure('unknown', true, `${baseURL} answered with an error: ${sentence(message)}.`);
}

/** What came under status 200 and is neither a stream nor JSON of the kind that was asked for. */
export const unreadable = (text: string, baseURL: string): Failure =>
  (/^\s*[{[]/.test(text)
    ? failure('unknown', true, `The answer of ${baseURL} was cut off or cannot be read: ${sentence(text.slice(0, 80))}.`)
    : failure('unknown', false, `${baseURL} answered with a page, not with an answer of a model. Check the address: it usually ends in /v1.`));

export const silent = (baseURL: string, milliseconds: number): Failure => failure('unknown', true, `${baseURL} sent nothing for ${milliseconds / 1000} s; the request was given up.`);

function codeOf(cause: unknown): string | null {
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
