import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Found, type Heading, type ReadText, type WorkMetadata } from '../../core/source/reader';
import { isoDate } from './dates';
import { type FormatInput, type FormatReader, noMetadata, plainReading, ReadError } from './format';
import { pdfHeadings } from './pdfHeadings';
import { readPage, type WrittenLine } from './pdfPage';
import { layTable } from './tableGrid';
import { people, withLineFacts } from './workFacts';

/** Reading stops at this share of the time limit, so that what was read is kept instead of lost. */
const workingShare = 0.8;
const maxItems = 600_000;

/** PDF pages in reading order, with the place of every piece of text. A page is set off by an empty line and marked in `pages`. */
export const read: FormatReader = async (input) => {
  if (input.pdfAssets === null) throw new ReadError('unsupported', `${input.address} is a PDF, and the parts that read PDFs are not installed. Install the extension again, or add the document as text or HTML.`);
  const started = performance.now();
  const pdfjs = await library(input.pdfAssets);
  const document = await open(input, pdfjs);
  try {
    const reading: ReadText = { ...plainReading('', input.mediaType, 'pdf'), metadata: await documentMetadata(document) };
    const lines: WrittenLine[] = [];
    const empty: number[] = [];
    const vertical: number[] = [];
    let page = 1;
    for (; page <= document.numPages; page += 1) {
      if (performance.now() - started > workingShare * input.limits.maxMilliseconds || reading.text.length > input.limits.maxText) break;
      const content = await pageOf(document, page, reading);
      if (content === null) continue;
      if (content.text === '' && await isDrawnOn(document, page, pdfjs)) empty.push(page);
      if (content.vertical) vertical.push(page);
      const shift = reading.text === '' || content.text === '' ? reading.text.length : reading.text.length + 2;
      if (content.text !== '') reading.text += `${reading.text === '' ? '' : '\n\n'}${content.text}`;
      const move = <T extends { start: number; end: number }>(range: T): T => ({ ...range, start: range.start + shift, end: range.end + shift });
      reading.pages.push({ page, start: shift, end: shift + content.text.length });
      if (reading.items.length + content.items.length <= maxItems) for (const item of content.items) reading.items.push(move(item));
      for (const line of content.lines) lines.push(move(line));
      for (const table of content.tables) {
        reading.tables.push(layTable(
          table.rows.map((row) => row.map((cell) => ({ ...cell, range: move(cell.range) }))), reading.tables.length + 1,
          { caption: captionOf(content.text, table.range), sheet: null, page, headingRows: table.headingRows, range: move(table.range) },
        ));
      }
    }
    reading.headings = await pdfHeadings(document, reading, lines);
    reading.missing.push(...notes(reading, { total: document.numPages, next: page, empty, vertical }));
    const facts = withLineFacts(reading);
    return { ...facts, metadata: withGuessedTitle(facts, reading.headings, lines) };
  } finally {
    await document.loadingTask.destroy();
  }
};

/** The library wants drawing classes when it loads, which only an optional native package has; reading text never uses them. */
async function library(assets: NonNullable<FormatInput['pdfAssets']>): Promise<typeof PdfJs> {
  const scope = globalThis as unknown as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) scope[name] ??= class {};
  const address = pathToFileURL(assets.library).href;
  const loaded = await import(/* @vite-ignore */ address) as typeof PdfJs;
  loaded.GlobalWorkerOptions.workerSrc = pathToFileURL(assets.worker).href;
  return loaded;
}

async function open(input: FormatInput, pdfjs: typeof PdfJs): Promise<PdfJs.PDFDocumentProxy> {
  const folder = (path: string): string => (/[\\/]$/.test(path) ? path : `${path}/`);
  try {
    return await pdfjs.getDocument({
      data: new Uint8Array(input.bytes), cMapUrl: folder(input.pdfAssets?.cmaps ?? ''), cMapPacked: true, standardFontDataUrl: folder(input.pdfAssets?.standardFonts ?? ''),
      isEvalSupported: false, useSystemFonts: false, disableFontFace: true, verbosity: 0,
    }).promise;
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    if (name === 'PasswordException') throw new ReadError('encrypted', `${input.address} is protected by a password. Save a copy without the password and add that.`);
    throw new ReadError('damaged', `${input.address} cannot be opened as a PDF (${message}). Get another copy of it.`);
  }
}

/** A page that cannot be read is named and passed over. */
async function pageOf(document: PdfJs.PDFDocumentProxy, number: number, reading: ReadText): Promise<ReturnType<typeof readPage> | null> {
  try {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    const read = readPage(number, content.items.filter((item): item is Extract<typeof item, { str: string }> => 'str' in item));
    page.cleanup();
    return read;
  } catch (error) {
    reading.missing.push(`Page ${number} could not be read (${error instanceof Error ? error.message : String(error)}).`);
    return null;
  }
}

/** A page without text and without anything painted is blank; one that is painted is a scan. */
async function isDrawnOn(document: PdfJs.PDFDocumentProxy, number: number, pdfjs: typeof PdfJs): Promise<boolean> {
  const { fnArray } = await (await document.getPage(number)).getOperatorList();
  const { paintImageXObject, paintInlineImageXObject, paintImageMaskXObject, paintFormXObjectBegin, constructPath, shadingFill } = pdfjs.OPS;
  return [paintImageXObject, paintInlineImageXObject, paintImageMaskXObject, paintFormXObjectBegin, constructPath, shadingFill].some((operation) => fnArray.includes(operation));
}

