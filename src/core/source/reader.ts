/**
 * Port: turns the bytes of a source into the text that is archived and quoted from.
 *
 * The text is written once (UTF-8, LF only, no BOM, no lone surrogates, otherwise not normalised) and never
 * changes; a better reader makes a new text with a new hash. Every offset is in UTF-16 code units of that text.
 */

/** Half-open range of UTF-16 code units in the extracted text. */
export interface TextRange {
  start: number;
  end: number;
}

export interface Heading extends TextRange {
  /** 1 to 6, as HTML counts them. */
  level: number;
  text: string;
}

/** A cell knows its headings and where its text stands. `range` is absent for a blank made by a merged cell. */
export interface TableCell {
  /** Row in the grid, counted from 0 below the heading rows. */
  row: number;
  /** Column in the grid, counted from 0. */
  column: number;
  text: string;
  /** Joined row headings, "Score › test" where they are stacked; empty when the table has none. */
  rowHeading: string;
  columnHeading: string;
  range: TextRange | null;
  /** Spreadsheet address such as `B17`; null elsewhere. */
  cell: string | null;
}

export interface Table {
  /** Position among the tables of the source, counted from 1. */
  number: number;
  caption: string | null;
  /** Spreadsheet sheet name; null elsewhere. */
  sheet: string | null;
  /** PDF page; null elsewhere. */
  page: number | null;
  columns: string[];
  /** Index of the column that names the rows, or null. */
  rowHeadingColumn: number | null;
  /** How the row headings were found: said by the source, or taken to be the first column. */
  rowHeadingOrigin: 'declared' | 'assumed' | 'none';
  cells: TableCell[];
  rowCount: number;
  range: TextRange;
}

export interface PageMark extends TextRange {
  /** Counted from 1. */
  page: number;
}

/** One drawn piece of text on a PDF page, in PDF user space (origin bottom left, points): `x` and `y` are where it begins on its base line, `width` runs along that line. */
export interface PageItem extends TextRange {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Degrees by which its base line is turned against the clock; absent for none. */
  turned?: number;
}

export interface Link extends TextRange {
  /** Exactly as it stood in the source, resolved against its address. */
  address: string;
  text: string;
}

/** A fact about the work together with where it was found; `guessed` marks what no field of the source declares. */
export interface Found<T> {
  value: T;
  /** Such as `json-ld datePublished`, `meta article:author`, `front matter date`, `byline`, `file time`. */
  origin: string;
  guessed: boolean;
}

/** What identifies this very work (never taken from its reference list), such as `doi:10.1000/182`. */
export type WorkIdentifier = string;

export interface WorkMetadata {
  title: Found<string> | null;
  authors: Found<string>[];
  publisher: Found<string> | null;
  /** ISO 8601 date or date-time as precise as the source says: `2024`, `2024-05`, `2024-05-31`, … */
  published: Found<string> | null;
  modified: Found<string> | null;
  /** BCP 47 tag. */
  language: Found<string> | null;
  canonical: Found<string> | null;
  licence: Found<string> | null;
  identifiers: Found<WorkIdentifier>[];
  /** News agency or release service credited by the text, such as `Reuters`. */
  agency: Found<string> | null;
  /** Who pays or has a stake, as the source says it (`interest`), and how it knows (`method`). */
  interest: Found<string> | null;
  method: Found<string> | null;
}

export interface ReadRequest {
  bytes: Uint8Array;
  /** Where the bytes came from: an http(s) or file address, used for its suffix and to resolve links. */
  address: string;
  /** `Content-Type` of the response; a hint, never trusted above sniffing. */
  declaredType?: string;
  limits: ReadLimits;
  signal: AbortSignal;
}

export interface ReadLimits {
  /** Raw bytes accepted. */
  maxBytes: number;
  /** Wall time of one reading. */
  maxMilliseconds: number;
  /** UTF-16 code units of text kept; the rest is cut and said in `missing`. */
  maxText: number;
}

/** Numbers from sources.md sections 1 and 6: the editor shows no document above 50 MB and tokenises below 20 MB. */
export const defaultReadLimits: ReadLimits = { maxBytes: 50_000_000, maxMilliseconds: 60_000, maxText: 8_000_000 };

export interface ReadText {
  text: string;
  /** Sniffed, such as `text/html`. */
  mediaType: string;
  charset: { name: string; rule: 'transport' | 'bom' | 'meta' | 'utf-8' | 'detected' | 'fallback' } | null;
  converter: { name: string; version: string };
  /** Where the reader found the main text; null when the whole text is it. */
  main: TextRange | null;
  headings: Heading[];
  tables: Table[];
  pages: PageMark[];
  /** PDF only; empty elsewhere. */
  items: PageItem[];
  links: Link[];
  metadata: WorkMetadata;
  /** One sentence each for what could not be read: a scanned page, a picture with numbers, a text cut at a limit. */
  missing: string[];
}

/** What kept a source from being read, with a sentence for people and one word for programs. */
export interface ReadFailure {
  kind: 'binary' | 'empty' | 'encrypted' | 'too-large' | 'too-slow' | 'script-only' | 'login' | 'error-page' | 'damaged' | 'unsupported';
  message: string;
}

export type ReadOutcome = { ok: true; value: ReadText } | { ok: false; failure: ReadFailure };

export interface SourceReader {
  /** Never throws for what the bytes are; only an aborted signal rejects. */
  read(request: ReadRequest): Promise<ReadOutcome>;
}
