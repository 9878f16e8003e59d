// Pictures of the panel for looking at: every tab × theme × width × language into test-results/screens.
//   node scripts/screens.mjs [NAME [THEME [WIDTH [LANGUAGE]]]]     for example: node scripts/screens.mjs article light 900 en
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { isMain } from './lib/main.mjs';

const root = path.resolve(import.meta.dirname, '..');

async function main([name, theme, width, language]) {
  const outfile = path.join(root, 'test/webview/support/.screens.mjs');
  await build({ absWorkingDir: root, entryPoints: ['test/webview/support/screens.ts'], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning' });
  try {
    const { takeScreens } = await import(pathToFileURL(outfile).href);
    console.log(`${await takeScreens({ name, theme, width, language })} pictures in test-results/screens`);
  } finally {
    await rm(outfile, { force: true });
  }
}

if (isMain(import.meta)) await main(process.argv.slice(2));
