import { expect, test } from 'vitest';
import { cellsNamed } from '../../../src/core/ledger/cells';
import { type CellRef } from '../../../src/core/ledger/records';
import { evidenceOf } from '../../fakes/builders';

/** Evidence whose quote is lines of semicolon-separated values under the given headings, the first column naming the rows. */
function rows(columns: string[], ...lines: string[]) {
  const start = 100;
  const cells: CellRef[] = [];
  let at = start;
  lines.forEach((line, row) => {
    const values = line.split(';');
    values.forEach((value, column) => {
      cells.push({ table: 1, row, column, rowHeading: values[0] ?? '', columnHeading: columns[column] ?? '', start: at, end: at + value.length, cell: null });
      at += value.length + 1;
    });
  });
  return evidenceOf({ kind: 'table', quote: lines.join('\n'), start, end: at - 1, cells });
}

const monthly = ['month', 'passengers'];

test('a row says of each value which column it is', () => {
  expect(cellsNamed(rows(monthly, '2024-03;118'))).toBe('month: 2024-03; passengers: 118');
});

test('one cell is named by its row and its column', () => {
  const row = rows(monthly, '2024-03;118');
  expect(cellsNamed({ ...row, quote: '118', start: 108, cells: row.cells.slice(1) })).toBe('2024-03 › passengers');
});

test('some cells of a row are named by the row that they leave out', () => {
  const row = rows(['month', 'passengers', 'revenue'], '2024-03;118;1200');
  expect(cellsNamed({ ...row, quote: '118;1200', start: 108, cells: row.cells.slice(1) })).toBe('2024-03 › passengers: 118; revenue: 1200');
});

test('several rows have their columns named once', () => {
  expect(cellsNamed(rows(monthly, '2024-03;118', '2024-04;120'))).toBe('month | passengers');
});

test('nothing is added where there are no headings, or the quote holds them', () => {
  expect(cellsNamed(rows([], '2024-03;118'))).toBeNull();
  expect(cellsNamed(rows(monthly, 'month;passengers', '2024-03;118'))).toBeNull();
  expect(cellsNamed(evidenceOf())).toBeNull();
});

test('a long value is cut with a mark, never inside a character', () => {
  const named = cellsNamed(rows(['id', 'note'], `7;${'a'.repeat(39)}😀 and more`)) ?? '';
  expect(named).toBe(`id: 7; note: ${'a'.repeat(39)}…`);
});
