import { Readability } from '@mozilla/readability';
import { type TextRange } from '../../core/source/reader';
import { type PageText } from './domText';

/**
 * Readability is best on news and silently loses up to a third of a manual: where a page does not call itself an article and less than this
 * share of its running words would be kept, the whole page counts.
 */
const leastShare = 0.7;
/** Shorter pieces are labels and buttons, which no reader misses. */
const runningWords = 10;
/** Readability writes the page anew when its first try finds little; this attribute survives that, node identity does not. */
const placeAttribute = 'data-place';
const articleMarks = 'meta[property="og:type"][content="article" i],meta[property="article:published_time"],[itemtype$="Article"],[itemtype$="BlogPosting"]';

interface Piece extends TextRange {
  words: number;
  marginal: boolean;
}

/**
 * The main range by Readability, or null when the whole page is it: when too little would be kept, or a table or a preformatted block would
 * be lost. The document is consumed: Readability takes it apart.
 */
export function mainRange(document: Document, page: PageText): TextRange | null {
  const article = isArticle(document);
  const pieces: Piece[] = [...page.nodes.values()].map((piece) => ({ ...piece, words: countWords(page.text, piece) }));
  const guarded = page.kept.filter((one) => !one.marginal && countWords(page.text, one) > 20);
  markPlaces(page);
  const content = new Readability<Node>(document, { serializer: (node: Node) => node }).parse()?.content;
  const range = content ? densest(pieces, merged(textNodes(content).flatMap((node) => placeOf(node, page)))) : null;
  if (range === null) return null;
  const inside = (one: TextRange): boolean => one.start >= range.start && one.end <= range.end;
  if (!guarded.every(inside)) return null;
  const running = pieces.filter((piece) => !piece.marginal && piece.words >= runningWords);
  return article || sumWords(running.filter(inside)) >= leastShare * sumWords(running) ? range : null;
}

function isArticle(document: Document): boolean {
  return document.querySelector(articleMarks) !== null
    || [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) => /"@type"\s*:\s*(?:\[[^\]]*)?"\w*(?:Article|BlogPosting)"/.test(script.textContent ?? ''));
}

/** The one stretch in which kept words outweigh dropped words most: a caption that was kept far above the text must not drag a menu in. */
function densest(pieces: Piece[], kept: TextRange[]): TextRange | null {
  let best: (TextRange & { gain: number }) | null = null;
  let current: (TextRange & { gain: number }) | null = null;
  let next = 0;
  for (const piece of pieces) {
    while ((kept[next]?.end ?? Infinity) <= piece.start) next += 1;
    const part = kept[next];
    const gain = part !== undefined && part.start < piece.end ? piece.words : -piece.words;
    current = current === null || current.gain < 0 ? { start: piece.start, end: piece.end, gain } : { start: current.start, end: piece.end, gain: current.gain + gain };
    if (current.gain > 0 && (best === null || current.gain > best.gain)) best = current;
  }
  return best === null ? null : { start: best.start, end: best.end };
}

function markPlaces(page: PageText): void {
  const places = new Map<Element, TextRange>();
  for (const [node, range] of page.nodes) {
    const parent = node.parentNode as Element | null;
    if (parent === null) continue;
    places.set(parent, { start: places.get(parent)?.start ?? range.start, end: range.end });
  }
  for (const [element, place] of places) element.setAttribute(placeAttribute, `${place.start}-${place.end}`);
}

function placeOf(node: Node, page: PageText): TextRange[] {
  const known = page.nodes.get(node);
  if (known) return [known];
  if ((node.nodeValue ?? '').trim() === '') return [];
  const [start, end] = ((node.parentNode as Element | null)?.closest(`[${placeAttribute}]`)?.getAttribute(placeAttribute) ?? '').split('-').map(Number);
  return start === undefined || end === undefined ? [] : [{ start, end }];
}

function textNodes(root: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === 3) found.push(node);
    else for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child);
  };
  visit(root);
  return found;
}

function merged(ranges: TextRange[]): TextRange[] {
  const parts: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else parts.push({ start: range.start, end: range.end });
  }
  return parts;
}

function sumWords(pieces: Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.words, 0);
}

function countWords(text: string, range: TextRange): number {
  return text.slice(range.start, range.end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
