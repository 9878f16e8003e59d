import { zipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import mammoth from 'mammoth';
import { type FormatReader } from './format';
import { officeMetadata } from './officeProperties';
import { readDocument } from './readHtml';
import { unzip } from './zip';

/** Word files through HTML, so that headings, merged cells and footnotes take the same path as a page's. The HTML is treated as hostile. */
export const read: FormatReader = async (input) => {
  const parts = unzip(input.bytes, input.address, () => true);
  let pictures = 0;
  // Packed again from checked parts: the converter unpacks without limits of its own.
  const checked = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
  const { value } = await mammoth.convertToHtml({ buffer: checked }, {
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(() => {
      pictures += 1;
      return Promise.resolve({ src: '' });
    }),
  });
  const { document } = parseHTML(`<!doctype html><html><body>${value}</body></html>`);
  const reading = readDocument(document, input.address);
  const charts = [...parts.keys()].filter((name) => /^word\/charts\/chart\d*\.xml$/.test(name)).length;
  const own = officeMetadata(parts);
  const heading = reading.headings[0];
  const { metadata } = reading;
  return {
    ...reading,
    mediaType: input.mediaType, converter: { ...reading.converter, name: 'docx' }, main: null,
    metadata: {
      ...metadata,
      title: own.title ?? (heading ? { value: heading.text, origin: 'first heading', guessed: true } : null),
      authors: own.authors.length > 0 ? own.authors : metadata.authors,
      publisher: own.publisher ?? metadata.publisher,
      // A date line in the text is the author's word; the file's creation date is a program's.
      published: metadata.published ?? own.published, modified: metadata.modified ?? own.modified, language: own.language ?? metadata.language,
    },
    missing: [...reading.missing, ...pictureNote(pictures, charts)],
  };
};

function pictureNote(pictures: number, charts: number): string[] {
  const count = pictures + charts;
  return count === 0 ? [] : [`${count} ${count === 1 ? 'picture or chart was' : 'pictures or charts were'} not read; a number that stands only in one is not in the text.`];
}
