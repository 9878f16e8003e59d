import { Readability } from '@mozilla/readability';
import { type TextRange } from '../../core/source/reader';
import { type PageText } from './domText';

/** Where the main text stands, and which parts of that range belong to it. */
export interface MainText {
  range: TextRange;
  parts: TextRange[];
}

/** Readability is best on news and silently loses up to a third of a manual: below this share of the page's running words the whole page counts. */
const leastShare = 0.7;
const marginal = 'nav,header,footer,aside,form,[role=navigation],[role=banner],[role=contentinfo],[role=complementary],[role=search]';

/**
 * The main range by Readability, or null when the whole page is it: when less than 70 % of the running words would be kept, or a table or
 * a preformatted block would be lost. The document is consumed: Readability takes it apart.
 */
export function mainText(document: Document, page: PageText): MainText | null {
  const running = runningRanges(page);
  const tablesAndCode = page.kept.filter((one) => one.element.closest(marginal) === null && words(page.text, one) > 20);
  const article = new Readability<Node>(document, { serializer: (node: Node) => node }).parse();
  if (!article?.content) return null;
  const parts = merged(textNodes(article.content).flatMap((node) => page.nodes.get(node) ?? []));
  const first = parts[0];
  const last = parts.at(-1);
  if (!first || !last) return null;
  const range = { start: first.start, end: last.end };
  const inside = (one: TextRange): boolean => one.start >= range.start && one.end <= range.end;
  const total = running.reduce((sum, one) => sum + words(page.text, one), 0);
  const kept = running.filter(inside).reduce((sum, one) => sum + words(page.text, one), 0);
  if (kept < leastShare * total || !tablesAndCode.every(inside)) return null;
  return { range, parts };
}

function runningRanges(page: PageText): TextRange[] {
  const ranges: TextRange[] = [];
  const marginalParents = new Map<Node, boolean>();
  for (const [node, range] of page.nodes) {
    const parent = node.parentNode;
    if (parent === null) continue;
    let outside = marginalParents.get(parent);
    if (outside === undefined) {
      outside = (parent as Element).closest(marginal) !== null;
      marginalParents.set(parent, outside);
    }
    if (!outside) ranges.push(range);
  }
  return ranges;
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
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const parts: TextRange[] = [];
  for (const range of sorted) {
    const last = parts.at(-1);
    if (last && range.start <= last.end + 3) last.end = Math.max(last.end, range.end);
    else parts.push({ ...range });
  }
  return parts;
}

function words(text: string, range: TextRange): number {
  return text.slice(range.start, range.end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
