// Builds dist/: the extension, the command line and the workers as CommonJS that shares its chunks, the panel as one ES module.
//   node scripts/build.mjs
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { isMain } from './lib/main.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Entry name → source file. A worker is started by its file, so it is an entry: `imageWorker.ts` → imageWorker.js, `reader/worker.ts` → readerWorker.js. */
function entries() {
  const found = { extension: 'src/extension.ts', cli: 'src/cli.ts' };
  for (const file of readdirSync(path.join(root, 'src'), { recursive: true }).sort()) {
    if (!file.endsWith('.ts') || !talksToParent.test(readFileSync(path.join(root, 'src', file), 'utf8'))) continue;
    const { name, dir } = path.parse(file);
    found[name === 'worker' ? `${path.basename(dir)}Worker` : name] = path.join('src', file);
  }
  return found;
}

const talksToParent = /^import \{[^}]*\bparentPort\b[^}]*\} from 'node:worker_threads'/m;

/**
 * Pass 1 of two: split. esbuild shares chunks between entries and loads `import('./x')` on first use, but only for ES modules;
 * separate bundles would hold two copies of each class, and `instanceof` would fail between them.
 */
async function split(entryPoints, outdir) {
  return esbuild({
    absWorkingDir: root,
    entryPoints,
    outdir,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    external: ['vscode'],
    chunkNames: '[name]-[hash]',
    treeShaking: true,
    // As written, `import { type T } from './x'` would load x: a type must not bring its module along.
    tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: false } },
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** Pass 2: each chunk to CommonJS, because VS Code 1.99 loads nothing else. Chunks find each other beside themselves. */
async function toCommonJs(outputs, outdir) {
  const texts = new Map(outputs.map((output) => [path.basename(output.path), output.text]));
  await esbuild({
    absWorkingDir: root,
    entryPoints: [...texts.keys()].map((name) => ({ in: `chunk:${name}`, out: name.replace(/\.js$/, '') })),
    outdir,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [{
      name: 'chunks',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^chunk:/ }, ({ path: spec }) => ({ path: spec.slice('chunk:'.length), namespace: 'chunk' }));
        onResolve({ filter: /^\.\//, namespace: 'chunk' }, ({ path: spec, kind }) => (
          kind === 'dynamic-import' ? { path: spec, namespace: 'later' } : { path: spec, external: true }));
        onResolve({ filter: /^\.\//, namespace: 'later' }, ({ path: spec }) => ({ path: spec, external: true }));
        onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: name }) => ({ contents: texts.get(name), loader: 'js' }));
        // A chunk that is loaded later is required on first use; other `import()`s (an ES module by its address) stay as written.
        onLoad({ filter: /.*/, namespace: 'later' }, ({ path: spec }) => ({ contents: `module.exports = require(${JSON.stringify(spec)})`, loader: 'js' }));
      },
    }],
  });
}

/**
 * Bundles entries (name → source file) for Node, as CommonJS files that share their chunks.
 * @returns {Promise<import('esbuild').Metafile>} names in it are relative to the repository
 */
export async function bundleForNode(entryPoints, outdir) {
  const { outputFiles, metafile } = await split(entryPoints, outdir);
  await toCommonJs(outputFiles, outdir);
  return metafile;
}

async function buildWebview() {
  await esbuild({
    absWorkingDir: root,
    entryPoints: { webview: 'webview/main.tsx', pageView: 'webview/pageView.ts' },
    outdir: dist,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    charset: 'utf8',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file', '.svg': 'dataurl' },
    assetNames: 'assets/[name]',
    chunkNames: 'webview-[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** What is loaded by path at run time and therefore ships as files. */
async function copyAssets() {
  const from = (name) => path.join(root, 'node_modules', name);
  const assets = path.join(dist, 'assets');
  await mkdir(assets, { recursive: true });
  await cp(from('sql.js/dist/sql-wasm.wasm'), path.join(dist, 'sql-wasm.wasm'));
  const pdf = path.join(assets, 'pdfjs');
  for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs']) await cp(from(`pdfjs-dist/legacy/build/${name}`), path.join(pdf, name));
  for (const name of ['cmaps', 'standard_fonts']) await cp(from(`pdfjs-dist/${name}`), path.join(pdf, name), { recursive: true });
}

/** JavaScript that loads with `entry`: itself and what it imports at once. Bytes after minification. */
async function loadedAtOnce(metafile, entry) {
  const outputs = metafile.outputs;
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path: next, kind } of outputs[name].imports) if (kind === 'import-statement' && outputs[next]) visit(next);
  };
  visit(`dist/${entry}.js`);
  const files = [...seen].map((name) => path.basename(name)).sort();
  const sizes = await Promise.all(files.map(async (name) => (await readFile(path.join(dist, name))).length));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * Builds into dist/; what the size budgets need is returned and left in .cache/build.json.
 * @returns {Promise<{activation: {files: string[], bytes: number}}>}
 */
export async function build() {
  await rm(dist, { recursive: true, force: true });
  const [metafile] = await Promise.all([bundleForNode(entries(), dist), buildWebview(), copyAssets()]);
  await writeCli();
  const facts = { activation: await loadedAtOnce(metafile, 'extension') };
  await mkdir(path.join(root, '.cache'), { recursive: true });
  await writeFile(path.join(root, '.cache', 'build.json'), JSON.stringify(facts));
  return facts;
}

async function writeCli() {
  const file = path.join(dist, 'cli.js');
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}

if (isMain(import.meta)) {
  const started = performance.now();
  const { activation } = await build();
  console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s; ${(activation.bytes / 1000).toFixed(0)} KB load at activation`);
}
