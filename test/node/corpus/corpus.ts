import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ReadRequest, type SourceReader } from '../../../src/core/source/reader';
import { createFolderProvider, type FolderProvider, type FolderProviderOptions } from '../../../src/node/corpus/folderProvider';

/** Reads UTF-8 text with Markdown headings, says what is binary or empty, and remembers what it was asked. */
export class PlainReader implements SourceReader {
  readonly asked: string[] = [];
  async read({ bytes, address }: ReadRequest): ReturnType<SourceReader['read']> {
    this.asked.push(decodeURIComponent(new URL(address).pathname));
    const text = Buffer.from(bytes).toString();
    if (text.includes('\0')) return { ok: false, failure: { kind: 'binary', message: 'is no text' } };
    if (text.trim() === '') return { ok: false, failure: { kind: 'empty', message: 'is empty' } };
    const headings = [...text.matchAll(/^(#{1,6}) (.+)$/gm)].map((match) => ({ level: match[1]!.length, text: match[2]!, start: match.index, end: match.index + match[0].length }));
    const metadata = { title: null, authors: [], publisher: null, published: null, modified: null, language: null, canonical: null, licence: null, identifiers: [], agency: null, interest: null, method: null };
    return { ok: true, value: { text, mediaType: 'text/plain', charset: null, converter: { name: 'plain', version: '1' }, main: null, headings, tables: [], pages: [], items: [], links: [], metadata, missing: [] } };
  }
}

export interface Corpus {
  root: string;
  indexFolder: string;
  reader: PlainReader;
  warnings: string[];
  provider: FolderProvider;
  write(files: Record<string, string | Uint8Array>): Promise<void>;
  remove(path: string): Promise<void>;
  /** A second provider over the same folders and index, as in a second window. */
  beside(): Corpus;
  /** The same after a restart. */
  reopen(): Promise<Corpus>;
  /** Names of the files found, best first. */
  find(query: string, limit?: number): Promise<string[]>;
}

export const never = new AbortController().signal;

/** A folder with these files and a provider over it, gone when the test ends. */
export async function corpusOf(files: Record<string, string | Uint8Array>, more: Partial<FolderProviderOptions> = {}): Promise<Corpus> {
  const base = await mkdtemp(join(tmpdir(), 'corpus-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const root = join(base, 'folder');
  await mkdir(root);
  const corpus = openCorpus(root, join(base, 'index'), more);
  await corpus.write(files);
  return corpus;
}

function openCorpus(root: string, indexFolder: string, more: Partial<FolderProviderOptions>): Corpus {
  const reader = new PlainReader();
  const warnings: string[] = [];
  const provider = createFolderProvider({
    folders: [root], exclude: [], reader, readerVersion: 'plain 1', indexFolder, clock: Date.now,
    log: { info: () => undefined, warn: (message) => warnings.push(message) }, ...more,
  });
  onTestFinished(() => provider.close());
  return {
    root, indexFolder, reader, warnings, provider,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await writeFile(join(root, name), content);
      }
    },
    remove: (path) => rm(join(root, path), { recursive: true }),
    beside: () => openCorpus(root, indexFolder, more),
    async reopen() {
      await provider.close();
      return openCorpus(root, indexFolder, more);
    },
    async find(query, limit = 10) {
      const outcome = await provider.search({ query, from: null, to: null, language: null, limit, signal: never });
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value.hits.map(({ address }) => decodeURIComponent(new URL(address).pathname).slice(root.length + 1));
    },
  };
}
