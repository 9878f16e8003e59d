import { parseHTML } from 'linkedom';
import { type Heading, type Table } from '../../core/source/reader';
import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { type FormatReader, noMetadata, plainReading, ReadError } from './format';
import { moveReading } from './moveReading';
import { readDocument } from './readHtml';

interface NotebookOutput { text?: unknown; data?: Record<string, unknown>; ename?: unknown; evalue?: unknown }
interface NotebookCell { cell_type?: unknown; id?: unknown; source?: unknown; outputs?: NotebookOutput[] }
interface Notebook { cells?: NotebookCell[]; metadata?: { title?: unknown; authors?: Array<{ name?: unknown }>; language_info?: { name?: unknown } } }

/** Jupyter notebooks: cells in order under a line with their number and kind; outputs as text, HTML tables through the page reader, no pictures. */
export const read: FormatReader = async (input) => {
  const { text: raw, charset, missing } = decodeText(input.bytes, input.declaredCharset, false);
  const notebook = parse(cleanText(raw), input.address);
  const headings: Heading[] = [];
  const tables: Table[] = [];
  let text = '';
  let pictures = 0;
  const add = (block: string): number => {
    if (text !== '') text += '\n\n';
    const at = text.length;
    text += block;
    return at;
  };
  (notebook.cells ?? []).forEach((cell, index) => {
    const source = lines(cell.source);
    const kind = typeof cell.cell_type === 'string' ? cell.cell_type : 'raw';
    add(`[${kind} cell ${index + 1}]`);
    const at = source === '' ? text.length : add(source);
    if (kind === 'markdown') {
      for (const found of source.matchAll(/(?<=^|\n)(#{1,6})[ \t]+([^\n]+?)[ \t]*(?=\n|$)/g)) {
        const start = at + found.index + found[0].indexOf(found[2] ?? '', (found[1] ?? '').length);
        headings.push({ start, end: start + (found[2] ?? '').length, level: (found[1] ?? '').length, text: found[2] ?? '' });
      }
    }
    for (const output of cell.outputs ?? []) {
      const html = lines(output.data?.['text/html']);
      const plain = lines(output.text) || lines(output.data?.['text/plain']) || (typeof output.ename === 'string' ? `${output.ename}: ${lines(output.evalue)}` : '');
      if (Object.keys(output.data ?? {}).some((type) => type.startsWith('image/'))) pictures += 1;
      if (/<table\b/i.test(html)) {
        const page = readDocument(parseHTML(`<!doctype html><html><body>${html}</body></html>`).document, input.address);
        const shift = add(page.text);
        tables.push(...moveReading(page, shift, tables.length).tables);
      } else if (plain.trim() !== '') add(plain.trimEnd());
    }
  });
  const title = headings[0];
  return {
    ...plainReading(text, input.mediaType, 'notebook'), charset, headings, tables,
    metadata: {
      ...noMetadata(),
      title: typeof notebook.metadata?.title === 'string' ? { value: notebook.metadata.title, origin: 'notebook title', guessed: false } : title ? { value: title.text, origin: 'first heading', guessed: title.level !== 1 } : null,
      authors: (notebook.metadata?.authors ?? []).flatMap((author) => (typeof author.name === 'string' ? [{ value: author.name, origin: 'notebook authors', guessed: false }] : [])),
    },
    missing: [...missing, ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? 'picture was' : 'pictures were'} not read; a number that stands only in a picture is not in the text.`] : [])],
  };
};

function parse(text: string, address: string): Notebook {
  try {
    return JSON.parse(text) as Notebook;
  } catch (error) {
    throw new ReadError('damaged', `${address} is no valid notebook (${error instanceof Error ? error.message : String(error)}). Open it in its own program, save it again and add that copy.`);
  }
}

/** Notebook text is a string or a list of lines that carry their own line ends. */
function lines(value: unknown): string {
  if (typeof value === 'string') return cleanText(value);
  return Array.isArray(value) ? cleanText(value.filter((line): line is string => typeof line === 'string').join('')) : '';
}
