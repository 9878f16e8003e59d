import { Parser } from 'htmlparser2';
import { ReadError } from './format';
import { unescapeXml } from './officeProperties';
import { partText } from './zip';

export interface Sheet {
  name: string;
  hidden: boolean;
  /** Row number (from 1) to column number (from 1) to what the cell shows. */
  rows: Map<number, Map<number, string>>;
  merges: Array<{ row: number; column: number; rowSpan: number; columnSpan: number }>;
  /** Formula cells whose result the file does not hold. */
  unresolved: number;
}

/** Numbers as the sheet shows them where that says more: dates as ISO 8601, percentages with their sign; others as stored, without float noise. */
export function readWorkbook(parts: Map<string, Uint8Array>, address: string, maxCells: number): { sheets: Sheet[]; cut: boolean } {
  const workbook = partText(parts, 'xl/workbook.xml');
  if (workbook === null) throw new ReadError('damaged', `${address} has no workbook inside. Open it in its own program, save it again and add that copy.`);
  const shared = sharedStrings(partText(parts, 'xl/sharedStrings.xml') ?? '');
  const formats = cellFormats(partText(parts, 'xl/styles.xml') ?? '');
  const targets = new Map([...(partText(parts, 'xl/_rels/workbook.xml.rels') ?? '').matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')]));
  const epoch1904 = /<workbookPr\b[^>]*date1904="(?:1|true)"/.test(workbook);
  const sheets: Sheet[] = [];
  let cells = 0;
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)) {
    const target = targets.get(attribute(tag, 'r:id')) ?? '';
    const source = partText(parts, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    if (source === null) continue;
    const sheet: Sheet = { name: unescapeXml(attribute(tag, 'name')), hidden: /hidden/i.test(attribute(tag, 'state')), rows: new Map(), merges: [], unresolved: 0 };
    cells += readSheet(source, sheet, { shared, formats, epoch1904, maxCells: maxCells - cells });
    sheets.push(sheet);
    if (cells >= maxCells) return { sheets, cut: true };
  }
  return { sheets, cut: false };
}

interface SheetContext {
  shared: string[];
  formats: CellFormat[];
  epoch1904: boolean;
  maxCells: number;
}

function readSheet(source: string, sheet: Sheet, context: SheetContext): number {
  let cells = 0;
  let row = 0;
  let column = 0;
  let type = 'n';
  let format: CellFormat = 'plain';
  let collecting = false;
  let phonetic = false;
  let formula = false;
  let text = '';
  let hasValue = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const tag = localName(name);
      if (tag === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        column = 0;
      } else if (tag === 'c') {
        const place = addressOf(attributes['r'] ?? '');
        column = place?.column ?? column + 1;
        row = place?.row ?? row;
        type = attributes['t'] ?? 'n';
        format = context.formats[Number(attributes['s'] ?? 0)] ?? 'plain';
        text = '';
        formula = false;
        hasValue = false;
      } else if (tag === 'v' || (tag === 't' && !phonetic)) {
        collecting = true;
        hasValue = true;
      } else if (tag === 'f') formula = true;
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 'mergeCell') {
        const [from, to] = (attributes['ref'] ?? '').split(':').map(addressOf);
        if (from && to) sheet.merges.push({ row: from.row, column: from.column, rowSpan: to.row - from.row + 1, columnSpan: to.column - from.column + 1 });
      }
    },
    ontext(data) {
      if (collecting) text += data;
    },
    onclosetag(name) {
      const tag = localName(name);
      if (tag === 'v' || tag === 't') collecting = false;
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 'c') {
        if (formula && !hasValue) sheet.unresolved += 1;
        const shown = shownValue(text, type, format, context).replace(/\s+/g, ' ').trim();
        if (shown === '' || cells >= context.maxCells) return;
        cells += 1;
        const line = sheet.rows.get(row);
        if (line) line.set(column, shown);
        else sheet.rows.set(row, new Map([[column, shown]]));
      }
    },
  }, { xmlMode: true, decodeEntities: true });
  parser.end(source);
  return cells;
}

function shownValue(text: string, type: string, format: CellFormat, context: SheetContext): string {
  if (text === '') return '';
  if (type === 's') return context.shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (format === 'date' || format === 'time') return serialDate(value, format, context.epoch1904);
  return format === 'percent' ? `${plainNumber(value * 100)}%` : plainNumber(value);
}

/** Spreadsheets compute with 15 significant digits and show none beyond them. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** Day 60 of the 1900 calendar is 29 February 1900, which never was: days before it are one off. */
function serialDate(serial: number, format: 'date' | 'time', epoch1904: boolean): string {
  const days = epoch1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((days - 25_569) * 86_400_000 / 1_000) * 1_000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const iso = date.toISOString();
  if (format === 'time' && serial < 1) return iso.slice(11, 19);
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19);
}

type CellFormat = 'plain' | 'date' | 'time' | 'percent';

function cellFormats(styles: string): CellFormat[] {
  const custom = new Map([...styles.matchAll(/<numFmt\b[^>]*>/g)].map(([tag]) => [Number(attribute(tag, 'numFmtId')), unescapeXml(attribute(tag, 'formatCode'))]));
  const block = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? '';
  return [...block.matchAll(/<xf\b[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId'));
    // ECMA-376 part 1, 18.8.30: built-in formats have no code in the file.
    if (id === 9 || id === 10) return 'percent';
    if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
    if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
    const code = (custom.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
    if (/[dy]/i.test(code)) return 'date';
    if (/[hs]/i.test(code) && !/general/i.test(code)) return 'time';
    return code.includes('%') ? 'percent' : 'plain';
  });
}

function sharedStrings(source: string): string[] {
  const strings: string[] = [];
  let text = '';
  let collecting = false;
  let phonetic = false;
  new Parser({
    onopentag(name) {
      const tag = localName(name);
      if (tag === 'si') text = '';
      else if (tag === 't') collecting = !phonetic;
      else if (tag === 'rPh') phonetic = true;
    },
    ontext(data) {
      if (collecting) text += data;
    },
    onclosetag(name) {
      const tag = localName(name);
      if (tag === 't') collecting = false;
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 'si') strings.push(text);
    },
  }, { xmlMode: true, decodeEntities: true }).end(source);
  return strings;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find((value) => value !== undefined) ?? '';
}

function addressOf(reference: string): { row: number; column: number } | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!found) return null;
  const column = [...(found[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(found[2]), column };
}

/** `B17` for row 17, column 2. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}
