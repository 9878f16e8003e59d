import { type PageItem, type TextRange } from '../../core/source/reader';
import { cleanText } from './cleanText';
import { type Drawn, type Line, linesOf, median } from './pdfLayout';
import { type AlignedCell, alignedTables } from './pdfTables';
import { isNumber, looksLikeHeadings, type WrittenCell } from './tableGrid';

/** pdf.js text item, as far as it is read here. */
export interface TextPiece {
  str: string;
  transform: number[];
  width: number;
  height: number;
  dir: string;
}

export interface WrittenLine extends TextRange {
  height: number;
}

/** One page's text. All ranges count from the page's beginning. */
export interface PageReading {
  text: string;
  items: PageItem[];
  lines: WrittenLine[];
  tables: Array<{ rows: WrittenCell[][]; headingRows: number; range: TextRange }>;
  columns: number;
  vertical: boolean;
}

const cellSeparator = ' | ';
const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

export function readPage(page: number, pieces: TextPiece[]): PageReading {
  const drawn = pieces.filter((piece) => piece.str.trim() !== '');
  const angle = commonAngle(drawn);
  const turned = drawn.map((piece, index) => turn(piece, angle, index));
  const vertical = drawn.filter((piece) => piece.dir === 'ttb').length > drawn.length / 2;
  const along = turned.filter((_, index) => angleOf(drawn[index]) === angle);
  const across = turned.filter((_, index) => angleOf(drawn[index]) !== angle);
  const { lines, columns } = vertical ? { lines: asDrawn(turned), columns: 1 } : linesOf(along);
  const rightToLeft = drawn.filter((piece) => piece.dir === 'rtl').length > drawn.length / 2;
  const writer = new PageWriter(page, drawn, rightToLeft);
  writer.write(lines, vertical ? [] : alignedTables(lines));
  // Margin stamps and axis labels run another way: they come last.
  if (!vertical) for (const piece of across) writer.loose(piece);
  return { text: writer.text, items: writer.items, lines: writer.lines, tables: writer.tables, columns, vertical };
}

class PageWriter {
  text = '';
  readonly items: PageItem[] = [];
  readonly lines: WrittenLine[] = [];
  readonly tables: PageReading['tables'] = [];

  constructor(private readonly page: number, private readonly drawn: TextPiece[], private readonly rightToLeft: boolean) {}

  write(lines: Line[], tables: ReturnType<typeof alignedTables>): void {
    const pitch = usualPitch(lines);
    lines.forEach((line, index) => {
      const before = lines[index - 1];
      const table = tables.find((one) => one.from <= index && index < one.to);
      const row = table?.rows[index - table.from];
      // Its words stand in the row above.
      if (row === null) return;
      const starts = table?.from === index || tables.some((one) => one.to === index);
      const apart = before !== undefined && (before.run !== line.run || before.y - line.y > 1.35 * pitch);
      if (this.text !== '') this.text += starts || (apart && table === undefined) ? '\n\n' : '\n';
      if (table === undefined) {
        this.line(line);
        return;
      }
      if (table.from === index) this.tables.push({ rows: [], headingRows: 0, range: { start: this.text.length, end: 0 } });
      const current = this.tables.at(-1);
      if (current === undefined || row === undefined) return;
      current.rows.push(this.row(row, columnCount(table.rows.filter((one) => one !== null))));
      current.range.end = this.text.length;
    });
    for (const table of this.tables) table.headingRows = headingRows(table.rows);
  }

  loose(piece: Drawn): void {
    if (this.text !== '') this.text += '\n';
    this.piece(piece);
  }

  private line(line: Line): void {
    const start = this.text.length;
    const pieces = line.segments.flatMap((segment) => segment.pieces);
    this.pieces(pieces);
    this.lines.push({ start, end: this.text.length, height: line.height });
  }

  private row(cells: AlignedCell[], width: number): WrittenCell[] {
    const start = this.text.length;
    const written: WrittenCell[] = [];
    let height = 0;
    let column = 0;
    const blank = (): void => {
      if (column > 0) this.text += cellSeparator;
      written.push({ text: '', range: { start: this.text.length, end: this.text.length }, heading: false, rowScope: false, columnSpan: 1, rowSpan: 1 });
      column += 1;
    };
    for (const cell of cells) {
      while (column < cell.column) blank();
      if (column > 0) this.text += cellSeparator;
      const from = this.text.length;
      cell.segments.forEach((segment, at) => {
        if (at > 0) this.text += wide.test(this.text.at(-1) ?? '') ? '' : ' ';
        this.pieces(segment.pieces);
        height = Math.max(height, segment.height);
      });
      written.push({ text: this.text.slice(from), range: { start: from, end: this.text.length }, heading: false, rowScope: false, columnSpan: cell.span, rowSpan: 1 });
      column = cell.column + cell.span;
    }
    while (column < width) blank();
    this.lines.push({ start, end: this.text.length, height });
    return written;
  }

