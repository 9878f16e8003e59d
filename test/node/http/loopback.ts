import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/core/run/platform';
import { SafeFetcher, type SafeFetcherOptions } from '../../../src/node/http/safeFetcher';

export interface Loopback {
  origin: string;
  /** `name:port`, as the list of allowed hosts takes it. */
  host: string;
  port: number;
  /** Paths asked for so far, robots files left out. */
  asked: string[];
  close(): Promise<void>;
}

/** A real server on a loopback address. Without a route of its own `/robots.txt` is not there. */
export async function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  { address = '127.0.0.1', tls }: { address?: string; tls?: { key: string; cert: string } } = {},
): Promise<Loopback> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.url === '/robots.txt') {
      handler(request, response);
      if (!response.writableEnded && !response.headersSent) response.writeHead(404).end();
      return;
    }
    asked.push(request.url ?? '');
    handler(request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${address}:${port}`,
    host: `${address}:${port}`,
    port,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Sleeping moves its time and takes none. */
export class StepClock implements Clock {
  readonly slept: number[] = [];
  private time = Date.UTC(2026, 0, 2, 3, 4, 5);

  now(): string {
    return new Date(this.time).toISOString();
  }
  monotonic(): number {
    return this.time;
  }
  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.slept.push(milliseconds);
    this.time += milliseconds;
    return Promise.resolve();
  }
  pass(milliseconds: number): void {
    this.time += milliseconds;
  }
}

export function makeFetcher(options: Partial<SafeFetcherOptions> = {}): SafeFetcher & { clock: StepClock } {
  const clock = new StepClock();
  const fetcher = new SafeFetcher({
    clock,
    userAgent: 'ResearchLedger/0.1 (+mailto:someone@example.org)',
    allowHosts: [],
    proxy: null,
    folders: [],
    ...options,
  });
  return Object.assign(fetcher, { clock });
}

export const never = new AbortController().signal;
