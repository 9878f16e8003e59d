import { type ReadText } from '../../core/source/reader';
import { cleanText } from './cleanText';
import { type FormatReader, plainReading } from './format';
import { officeMetadata, propertyParts } from './officeProperties';
import { isNumber, layTable, looksLikeHeadings, maxTableCells, type WrittenCell } from './tableGrid';
import { cellAddress, readWorkbook, type Sheet } from './workbook';
import { unzip } from './zip';

const cellSeparator = ' | ';
/** Columns of one sheet; a stray cell far to the right must not fill every line with separators. */
const maxColumns = 256;

/** Workbooks: a heading for each sheet, a line for each row, an empty line where the sheet has empty rows. A block of rows is a table. */
export const read: FormatReader = async (input) => {
  const parts = unzip(input.bytes, input.address, (name) => propertyParts(name) || /^xl\/(?:workbook|sharedStrings|styles)\.xml$|^xl\/_rels\/workbook\.xml\.rels$|^xl\/worksheets\/[^/]*\.xml$|^xl\/(?:charts\/chart|media\/)[^/]*$/.test(name));
  const { sheets, cut } = readWorkbook(parts, input.address, maxTableCells);
  const writer = new SheetWriter();
  for (const sheet of sheets) writer.sheet(sheet);
  const reading = plainReading(writer.text, input.mediaType, 'xlsx');
  const pictures = [...parts.keys()].filter((name) => /^xl\/(?:charts|media)\//.test(name)).length;
  const unresolved = sheets.reduce((sum, sheet) => sum + sheet.unresolved, 0);
  const hidden = sheets.filter((sheet) => sheet.hidden).map((sheet) => `“${sheet.name}”`);
  return {
    ...reading, headings: writer.headings, tables: writer.tables, metadata: officeMetadata(parts),
    missing: [
      ...(cut ? [`Only the first ${maxTableCells} filled cells were read.`] : []),
      ...(unresolved > 0 ? [`${unresolved} formula ${unresolved === 1 ? 'cell holds no stored result and was' : 'cells hold no stored result and were'} not computed.`] : []),
      ...(hidden.length > 0 ? [`Hidden in the workbook, but read: ${hidden.join(', ')}.`] : []),
      ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? 'picture or chart was' : 'pictures or charts were'} not read; a number that stands only in one is not in the text.`] : []),
      ...(writer.wide ? [`Columns after ${maxColumns} were left out.`] : []),
    ],
  };
};

class SheetWriter {
  text = '';
  readonly headings: ReadText['headings'] = [];
  readonly tables: ReadText['tables'] = [];
  wide = false;

  sheet(sheet: Sheet): void {
    const name = cleanText(sheet.name);
    this.text += `${this.text === '' ? '' : '\n\n'}# ${name}`;
    this.headings.push({ start: this.text.length - name.length, end: this.text.length, level: 1, text: name });
    const merges = new Map(sheet.merges.map((merge) => [`${merge.row}:${merge.column}`, merge]));
    let caption: string | null = null;
    for (const block of blocksOf(sheet)) {
      this.text += '\n';
      const rows = [...block];
      // Rows of a single cell above a table are its title, even when nothing separates them.
      while (rows.length > 0) {
        const only = singleCell(sheet, rows[0] ?? 0);
        if (only === null) break;
        this.text += `\n${only}`;
        caption = caption === null ? only : `${caption}\n${only}`;
        rows.shift();
      }
      if (rows.length === 0) continue;
      this.block(sheet, rows, merges, caption);
      caption = null;
    }
  }

  private block(sheet: Sheet, rows: number[], merges: Map<string, Sheet['merges'][number]>, caption: string | null): void {
    const columns = rows.flatMap((row) => [...(sheet.rows.get(row)?.keys() ?? [])]);
    const first = columns.reduce((least, column) => Math.min(least, column), Infinity);
    const last = columns.reduce((most, column) => Math.max(most, column), 0);
    const end = Math.min(last, first + maxColumns - 1);
    this.wide ||= end < last;
    const start = this.text.length + 1;
    const covered = new Set<string>();
    const written = rows.map((row) => {
      this.text += '\n';
      const line: WrittenCell[] = [];
      const parts: string[] = [];
      let offset = this.text.length;
      for (let column = first; column <= end; column += 1) {
        if (column > first) offset += cellSeparator.length;
        const text = cleanText(sheet.rows.get(row)?.get(column) ?? '');
        parts.push(text);
        const merge = merges.get(`${row}:${column}`);
        if (merge) for (let y = 0; y < Math.min(merge.rowSpan, rows.length); y += 1) for (let x = 0; x < Math.min(merge.columnSpan, maxColumns); x += 1) covered.add(`${row + y}:${column + x}`);
        if (merge !== undefined || !covered.has(`${row}:${column}`)) {
          line.push({ text, range: { start: offset, end: offset + text.length }, heading: false, rowScope: false, columnSpan: merge?.columnSpan ?? 1, rowSpan: merge?.rowSpan ?? 1, cell: cellAddress(row, column) });
        }
        offset += text.length;
      }
      this.text += parts.join(cellSeparator);
      return line;
    });
    this.tables.push(layTable(written, this.tables.length + 1, {
      caption, sheet: sheet.name, page: null, headingRows: headingRows(written), range: { start, end: this.text.length },
    }));
  }
}

/** Runs of rows without an empty row between them. */
function blocksOf(sheet: Sheet): number[][] {
  const blocks: number[][] = [];
  for (const row of [...sheet.rows.keys()].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last?.at(-1) === row - 1) last.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

function singleCell(sheet: Sheet, row: number): string | null {
  const cells = [...(sheet.rows.get(row)?.values() ?? [])];
  return cells.length === 1 && !isNumber(cells[0] ?? '') ? cells[0] ?? null : null;
}

/** Merged cells at the top make the heading as deep as they reach; else one row when it looks like headings. */
function headingRows(rows: WrittenCell[][]): number {
  const top = rows[0] ?? [];
  const deep = top.reduce((most, cell) => Math.max(most, cell.rowSpan), 1);
  const across = top.some((cell) => cell.columnSpan > 1);
  if (deep > 1 || across) return Math.min(Math.max(deep, across ? 2 : 1), rows.length - 1);
  const texts = rows.slice(0, 60).map((row) => row.map((cell) => cell.text));
  return looksLikeHeadings(texts[0] ?? [], texts.slice(1)) ? 1 : 0;
}
