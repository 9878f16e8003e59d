import * as z from 'zod';
import { isoDate, plainText, shorten } from './text';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from './xml';

/** One address of a sitemap or feed, with what the list says about it. */
export interface ListedAddress {
  address: string;
  /** Empty where the list has none, as in sitemaps. */
  title: string;
  summary: string;
  /** A feed's publication date. A sitemap only knows when a page was changed, which is none. */
  published: string | null;
}

export interface ParsedList {
  entries: ListedAddress[];
  /** Further sitemaps that an index names. */
  sitemaps: string[];
}

/**
 * Reads a sitemap or its index (sitemaps.org 0.9, XML or plain text), RSS 0.9 to 2.0, Atom or JSON Feed.
 * Addresses are resolved against `base`; null when the text is none of these.
 */
export function parseAddressList(text: string, base: string): ParsedList | null {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) return jsonFeed(start, base);
  if (!start.startsWith('<')) return plainList(start);
  const root = parseXml(start);
  if (root === null) return null;
  switch (root.name.replace(/^.*:/, '').toLowerCase()) {
    case 'urlset':
      return { entries: childrenOf(root, 'url').map((url) => entry(textOf(url, 'loc'), base, {})), sitemaps: [] };
    case 'sitemapindex':
      return { entries: [], sitemaps: childrenOf(root, 'sitemap').map((one) => resolve(textOf(one, 'loc'), base)) };
    case 'rss':
      return { entries: childrenOf(childOf(root, 'channel') ?? root, 'item').map((item) => rssItem(item, base)), sitemaps: [] };
    case 'rdf':
      return { entries: childrenOf(root, 'item').map((item) => rssItem(item, base)), sitemaps: [] };
    case 'feed':
      return { entries: childrenOf(root, 'entry').map((one) => atomEntry(one, base)), sitemaps: [] };
    default:
      return null;
  }
}

const entry = (address: string, base: string, { title = '', summary = '', published = null }: { title?: string; summary?: string; published?: string | null }): ListedAddress => ({
  address: resolve(address, base),
  title: plainText(title),
  summary: shorten(plainText(summary), 600),
  published,
});

/** An address that cannot be resolved stays as it is; whoever uses it sees that it is none. */
const resolve = (address: string, base: string): string => (address !== '' && URL.canParse(address, base) ? new URL(address, base).href : address);

function rssItem(item: XmlElement, base: string): ListedAddress {
  const guid = childOf(item, 'guid');
  const permanent = guid !== undefined && guid.attributes['isPermaLink'] !== 'false' ? guid.text.trim() : '';
  return entry(textOf(item, 'link') || permanent, base, {
    title: textOf(item, 'title'),
    summary: textOf(item, 'description'),
    published: isoDate(textOf(item, 'pubDate') || textOf(item, 'dc:date')),
  });
}

function atomEntry(one: XmlElement, base: string): ListedAddress {
  const links = childrenOf(one, 'link');
  const link = links.find(({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate') ?? links[0];
  return entry(link?.attributes['href'] ?? textOf(one, 'id'), base, {
    title: textOf(one, 'title'),
    summary: textOf(one, 'summary') || textOf(one, 'content'),
    published: isoDate(textOf(one, 'published') || textOf(one, 'updated')),
  });
}

const JsonFeed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  items: z.array(
    z.object({ url: z.string().optional(), title: z.string().optional(), summary: z.string().optional(), content_text: z.string().optional(), date_published: z.string().optional() }),
  ),
});

function jsonFeed(text: string, base: string): ParsedList | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const feed = JsonFeed.safeParse(json);
  if (!feed.success) return null;
  return {
    entries: feed.data.items.map((item) =>
      entry(item.url ?? '', base, { title: item.title ?? '', summary: item.summary ?? item.content_text ?? '', published: isoDate(item.date_published) })),
    sitemaps: [],
  };
}

/** A text sitemap is one address a line and nothing else. */
function plainList(text: string): ParsedList | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\/\S+$/i.test(line))) return null;
  return { entries: lines.map((line) => entry(line, line, {})), sitemaps: [] };
}
