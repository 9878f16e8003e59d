import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FetchedBody, Fetcher, FetchFailure } from '../../core/source/fetcher';
import { parseAddressList, type ListedAddress } from './addressListFormats';

export interface AddressListRequest {
  /** Of a sitemap, a sitemap index or a feed. */
  address: string;
  signal: AbortSignal;
  limits?: Partial<AddressListLimits>;
}

export interface AddressListLimits {
  /** Addresses kept. */
  entries: number;
  /** Files read: the first and the sitemaps that it names. */
  files: number;
  /** Unpacked bytes of one file. */
  bytes: number;
}

/** sitemaps.org 0.9: a sitemap has at most 50,000 addresses and 50 MB. */
export const defaultAddressListLimits: AddressListLimits = { entries: 50_000, files: 20, bytes: 50_000_000 };

export interface AddressList {
  entries: ListedAddress[];
  /** What was left out and why. */
  notes: string[];
}

export type AddressListOutcome = { ok: true; value: AddressList } | { ok: false; failure: FetchFailure };

/**
 * The addresses that a sitemap or feed lists, those of the sitemaps it names included. A named sitemap that
 * cannot be read is noted; when none can, the first failure is the outcome. Rejects only when aborted.
 */
export async function listAddresses(fetcher: Fetcher, { address, signal, limits }: AddressListRequest): Promise<AddressListOutcome> {
  const { entries: maxEntries, files: maxFiles, bytes: maxBytes } = { ...defaultAddressListLimits, ...limits };
  const waiting = [address];
  const seen = new Set(waiting);
  const entries = new Map<string, ListedAddress>();
  const notes: string[] = [];
  let failure: FetchFailure | undefined;
  let files = 0;
  let read = 0;
  let unusable = 0;
  let cut = false;
  while (files < maxFiles && !cut) {
    const next = waiting.shift();
    if (next === undefined) break;
    files += 1;
    const outcome = await fetchList(fetcher, next, maxBytes, signal);
    if (!outcome.ok) {
      failure ??= outcome.failure;
      notes.push(outcome.failure.message);
      continue;
    }
    read += 1;
    for (const entry of outcome.value.entries) {
      if (!isWebAddress(entry.address)) unusable += 1;
      else if (entries.size < maxEntries || entries.has(entry.address)) entries.set(entry.address, entry);
      else cut = true;
    }
    for (const sitemap of outcome.value.sitemaps) {
      if (!isWebAddress(sitemap)) unusable += 1;
      else if (!seen.has(sitemap)) {
        seen.add(sitemap);
        waiting.push(sitemap);
      }
    }
  }
  // An index was read, but nothing that it names: that is no empty list.
  if (failure !== undefined && (read === 0 || entries.size === 0)) return { ok: false, failure };
  if (cut) notes.push(`${address} lists more than ${maxEntries} addresses: the rest was left out.`);
  else if (waiting.length > 0) notes.push(`${address} names more than ${maxFiles} sitemaps: ${waiting.length} were not read.`);
  if (unusable > 0) notes.push(`${unusable} entries of ${address} are no web addresses and were left out.`);
  return { ok: true, value: { entries: [...entries.values()], notes } };
}

const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);

async function fetchList(fetcher: Fetcher, address: string, maxBytes: number, signal: AbortSignal) {
  const outcome = await fetcher.fetch({ address, signal });
  if (!outcome.ok) return outcome;
  const unpacked = await unpack(outcome.value, maxBytes);
  if (!(unpacked instanceof Uint8Array)) return { ok: false as const, failure: unpacked };
  const parsed = parseAddressList(decode(unpacked, outcome.value.headers['content-type']), outcome.value.final);
  if (parsed !== null) return { ok: true as const, value: parsed };
  return { ok: false as const, failure: unreadable(outcome.value, `${address} is neither a sitemap nor a feed. Give the address of one, or the page itself.`) };
}

const unreadable = ({ status }: FetchedBody, message: string): FetchFailure => ({ kind: 'unreadable', message, status, retryAfter: null, temporary: false });

const gunzipAsync = promisify(gunzip);

/** Sitemaps are often files of gzip, whatever their headers say. */
async function unpack(body: FetchedBody, maxBytes: number): Promise<Uint8Array | FetchFailure> {
  if (body.bytes[0] !== 0x1f || body.bytes[1] !== 0x8b) return body.bytes;
  try {
    return await gunzipAsync(body.bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return unreadable(body, `${body.final} is damaged: it is packed with gzip, but cannot be unpacked. Try it again later.`);
    return { ...unreadable(body, `${body.final} unpacks to more than ${maxBytes / 1e6} MB. Give one of the sitemaps it is made of.`), kind: 'too-large' };
  }
}

function decode(bytes: Uint8Array, contentType: string | undefined): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // A label that nobody knows; feeds are UTF-8 unless they know better.
    return new TextDecoder().decode(bytes);
  }
}
