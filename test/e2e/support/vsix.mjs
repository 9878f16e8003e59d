import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root, run } from '../../../scripts/lib/steps.mjs';

export const vsixPath = path.join(root, 'dist-test', 'research-ledger.vsix');

/** Packs dist/ as it is into `vsixPath`. */
export async function packVsix() {
  await mkdir(path.dirname(vsixPath), { recursive: true });
  await run(process.execPath, [path.join(root, 'node_modules/@vscode/vsce/vsce'), 'package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', vsixPath]);
}
