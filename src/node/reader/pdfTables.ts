import { type Line, type Segment } from './pdfLayout';

/** Consecutive lines whose pieces stand in common columns. `from` and `to` (exclusive) index the page's lines. */
export interface AlignedTable {
  from: number;
  to: number;
  /** For each line, each segment with the first column and the number of columns it covers. */
  rows: Array<Array<{ segment: Segment; column: number; span: number }>>;
}

const leastRows = 3;
const maxColumns = 20;
const longestCell = 60;

/** Tables that no rule marks, found by alignment alone: at least three lines of at least two short pieces in non-overlapping columns. */
export function alignedTables(lines: Line[]): AlignedTable[] {
  const tables: AlignedTable[] = [];
  let at = 0;
  while (at < lines.length) {
    let to = at;
    let gaps = 0;
    let last = at;
    while (to < lines.length && lines[to]?.run === lines[at]?.run) {
      const line = lines[to];
      const before = lines[to - 1];
      if (line === undefined || (to > at && before !== undefined && before.y - line.y > 3.5 * line.height)) break;
      // One wrapped cell or group heading between rows does not end a table; running text does.
      if (line.segments.length >= 2) {
        gaps = 0;
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
  if ((within[0]?.segments.length ?? 0) < 2 || many.length < leastRows || many.length < 0.6 * within.length) return null;
  const columns = columnsOf(many);
  if (columns === null) return null;
  const rows = within.map((line) => line.segments.map((segment) => {
    const covered = columns.flatMap((column, index) => (segment.x < column.right && segment.right > column.x ? [index] : []));
    const column = covered[0] ?? nearest(columns, segment);
    return { segment, column, span: Math.max(1, covered.length) };
  }));
  const collides = rows.some((row) => new Set(row.map((cell) => cell.column)).size < row.length);
  const texts = rows.flat().map((cell) => cell.segment.pieces.reduce((sum, piece) => sum + piece.str.length, 0));
  if (collides || texts.filter((length) => length > longestCell).length > 0.1 * texts.length) return null;
  return { from, to, rows };
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
