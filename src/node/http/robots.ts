import robotsParser from 'robots-parser';
import type { Clock } from '../../core/run/platform';
import type { FetchedBody } from '../../core/source/fetcher';
import { failure, HttpError } from './failure';
import type { HttpClient } from './httpClient';

/** RFC 9309 section 2.5: at least 500 KiB are read; section 2.4: a copy is used for no more than 24 hours. */
const maxBytes = 500 * 1024;
const keepMilliseconds = 24 * 60 * 60 * 1000;
/** A server that failed is asked again sooner. */
const keepFailureMilliseconds = 5 * 60 * 1000;
/** RFC 9309 section 2.3.1.2. */
const maxRedirects = 5;

type Rules =
  | { kind: 'file'; parsed: ReturnType<typeof robotsParser> }
  | { kind: 'none' }
  | { kind: 'failing'; status: number | null };

export interface RobotsAnswer {
  robots: Exclude<FetchedBody['robots'], 'not-asked'>;
  /** What the file asks to keep between two requests. */
  crawlDelayMilliseconds: number | null;
}

/** What the owners of a host ask of robots, by RFC 9309: no file (4xx) allows all, a failing server (5xx) nothing. */
export class Robots {
  private readonly known = new Map<string, { until: number; rules: Promise<Rules> }>();
  private readonly stopped = new AbortController();
  private readonly product: string;

  constructor(
    private readonly client: HttpClient,
    private readonly clock: Clock,
    userAgent: string,
  ) {
    this.product = userAgent.split(/[/\s]/)[0] ?? userAgent;
  }

  stop(): void {
    this.stopped.abort(new Error('the fetcher was closed'));
  }

  /** Throws an `HttpError` of kind `robots` when the address is not to be fetched. */
  async check(url: URL, signal: AbortSignal): Promise<RobotsAnswer> {
    const rules = await abortable(this.rules(url.origin), signal).catch((error: unknown) => {
      throw error instanceof HttpError ? new HttpError({ ...error.failure, message: `${url.href} was not asked for: ${error.failure.message}` }) : error;
    });
    if (rules.kind === 'none') return { robots: 'no-robots-file', crawlDelayMilliseconds: null };
    if (rules.kind === 'failing') {
      throw new HttpError(
        failure('robots', `${url.href} is left alone for now: ${url.origin}/robots.txt, which says what may be fetched, could not be had. Try it again later.`, { status: rules.status, temporary: true }),
      );
    }
    if (rules.parsed.isAllowed(url.href, this.product) === false) {
      throw new HttpError(failure('robots', `${url.href} is closed to programs by ${url.origin}/robots.txt. Save the page yourself and add the file, or look for another source.`));
    }
    const delay = rules.parsed.getCrawlDelay(this.product);
    return { robots: 'allowed', crawlDelayMilliseconds: delay === undefined || !(delay >= 0) ? null : delay * 1000 };
  }

  /** One request serves everybody who waits for the same file, so it is not ended by one caller's signal. */
  private rules(origin: string): Promise<Rules> {
    const now = this.clock.monotonic();
    const known = this.known.get(origin);
    if (known !== undefined && known.until > now) return known.rules;
    const entry = { until: now + keepMilliseconds, rules: this.load(origin) };
    this.known.set(origin, entry);
    entry.rules.then(
      (rules) => {
        if (rules.kind === 'failing') entry.until = this.clock.monotonic() + keepFailureMilliseconds;
      },
      () => this.known.delete(origin),
    );
    return entry.rules;
  }

  private async load(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    try {
      const { status, bytes } = await this.client.send({ address, signal: this.stopped.signal, maxBytes, truncate: true, maxRedirects });
      if (status >= 200 && status < 300) return { kind: 'file', parsed: robotsParser(address, new TextDecoder().decode(bytes)) };
      return status >= 500 ? { kind: 'failing', status } : { kind: 'none' };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { kind } = error.failure;
      // A file behind endless or refused redirects is not available, as with 4xx (section 2.3.1.3).
      if (kind === 'too-many-redirects' || kind === 'bad-address') return { kind: 'none' };
      if (kind === 'timeout') return { kind: 'failing', status: null };
      throw error;
    }
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
