import { type Found, type WorkMetadata } from '../../core/source/reader';
import { isoDate } from './dates';
import { noMetadata } from './format';
import { addressIdentifiers, dedupe, people } from './workFacts';

type Fact = Found<string> | null;
type Json = Record<string, unknown>;

const workTypes = /(?:Article|Posting|Report|Review|Book|Dataset|CreativeWork|Thesis|Chapter|Course|HowTo|FAQPage|Recipe|Legislation|SoftwareSourceCode|PressRelease)$/;

/** What a page declares about itself: JSON-LD, then meta tags, then `time` and microdata, then the byline; what only looks like it is guessed. */
export function htmlMetadata(document: Document, address: string): WorkMetadata {
  const metas = metaTags(document);
  const work = describedWork(document);
  const meta = (...names: string[]): Fact => {
    for (const name of names) {
      const value = metas.get(name)?.[0];
      if (value !== undefined) return { value, origin: `meta ${name}`, guessed: false };
    }
    return null;
  };
  const ld = (key: string, read: (value: unknown) => string | null): Fact => {
    const value = work === null ? null : read(work[key]);
    return value === null ? null : { value, origin: `json-ld ${key}`, guessed: false };
  };
  const canonical = linked(document, 'canonical', address) ?? absolute(meta('og:url'), address);
  const authors = authorsOf(document, work, metas);
  return {
    ...noMetadata(),
    title: ld('headline', textOf) ?? meta('citation_title', 'dc.title', 'dcterms.title', 'og:title', 'twitter:title') ?? titleElement(document),
    authors,
    publisher: ld('publisher', nameOf) ?? meta('citation_publisher', 'dc.publisher', 'dcterms.publisher', 'og:site_name', 'application-name'),
    published: dated(ld('datePublished', textOf)) ?? dated(ld('dateCreated', textOf))
      ?? firstDate(metas, ['article:published_time', 'article:published', 'og:published_time', 'citation_publication_date', 'citation_online_date', 'citation_date', 'dc.date.issued', 'dcterms.issued', 'dc.date.created', 'dcterms.created', 'dc.date', 'dcterms.date', 'datepublished', 'parsely-pub-date', 'sailthru.date', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'pubdate', 'date'])
      ?? timeElement(document, 'published') ?? addressDate(address),
    modified: dated(ld('dateModified', textOf))
      ?? firstDate(metas, ['article:modified_time', 'og:updated_time', 'og:modified_time', 'dc.date.modified', 'dcterms.modified', 'datemodified', 'last-modified', 'lastmod', 'last_updated', 'revised', 'modified'])
      ?? timeElement(document, 'modified'),
    language: languageOf(document, meta('content-language', 'dc.language', 'og:locale')),
    canonical,
    licence: ld('license', (value) => textOf(value) ?? (isObject(value) ? textOf(value['url']) : null)) ?? linked(document, 'license', address) ?? meta('dc.rights', 'dcterms.rights', 'dcterms.license', 'copyright'),
    identifiers: identifiersOf(work, metas, canonical, address),
    interest: ld('funder', nameOf) ?? ld('sponsor', nameOf) ?? meta('article:sponsor', 'sponsor', 'citation_funding_source'),
  };
}

function metaTags(document: Document): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('itemprop') ?? element.getAttribute('http-equiv') ?? '').trim().toLowerCase().replace(/^dc(terms)?:/, 'dc$1.');
    const value = (element.getAttribute('content') ?? '').replace(/\s+/g, ' ').trim();
    if (name === '' || value === '') continue;
    const known = tags.get(name);
    if (known) known.push(value);
    else tags.set(name, [value]);
  }
  return tags;
}

