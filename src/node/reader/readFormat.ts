import { type ReadOutcome } from '../../core/source/reader';
import { cutAt, type FormatInput, type FormatReader, ReadError } from './format';
import { type Sniffed } from './sniff';

export type ReadableKind = Exclude<Sniffed['kind'], 'binary' | 'old-office'>;

const readers: Record<ReadableKind, () => Promise<{ read: FormatReader }>> = {
  html: () => import('./readHtml'),
  xml: () => import('./readText'),
  text: () => import('./readText'),
  markdown: () => import('./readMarkdown'),
  csv: () => import('./readCsv'),
  notebook: () => import('./readNotebook'),
  docx: () => import('./readDocx'),
  xlsx: () => import('./readXlsx'),
  epub: () => import('./readEpub'),
  pdf: () => import('./readPdf'),
  json: () => import('./readJson'),
};

/** One format's reader, loaded when its first file comes. Whatever the bytes do to it, the answer is an outcome. */
export async function readFormat(kind: ReadableKind, input: FormatInput): Promise<ReadOutcome> {
  try {
    const { read } = await readers[kind]();
    const reading = cutAt(await read(input), input.limits.maxText);
    if (reading.text.trim() === '') return { ok: false, failure: { kind: 'empty', message: emptyMessage(input, reading.missing) } };
    return { ok: true, value: reading };
  } catch (error) {
    if (error instanceof ReadError) return { ok: false, failure: { kind: error.kind, message: error.message } };
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, failure: { kind: 'damaged', message: `${input.address} could not be read as ${input.mediaType}: ${reason}. Try another copy of it.` } };
  }
}

function emptyMessage(input: FormatInput, missing: string[]): string {
  // What was not read says what to do about it.
  return [`${input.address} holds no text.`, ...(missing.length > 0 ? missing : ['Look for another copy of it.'])].join(' ');
}
