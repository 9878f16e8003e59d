import { build } from 'esbuild';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { errorMessage } from '../../../src/core/run/platform';
import { type Image, type MakeImage } from '../../../src/node/store/image';
import { imageInThread } from '../../../src/node/store/imageThread';
import { LedgerImage } from '../../../src/node/store/ledgerImage';
import { openRun, type OpenOptions } from '../../../src/node/store/runFolder';
import { type StoredLog } from '../../../src/node/store/runLog';
import { quiet } from './quiet';

export const root = path.resolve(import.meta.dirname, '../../..');
export const wasm = path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm');

const unused = () => Promise.reject(new Error('this test has no image'));
const noImage: Image = { load: unused, export: unused, query: unused, close: () => Promise.resolve() };

/** A log without an image: for what concerns the journal and the lock alone. */
export const openPlain = (folder: string, options: Partial<OpenOptions> = {}): Promise<StoredLog> => openRun(folder, { makeImage: () => noImage, log: quiet, ...options });

/** Bundles a module of the sources or the tests for Node, as the product's build does with its workers. */
export async function bundled(file: string): Promise<string> {
  const outfile = path.join(await mkdtemp(path.join(tmpdir(), 'ledger-built-')), `${path.parse(file).name}.cjs`);
  await build({ entryPoints: [path.join(root, file)], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'warning' });
  return outfile;
}

/** The image as the product runs it. */
export const threadImage = async (): Promise<MakeImage> => imageInThread({ worker: await bundled('src/node/store/imageWorker.ts'), wasm });

/** The same image on this thread, for tests that open hundreds of runs. */
export async function imageHere(): Promise<MakeImage> {
  const sql = await initSqlJs({ locateFile: () => wasm });
  return (source) => {
    let image: LedgerImage | undefined;
    const caughtUp = async () => {
      if (!image) {
        image = new LedgerImage(sql);
        const bytes = await source.image();
        try {
          if (bytes) image.load(bytes, () => undefined);
        } catch (cause) {
          source.broken(errorMessage(cause));
        }
      }
      for (const { bytes } of source.groupsAfter(image.seq)) image.apply(bytes);
      return image;
    };
    return {
      load: async (bytes, given) => {
        image ??= new LedgerImage(sql);
        image.load(bytes, given);
      },
      export: async () => {
        const here = await caughtUp();
        return { bytes: here.export(), seq: here.seq };
      },
      query: async (text, parameters, limits) => (await caughtUp()).query(text, parameters, limits?.rows ?? 1_000),
      close: () => Promise.resolve(),
    };
  };
}
