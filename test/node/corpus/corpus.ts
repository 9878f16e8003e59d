import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFolderProvider, type FolderProvider, type FolderProviderOptions } from '../../../src/node/corpus/folderProvider';
import { plainReader } from './plainReader';

export interface Corpus {
  root: string;
  indexFolder: string;
  /** Files the reader was asked to read, in order. */
  reader: { asked: string[] };
  warnings: string[];
  provider: FolderProvider;
  write(files: Record<string, string | Uint8Array>): Promise<void>;
  remove(path: string): Promise<void>;
  /** A second provider over the same folders and index, as in a second window. */
  beside(other?: Partial<FolderProviderOptions>): Corpus;
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
  const asked: string[] = [];
  const warnings: string[] = [];
  const provider = createFolderProvider({
    folders: [root], exclude: [], reader: plainReader((path) => asked.push(path)), readerVersion: 'plain 1', indexFolder, clock: Date.now,
    log: { info: () => undefined, warn: (message) => warnings.push(message) }, ...more,
  });
  onTestFinished(() => provider.close());
  return {
    root, indexFolder, reader: { asked }, warnings, provider,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await writeFile(join(root, name), content);
      }
    },
    remove: (path) => rm(join(root, path), { recursive: true }),
    beside: (other) => openCorpus(root, indexFolder, { ...more, ...other }),
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