/** The JSON-LD object that describes this page's work; broken JSON is one source of facts less, not an error of the page. */
function describedWork(document: Document): Json | null {
  const objects = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    const source = (script.textContent ?? '').trim().replace(/^\/\*<!\[CDATA\[\*\/|^<!--|-->$|\/\*\]\]>\*\/$/g, '').replace(/;\s*$/, '');
    const parsed = parseJson(source) ?? parseJson(source.replace(/\p{Cc}+/gu, ' '));
    return parsed === null ? [] : flatten(parsed, 0);
  });
  return objects.find((one) => types(one).some((type) => workTypes.test(type)))
    ?? objects.find((one) => types(one).some((type) => /WebPage$/.test(type)))
    ?? objects.find((one) => one['datePublished'] !== undefined) ?? null;
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return null;
  }
}

function flatten(value: unknown, depth: number): Json[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((one) => flatten(one, depth + 1));
  return isObject(value) ? [value, ...flatten(value['@graph'], depth + 1), ...flatten(value['mainEntity'], depth + 1)] : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function types(one: Json): string[] {
  const type = one['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : unescaped(value).replace(/\s+/g, ' ').trim();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return textOf(value[0]);
  return isObject(value) ? textOf(value['@value']) : null;
}

function nameOf(value: unknown): string | null {
  if (Array.isArray(value)) return nameOf(value[0]);
  return isObject(value) ? textOf(value['name']) ?? textOf(value['legalName']) : textOf(value);
}

/** Some publishers put HTML entities into JSON. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|quot|apos|lt|gt|#39|#x27|nbsp);/g, (entity) => ({ '&amp;': '&', '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&#39;': "'", '&#x27;': "'", '&nbsp;': ' ' })[entity] ?? entity);
}

function dated(fact: Fact): Fact {
  const date = fact === null ? null : isoDate(fact.value);
  return fact === null || date === null ? null : { ...fact, value: date };
}

function firstDate(metas: Map<string, string[]>, names: string[]): Fact {
  for (const name of names) {
    const date = isoDate(metas.get(name)?.[0] ?? '');
    if (date !== null) return { value: date, origin: `meta ${name}`, guessed: false };
  }
  return null;
}

function timeElement(document: Document, which: 'published' | 'modified'): Fact {
  const property = which === 'published' ? 'datePublished' : 'dateModified';
  const valued = (element: Element | null): string | null => (element === null ? null
    : isoDate(element.getAttribute('datetime') ?? element.getAttribute('content') ?? element.textContent ?? ''));
  const declared = valued(document.querySelector(`[itemprop="${property}"]`));
  if (declared !== null) return { value: declared, origin: `microdata ${property}`, guessed: false };
  const marked = valued(document.querySelector(which === 'published' ? 'time[pubdate],time.published,time.entry-date,.dt-published,abbr.published' : 'time.updated,time.modified,.dt-updated'));
  if (marked !== null) return { value: marked, origin: 'time', guessed: false };
  if (which === 'modified') return null;
  // A page about several things has several times: only a single one, or the first inside the article, is worth a guess.
  const times = [...document.querySelectorAll('article time[datetime],main time[datetime]')];
  const guess = valued(times[0] ?? null);
  return guess === null ? null : { value: guess, origin: 'time', guessed: true };
}

function addressDate(address: string): Fact {
  const found = /\/(20\d{2}|19\d{2})[/-](0?[1-9]|1[0-2])(?:[/-](0?[1-9]|[12]\d|3[01]))?(?=[/\-_.]|$)/.exec(address);
  const value = found === null ? null : isoDate([found[1], found[2]?.padStart(2, '0'), found[3]].filter((part) => part !== undefined).join('-'));
  return value === null ? null : { value, origin: 'address', guessed: true };
}

function authorsOf(document: Document, work: Json | null, metas: Map<string, string[]>): Found<string>[] {
  const declared = work?.['author'] ?? work?.['creator'];
  const named = (Array.isArray(declared) ? declared : [declared]).flatMap((one) => nameOf(one) ?? []);
  if (named.length > 0) return dedupe(named.map((value) => ({ value, origin: 'json-ld author', guessed: false })));
  for (const name of ['citation_author', 'dc.creator', 'dcterms.creator', 'article:author', 'author', 'parsely-author', 'sailthru.author', 'byl']) {
    const values = (metas.get(name) ?? []).filter((value) => !/^https?:|^@/.test(value));
    if (values.length > 0) {
      // "Family, Given" is one person in citation tags.
      const split = name.startsWith('citation') || name.startsWith('dc') ? values : values.flatMap((value) => people(value.replace(/^by\s+/i, '')));
      return dedupe(split.map((value) => ({ value, origin: `meta ${name}`, guessed: false })));
    }
  }
  const microdata = [...document.querySelectorAll('[itemprop="author"] [itemprop="name"],[itemprop="author"]:not([itemscope]),a[rel~="author"]')].map(shortText).filter((value) => value !== '');
  if (microdata.length > 0) return dedupe(microdata.map((value) => ({ value: value.replace(/^by\s+/i, ''), origin: 'microdata author', guessed: false })));
  const byline = shortText(document.querySelector('[class*="byline" i],[class~="author" i],[id="author" i]'));
  return byline === '' ? [] : people(byline.replace(/^\s*(?:by|von|par|por)\s+/i, '')).slice(0, 5).map((value) => ({ value, origin: 'byline', guessed: true }));
}

function shortText(element: Element | null): string {
  const text = (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return text.length <= 120 ? text : '';
}

function titleElement(document: Document): Fact {
  const title = (document.querySelector('head > title, title')?.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (title !== '') return { value: title, origin: 'title element', guessed: false };
  const heading = shortText(document.querySelector('h1'));
  return heading === '' ? null : { value: heading, origin: 'first heading', guessed: true };
}

function languageOf(document: Document, meta: Fact): Fact {
  const tag = document.documentElement?.getAttribute('lang') ?? document.documentElement?.getAttribute('xml:lang') ?? document.querySelector('body')?.getAttribute('lang');
  const fact = tag ? { value: tag, origin: 'lang attribute', guessed: false } : meta;
  return fact === null ? null : { ...fact, value: fact.value.split(/[,;\s]/)[0]?.replace('_', '-') ?? fact.value };
}

function linked(document: Document, relation: 'canonical' | 'license', address: string): Fact {
  const target = document.querySelector(`link[rel~="${relation}"][href],a[rel~="${relation}"][href]`)?.getAttribute('href');
  return absolute(target ? { value: target, origin: `link ${relation}`, guessed: false } : null, address);
}

function absolute(fact: Fact, address: string): Fact {
  return fact !== null && URL.canParse(fact.value, address) ? { ...fact, value: new URL(fact.value, address).href } : null;
}

function identifiersOf(work: Json | null, metas: Map<string, string[]>, canonical: Fact, address: string): Found<string>[] {
  const found: Found<string>[] = [];
  const add = (scheme: string, value: string | undefined, origin: string): void => {
    if (value !== undefined) found.push({ value: `${scheme}:${value}`, origin, guessed: false });
  };
  const doi = (text: string): string | undefined => /\b(10\.\d{4,9}\/[^\s"<>]+)/.exec(text)?.[1];
  for (const name of ['citation_doi', 'dc.identifier', 'dcterms.identifier', 'prism.doi', 'bepress_citation_doi']) add('doi', doi(metas.get(name)?.[0] ?? ''), `meta ${name}`);
  add('arxiv', metas.get('citation_arxiv_id')?.[0], 'meta citation_arxiv_id');
  add('pmid', metas.get('citation_pmid')?.[0], 'meta citation_pmid');
  add('isbn', (metas.get('citation_isbn') ?? metas.get('books:isbn') ?? metas.get('book:isbn'))?.[0]?.replace(/[- ]/g, ''), 'meta isbn');
  for (const key of ['identifier', 'sameAs', '@id']) {
    for (const one of [work?.[key]].flat()) add('doi', doi((isObject(one) ? textOf(one['value']) : textOf(one)) ?? ''), `json-ld ${key}`);
  }
  const isbn = textOf(work?.['isbn']);
  if (isbn !== null) add('isbn', isbn.replace(/[- ]/g, ''), 'json-ld isbn');
  if (canonical !== null) found.push(...addressIdentifiers(canonical.value, 'canonical'));
  return dedupe([...found, ...addressIdentifiers(address, 'address')]);
}
