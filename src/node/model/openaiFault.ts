import { APIConnectionError, APIError } from 'openai';
import { type ModelAnswer } from '../../core/request/modelClient';
import { type RequestResult } from '../../core/researcher/researcher';
import { errorMessage } from '../../core/run/platform';
import { recorded, say, type Said, type Words } from '../../core/run/said';
import { AnswerTooLong } from './modelFetch';
import { type StallWatch } from './stallWatch';

export type Failure = Extract<RequestResult<ModelAnswer>, { ok: false }> & {
  /** The server's own words, with the status they came under: what it lacks is learnt from them. */
  refused?: { status: number; words: string };
};
/** What a request came to, with what only a client of these servers hears. */
export type Heard<T> = Extract<RequestResult<T>, { ok: true }> | Failure;

/** `released`: refused before it worked. `unknown`: nobody can say what it cost. */
export const failure = (settlement: Failure['settlement'], temporary: boolean, words: Words, retryAfter: number | null = null): Failure => {
  const { reason: message, said } = recorded(words);
  return { ok: false, settlement, temporary, message, said, retryAfter, needsKey: false };
};

/** Servers repeat in their errors what they were sent. A very short key would only blot out words. */
export const withoutKey = (fault: Failure, apiKey: string | null): Failure =>
  (apiKey === null || apiKey.length < 8 ? fault : { ...fault, message: fault.message.replaceAll(apiKey, '•••'), said: fault.said && hidden(fault.said, apiKey) });

const hidden = ({ template, values }: Said, apiKey: string): Said =>
  ({ template, values: values.map((value) => (typeof value === 'string' ? value.replaceAll(apiKey, '•••') : typeof value === 'object' ? hidden(value, apiKey) : value)) });

/** What broke a request, as a result with a sentence that says whether trying again may help and what to do if not. */
export function faultOf(cause: unknown, server: { baseURL: string; model: string }): Failure {
  const { baseURL } = server;
  if (cause instanceof AnswerTooLong) return failure('unknown', false, say('{0} sent {1}; the rest was not taken. Choose another model, or another server.', baseURL, cause.message));
  if (cause instanceof APIConnectionError) {
    const code = codeOf(cause);
    const refused = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
    return refused
      ? failure('released', true, say('No server answers at {0} ({1}). Start it, or change the address.', baseURL, code))
      : failure('unknown', true, code === null ? say('The connection to {0} broke.', baseURL) : say('The connection to {0} broke ({1}).', baseURL, code));
  }
  if (cause instanceof APIError) {
    const status = cause.status as unknown;
    const words = saidIn(cause.message, status);
    return { ...statusFault({ status, code: cause.code, message: words, headers: cause.headers as unknown }, server), refused: { status: typeof status === 'number' ? status : 200, words } };
  }
  return failure('unknown', true, say('The answer of {0} was cut off or cannot be read: {1}.', baseURL, sentence(errorMessage(cause))));
}

/** The server's own words: the package puts the status before them, and a note in their place where there were none. */
const saidIn = (message: string, status: unknown): string => sentence(message.replace(new RegExp(`^${String(status)} `), '').replace('status code (no body)', 'it said no reason'));

const sentence = (message: string): string => (message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message).trim().replace(/\.$/, '');

/** UTF-16 code units of a server's own words: they stand in the log and before a person. */
const longestMessage = 600;

function statusFault({ status, code, message, headers }: { status: unknown; code: unknown; message: string; headers: unknown }, { baseURL, model }: { baseURL: string; model: string }): Failure {
  switch (status) {
    case 401: case 403: return { ...failure('released', false, say('{0} refused the key ({1}). Set a key that may use {2}.', baseURL, status, model)), needsKey: true };
    case 404: return failure('released', false, say('{0} knows no model "{1}" (404). Choose another model, or another address: it usually ends in /v1.', baseURL, model));
    case 429: return code === 'insufficient_quota'
      ? failure('released', false, say('{0} says that the quota is used up (429): {1}. Raise it, or choose another model.', baseURL, message))
      : failure('released', true, say('{0} asks to wait (429): {1}.', baseURL, message), headers instanceof Headers ? retryAfter(headers) : null);
    case 400: case 422: return failure('released', false, say('{0} did not accept the request ({1}): {2}. Choose another model, or another server.', baseURL, status, message));
    case 408: return failure('unknown', true, say('{0} gave up waiting (408).', baseURL));
    default: {
      if (typeof status !== 'number') return failure('unknown', true, say('{0} answered with an error: {1}.', baseURL, message));
      if (status < 400) return failure('released', false, say('{0} moves the request to {1} ({2}). It is not sent there, since the key and what was read would go with it: set that address if it is the right one.', baseURL, sentence(headers instanceof Headers ? headers.get('location') ?? '?' : '?'), status));
      return status >= 500
        ? failure('unknown', true, say('{0} failed ({1}): {2}.', baseURL, status, message), headers instanceof Headers ? retryAfter(headers) : null)
        : failure('released', false, say('{0} refused the request ({1}): {2}. Choose another model, or another server.', baseURL, status, message));
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
  return { ...failure('unknown', true, say('{0} answered with an error: {1}.', baseURL, sentence(message))), refused: { status: 200, words: sentence(message) } };
}

export const wordless = (baseURL: string): Failure => failure('unknown', true, say('{0} ended its answer without a word, a call or a reason.', baseURL));

/** What came under status 200 and is neither a stream nor JSON of the kind that was asked for. */
export const unreadable = (text: string, baseURL: string): Failure =>
  (text.trim() === '' ? wordless(baseURL) : /^\s*[{[]/.test(text)
    ? failure('unknown', true, say('The answer of {0} was cut off or cannot be read: {1}.', baseURL, sentence(text.slice(0, 80))))
    : failure('unknown', false, say('{0} answered with a page, not with an answer of a model. Check the address: it usually ends in /v1.', baseURL)));

/** What a watch gave up: a server that fell silent may answer another time, one that never ends would not. */
export const givenUp = (baseURL: string, { late, milliseconds, longest }: Pick<StallWatch, 'late' | 'milliseconds' | 'longest'>): Failure => (late
  ? failure('unknown', false, say('{0} did not come to the end of its answer in {1} minutes; the request was given up.', baseURL, Math.round(longest / 60_000)))
  : failure('unknown', true, say('{0} sent nothing for {1} s; the request was given up.', baseURL, milliseconds / 1000)));

function codeOf(cause: unknown): string | null {
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