  private pieces(pieces: Drawn[]): void {
    const ordered = this.rightToLeft ? [...pieces].reverse() : pieces;
    ordered.forEach((piece, index) => {
      const before = ordered[index - 1];
      if (before && needsSpace(before, piece, this.rightToLeft)) this.text += ' ';
      this.piece(piece);
    });
  }

  private piece(piece: Drawn): void {
    const source = this.drawn[piece.index];
    const text = cleanText(piece.str).replaceAll('\n', ' ');
    const start = this.text.length;
    this.text += text;
    if (!source) return;
    const turned = degreesOf(source);
    this.items.push({ page: this.page, start, end: this.text.length, x: source.transform[4] ?? 0, y: source.transform[5] ?? 0, width: source.width, height: source.height || piece.height, ...(turned === 0 ? {} : { turned }) });
  }
}

/** Pieces are drawn with or without their spaces; where a gap says more than a letter's spacing, a space stood there. */
function needsSpace(before: Drawn, next: Drawn, rightToLeft: boolean): boolean {
  if (/\s$/.test(before.str) || /^\s/.test(next.str)) return false;
  const gap = rightToLeft ? before.x - (next.x + next.width) : next.x - (before.x + before.width);
  const both = wide.test(before.str.at(-1) ?? '') && wide.test(next.str[0] ?? '');
  return gap > (both ? 0.6 : 0.18) * Math.min(before.height, next.height);
}

function usualPitch(lines: Line[]): number {
  const steps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && before.run === line.run && before.y > line.y ? [before.y - line.y] : [];
  });
  return steps.length === 0 ? Infinity : median(steps);
}

function columnCount(rows: Array<Array<{ column: number; span: number }>>): number {
  return rows.flat().reduce((most, cell) => Math.max(most, cell.column + cell.span), 0);
}

function headingRows(rows: WrittenCell[][]): number {
  const numbers = (row: WrittenCell[]): number => row.filter((cell) => isNumber(cell.text) && !/^(?:19|20)\d{2}$/.test(cell.text)).length;
  const spanned = rows[0]?.some((cell) => cell.columnSpan > 1) === true;
  if (spanned && numbers(rows[0] ?? []) === 0) return rows[1] !== undefined && numbers(rows[1]) === 0 && rows.length > 2 ? 2 : 1;
  const texts = rows.map((row) => row.map((cell) => cell.text));
  return looksLikeHeadings(texts[0] ?? [], texts.slice(1)) ? 1 : 0;
}

function asDrawn(pieces: Drawn[]): Line[] {
  return pieces.map((piece) => ({ segments: [{ pieces: [piece], x: piece.x, right: piece.x + piece.width, y: piece.y, height: piece.height }], y: piece.y, height: piece.height, run: 0 }));
}

/** Direction of a piece of text in degrees from -180 to 180. */
function degreesOf(piece: TextPiece | undefined): number {
  const [a = 1, b = 0] = piece?.transform ?? [];
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

/** The same in quarter turns. */
const angleOf = (piece: TextPiece | undefined): number => ((Math.round(degreesOf(piece) / 90) % 4) + 4) % 4;

function commonAngle(pieces: TextPiece[]): number {
  const counts = [0, 0, 0, 0];
  for (const piece of pieces) counts[angleOf(piece)] = (counts[angleOf(piece)] ?? 0) + piece.str.length;
  return counts.indexOf(Math.max(...counts));
}

/** Coordinates in which the page's usual text runs along x. */
function turn(piece: TextPiece, angle: number, index: number): Drawn {
  const [a = 1, b = 0, , , x = 0, y = 0] = piece.transform;
  const height = piece.height > 0 ? piece.height : Math.hypot(a, b);
  const [turnedX, turnedY] = angle === 0 ? [x, y] : angle === 1 ? [y, -x] : angle === 2 ? [-x, -y] : [-y, x];
  return { str: piece.str, x: turnedX, y: turnedY, width: piece.width, height, index };
}
