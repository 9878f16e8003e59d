import { plainText, shorten } from './text';

export interface ApiError {
  text: string;
  /** Status or code that the body gives, when it is a number. */
  code: number | null;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a service says in a JSON body that is an error, in the shapes these services use. In the body of a
 * success only an `error` or `errors` counts, since `message` may be the answer itself.
 */
export function errorText(json: unknown, status: 'success' | 'failure'): ApiError | undefined {
  if (!isFields(json)) return undefined;
  const places = [json['error'], json['errors'], ...(status === 'failure' ? [json['detail'], json['message']] : [])];
  for (const place of places) {
    const text = sentenceIn(place);
    if (text !== undefined) return { text: shorten(plainText(text), 200), code: codeIn(place) ?? codeIn(json) };
  }
  return undefined;
}

function sentenceIn(place: unknown): string | undefined {
  if (typeof place === 'string') return place === '' ? undefined : place;
  if (Array.isArray(place)) return place.map(sentenceIn).find((text) => text !== undefined);
  if (!isFields(place)) return undefined;
  const name = typeof place['code'] === 'string' ? `${place['code']}: ` : '';
  const text = ['detail', 'message', 'info', 'error', 'text', 'reason'].map((field) => place[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? `${name}${text}` : name === '' ? 'an error without a text' : name.slice(0, -2);
}

function codeIn(place: unknown): number | null {
  if (Array.isArray(place)) return place.map(codeIn).find((code) => code !== null) ?? null;
  if (!isFields(place)) return null;
  const code = [place['status'], place['statusCode'], place['code']].map(Number).find((value) => value >= 400 && value < 600);
  return code ?? null;
}

/** Which kind of failure the words of an error mean; only tells failures apart, never a failure from a success. */
export function classifyError({ text, code }: ApiError): 'throttled' | 'unauthorised' | 'server-error' | 'bad-answer' {
  if (code === 429 || /rate ?-?limit|too many requests|quota|credits|throttl|maxlag/i.test(text)) return 'throttled';
  if (code === 401 || code === 403 || /unauthori[sz]ed|forbidden|api.?key|(access|subscription).token/i.test(text)) return 'unauthorised';
  return code !== null && code >= 500 ? 'server-error' : 'bad-answer';
}
