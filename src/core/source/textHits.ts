import { type ProviderHit } from './provider';

/**
 * Search results in a text that no interface describes, as tools for language models give it: JSON of any shape, Markdown, or lines.
 * Each web address becomes a hit, with the words around it as title and snippet. They are leads to look at, never evidence.
 */
export function hitsInText(text: string, limit: number): ProviderHit[] {
  const json = parsed(text);
  const hits = json === undefined ? hitsInLines(text) : hitsInJson(json);
  const seen = new Set<string>();
  return hits.filter(({ address }) => !seen.has(address) && seen.add(address)).slice(0, limit);
}

/** JSON that holds no result at all: `[]`, `{"results": []}`. Any other text without an address is no answer to a search. */
export function saysNothingFound(text: string): boolean {
  const json = parsed(text);
  if (Array.isArray(json)) return json.length === 0;
  return isRecord(json) && Object.values(json).some(Array.isArray) && Object.values(json).every((value) => !Array.isArray(value) || value.length === 0) && !('error' in json);
}

const longestSnippet = 600;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Markdown may begin with a bracket, too.
  }
}

const addressKeys = ['url', 'link', 'href', 'uri', 'address', 'sourceUrl', 'source_url', 'source'];
const titleKeys = ['title', 'name', 'heading'];
const snippetKeys = ['snippet', 'description', 'summary', 'content', 'text', 'body', 'highlights', 'extract'];
const dateKeys = ['published', 'publishedDate', 'published_date', 'publishedAt', 'date', 'page_age'];

function hitsInJson(value: unknown): ProviderHit[] {
  if (Array.isArray(value)) return value.flatMap(hitsInJson);
  // Text inside JSON, such as one Markdown list in a field.
  if (typeof value === 'string') return hitsInLines(value);
  if (!isRecord(value)) return [];
  const address = field(value, addressKeys, webAddress);
  if (address === null) return Object.values(value).flatMap(hitsInJson);
  return [{
    address, title: field(value, titleKeys, oneLine) ?? address, snippet: (field(value, snippetKeys, oneLine) ?? '').slice(0, longestSnippet),
    published: field(value, dateKeys, (text) => /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T ])/.exec(text)?.[0] ?? null), score: null,
  }];
}

/** The first of the keys whose value reads as wanted. A list of texts is read as one. */
function field(record: Record<string, unknown>, keys: readonly string[], read: (text: string) => string | null): string | null {
  for (const key of keys) {
    const value = record[key];
    const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' … ') : value;
    const found = typeof text === 'string' ? read(text) : null;
    if (found !== null && found !== '') return found;
  }
  return null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const webAddress = (text: string): string | null => (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null);

const link = /\[([^[\]]{1,300})\]\(\s*<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?[^)]*\)|https?:\/\/[^\s<>"'`|\\^{}，。；：、）】」』》]+/giu;
const label = /^[\s>*#\-–•\d.)]*(?:(?:title|name|url|link|source|address|snippet|description|summary|标题|链接|来源|摘要)\s*[:：]\s*)?/iu;

/** A line without its marks, label and addresses. */
const wordsOf = (line: string): string => oneLine(line.replace(link, (_, text: string | undefined) => text ?? ' ').replace(label, '').replace(/\*\*|__/g, '').replace(/^[\s，。；：、,.;:]+/u, '').replace(/[\s:：|–—-]+$/u, '').replace(/[[(（<]\s*[\])）>]/g, ''));

/** A hit's words are those of its line and of the lines after it up to the next hit or an empty line; its title may stand on the line before. */
function hitsInLines(text: string): ProviderHit[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) => [...line.matchAll(link)].map((match) => ({ at, title: match[1] ?? null, address: match[2] ?? trimmed(match[0]) }))).filter(({ address }) => URL.canParse(address));
  return found.map(({ at, title, address }, index) => {
    const next = found.slice(index + 1).find((other) => other.at > at)?.at ?? lines.length;
    const after = lines.slice(at + 1, next);
    const end = after.findIndex((line) => line.trim() === '');
    const own = wordsOf(lines[at] ?? '');
    const before = found.some((other) => other.at === at - 1) ? '' : wordsOf(lines[at - 1] ?? '');
    const named = (title === null ? '' : oneLine(title)) || before || own;
    // A title line of the next hit is not this one's text.
    const words = (end < 0 ? after : after.slice(0, end)).map(wordsOf);
    const rest = [...(own === named ? [] : [own]), ...words].filter((line) => line !== '');
    return { address, title: named || address, snippet: oneLine(rest.join(' ')).slice(0, longestSnippet), published: null, score: null };
  });
}

/** Without what ends the sentence around it; a closing bracket stays when the address opened one. */
function trimmed(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const opened = last === ')' ? '(' : last === ']' ? '[' : null;
    const own = address.slice(0, end);
    if (!/[.,;:!?)\]*_]/.test(last) || (opened !== null && own.split(opened).length >= own.split(last).length)) break;
    end -= 1;
  }
  return address.slice(0, end);
}
