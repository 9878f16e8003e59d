import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultReadLimits, type ReadText } from '../../../src/core/source/reader';
import { createSourceReader, type PdfAssets, type SourceReaderOptions } from '../../../src/node/reader';

const home = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** What the reader of PDF files loads, from where it is installed. */
export const pdfAssets: PdfAssets = {
  library: path.join(home, 'legacy/build/pdf.min.mjs'), worker: path.join(home, 'legacy/build/pdf.worker.min.mjs'),
  cmaps: path.join(home, 'cmaps'), standardFonts: path.join(home, 'standard_fonts'),
};

const corpus = path.join(import.meta.dirname, '../../corpora/reader');

/** A reading that must work; a failure becomes an error that starts with its kind. */
export async function readBytes(bytes: Uint8Array, address: string, declaredType?: string, options: SourceReaderOptions = {}): Promise<ReadText> {
  const outcome = await createSourceReader(options).read({
    bytes, address, limits: defaultReadLimits, signal: new AbortController().signal, ...(declaredType === undefined ? {} : { declaredType }),
  });
  if (!outcome.ok) throw new Error(`${outcome.failure.kind}: ${outcome.failure.message}`);
  return outcome.value;
}

/** Reads a file of the corpus and the right text beside it. */
export async function readFixture(name: string, declaredType?: string, options: SourceReaderOptions = {}): Promise<{ reading: ReadText; expected: string }> {
  const file = path.join(corpus, name);
  const reading = await readBytes(await readFile(file), pathToFileURL(file).href, declaredType, options);
  return { reading, expected: await readFile(`${file}.expected`, 'utf8').catch(() => '') };
}

/** Each cell as `row heading / column heading = text`. */
export function cellLines(reading: ReadText, table = 0): string[] {
  return (reading.tables[table]?.cells ?? []).map((cell) => `${cell.rowHeading} / ${cell.columnHeading} = ${cell.text}`);
}
