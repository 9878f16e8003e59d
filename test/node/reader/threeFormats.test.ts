import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anchorText } from '../../../src/core/source/span/anchorText';
import { locateQuote } from '../../../src/core/source/span/locate';
import { lettersOf } from '../../../src/core/source/span/skeleton';
import { type Located } from '../../../src/core/source/span/types';
import { readBytes } from './reading';

const root = path.resolve(import.meta.dirname, '../../..');
/** The Filesystem Hierarchy Standard comes with the package in all three formats; slim images leave documents out, so it may also be unpacked. */
const editions = ['/', path.join(root, '.cache/debian-policy')].map((where) => path.join(where, 'usr/share/doc/debian-policy/fhs')).find((folder) => existsSync(path.join(folder, 'fhs-3.0.html')));
const wanted = 200;

const library = path.join(root, 'node_modules/pdfjs-dist');
const pdfAssets = { library: path.join(library, 'legacy/build/pdf.min.mjs'), worker: path.join(library, 'legacy/build/pdf.worker.min.mjs'), cmaps: path.join(library, 'cmaps'), standardFonts: path.join(library, 'standard_fonts') };

async function edition(name: string): Promise<string> {
  const file = path.join(editions ?? '', name);
  const bytes = readFileSync(file);
  return (await readBytes(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, pathToFileURL(file.replace(/\.gz$/, '')).href, undefined, { pdfAssets })).text;
}

/** Whole sentences of running text, no two alike. */
function sentences(text: string): string[] {
  const whole = text.split('\n').flatMap((line) => line.match(/[A-Z][^.!?]*(?:[.!?](?!\s+[A-Z]|\s*$)[^.!?]*)*[.!?](?=\s|$)/g) ?? []);
  return [...new Set(whole.filter((one) => one.length >= 60 && one.length <= 300))];
}

// Continuous integration installs it, so there its absence is a failure.
describe.skipIf(editions === undefined && process.env['ALL_TESTS'] !== '1')('needs debian-policy: one document in three formats', () => {
  it(`gives the same words a span in HTML, text and PDF, for ${wanted} sentences and nearly all there are`, async () => {
    const [html, plain, pdf] = await Promise.all([edition('fhs-3.0.html'), edition('fhs-3.0.txt.gz'), edition('fhs-3.0.pdf.gz')]);
    const anchors = [html, plain, pdf].map(anchorText);
    // What stands twice asks for context, and the numbers of notes are the edition's own.
    const asked = sentences(html).filter((sentence) => !/\[\d+\]/.test(sentence) && anchors.every((anchor) => !isAmbiguous(locateQuote(anchor, sentence))));
    const found = asked.filter((sentence) => anchors.every((anchor) => {
      const located = locateQuote(anchor, sentence);
      return located.match === 'verbatim' && lettersOf(anchor.text.slice(located.range.start, located.range.end)) === lettersOf(sentence);
    }));
    expect(found.length).toBeGreaterThanOrEqual(wanted);
    // The others are cut by the head and foot of a page of the PDF.
    expect(found.length / asked.length).toBeGreaterThan(0.985);
  });
});

const isAmbiguous = (located: Located): boolean => located.match === 'not-found' && located.reason === 'ambiguous';