function notes(reading: ReadText, seen: { total: number; next: number; empty: number[]; vertical: number[] }): string[] {
  const notes: string[] = [];
  if (seen.next <= seen.total) notes.push(`Only the first ${seen.next - 1} of ${seen.total} pages were read within the limits.`);
  if (seen.empty.length > 0) notes.push(`${named(seen.empty)} ${seen.empty.length === 1 ? 'holds' : 'hold'} no text (a scan or a picture) and ${seen.empty.length === 1 ? 'was' : 'were'} not read. Run text recognition over the file, and add the result.`);
  if (seen.vertical.length > 0) notes.push(`${named(seen.vertical)} ${seen.vertical.length === 1 ? 'is' : 'are'} written from top to bottom: the order is the one in which the text was drawn.`);
  if (reading.items.length === 0 && reading.text !== '') notes.push('The places of the text on its pages were not kept.');
  const figures = new Set([...reading.text.matchAll(/(?<=^|\n)(?:Figure|Fig\.|Abbildung|图|圖|図)\s*\d[\d.-]*/gu)].map((found) => found[0]));
  if (figures.size > 0) notes.push(`${figures.size} ${figures.size === 1 ? 'figure was' : 'figures were'} not read; a number that stands only in a picture is not in the text.`);
  return notes;
}

/** "Pages 1–3 and 7" */
function named(pages: number[]): string {
  const spans: string[] = [];
  for (let at = 0; at < pages.length;) {
    let to = at;
    while (pages[to + 1] === (pages[to] ?? 0) + 1) to += 1;
    spans.push(to === at ? String(pages[at]) : `${pages[at]}–${pages[to]}`);
    at = to + 1;
  }
  const shown = spans.length > 12 ? [...spans.slice(0, 12), 'others'] : spans;
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('')}`;
}

/** A line such as "Table 3: …" just above a table, else just below it. */
function captionOf(text: string, table: { start: number; end: number }): string | null {
  const above = text.slice(0, table.start).trimEnd().split('\n').at(-1)?.trim() ?? '';
  const below = text.slice(table.end).trimStart().split('\n')[0]?.trim() ?? '';
  return [above, below].find((line) => /^(?:table|tab\.|tabelle|tableau|表)\s*[\dIVX]/iu.test(line)) ?? null;
}

async function documentMetadata(document: PdfJs.PDFDocumentProxy): Promise<WorkMetadata> {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }));
  const fields = info as Record<string, unknown>;
  const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const found = (value: string | null, origin: string, guessed = false): Found<string> | null => (value === null ? null : { value, origin, guessed });
  const xmp = (key: string): string | null => {
    const value = metadata?.get(key) as unknown;
    return text(Array.isArray(value) ? value.join('; ') : value);
  };
  const doi = /10\.\d{4,9}\/\S+/.exec(xmp('prism:doi') ?? xmp('dc:identifier') ?? '')?.[0];
  return {
    ...noMetadata(),
    title: found(text(fields['Title']), 'pdf Title') ?? found(xmp('dc:title'), 'xmp dc:title'),
    authors: people(text(fields['Author']) ?? xmp('dc:creator') ?? '').map((value) => ({ value, origin: 'pdf Author', guessed: false })),
    publisher: found(xmp('dc:publisher'), 'xmp dc:publisher'),
    published: found(isoDate(xmp('prism:publicationdate') ?? ''), 'xmp publication date') ?? found(pdfDate(fields['CreationDate']), 'pdf CreationDate', true),
    modified: found(pdfDate(fields['ModDate']), 'pdf ModDate'),
    language: found(text(fields['Language']) ?? xmp('dc:language'), 'pdf Lang'),
    licence: found(xmp('xmprights:webstatement') ?? xmp('dc:rights'), 'xmp rights'),
    identifiers: doi === undefined ? [] : [{ value: `doi:${doi}`, origin: 'xmp doi', guessed: false }],
  };
}

/** `D:20240501120000+02'00'`, ISO 32000-1 section 7.9.4. */
function pdfDate(value: unknown): string | null {
  const found = typeof value === 'string' ? /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2})?'?(\d{2})?/.exec(value) : null;
  if (!found) return null;
  const [, year, month, day, hour, minute, second, zone, zoneMinute] = found;
  if (month === undefined || day === undefined || hour === undefined) return isoDate([year, month, day].filter((part) => part !== undefined).join('-'));
  const offset = zone === undefined || zone === 'Z' ? zone ?? '' : `${zone}:${zoneMinute ?? '00'}`;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute ?? '00'}:${second ?? '00'}${offset}`);
}

/** Without a declared title (or with a file name in its place) the largest text of the first page is the best guess. */
function withGuessedTitle(reading: ReadText, headings: Heading[], lines: WrittenLine[]): WorkMetadata {
  const { metadata } = reading;
  if (metadata.title !== null && !/\.(?:docx?|tex|dvi|indd|pdf|pptx?|xlsx?)$|^(?:untitled|microsoft word)/i.test(metadata.title.value)) return metadata;
  const first = lines.filter((line) => line.end <= (reading.pages[0]?.end ?? 0)).slice(0, 30);
  const tallest = first.reduce((most, line) => Math.max(most, line.height), 0);
  const start = first.findIndex((line) => line.height === tallest);
  let end = start;
  while ((first[end + 1]?.height ?? 0) > 0.95 * tallest && end - start < 3) end += 1;
  const value = first.slice(Math.max(0, start), end + 1).map((line) => reading.text.slice(line.start, line.end)).join(' ').trim();
  const guess = value !== '' && value.length < 300 ? value : headings[0]?.text;
  return { ...metadata, title: guess === undefined ? null : { value: guess, origin: 'largest text of the first page', guessed: true } };
}
