import { type PageItem, type PageMark, type Table, type TableCell, type TextRange } from './reader';

/** Where a span of the extracted text stands in what a reader of the original sees: text drawn on pages, cells of tables. */

/** A piece of drawn text that a span touches; `from` to `to` is the touched part of `text`, in UTF-16 code units. */
export interface MarkedItem extends Omit<PageItem, 'start' | 'end'> {
  text: string;
  from: number;
  to: number;
}

/** An empty range touches nothing. */
const touches = (one: TextRange, other: TextRange): boolean => Math.max(one.start, other.start) < Math.min(one.end, other.end);

/** @param text the extracted text that the ranges count in */
export function markedItems(text: string, items: readonly PageItem[], span: TextRange): MarkedItem[] {
  return items.filter((item) => touches(item, span)).map(({ start, end, ...place }) => ({
    ...place, text: text.slice(start, end), from: Math.max(0, span.start - start), to: Math.min(end, span.end) - start,
  }));
}

/** The page on which the character at `offset` stands, or the last one before it; null when there are no pages. */
export function pageAt(pages: readonly PageMark[], offset: number): number | null {
  return (pages.findLast(({ start }) => start <= offset) ?? pages[0])?.page ?? null;
}

/** Cells of the body that a span touches. A span that only touches headings marks none. */
export function markedCells(table: Table, span: TextRange): TableCell[] {
  return touches(table.range, span) ? table.cells.filter(({ range }) => range !== null && touches(range, span)) : [];
}
