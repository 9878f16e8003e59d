import { type TextRange } from '../../core/source/reader';

/** RFC 4180 with offsets. A quoted field's range excludes its quotes; doubled quotes inside stay in the range and are single in `text`. */
export interface Field {
  text: string;
  range: TextRange;
}

export interface ScanLimits {
  /** Fields in all; scanning ends at the record that passes it. */
  maxFields: number;
}

/** Records of LF text. Blank lines are skipped. `end` is the offset scanning reached. */
export function scanDelimited(text: string, delimiter: string, from: number, limits: ScanLimits): { records: Field[][]; end: number } {
  const records: Field[][] = [];
  let at = from;
  let fields = 0;
  while (at < text.length && fields < limits.maxFields) {
    const record: Field[] = [];
    for (;;) {
      const field = text[at] === '"' ? quoted(text, at, delimiter) : bare(text, at, delimiter);
      record.push(field.value);
      at = field.next;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += 1;
    const only = record.length === 1 ? record[0] : undefined;
    if (only === undefined || only.text.trim() !== '') {
      records.push(record);
      fields += record.length;
    }
  }
  return { records, end: Math.min(at, text.length) };
}

function bare(text: string, start: number, delimiter: string): { value: Field; next: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return { value: { text: text.slice(start, end), range: { start, end } }, next: end };
}

function quoted(text: string, open: number, delimiter: string): { value: Field; next: number } {
  let close = open + 1;
  for (;;) {
    close = text.indexOf('"', close);
    if (close === -1) return bare(text, open, delimiter);
    if (text[close + 1] === '"') close += 2;
    else if (close + 1 >= text.length || text[close + 1] === delimiter || text[close + 1] === '\n') break;
    else close += 1;
  }
  const raw = text.slice(open + 1, close);
  return { value: { text: raw.includes('""') ? raw.replaceAll('""', '"') : raw, range: { start: open + 1, end: close } }, next: close + 1 };
}

/** The delimiter under which the first records agree best on a number of fields; ties go to the one that leaves fewer other delimiters inside fields. */
export function delimiterOf(text: string, start: number): string | null {
  const sample = text.slice(start, start + 65_536);
  let best: { delimiter: string; score: number } | null = null;
  for (const delimiter of ['\t', ';', '|', ',', ':']) {
    if (!sample.includes(delimiter)) continue;
    const { records } = scanDelimited(sample, delimiter, 0, { maxFields: 5_000 });
    const whole = sample.length < text.length - start ? records.slice(0, -1) : records;
    const widths = new Map<number, number>();
    for (const record of whole) widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
    const [width, agreeing] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
    if (width < 2) continue;
    const leftovers = whole.flat().filter((field) => /[;\t|]/.test(field.text)).length / Math.max(1, whole.flat().length);
    // A comma between digits in every field of a semicolon file is a decimal comma: agreement alone would not tell.
    const score = agreeing / whole.length - leftovers - (delimiter === ':' ? 0.3 : 0) + Math.min(width, 20) / 1_000;
    if (score > 0.5 && (best === null || score > best.score)) best = { delimiter, score };
  }
  return best?.delimiter ?? null;
}

export function commonWidth(records: Field[][]): number {
  const widths = new Map<number, number>();
  for (const record of records.slice(0, 500)) widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
  return [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}
