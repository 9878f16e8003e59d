import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { commonWidth, delimiterOf, type Field, scanDelimited } from './delimited';
import { type FormatReader, plainReading } from './format';
import { layTable, looksLikeHeadings, maxTableCells } from './tableGrid';

/** CSV and its kin with any delimiter: the text stays as it stands, each cell knows its place in it. Numbers are not converted. */
export const read: FormatReader = async (input) => {
  const { text: raw, charset, missing } = decodeText(input.bytes, input.declaredCharset, false);
  const text = cleanText(raw);
  // Excel's own first line, `sep=;`, names the delimiter and is no data.
  const named = /^sep=(.)\n/.exec(text);
  const start = named?.[0].length ?? 0;
  const reading = { ...plainReading(text, input.mediaType, 'csv'), charset, missing };
  const delimiter = named?.[1] ?? delimiterOf(text, start) ?? (input.mediaType === 'text/tab-separated-values' ? '\t' : ',');
  const scan = scanDelimited(text, delimiter, start, { maxFields: maxTableCells });
  if (scan.records.length === 0) return reading;
  if (scan.end < text.length) {
    missing.push(`Only the first ${scan.records.length} rows are in the table, up to the limit of ${maxTableCells} cells for one table; the text holds all rows.`);
  }
  const width = commonWidth(scan.records);
  // Titles and notes above the table are shorter than its rows.
  const first = Math.max(0, scan.records.findIndex((record) => record.length >= width));
  const above = scan.records.slice(0, first).map((record) => record.map((field) => field.text.trim()).filter((part) => part !== '').join(' '));
  const records = scan.records.slice(first);
  const values = (record: Field[]): string[] => record.map((field) => field.text.trim());
  const headed = looksLikeHeadings(values(records[0] ?? []), records.slice(1, 60).map(values));
  const table = layTable(
    records.map((record) => record.map((field) => ({ text: field.text.trim(), range: trimmed(field), heading: false, rowScope: false, columnSpan: 1, rowSpan: 1 }))),
    1,
    { caption: above.length > 0 ? above.join('\n') : null, sheet: null, page: null, headingRows: headed ? 1 : 0, range: { start: records[0]?.[0]?.range.start ?? start, end: scan.end } },
  );
  if (!headed) missing.push('No heading row was recognised: the columns have no names.');
  const title = above[0];
  return {
    ...reading, tables: [table],
    metadata: { ...reading.metadata, title: title === undefined ? null : { value: title, origin: 'line above the table', guessed: true } },
  };
};

function trimmed(field: Field): Field['range'] {
  const lead = field.text.length - field.text.trimStart().length;
  const tail = field.text.length - field.text.trimEnd().length;
  return lead + tail === 0 || lead === field.text.length ? field.range : { start: field.range.start + lead, end: field.range.end - tail };
}
