import { describe, expect, it } from 'vitest';
import { markedCells, markedItems, pageAt } from '../../../src/core/source/marked';
import { type PageItem, type Table } from '../../../src/core/source/reader';

const text = 'Levels rose to 4.82 metres\nin February.';
const item = (start: number, end: number, page = 1): PageItem => ({ page, start, end, x: 72, y: 700, width: 5 * (end - start), height: 11 });

describe('what a span marks of the original', () => {
  const items = [item(0, 26), item(27, 39, 2)];

  it('is the touched part of each drawn piece, with its text', () => {
    expect(markedItems(text, items, { start: 15, end: 29 })).toEqual([
      { page: 1, x: 72, y: 700, width: 130, height: 11, text: 'Levels rose to 4.82 metres', from: 15, to: 26 },
      { page: 2, x: 72, y: 700, width: 60, height: 11, text: 'in February.', from: 0, to: 2 },
    ]);
  });

  it('is no piece that the span only borders on, and none for an empty span', () => {
    expect(markedItems(text, items, { start: 26, end: 27 })).toEqual([]);
    expect(markedItems(text, items, { start: 5, end: 5 })).toEqual([]);
  });

  it('stands on the page whose text begins before it', () => {
    const pages = [{ page: 1, start: 0, end: 26 }, { page: 2, start: 28, end: 40 }];
    expect([0, 25, 27, 28, 900].map((offset) => pageAt(pages, offset))).toEqual([1, 1, 1, 2, 2]);
    expect(pageAt([], 3)).toBeNull();
  });

  it('is each cell of the body that the span touches, never one that a merged cell covers', () => {
    const cell = (column: number, range: { start: number; end: number } | null) => ({ row: 0, column, text: 'x', rowHeading: '', columnHeading: '', range, cell: null });
    const table: Table = { number: 1, caption: null, sheet: null, page: null, columns: ['', ''], rowHeadingColumn: null, rowHeadingOrigin: 'none', rowCount: 1, range: { start: 10, end: 30 }, cells: [cell(0, { start: 18, end: 22 }), cell(1, null), cell(2, { start: 25, end: 30 })] };
    expect(markedCells(table, { start: 20, end: 26 }).map(({ column }) => column)).toEqual([0, 2]);
    expect(markedCells(table, { start: 10, end: 18 })).toEqual([]);
    expect(markedCells(table, { start: 40, end: 50 })).toEqual([]);
  });
});
