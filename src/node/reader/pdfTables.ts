import { type Line, type Segment } from './pdfLayout';
import { isNumber } from './tableGrid';

/** Consecutive lines whose pieces stand in common columns. `from` and `to` (exclusive) index the page's lines. */
export interface AlignedTable {
  from: number;
  to: number;
  /** For each line its cells, or null where it goes on with the cells of the row above. */
  rows: Array<AlignedCell[] | null>;
}

/** What stands in a cell, line by line, with the first column and the number of columns it covers. */
export interface AlignedCell {
  segments: Segment[];
  column: number;
  span: number;
}

const leastRows = 3;
const maxColumns = 20;
const longestCell = 60;
/** Base lines less than so many text heights apart may be lines of one cell. */
const tightest = 1.6;

/** Tables that no rule marks, found by alignment alone: at least three lines of at least two short pieces in non-overlapping columns. */
export function alignedTables(lines: Line[]): AlignedTable[] {
  const tables: AlignedTable[] = [];
  let at = 0;
  while (at < lines.length) {
    let to = at;
    let gaps = 0;
    let last = at;
    const first = lines[at]?.segments[0];
    while (to < lines.length && lines[to]?.run === lines[at]?.run) {
      const line = lines[to];
      const before = lines[to - 1];
      if (line === undefined || (to > at && before !== undefined && before.y - line.y > 3.5 * line.height)) break;
      // One wrapped cell or group heading between rows does not end a table; running text does.
      if (line.segments.length >= 2) {
        gaps = 0;
        last = to + 1;
      } else if (first !== undefined && before !== undefined && (line.segments[0]?.x ?? 0) > first.right && before.y - line.y < tightest * line.height) {
        // Under a later column only, and set close: what a cell wraps to.
        last = to + 1;
      } else if ((gaps += 1) > 1) break;
      to += 1;
    }
    const table = last - at >= leastRows ? asTable(lines, at, last) : null;
    if (table !== null) tables.push(table);
    at = table === null ? at + 1 : last;
  }
  return tables;
}

function asTable(lines: Line[], from: number, to: number): AlignedTable | null {
  const within = lines.slice(from, to);
  const many = within.filter((line) => line.segments.length >= 2);
  if ((within[0]?.segments.length ?? 0) < 2 || many.length < leastRows) return null;
  const columns = columnsOf(many);
  if (columns === null) return null;
  const rows = within.map((line) => line.segments.map((segment) => {
    const covered = columns.flatMap((column, index) => (segment.x < column.right && segment.right > column.x ? [index] : []));
    const column = covered[0] ?? nearest(columns, segment);
    return { segments: [segment], column, span: Math.max(1, covered.length) };
  }));
  const collides = rows.some((row) => new Set(row.map((cell) => cell.column)).size < row.length);
  const texts = rows.flat().map(({ segments }) => lengthOf(segments));
  if (collides || texts.filter((length) => length > longestCell).length > 0.1 * texts.length) return null;
  const wrapped = withWraps(within, rows, columns.length);
  return many.length < 0.6 * wrapped.filter((row) => row !== null).length ? null : { from, to, rows: wrapped };
}

const lengthOf = (segments: readonly Segment[]): number => segments.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.str.length, 0);
const textOf = ({ segments }: AlignedCell): string => segments.flatMap(({ pieces }) => pieces).map(({ str }) => str).join('');

/**
 * Joins the lines of a wrapped cell. Only where the page shows it: lines of a row are set closer than rows are, each line that is set
 * close fills fewer columns than a row does, stands under cells of the row above and lines up with them, and holds no number by itself.
 * Where one close line does not, closeness means nothing in this table, and it is read line by line.
 */
function withWraps(lines: readonly Line[], rows: readonly AlignedCell[][], columns: number): AlignedTable['rows'] {
  const gaps = lines.slice(1).map((line, index) => (lines[index]?.y ?? 0) - line.y);
  const tight = Math.min(...gaps) * 1.12;
  const isClose = (index: number): boolean => index > 0 && (gaps[index - 1] ?? Infinity) <= tight;
  const joined: AlignedTable['rows'] = [];
  let current: AlignedCell[] = [];
  for (const [index, row] of rows.entries()) {
    if (!isClose(index)) {
      current = row.map((cell) => ({ ...cell, segments: [...cell.segments] }));
      joined.push(current);
      continue;
    }
    const above = row.map((cell) => current.find(({ column, span }) => column === cell.column && span === cell.span));
    const goesOn = row.length < columns && row.every((cell, at) => above[at] !== undefined && linesUp(cell, above[at]) && !isNumber(textOf(cell)));
    if (!goesOn) return [...rows];
    row.forEach((cell, at) => above[at]?.segments.push(...cell.segments));
    joined.push(null);
  }
  return gaps.every((gap) => gap <= tight) ? [...rows] : joined;
}

/** Set flush left, flush right or centred under one another. */
function linesUp({ segments: [below] }: AlignedCell, { segments: [above] }: AlignedCell): boolean {
  if (!below || !above) return false;
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= 0.3 * above.height;
  return near(below.x, above.x) || near(below.right, above.right) || near(below.x + below.right, above.x + above.right);
}

/** Columns from the lines with the usual number of pieces; a heading that spans two columns must not weld them. */
function columnsOf(lines: Line[]): Array<{ x: number; right: number }> | null {
  const counts = new Map<number, number>();
  for (const line of lines) counts.set(line.segments.length, (counts.get(line.segments.length) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  const intervals = lines.filter((line) => line.segments.length >= usual).flatMap((line) => line.segments.map((segment) => ({ x: segment.x, right: segment.right }))).sort((a, b) => a.x - b.x);
  const columns: Array<{ x: number; right: number }> = [];
  for (const interval of intervals) {
    const last = columns.at(-1);
    if (last && interval.x < last.right) last.right = Math.max(last.right, interval.right);
    else columns.push({ ...interval });
  }
  return columns.length >= Math.max(2, usual - 1) && columns.length <= maxColumns ? columns : null;
}

function nearest(columns: Array<{ x: number; right: number }>, segment: Segment): number {
  const middle = (segment.x + segment.right) / 2;
  let best = 0;
  columns.forEach((column, index) => {
    if (Math.abs((column.x + column.right) / 2 - middle) < Math.abs(((columns[best]?.x ?? 0) + (columns[best]?.right ?? 0)) / 2 - middle)) best = index;
  });
  return best;
}
