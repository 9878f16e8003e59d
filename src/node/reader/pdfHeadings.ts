import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Heading, type ReadText } from '../../core/source/reader';
import { type WrittenLine } from './pdfPage';

/** Lines this much taller than the usual one are headings where the file has no outline. */
const tallEnough = 1.15;
const maxOutline = 2_000;
/** Characters of a section number that outlines often leave out. */
const numberLength = 12;

/** Headings from the outline (bookmarks), found on the pages they lead to; without one, from the size of the letters. */
export async function pdfHeadings(document: PdfJs.PDFDocumentProxy, reading: ReadText, lines: WrittenLine[]): Promise<Heading[]> {
  const outline = await document.getOutline().catch(() => null);
  const entries = outline ? flatten(outline, 1) : [];
  if (entries.length === 0) return bySize(reading.text, lines);
  const headings: Heading[] = [];
  for (const entry of entries.slice(0, maxOutline)) {
    const number = await pageNumber(document, entry.dest);
    const mark = reading.pages.find((one) => one.page === number);
    if (!mark) continue;
    const range = findLine(reading.text, lines, mark, entry.title, headings.at(-1)?.end ?? 0);
    if (range) headings.push({ ...range, level: Math.min(6, entry.level), text: reading.text.slice(range.start, range.end).replace(/\s+/g, ' ') });
  }
  return headings.length > 0 ? headings : bySize(reading.text, lines);
}

interface OutlineNode {
  title: string;
  dest: string | unknown[] | null;
  items: OutlineNode[];
}

function flatten(nodes: OutlineNode[], level: number): Array<{ title: string; dest: OutlineNode['dest']; level: number }> {
  return level > 6 ? [] : nodes.flatMap((node) => [{ title: node.title, dest: node.dest, level }, ...flatten(node.items, level + 1)]);
}

async function pageNumber(document: PdfJs.PDFDocumentProxy, dest: OutlineNode['dest']): Promise<number | null> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const target = explicit?.[0] as { num: number; gen: number } | number | undefined;
    if (typeof target === 'number') return target + 1;
    return target === undefined ? null : (await document.getPageIndex(target)) + 1;
  } catch {
    // A bookmark that leads nowhere is a fault of the file; the text is there all the same.
    return null;
  }
}

/** The line (or two) on a page that reads like a title, white space and a leading number aside. */
function findLine(text: string, lines: WrittenLine[], page: { start: number; end: number }, title: string, after: number): { start: number; end: number } | null {
  const wanted = squeezed(title);
  if (wanted === '') return null;
  const onPage = lines.filter((line) => line.start >= Math.max(page.start, after) && line.end <= page.end);
  const reads = (from: number, to: number, slack: number): boolean => {
    const written = squeezed(text.slice(from, to));
    return written === wanted || (written.endsWith(wanted) && written.length - wanted.length <= slack);
  };
  const whole = onPage.find((line) => reads(line.start, line.end, numberLength));
  if (whole) return { start: whole.start, end: whole.end };
  // "CHAPTER / ONE" above a title, or a title set in two lines.
  for (const [index, line] of onPage.entries()) {
    const next = onPage[index + 1];
    if (next && reads(line.start, next.end, 0)) return { start: line.start, end: next.end };
  }
  return null;
}

function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad]+/g, '').toLowerCase();
}

function bySize(text: string, lines: WrittenLine[]): Heading[] {
  const weights = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.height * 2) / 2;
    weights.set(size, (weights.get(size) ?? 0) + line.end - line.start);
  }
  const usual = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const tall = lines.filter((line) => line.height >= tallEnough * usual && line.end - line.start <= 150 && /\p{L}/u.test(text.slice(line.start, line.end)));
  // Where much of a document is tall, size does not mean heading.
  if (tall.length > 0.3 * lines.length) return [];
  const sizes = [...new Set(tall.map((line) => Math.round(line.height * 2) / 2))].sort((a, b) => b - a);
  return tall.map((line) => ({ start: line.start, end: line.end, level: Math.min(6, sizes.indexOf(Math.round(line.height * 2) / 2) + 1), text: text.slice(line.start, line.end) }));
}
