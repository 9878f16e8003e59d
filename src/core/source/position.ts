import { type TextRange } from './reader';

/** Line and column as the editor's links count them, both from 1; columns in UTF-16 code units. */
export interface LineColumn {
  line: number;
  column: number;
}

/** Where the lines of a text begin (line ends are LF, as every archived text has them). Build it once a text. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** An offset beyond the text is taken as its end. */
  at(offset: number): LineColumn {
    const within = Math.min(Math.max(offset, 0), this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= within) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: within - this.#starts[low]! + 1 };
  }

  /** The offset of a line and column; a line or column beyond the text is taken as the last one. */
  offset({ line, column }: LineColumn): number {
    const index = Math.min(Math.max(line, 1), this.#starts.length) - 1;
    const next = this.#starts[index + 1];
    const end = next === undefined ? this.#length : next - 1;
    return Math.min(this.#starts[index]! + Math.max(column, 1) - 1, end);
  }

  /** The offsets between two places; null where the text has no such places, or nothing stands between them. */
  between(from: LineColumn, to: LineColumn): TextRange | null {
    const range = { start: this.offset(from), end: this.offset(to) };
    const stands = [[from, range.start] as const, [to, range.end] as const].every(([{ line, column }, offset]) => { const at = this.at(offset); return at.line === line && at.column === column; });
    return stands && range.start < range.end ? range : null;
  }

  /** The fragment that makes the editor's opener select the range, such as `L73,84-L83,52`. */
  fragment(range: TextRange): string {
    const [start, end] = [this.at(range.start), this.at(range.end)];
    return `L${start.line},${start.column}-L${end.line},${end.column}`;
  }
}

/** Start and end of one range; for many ranges of one text keep a {@link LineIndex}. */
export function rangeToLineColumn(text: string, range: TextRange): { start: LineColumn; end: LineColumn } {
  const lines = new LineIndex(text);
  return { start: lines.at(range.start), end: lines.at(range.end) };
}
