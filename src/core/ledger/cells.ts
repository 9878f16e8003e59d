import { beginning } from '../../shared/plainText';
import { type CellRef, type Evidence } from './records';

/** Cells that evidence remembers of what it quotes; a wider span names the first ones. */
export const cellsKept = 24;
const longestValue = 40;

/**
 * The heading of what is quoted from a table, since the quote is the bytes of the source and holds none: "month: 2024-03; passengers: 118"
 * for a row, "2024-03 › passengers" for one cell, "month | passengers" for several rows. Null when the table has no headings, or
 * the quote holds them itself.
 */
export function cellsNamed({ cells, quote, start }: Pick<Evidence, 'cells' | 'quote' | 'start'>): string | null {
  const [first] = cells;
  const named = cells.filter(({ columnHeading }) => columnHeading !== '');
  if (!first || quote === null || start === null) return null;
  if (named.length > 0 && named.every(({ columnHeading }) => quote.includes(columnHeading))) return null;
  const more = cells.length >= cellsKept ? ' …' : '';
  if (cells.some(({ table, row }) => table !== first.table || row !== first.row)) return named.length === 0 ? null : `${[...new Set(named.map(({ columnHeading }) => columnHeading))].join(' | ')}${more}`;
  const valueOf = (cell: CellRef): string => quote.slice(Math.max(0, cell.start - start), cell.end - start).replace(/\s+/g, ' ').trim();
  const row = first.rowHeading === '' || cells.some((cell) => valueOf(cell) === first.rowHeading) ? '' : first.rowHeading;
  const columns = cells.length === 1 ? first.columnHeading : named.map((cell) => `${cell.columnHeading}: ${shortened(valueOf(cell))}`).join('; ');
  const parts = [row, columns].filter((part) => part !== '');
  return parts.length === 0 ? null : `${parts.join(' › ')}${more}`;
}

/** What a table was asked, what it gave, and over how many of its rows: "select avg("kWh") from t = 91.4 (48/52)"; null for what is no such result. */
export function resultNamed({ result }: Pick<Evidence, 'result'>): string | null {
  if (!result) return null;
  const given = result.row.filter((_, at) => result.columns[at] !== '_row').map((value) => value ?? '–').join(' | ');
  return `${result.sql.replace(/\s+/g, ' ').trim()} = ${given} (${result.rows}/${result.of})`;
}

const shortened = (value: string): string => beginning(value, longestValue);
