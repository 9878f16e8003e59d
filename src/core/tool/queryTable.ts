import * as z from 'zod';
import { text } from '../ledger/records';
import { type Table, type TableCell } from '../source/reader';
import { columnNames } from '../source/tableEngine';
import { coverageOf, rowsRead, unknownNames, type Coverage } from '../source/tableRows';
import { snapshotNamed } from './sourceTools';
import { ref, refused, tool, type ToolContext } from './tool';

/** What a call leaves behind: from it a result becomes evidence, without asking again. Earlier logs have less of it. */
export const queryResult = z.object({
  snapshot: text, table: z.int(), sql: text, columns: z.array(z.string()), rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** Numbers of the rows it rests on, from 1; null when they cannot be told apart. */
  used: z.array(z.int()).nullable(),
});
export type QueryResult = z.infer<typeof queryResult>;

export const queryTable = tool({
  name: 'query_table',
  description: 'One SQL SELECT over a table of an archived source. The table is called t; its columns are its headings in double quotes, and _row numbers the rows: select _row to get the cells of each row for citing. Take an extreme, its date and a sum from the same query. The result becomes evidence by the id of this call: record_evidence with `query`.',
  schema: z.object({ snapshot: ref, table: z.int().min(1), sql: text }),
  spends: () => ({ reads: 1 }),
  effect: true,
  run: async (args, context) => {
    const snapshot = await snapshotNamed(args.snapshot, context);
    if (!snapshot) return () => refused(`There is no snapshot ${args.snapshot}.`);
    const { tables } = await context.library.structure(snapshot);
    const table = tables.find(({ number }) => number === args.table);
    if (!table) return () => refused(`${args.snapshot} has ${tables.length === 0 ? 'no tables' : `the tables ${tables.map(({ number, caption }) => `${number}${caption === null ? '' : ` "${caption}"`}`).join(', ')}`}.`);
    const unknown = unknownNames(table, args.sql);
    if (unknown.length > 0) return () => refused(`There is no column ${unknown.join(', ')}. Columns: ${columnNames(table).map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')}. A text stands in single quotes.`);
    const answer = await context.tables.query(table, args.sql, context.signal);
    if (!answer.ok) return () => ({ ...refused(answer.message), settlement: 'spent' });
    const at = answer.columns.indexOf('_row');
    const named = at < 0 ? null : answer.rows.flatMap((row) => (typeof row[at] === 'number' ? [row[at]] : []));
    const used = await usedRows(table, args.sql, context) ?? named;
    const names = columnNames(table);
    // The cells that were asked for; where the answer names no column of the table, all of its rows.
    const selected = new Set(answer.columns.map((name) => names.indexOf(name)).filter((index) => index >= 0));
    const cells = (named ?? []).slice(0, 40).flatMap((row) => table.cells.filter((cell) => cell.row === row - 1 && cell.range !== null && (selected.size === 0 || selected.has(cell.column))));
    return () => ({
      ok: true, drafts: [], settlement: 'spent', data: { snapshot: snapshot.id, table: table.number, sql: args.sql, columns: answer.columns, rows: answer.rows, used } satisfies QueryResult,
      text: [
        answer.columns.join(' | '), ...answer.rows.map((row) => row.map((value) => value ?? '').join(' | ')),
        ...(answer.truncated ? [`(only the first ${answer.rows.length} rows)`] : []),
        coverage(table, used, args.sql),
        ...(cells.length > 0 ? ['Cells, each to be quoted whole, with `near` set to its first number:', ...cells.map((cell) => describe(cell))] : []),
      ].join('\n'),
    });
  },
});

const describe = ({ row, rowHeading, columnHeading, text: words, range }: TableCell): string => `row ${row + 1} ${[rowHeading, columnHeading].filter((part) => part !== '').join(' › ')}: "${words}"${range ? ` [${range.start}–${range.end}]` : ''}`;

/** The rows that a query read, compared or summed, whichever of them its answer shows. */
async function usedRows(table: Table, sql: string, { tables, signal }: ToolContext): Promise<number[] | null> {
  const asked = rowsRead(sql);
  const answer = asked === null ? null : await tables.query(table, asked, signal);
  if (!answer?.ok) return null;
  const listed = answer.rows[0]?.[0] ?? '';
  return String(listed).split(',').filter((row) => row !== '').map(Number);
}

/** Rows used, their first and last date, and gaps in the period: an extreme over a period with gaps is not that of the period. */
export function coverage(table: Table, used: readonly number[] | null, sql: string): string {
  const { rows, of, from, to, gaps }: Coverage = coverageOf(table, new Set(used ?? Array.from({ length: table.rowCount }, (_, row) => row + 1)), sql);
  const counted = used === null ? `at most all ${of} rows` : rows === of ? `all ${of} rows` : `${rows} of ${of} rows`;
  if (from === null || to === null) return `Rows used: ${counted}.`;
  return `Rows used: ${counted}, ${from} to ${to}${gaps.length === 0 ? ', without gaps' : `; gaps: ${gaps.join(', ')}. An extreme found here is that of the rows there are, not of the whole period`}.`;
}
