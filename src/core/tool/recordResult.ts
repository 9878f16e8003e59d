import { areEqualWithinRounding } from '../ledger/compare';
import { type Figure, type TableResult } from '../ledger/records';
import { parsedJson } from '../json';
import { type RunState } from '../run/state';
import { restoreData } from '../run/storedText';
import { type Table, type TextRange } from '../source/reader';
import { cellValue, columnNames, type TableValue } from '../source/tableEngine';
import { coverageOf, type Coverage } from '../source/tableRows';
import { queryResult, type QueryResult } from './queryTable';
import { type ToolContext } from './tool';

/** UTF-16 code units of the rows that are quoted; a result may rest on many more. */
const quotedRows = 1200;

/** What a query_table call brought, by its id; else why it cannot be had. */
export async function resultOf(call: string, { state, archive }: ToolContext): Promise<QueryResult | string> {
  const known = calls(state).find(({ id }) => id === call);
  if (!known) return `There is no query_table call ${call}.${calls(state).length === 0 ? '' : ` Calls: ${calls(state).map(({ id }) => id).slice(-8).join(', ')}.`}`;
  const data = known.receipt?.data ?? null;
  const parsed = queryResult.safeParse(data === null ? null : 'text' in data ? parsedJson(data.text) : await restoreData(archive, data));
  return parsed.success ? parsed.data : `What ${call} brought is not kept: ask again with query_table.`;
}

const calls = ({ turns }: RunState) => turns.flatMap((turn) => turn.calls).filter(({ name, receipt }) => name === 'query_table' && receipt?.ok === true);

export interface ResultSpan {
  /** The rows it rests on; of an extreme, the row that holds it. */
  range: TextRange;
  result: TableResult;
  coverage: Coverage;
}

/** The row of an answer that a figure stands in, checked by the host, and the rows of the table under it; else what is wrong. */
export function spanOfResult(call: string, { columns, rows, used, sql, table: number }: QueryResult, table: Table, figure: Pick<Figure, 'value' | 'text'> | null): ResultSpan | string {
  const holds = (row: readonly TableValue[]): TableValue | undefined => row.find((value) => typeof value === 'number' && figure !== null && areEqualWithinRounding(figure, { value, text: String(value) }));
  const matching = figure === null ? rows : rows.filter((row) => holds(row) !== undefined);
  const [row, ...others] = matching;
  if (!row) return figure === null ? `${call} brought no row.` : `${figure.value} (“${figure.text}”) stands nowhere in the result of ${call}: ${rows.flat().filter((value) => typeof value === 'number').slice(0, 8).join(', ') || 'no number'}.`;
  if (figure === null && others.length > 0) return `${call} brought ${rows.length} rows: give the figure that is meant.`;
  const all = used ?? Array.from({ length: table.rowCount }, (_, index) => index + 1);
  const telling = tellingRows(row, holds(row), { columns, sql }, table, all);
  const range = rangeOf(table, telling.length > 0 ? telling : all);
  if (!range) return `The rows that ${call} rests on hold no text.`;
  const coverage = coverageOf(table, new Set(all), sql);
  return { range, coverage, result: { call, table: number, sql, columns, row, rows: coverage.rows, of: coverage.of } };
}

/** A row that the answer names itself; of an extreme, those whose cell is the value. */
function tellingRows(row: readonly TableValue[], value: TableValue | undefined, { columns, sql }: Pick<QueryResult, 'columns' | 'sql'>, table: Table, used: readonly number[]): number[] {
  const named = row[columns.indexOf('_row')];
  if (typeof named === 'number') return [named];
  if (value === undefined || !/\b(?:max|min)\s*\(|\border\s+by\b[\s\S]*\blimit\b/i.test(sql)) return [];
  const asked = new Set(columnNames(table).flatMap((name, index) => (sql.toLowerCase().includes(name.toLowerCase()) ? [index] : [])));
  const among = new Set(used);
  return table.cells.filter((cell) => among.has(cell.row + 1) && asked.has(cell.column) && cellValue(cell.text) === value).map((cell) => cell.row + 1).slice(0, 1);
}

/** From the first row on, as long as the next used one follows it and the whole stays readable. */
function rangeOf(table: Table, rows: readonly number[]): TextRange | null {
  const ranges = rows.toSorted((a, b) => a - b).flatMap((row) => {
    const cells = table.cells.flatMap((cell) => (cell.row === row - 1 && cell.range ? [cell.range] : []));
    return cells.length === 0 ? [] : [{ row, start: Math.min(...cells.map(({ start }) => start)), end: Math.max(...cells.map(({ end }) => end)) }];
  });
  const [first] = ranges;
  if (!first) return null;
  const ends = ranges.findIndex(({ row, start, end }, at) => at > 0 && (row !== (ranges[at - 1]?.row ?? 0) + 1 || start < (ranges[at - 1]?.end ?? 0) || end - first.start > quotedRows));
  return { start: first.start, end: (ranges.at(ends < 0 ? -1 : ends - 1) ?? first).end };
}
