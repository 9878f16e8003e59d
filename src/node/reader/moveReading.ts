import { type ReadText, type TextRange } from '../../core/source/reader';

/** A part's headings, tables and links as they stand when `shift` units and `tables` tables come before it. */
export function moveReading(part: ReadText, shift: number, tables: number): Pick<ReadText, 'headings' | 'tables' | 'links'> {
  const move = <T extends TextRange>(range: T): T => ({ ...range, start: range.start + shift, end: range.end + shift });
  return {
    headings: part.headings.map(move),
    links: part.links.map(move),
    tables: part.tables.map((table) => ({
      ...table, number: tables + table.number, range: move(table.range),
      cells: table.cells.map((cell) => ({ ...cell, range: cell.range === null ? null : move(cell.range) })),
    })),
  };
}
