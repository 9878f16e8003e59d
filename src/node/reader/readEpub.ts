import { parseHTML } from 'linkedom';
import { type Found, type ReadText } from '../../core/source/reader';
import { isoDate } from './dates';
import { type FormatReader, noMetadata, plainReading, ReadError } from './format';
import { unescapeXml } from './officeProperties';
import { readDocument } from './readHtml';
import { moveReading } from './moveReading';
import { partText, unzip } from './zip';

/** EPUB: the chapters of the spine in order, each through the page reader. */
export const read: FormatReader = async (input) => {
  const parts = unzip(input.bytes, input.address, (name) => /\.(?:xml|opf|x?html?)$/i.test(name));
  if (parts.has('META-INF/encryption.xml') && /EncryptedData/.test(partText(parts, 'META-INF/encryption.xml') ?? '') && !/obfuscation|ns\.adobe\.com\/pdf\/enc/.test(partText(parts, 'META-INF/encryption.xml') ?? '')) {
    throw new ReadError('encrypted', `${input.address} is protected by rights management and cannot be read. Use a copy without protection.`);
  }
  const packagePath = unescapeXml(/full-path\s*=\s*["']([^"']+)/.exec(partText(parts, 'META-INF/container.xml') ?? '')?.[1] ?? '');
  const opf = partText(parts, packagePath);
  if (opf === null) throw new ReadError('damaged', `${input.address} has no package document inside. Get another copy of the book.`);
  const reading: ReadText = { ...plainReading('', input.mediaType, 'epub'), metadata: bookMetadata(opf) };
  let unread = 0;
  for (const path of spine(opf, packagePath)) {
    const source = partText(parts, path);
    if (source === null) {
      unread += 1;
      continue;
    }
    try {
      append(reading, readDocument(parseHTML(source).document, input.address));
    } catch (error) {
      // A chapter that is only a picture has no text: the book is still worth reading.
      if (!(error instanceof ReadError) || error.kind !== 'empty') throw error;
      unread += 1;
    }
  }
  if (unread > 0) reading.missing.push(`${unread} ${unread === 1 ? 'chapter holds' : 'chapters hold'} no text that could be read.`);
  return reading;
};

function append(book: ReadText, chapter: ReadText): void {
  if (book.text !== '') book.text += '\n\n';
  const moved = moveReading(chapter, book.text.length, book.tables.length);
  book.text += chapter.text;
  book.headings.push(...moved.headings);
  book.tables.push(...moved.tables);
  book.links.push(...moved.links);
  book.missing.push(...chapter.missing);
}

function spine(opf: string, packagePath: string): string[] {
  const folder = packagePath.includes('/') ? packagePath.slice(0, packagePath.lastIndexOf('/') + 1) : '';
  const attribute = (tag: string, name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? '';
  const items = new Map([...opf.matchAll(/<(?:\w+:)?item\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'id'), attribute(tag, 'href')]));
  return [...opf.matchAll(/<(?:\w+:)?itemref\b[^>]*>/g)].flatMap(([tag]) => {
    const href = items.get(attribute(tag, 'idref'));
    return href === undefined ? [] : [new URL(folder + unescapeXml(href).split('#')[0], 'epub:///').pathname.slice(1)].map(decodeURIComponent);
  });
}

function bookMetadata(opf: string): ReadText['metadata'] {
  const all = (tag: string): string[] => [...opf.matchAll(new RegExp(`<dc:${tag}\\b[^>]*>([^<]+)<`, 'g'))].map((found) => unescapeXml(found[1] ?? '').trim()).filter((value) => value !== '');
  const first = (tag: string, read: (value: string) => string | null = (value) => value): Found<string> | null => {
    const value = all(tag).map(read).find((one) => one !== null);
    return value === undefined || value === null ? null : { value, origin: `epub ${tag}`, guessed: false };
  };
  const modified = isoDate(/property="dcterms:modified"[^>]*>([^<]+)</.exec(opf)?.[1] ?? '');
  return {
    ...noMetadata(), title: first('title'), publisher: first('publisher'), published: first('date', isoDate), language: first('language'), licence: first('rights'),
    authors: all('creator').map((value) => ({ value, origin: 'epub creator', guessed: false })),
    modified: modified === null ? null : { value: modified, origin: 'epub modified', guessed: false },
    identifiers: all('identifier').flatMap((value) => {
      const isbn = /(?:isbn[: ]*)?((?:97[89])?(?:-?\d){9}-?[\dXx])$/i.exec(value)?.[1];
      return isbn === undefined ? [] : [{ value: `isbn:${isbn.replaceAll('-', '')}`, origin: 'epub identifier', guessed: false }];
    }),
  };
}
