import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../../scripts/lib/steps.mjs';

/** What TypeScript files of the tests export, bundled for the moment: `files` are paths below test/ without their suffix. */
export async function bundled(...files) {
  const folder = await mkdtemp(path.join(tmpdir(), 'research-ledger-bundled-'));
  const outfile = path.join(folder, 'bundled.mjs');
  await build({
    absWorkingDir: root, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning',
    stdin: { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: path.join(root, 'test') },
  });
  const exported = await import(pathToFileURL(outfile).href);
  await rm(folder, { recursive: true });
  return exported;
}
