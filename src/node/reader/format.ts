import { type ReadFailure, type ReadLimits, type ReadText, type TextRange, type WorkMetadata } from '../../core/source/reader';
import { safeCut } from './cleanText';

/** Part of every snapshot's record; raised when a reader would write another text for the same bytes. */
export const readerVersion = '1';

/** Where the parts of the PDF library that cannot be bundled stand on disk (absolute paths). */
export interface PdfAssets {
  /** `pdf.min.mjs` of the legacy build. */
  library: string;
  /** `pdf.worker.min.mjs` of the legacy build. */
  worker: string;
  /** Folder of the packed character maps: without them Japanese text is lost without an error. */
  cmaps: string;
  standardFonts: string;
}

/** What one format's reader gets. Plain data: it crosses into a worker. */
export interface FormatInput {
  bytes: Uint8Array;
  address: string;
  mediaType: string;
  /** From `Content-Type`, when it named one. */
  declaredCharset: string | null;
  limits: ReadLimits;
  pdfAssets: PdfAssets | null;
}

export type FormatReader = (input: FormatInput) => Promise<ReadText>;

/** Thrown inside a reader, turned into a failed outcome at its edge. */
export class ReadError extends Error {
  constructor(readonly kind: ReadFailure['kind'], message: string) {
    super(message);
    this.name = 'ReadError';
  }
}

export const noMetadata = (): WorkMetadata => ({
  title: null, authors: [], publisher: null, published: null, modified: null, language: null, canonical: null,
  licence: null, identifiers: [], agency: null, interest: null, method: null,
});

/** A reading with nothing but its text; a reader fills in what its format has. */
export function plainReading(text: string, mediaType: string, converter: string): ReadText {
  return {
    text, mediaType, charset: null, converter: { name: converter, version: readerVersion }, main: null,
    headings: [], tables: [], pages: [], items: [], links: [], metadata: noMetadata(), missing: [],
  };
}

/** Cuts what lies above `maxText` UTF-16 code units, and says so. */
export function cutAt(reading: ReadText, maxText: number): ReadText {
  if (reading.text.length <= maxText) return reading;
  const end = safeCut(reading.text, maxText);
  const inside = (range: TextRange): boolean => range.end <= end;
  const clip = <T extends TextRange>(range: T): T => (range.end <= end ? range : { ...range, end });
  return {
    ...reading,
    text: reading.text.slice(0, end),
    main: reading.main && reading.main.start < end ? clip(reading.main) : null,
    headings: reading.headings.filter(inside),
    links: reading.links.filter(inside),
    items: reading.items.filter(inside),
    pages: reading.pages.filter((page) => page.start < end).map(clip),
    tables: reading.tables.filter((table) => table.range.start < end)
      .map((table) => ({ ...clipTable(table, end), range: clip(table.range) })),
    missing: [...reading.missing, `The text was cut after ${end} of ${reading.text.length} characters, the limit for one source.`],
  };
}

function clipTable(table: ReadText['tables'][number], end: number): ReadText['tables'][number] {
  const cells = table.cells.filter((cell) => cell.range === null || cell.range.end <= end);
  const rowCount = cells.reduce((most, cell) => (cell.range === null ? most : Math.max(most, cell.row + 1)), 0);
  return { ...table, cells: cells.filter((cell) => cell.row < rowCount), rowCount };
}
