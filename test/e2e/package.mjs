// What ships: the package's file list against the checked-in one, and the size budgets.
//   node test/e2e/package.mjs            UPDATE_PACKAGE_LIST=1 writes the list anew
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync, unzipSync } from 'fflate';
import Mocha from 'mocha';
import { bundleForNode } from '../../scripts/build.mjs';
import { isMain } from '../../scripts/lib/main.mjs';
import { root } from '../../scripts/lib/steps.mjs';
import { packVsix, vsixPath } from './support/vsix.mjs';

const list = path.join(root, 'test/e2e/package-files.txt');
const kb = 1_000;
const budgets = { activation: 150 * kb, webview: 220 * kb, webviewGzip: 65 * kb, vsix: 6_000 * kb };

/** Names that change with their contents, and folders taken over whole, stand as one line each. */
function generic(name) {
  return name
    .replace(/^extension\//, '')
    .replace(/^dist\/[\w.-]+-[A-Z0-9]{8}\.js$/, 'dist/CHUNK.js')
    .replace(/^(dist\/assets\/pdfjs\/(?:cmaps|standard_fonts))\/.+$/, '$1/…');
}

async function packagedFiles() {
  const names = Object.keys(unzipSync(await readFile(vsixPath), { filter: ({ name }) => name.startsWith('extension/') }));
  return [...new Set(names.map(generic))].sort();
}

function under(name, length, limit) {
  assert.ok(length < limit, `${name}: ${(length / kb).toFixed(0)} KB, the budget is ${limit / kb} KB`);
}

/** @returns {Promise<{passed: number, failed: number}>} */
async function runPackageTests() {
  const mocha = new Mocha({ timeout: 60_000, forbidOnly: true });
  const suite = Mocha.Suite.create(mocha.suite, 'the package');
  const test = (title, run) => suite.addTest(new Mocha.Test(title, run));
  suite.beforeAll(packVsix);

  test('holds exactly the files of test/e2e/package-files.txt', async () => {
    const files = await packagedFiles();
    if (process.env.UPDATE_PACKAGE_LIST) await writeFile(list, `${files.join('\n')}\n`);
    assert.deepEqual(files, (await readFile(list, 'utf8')).trimEnd().split('\n'), 'UPDATE_PACKAGE_LIST=1 node test/e2e/package.mjs takes the change over');
  });
  test('loads less than 150 KB at activation', async () => {
    const { activation } = JSON.parse(await readFile(path.join(root, '.cache/build.json'), 'utf8'));
    under(activation.files.join(' + '), activation.bytes, budgets.activation);
  });
  test('has a panel under 220 KB, 65 KB compressed', async () => {
    const script = await readFile(path.join(root, 'dist/webview.js'));
    under('webview.js', script.length, budgets.webview);
    under('webview.js, gzip', gzipSync(script, { level: 9 }).length, budgets.webviewGzip);
  });
  test('is under 6 MB', async () => {
    under('the package', (await stat(vsixPath)).size, budgets.vsix);
  });
  test('is bundled so that a class is one class on both sides of an import() and in a worker', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'research-ledger-bundle-'));
    const write = (name, text) => writeFile(path.join(folder, name), text);
    await write('fault.ts', 'export class Fault extends Error {}');
    await write('late.ts', "import { Fault } from './fault'; export function fail() { throw new Fault('late'); }");
    await write('main.ts', "import { Fault } from './fault'; export const loaded = () => Object.keys(require.cache).length;"
      + "export async function same() { const { fail } = await import('./late'); try { fail(); } catch (error) { return error instanceof Fault; } }");
    await write('aWorker.ts', "import { Fault } from './fault'; import { parentPort } from 'node:worker_threads'; parentPort?.postMessage(new Fault('there').message);");
    await bundleForNode({ main: path.join(folder, 'main.ts'), aWorker: path.join(folder, 'aWorker.ts') }, folder);
    const { same, loaded } = createRequire(import.meta.url)(path.join(folder, 'main.js'));
    const before = loaded();
    assert.equal(await same(), true);
    assert.equal(loaded(), before + 1, 'late.ts is loaded on first use');
    assert.deepEqual(await once(new Worker(path.join(folder, 'aWorker.js')), 'message'), ['there']);
    await rm(folder, { recursive: true });
  });
  test('carries no source maps', async () => {
    assert.deepEqual((await packagedFiles()).filter((name) => name.endsWith('.map')), []);
  });

  return new Promise((resolve) => {
    const runner = mocha.run((failed) => { resolve({ passed: runner.stats.passes, failed }); });
  });
}

if (isMain(import.meta)) {
  const { passed, failed } = await runPackageTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
