import * as z from 'zod';
import { relation, text, type Evidence, type Figure } from '../ledger/records';
import { type EventData } from '../run/event';
import { nextId } from '../run/state';
import { type Table, type TableCell } from '../source/reader';
import { cellValue, columnNames } from '../source/tableEngine';
import { withConsequences } from './evidenceTools';
import { snapshotNamed } from './sourceTools';
import { nothing, optional, ref, refused, tool } from './tool';

const dateText = /^\d{4}-\d{2}(-\d{2})?$/;

export const queryTable = tool({
  name: 'query_table',
  description: 'One SQL SELECT over a table of an archived source. The table is called t; its columns are its headings in double quotes, and _row numbers the rows: select _row to get the cells of each row for citing. Take an extreme, its date and a sum from the same query.',
  schema: z.object({ snapshot: ref, table: z.int().min(1), sql: text }),
  spends: () => ({ reads: 1 }),
  effect: true,
  run: async (args, context) => {
    const snapshot = await snapshotNamed(args.snapshot, context);
    if (!snapshot) return () => refused(`There is no snapshot ${args.snapshot}.`);
    const { tables } = await context.library.structure(snapshot);
    const table = tables.find(({ number }) => number === args.table);
    if (!table) return () => refused(`${args.snapshot} has ${tables.length === 0 ? 'no tables' : `the tables ${tables.map(({ number, caption }) => `${number}${caption === null ? '' : ` "${caption}"`}`).join(', ')}`}.`);
    const answer = await context.tables.query(table, args.sql, context.signal);
    if (!answer.ok) return () => ({ ...refused(answer.message), settlement: 'spent' });
    const at = answer.columns.indexOf('_row');
    const used = at < 0 ? null : answer.rows.flatMap((row) => (typeof row[at] === 'number' ? [row[at]] : []));
    const names = columnNames(table);
    // The cells that were asked for; where the answer names no column of the table, all of its rows.
    const selected = new Set(answer.columns.map((name) => names.indexOf(name)).filter((index) => index >= 0));
    const cells = (used ?? []).slice(0, 40).flatMap((row) => table.cells.filter((cell) => cell.row === row - 1 && cell.range !== null && (selected.size === 0 || selected.has(cell.column))));
    return () => ({
      ok: true, drafts: [], settlement: 'spent', data: { columns: answer.columns, rows: answer.rows, cells },
      text: [
        answer.columns.join(' | '), ...answer.rows.map((row) => row.map((value) => value ?? '').join(' | ')),
        ...(answer.truncated ? [`(only the first ${answer.rows.length} rows)`] : []),
        coverage(table, used),
        ...(cells.length > 0 ? ['Cells, each to be quoted whole, with `near` set to its first number:', ...cells.map((cell) => describe(cell))] : []),
      ].join('\n'),
    });
  },
});

const describe = ({ row, rowHeading, columnHeading, text: words, range }: TableCell): string => `row ${row + 1} ${[rowHeading, columnHeading].filter((part) => part !== '').join(' › ')}: "${words}"${range ? ` [${range.start}–${range.end}]` : ''}`;

/** Rows used, their first and last date, and gaps in the period: an extreme over a period with gaps is not that of the period. */
export function coverage(table: Table, used: readonly number[] | null): string {
  const rows = used === null ? `all ${table.rowCount} rows` : `${new Set(used).size} of ${table.rowCount} rows`;
  const column = columnNames(table).findIndex((_, index) => {
    const values = table.cells.filter((cell) => cell.column === index).map((cell) => cellValue(cell.text));
    return values.length > 1 && values.filter((value) => typeof value === 'string' && dateText.test(value)).length >= values.length * 0.8;
  });
  if (column < 0) return `Rows used: ${rows}.`;
  const dates = table.cells.filter((cell) => cell.column === column && (used === null || used.includes(cell.row + 1))).map((cell) => cellValue(cell.text)).filter((value): value is string => typeof value === 'string' && dateText.test(value)).sort();
  const gaps = gapsIn(dates);
  return `Rows used: ${rows}, ${dates[0] ?? '?'} to ${dates.at(-1) ?? '?'}${gaps.length === 0 ? ', without gaps' : `; gaps: ${gaps.join(', ')}. An extreme found here is that of the rows there are, not of the whole period`}.`;
}

/** Steps more than half again as long as the usual one. */
function gapsIn(dates: readonly string[]): string[] {
  const times = dates.map((written) => Date.parse(written.length === 7 ? `${written}-01` : written));
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time)).filter((step) => step > 0);
  if (steps.length < 2) return [];
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return times.flatMap((time, index) => {
    const next = times[index + 1];
    return next !== undefined && next - time > usual * 1.6 ? [`${dates[index] ?? ''} to ${dates[index + 1] ?? ''}`] : [];
  });
}

