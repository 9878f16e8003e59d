import { isIP } from 'node:net';
import { failure, HttpError } from './failure';

/** Parses an address that may be fetched, or throws an `HttpError` of kind `bad-address`. */
export function parseWebAddress(text: string, base?: URL): URL {
  const bad = (why: string) => new HttpError(failure('bad-address', why));
  if (!URL.canParse(text, base)) throw bad(`"${text}" is not a web address. Write it in full, such as https://example.org/page.`);
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw bad(`"${url.protocol}" addresses are not opened (${withoutCredentials(url)}). Only http, https and files in the given folders are.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw bad(`${withoutCredentials(url)} was given with a user name or password inside. Addresses with credentials are not opened: remove them.`);
  }
  url.hash = '';
  return url;
}

function withoutCredentials(url: URL): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
}

/** The host of an address as the network functions take it: an IPv6 literal without its brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export const isLiteral = (host: string): boolean => isIP(host) !== 0;

/**
 * The hosts that the user allowed although their address is not public: exact names, with or without a port.
 * Without a port every port of that host is allowed. Throws when an entry is not a host.
 */
export class AllowedHosts {
  private readonly entries: Set<string>;

  constructor(hosts: readonly string[]) {
    this.entries = new Set(hosts.map(normaliseEntry));
  }

  has(url: URL): boolean {
    return this.entries.has(url.hostname) || this.entries.has(`${url.hostname}:${portOf(url)}`);
  }
}

export const portOf = (url: URL): string => (url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80');

function normaliseEntry(entry: string): string {
  const text = entry.trim();
  const port = /:(\d{1,5})$/.exec(text.replace(/^\[[^\]]*\]/, ''))?.[1];
  const bare = port === undefined ? text : text.slice(0, -port.length - 1);
  if (!/^[^/@?#*\s]+$/.test(bare) || !URL.canParse(`http://${bare}/`)) {
    throw new Error(`"${entry}" in the list of allowed hosts is not a host. Write a name or address with or without a port, such as localhost:8080.`);
  }
  const { hostname } = new URL(`http://${bare}/`);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
}
