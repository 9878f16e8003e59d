import type { FetchedBody, Fetcher, FetchOutcome, FetchRequest } from '../../core/source/fetcher';
import { HttpError, statusFailure } from './failure';
import { readFileAddress } from './fileAddress';
import { HttpClient, type HttpClientOptions } from './httpClient';
import { Robots, type RobotsAnswer } from './robots';

export interface SafeFetcherOptions extends HttpClientOptions {
  /** Absolute paths of the folders that `file:` addresses may lie in. */
  folders: readonly string[];
}

const headersThatMatter = ['content-type', 'last-modified', 'etag', 'date', 'content-language', 'link', 'x-robots-tag', 'tdm-reservation'];

/** Brings sources: safely and politely from the web, from the given folders, and from nowhere else. */
export class SafeFetcher implements Fetcher {
  /** For requests that are not pages, such as those to a search service: no robots file is asked. */
  readonly client: HttpClient;
  private readonly robots: Robots;

  constructor(private readonly options: SafeFetcherOptions) {
    this.client = new HttpClient(options);
    this.robots = new Robots(this.client, options.clock, options.userAgent);
  }

  async close(): Promise<void> {
    this.robots.stop();
    await this.client.close();
  }

  /** Rejects only when the signal is aborted; everything else is an outcome. A file is always read anew. */
  async fetch(request: FetchRequest): Promise<FetchOutcome> {
    try {
      return /^\s*file:/i.test(request.address) ? { ok: true, value: await this.fetchFile(request) } : await this.fetchPage(request);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof HttpError) return { ok: false, failure: error.failure };
      throw error;
    }
  }

  private fetchFile({ address, signal }: FetchRequest): Promise<FetchedBody> {
    return readFileAddress({ address, folders: this.options.folders, maxBytes: this.client.limits.maxBytes, now: this.options.clock.now(), signal });
  }

  private async fetchPage({ address, signal, ifNoneMatch, ifModifiedSince }: FetchRequest): Promise<FetchOutcome> {
    let robots: RobotsAnswer['robots'] = 'no-robots-file';
    const result = await this.client.send({
      address,
      signal,
      headers: {
        accept: 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.8',
        ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
        ...(ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince }),
      },
      beforeHop: async (url) => {
        const answer = await this.robots.check(url, signal);
        robots = answer.robots;
        return answer.crawlDelayMilliseconds === null ? undefined : Math.max(answer.crawlDelayMilliseconds, this.client.limits.spacingMilliseconds);
      },
    });
    const failed = statusFailure(result.status, result.final.href, result.retryAfter);
    if (failed !== undefined) return { ok: false, failure: failed };
    const headers: Record<string, string> = {};
    for (const name of headersThatMatter) {
      const value = result.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    return {
      ok: true,
      value: {
        requested: address,
        final: result.final.href,
        hops: result.hops,
        status: result.status,
        headers,
        bytes: result.bytes,
        retrievedAt: this.options.clock.now(),
        robots,
      },
    };
  }
}
