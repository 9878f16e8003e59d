import { type Table, type TableCell, type TextRange } from '../../core/source/reader';

/** A cell as the source wrote it, before spans are laid out. */
export interface WrittenCell {
  text: string;
  range: TextRange;
  heading: boolean;
  /** `scope=row` or `scope=rowgroup`. */
  rowScope: boolean;
  columnSpan: number;
  rowSpan: number;
  cell?: string;
}

interface Slot {
  written: WrittenCell;
  origin: boolean;
}

export interface TableFrame {
  caption: string | null;
  sheet: string | null;
  page: number | null;
  /** Rows known to be headings (`thead`); null when the cells must tell. */
  headingRows: number | null;
  range: TextRange;
}

/** More cells than this are kept as text only; the reader says so. */
export const maxTableCells = 300_000;
const maxColumns = 1_000;
const joint = ' › ';

/**
 * Expands spans to a grid, joins stacked headings ("Score › test"), finds the heading of each row, and keeps where each cell's text stands.
 * In the slots that a merged cell covers, `range` is null; a word is repeated there (it names them all), a number is not (it is stated once).
 */
export function layTable(rows: WrittenCell[][], number: number, frame: TableFrame): Table {
  const grid = expand(rows);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const headingRows = Math.min(frame.headingRows ?? countHeadingRows(grid), Math.max(0, grid.length - (frame.headingRows === null ? 1 : 0)));
  const body = grid.slice(headingRows);
  const columns = Array.from({ length: width }, (_, column) => stacked(grid.slice(0, headingRows).map((row) => row[column])));
  const headings = rowHeadings(body, width);
  const cells: TableCell[] = [];
  body.forEach((row, rowIndex) => {
    const rowHeading = stacked(headings.columns.map((column) => row[column]));
    for (let column = 0; column < width; column += 1) {
      const slot = row[column];
      if (slot === undefined) continue;
      const repeated = slot.origin || !isNumber(slot.written.text);
      cells.push({
        row: rowIndex, column, text: repeated ? slot.written.text : '', rowHeading, columnHeading: columns[column] ?? '',
        range: slot.origin && slot.written.range.end > slot.written.range.start ? slot.written.range : null, cell: slot.written.cell ?? null,
      });
    }
  });
  return {
    number, caption: frame.caption, sheet: frame.sheet, page: frame.page, columns,
    rowHeadingColumn: headings.columns.at(-1) ?? null, rowHeadingOrigin: headings.origin, cells, rowCount: body.length, range: frame.range,
  };
}

function expand(rows: WrittenCell[][]): Array<Array<Slot | undefined>> {
  const grid: Array<Array<Slot | undefined>> = rows.map(() => []);
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const written of row) {
      const line = grid[rowIndex] ?? [];
      while (line[column] !== undefined) column += 1;
      // rowspan=0 means "to the end of the table".
      const down = Math.min(written.rowSpan === 0 ? rows.length : written.rowSpan, rows.length - rowIndex);
      const across = Math.min(Math.max(1, written.columnSpan), maxColumns - column);
      for (let y = 0; y < down; y += 1) {
        for (let x = 0; x < across; x += 1) {
          const target = grid[rowIndex + y];
          if (target && target[column + x] === undefined) target[column + x] = { written, origin: x === 0 && y === 0 };
        }
      }
      column += across;
      if (column >= maxColumns) break;
    }
  });
  return grid;
}

/** Without `thead`: the leading rows that hold headings alone; else the first row when it has words where later rows have numbers. */
function countHeadingRows(grid: Array<Array<Slot | undefined>>): number {
  let count = 0;
  while (count < grid.length && (grid[count] ?? []).length > 0 && (grid[count] ?? []).every((slot) => slot === undefined || slot.written.heading || slot.written.text === '') && (grid[count] ?? []).some((slot) => slot?.written.heading)) count += 1;
  if (count > 0) return count === grid.length ? Math.max(1, count - 1) : count;
  return looksLikeHeadings((grid[0] ?? []).map((slot) => slot?.written.text ?? ''), grid.slice(1).map((row) => row.map((slot) => slot?.written.text ?? ''))) ? 1 : 0;
}

/** True when `first` can be the headings of `rest`: words, no two alike, above columns of numbers or shorter than what follows. */
export function looksLikeHeadings(first: string[], rest: string[][]): boolean {
  const filled = first.filter((text) => text !== '');
  if (rest.length === 0 || filled.length < Math.max(1, first.length - 1) || new Set(filled).size < filled.length) return false;
  const years = filled.filter((text) => /^(?:19|20)\d{2}$/.test(text)).length;
  if (filled.some((text) => isNumber(text) && !/^(?:19|20)\d{2}$/.test(text)) || years === filled.length) return false;
  if (filled.some((text) => text.length > 120)) return false;
  const below = rest.slice(0, 50);
  const numericColumn = first.some((_, column) => {
    const values = below.map((row) => row[column] ?? '').filter((text) => text !== '');
    return values.length > 0 && values.filter(isNumber).length >= 0.6 * values.length;
  });
  const repeats = first.some((_, column) => {
    const values = below.map((row) => row[column] ?? '');
    return values.length >= 4 && new Set(values).size <= values.length / 2 && !values.includes(first[column] ?? '');
  });
  return numericColumn || repeats || years > 0 || filled.every((text) => text.length <= 40);
}

function rowHeadings(body: Array<Array<Slot | undefined>>, width: number): { columns: number[]; origin: Table['rowHeadingOrigin'] } {
  if (body.length === 0 || width < 2) return { columns: [], origin: 'none' };
  const declared: number[] = [];
  for (let column = 0; column < width - 1; column += 1) {
    const heads = body.filter((row) => row[column]?.written.rowScope === true || row[column]?.written.heading === true).length;
    if (heads < body.length * 0.5) break;
    declared.push(column);
  }
  if (declared.length > 0) return { columns: declared, origin: 'declared' };
  const filled = body.filter((row) => (row[0]?.written.text ?? '') !== '').length;
  return filled >= 0.6 * body.length ? { columns: [0], origin: 'assumed' } : { columns: [], origin: 'none' };
}

function stacked(slots: Array<Slot | undefined>): string {
  const parts: string[] = [];
  for (const slot of slots) {
    const text = slot?.written.text ?? '';
    if (text !== '' && parts.at(-1) !== text) parts.push(text);
  }
  return parts.join(joint);
}

/** A number with its sign, unit sign, grouping or bracket, as tables write it. */
export function isNumber(text: string): boolean {
  return text.length < 40 && /^[\s(]*[-+−–±~≈<>≤≥]?\s*(?:[$€£¥₩₹]|US\$|CHF|EUR|USD)?\s*[-+−]?(?:\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+|\d+)?(?:[.,·]\d+)?(?:[eE×x][-+]?\d+)?\s*[%‰°)]*\s*(?:[a-zµ]{1,3}|[$€£¥₩₹万亿億千])?\s*[*†‡)]*$/iu.test(text) && /\d/.test(text);
}
