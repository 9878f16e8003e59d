import { type Table } from './reader';
import { cellValue, columnNames } from './tableEngine';

const keywords = new Set(['select', 'from', 'where', 'group', 'having', 'order', 'limit', 'window', 'with', 'join', 'union', 'intersect', 'except', 'as']);
const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\p{L}_][\p{L}\d_]*|[(),]/gu;

/**
 * The query of the numbers of the rows that another one reads, in one text with commas: those of its WHERE, where it reads `t` and
 * nothing else. Null for what is not that plain: then all rows may be read.
 */
export function rowsRead(sql: string): string | null {
  let depth = 0;
  const words: { word: string; start: number; end: number; depth: number }[] = [];
  for (const piece of sql.matchAll(pieces)) {
    if (piece[0] === ')') depth--;
    if (/^[\p{L}_,"`[]/u.test(piece[0])) words.push({ word: piece[0].toLowerCase(), start: piece.index, end: piece.index + piece[0].length, depth });
    if (piece[0] === '(') depth++;
  }
  const isKeyword = ({ word }: { word: string }): boolean => keywords.has(word);
  const top = words.filter((one) => one.depth === 0);
  const from = top.findIndex(({ word }) => word === 'from');
  const table = top[from + 1];
  if (from < 0 || !table || !/^["`[]?t["`\]]?$/.test(table.word)) return null;
  if (words.filter(({ word }) => word === 'select' || word === 'from').length !== 2 || words.some(({ word }) => ['with', 'join', 'union', 'intersect', 'except'].includes(word))) return null;
  const after = top.slice(from + 2);
  const rest = after.findIndex((one) => isKeyword(one) && one.word !== 'as');
  const alias = rest < 0 ? after : after.slice(0, rest);
  if (alias.some(({ word }) => word === ',')) return null;
  const where = after.findIndex(({ word }) => word === 'where');
  const source = sql.slice(table.start, (alias.at(-1) ?? table).end);
  if (where < 0) return `select group_concat(_row) from ${source}`;
  const next = after.slice(where + 1).find(({ word }) => ['group', 'having', 'order', 'limit', 'window'].includes(word));
  return `select group_concat(_row) from ${source} where ${sql.slice(after[where]?.end, next?.start).replace(/;\s*$/, '')}`;
}

/** Words after which a name in double quotes is read, not given. */
const readsNext = /^(?:select|distinct|all|from|join|where|and|or|not|in|is|like|glob|between|by|having|on|using|case|when|then|else|limit|offset|over|filter|union|intersect|except|collate|,|\()$/i;

/**
 * Names in double quotes that are neither a column of the table nor given in the statement, by AS or without it: SQLite takes such a
 * name for a text and answers with that.
 */
export function unknownNames(table: Pick<Table, 'columns'>, sql: string): string[] {
  const plain = (word: string): string => word.slice(1, -1).replaceAll('""', '"').toLowerCase();
  const known = new Set(['t', '_row', ...columnNames(table).map((name) => name.toLowerCase())]);
  const read: string[] = [];
  let before: { word: string; end: number } | null = null;
  for (const { 0: word, index } of sql.matchAll(pieces)) {
    if (/^(?:--|\/\*)/.test(word)) continue;
    const end = index + word.length;
    if (word.startsWith('"')) {
      const given = (before !== null && sql.slice(before.end, index).trim() === '' && !readsNext.test(before.word)) || /^\s*as\s*\(/i.test(sql.slice(end));
      if (given) known.add(plain(word));
      else read.push(word);
    }
    before = { word, end };
  }
  return [...new Set(read.filter((word) => !known.has(plain(word))))];
}

/** Rows that an answer rests on, of how many, and where they are dated, the first and last date that was looked at and the gaps between. */
export interface Coverage {
  rows: number;
  of: number;
  from: string | null;
  to: string | null;
  /** Each as "2025-01-20 to 2025-02-17": steps more than half again as long as the usual one. */
  gaps: string[];
}

const dateText = /^\d{4}-\d{2}(-\d{2})?$/;
const isDate = (value: unknown): value is string => typeof value === 'string' && dateText.test(value);

/** Whether most of what stands in a column is of this kind. */
function isColumnOf(table: Table, index: number, isOfIt: (value: unknown) => boolean): boolean {
  const values = table.cells.filter((cell) => cell.column === index).map((cell) => cellValue(cell.text));
  return values.length > 1 && values.filter(isOfIt).length >= values.length * 0.8;
}

/** Whether a query leaves out rows for their numbers alone: then it looked at all of them, and those between are no gaps. */
function picksByNumber(table: Table, sql: string): boolean {
  const [, where] = / where ([\s\S]*)$/i.exec(rowsRead(sql) ?? '') ?? [];
  if (where === undefined) return false;
  const words = new Set([...where.matchAll(pieces)].map(([word]) => word.replace(/^["`[]|["`\]]$/g, '').toLowerCase()));
  const named = columnNames(table).flatMap((name, index) => (words.has(name.toLowerCase()) ? [index] : []));
  return named.length > 0 && !words.has('_row') && named.every((index) => isColumnOf(table, index, (value) => typeof value === 'number'));
}

/** `used`: numbers of rows, from 1, that the query kept. */
export function coverageOf(table: Table, used: ReadonlySet<number>, sql: string): Coverage {
  const column = columnNames(table).findIndex((_, index) => isColumnOf(table, index, isDate));
  const all = picksByNumber(table, sql);
  const dates = table.cells.filter((cell) => cell.column === column && (all || used.has(cell.row + 1))).map((cell) => cellValue(cell.text)).filter(isDate).sort();
  return { rows: used.size, of: table.rowCount, from: dates[0] ?? null, to: dates.at(-1) ?? null, gaps: gapsIn(dates) };
}

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