/** What two figures must share before they are calculated with, unless the call says why not. */
const joins = ['denominator', 'basis', 'sample', 'period'] as const;

export const calculate = tool({
  name: 'calculate',
  description: 'Calculate over recorded figures by their evidence ids, as in "(E12 - E7) / E7 * 100". The result becomes evidence of kind calculation on the claim, resting on them; an inference from it stands on the claims of these figures. Figures that differ in as-of date, basis, sample, period or denominator are refused unless join_reason says why they may be joined. `unit`: what the result is to be in, converted and checked by the host; left out, it follows from the figures.',
  schema: z.object({ claim: ref, relation, expression: text, unit: optional(text), join_reason: optional(text), validity: optional(text) }),
  spends: () => nothing,
  claims: ({ claim }) => [claim],
  effect: false,
  run: async (args, context) => {
    const ids = [...new Set(args.expression.match(/\bE\d+\b/g) ?? [])];
    const items = ids.flatMap((id) => context.state.ledger.evidence.filter((item) => item.id === id));
    const missing = ids.filter((id) => !items.some((item) => item.id === id && item.state === 'active' && item.figure !== null));
    if (ids.length === 0) return () => refused('The expression names no evidence: use ids such as E12.');
    if (missing.length > 0) return () => refused(`Without a live figure: ${missing.join(', ')}. Record the figure with its evidence first.`);
    const differing = differences(items);
    if (differing.length > 0 && args.join_reason === null) return () => refused(`These figures are not alike: ${differing.join('; ')}. Say in join_reason why they may be joined, or use others.`);
    const result = await context.calculator.evaluate(args.expression, Object.fromEntries(items.map((item) => [item.id, { value: item.figure?.value ?? 0, unit: item.figure?.unit ?? null }])), args.unit);
    if (!result.ok) return () => refused(result.message);
    return (state) => {
      if (!state.ledger.claims.some(({ id }) => id === args.claim)) return refused(`There is no claim ${args.claim}.`);
      const figure: Figure = { value: result.value, text: String(Number(result.value.toPrecision(6))), unit: result.unit, denominator: same(items, 'denominator'), period: same(items, 'period'), basis: same(items, 'basis'), sample: same(items, 'sample'), rowHeading: null, columnHeading: null, formula: args.expression };
      const item: EventData<'evidence.recorded'> = {
        id: nextId(state, 'evidence'), claim: args.claim, relation: args.relation, kind: 'calculation', source: null, snapshot: null, start: null, end: null, quote: null, match: null, differences: [],
        extractor: context.extractor, validity: args.validity, asOf: null, figure, cells: [], headings: [], locator: { page: null, sheet: null, cell: null, row: null },
        premises: ids, reasoning: `${args.expression} = ${result.text}${args.join_reason === null ? '' : ` (joined: ${args.join_reason})`}`, search: null, worker: context.worker,
      };
      return withConsequences(item, state, `${args.expression} = ${result.text}`);
    };
  },
});

const valueOf = (item: Evidence, name: (typeof joins)[number]): string | null => item.figure?.[name] ?? null;

/** A share and what it is a share of differ in their denominator by nature: "12 %" of orders, and 4,000 orders. */
const isShared = (item: Evidence, items: readonly Evidence[]): boolean =>
  valueOf(item, 'denominator') === null && item.figure?.unit != null && items.some((other) => valueOf(other, 'denominator')?.toLowerCase() === item.figure?.unit?.toLowerCase());

function differences(items: readonly Evidence[]): string[] {
  const named = joins.map((name) => ({ name, values: new Set(items.filter((item) => name !== 'denominator' || !isShared(item, items)).map((item) => valueOf(item, name))) }));
  const dates = new Set(items.map(({ asOf }) => asOf?.slice(0, 10) ?? null));
  return [
    ...named.filter(({ values }) => values.size > 1).map(({ name, values }) => `${name} ${[...values].map((value) => value ?? 'not said').join(' / ')}`),
    ...(dates.size > 1 ? [`as of ${[...dates].map((value) => value ?? 'not said').join(' / ')}`] : []),
  ];
}

const same = (items: readonly Evidence[], name: (typeof joins)[number]): string | null => {
  const values = new Set(items.map((item) => valueOf(item, name)));
  return values.size === 1 ? [...values][0] ?? null : null;
};
