import { type SourceReader } from '../../../src/core/source/reader';

/** Reads UTF-8 text with Markdown headings and says what is binary or empty. `onRead` is told each path. */
export const plainReader = (onRead: (path: string) => void): SourceReader => ({
  async read({ bytes, address }) {
    onRead(decodeURIComponent(new URL(address).pathname));
    const text = Buffer.from(bytes).toString();
    if (text.includes('\0')) return { ok: false, failure: { kind: 'binary', message: `${address} is no text.` } };
    if (text.trim() === '') return { ok: false, failure: { kind: 'empty', message: `${address} is empty.` } };
    const headings = [...text.matchAll(/^(#{1,6}) (.+)$/gm)].map((match) => ({ level: match[1]!.length, text: match[2]!, start: match.index, end: match.index + match[0].length }));
    const metadata = { title: null, authors: [], publisher: null, published: null, modified: null, language: null, canonical: null, licence: null, identifiers: [], agency: null, interest: null, method: null };
    return { ok: true, value: { text, mediaType: 'text/plain', charset: null, converter: { name: 'plain', version: '1' }, main: null, headings, tables: [], pages: [], items: [], links: [], metadata, missing: [] } };
  },
});
