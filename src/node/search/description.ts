import type * as z from 'zod';
import type { ProviderHit } from '../../core/source/provider';

/** What a provider is asked, after its limits were applied. */
export interface Question {
  query: string;
  /** ISO dates. */
  from: string | null;
  to: string | null;
  /** BCP 47 tag. */
  language: string | null;
  limit: number;
  /** Mail address or page of whoever runs this, which several services ask for; null when none was given. */
  contact: string | null;
  key: string | undefined;
  /** Without a slash at its end. */
  base: string;
  /** Our clock's day, ISO. */
  today: string;
}

export interface ApiRequest {
  address: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  json?: unknown;
}

/** One request and what its answer means: the hits, or another step. */
export interface Step {
  request: ApiRequest;
  /** `json` parses the body first; `text` hands it over as it is. */
  format: 'json' | 'text';
  /** Pure. Throws a `z.ZodError` or a `BadAnswer` when the answer is not what the API documents. */
  read(body: unknown): Hits | Step;
}

export interface Hits {
  hits: ProviderHit[];
  notes?: string[];
}

/** A provider as data and pure functions: what to send, how to read the answer, and its limits. */
export interface ProviderDescription {
  /** As in settings. Also the name of its key. */
  name: string;
  title: string;
  /** Default base address; null when only the user can know it. `{language}` stands for a primary language subtag. */
  base: string | null;
  key: 'none' | 'optional' | 'required';
  /** Distance between the starts of two requests, in milliseconds, without and with a key. */
  spacing: { anonymous: number; keyed: number };
  /** The longest query it takes. */
  query: { characters: number; words?: number };
  /** The most hits it gives at once. */
  limit: number;
  filters: { dates: boolean; language: boolean };
  start(question: Question): Step;
  /** What this API says by a failing status in its own way; undefined leaves it to the common rule. */
  explain?(answer: { status: number; headers: Record<string, string> }): { kind: 'throttled' | 'unauthorised' | 'bad-answer'; why: string } | undefined;
}

/** An answer that came, but is not a list of hits. */
export class BadAnswer extends Error {
  constructor(
    message: string,
    readonly kind: 'bad-answer' | 'throttled' | 'unauthorised' | 'server-error' = 'bad-answer',
  ) {
    super(message);
    this.name = 'BadAnswer';
  }
}

/** A step whose JSON answer has a schema. */
export const jsonStep = <S extends z.ZodType>(request: ApiRequest, schema: S, read: (answer: z.output<S>) => Hits | Step): Step => ({
  request,
  format: 'json',
  read: (body) => read(schema.parse(body)),
});

/** An address with its query; parameters that are null or undefined are left out. */
export function addressOf(base: string, path: string, parameters: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  return `${base}${path}?${search.toString()}`;
}
