import { type Table } from './reader';

export type TableValue = string | number | null;

export type TableAnswer =
  | { ok: true; columns: string[]; rows: TableValue[][]; truncated: boolean }
  | { ok: false; message: string };

/** Port: one SQL statement over one archived table, in a place of its own that is ended when it takes too long. */
export interface TableEngine {
  /** The table is called `t`; `_row` is the row's number below the headings, from 1, and every heading is a column of its name. */
  query(table: Table, sql: string, signal: AbortSignal): Promise<TableAnswer>;
}

/** Columns as the SQL table has them: the headings, made different where two are alike. */
export function columnNames(table: Pick<Table, 'columns'>): string[] {
  const seen = new Map<string, number>();
  return table.columns.map((heading, index) => {
    const name = heading.trim() === '' ? `column ${index + 1}` : heading.trim();
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1;
    seen.set(name.toLowerCase(), times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

const date = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/;

/** A cell as SQL sees it: a number where the whole cell is one, with its percent sign or thousands marks dropped; else its text. */
export function cellValue(text: string): TableValue {
  const trimmed = text.trim();
  if (trimmed === '' || /^[-–—.…]+$/.test(trimmed)) return null;
  if (date.test(trimmed)) return trimmed.replace(/[/.]/g, '-').replace(/-(\d)(?=-|$)/g, '-0$1');
  const plain = trimmed.replace('−', '-').replace(/\s?[%‰€$£]$|^[€$£]\s?/, '').replace(/[\s  ](?=\d{3}\b)/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replace(/,/g, ''));
  if (/^-?\d+,\d+$/.test(plain)) return Number(plain.replace(',', '.'));
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : trimmed;
}
