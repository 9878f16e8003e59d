// The host tests: test/host/**/*.test.ts with mocha inside the real extension host.
//   node test/e2e/host.mjs [NAME…]     only the files whose names begin so
// With VSCODE_DESKTOP=1 in the desktop editor that @vscode/test-electron downloads, else in the server build.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { runTests } from '@vscode/test-electron';
import { root } from '../../scripts/lib/steps.mjs';
import { modelProvider } from './support/modelProvider.mjs';
import { isMain } from '../../scripts/lib/main.mjs';

const out = path.join(root, 'dist-test', 'host');
const results = path.join(root, 'dist-test', 'host-results.json');

/**
 * Bundles, runs and lists them. Their console is in dist-test/host-console.log.
 * @param {string[]} names  of test files; none means all
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runHostTests(names = []) {
  await rm(results, { force: true });
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const files = readdirSync(path.join(root, 'test/host'), { recursive: true }).filter((name) => name.endsWith('.test.ts') && (names.length === 0 || names.some((one) => name.startsWith(one))));
  await build({
    absWorkingDir: root,
    entryPoints: ['test/host/run.ts', ...files.map((name) => path.join('test/host', name))],
    outdir: out,
    outbase: 'test/host',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  // The tests research it and change what was archived: a copy of their own.
  const workspace = await mkdtemp(path.join(tmpdir(), 'research-ledger-host-'));
  await cp(path.join(root, 'media/sample'), workspace, { recursive: true, filter: (file) => path.basename(file) !== '.research' });
  const ended = await runTests({
    ...(process.env.VSCODE_DESKTOP ? {} : { vscodeExecutablePath: path.join(root, 'test/e2e/support/codeShim.mjs') }),
    // The server build takes one extension under development; the shim installs the other.
    extensionDevelopmentPath: process.env.VSCODE_DESKTOP ? [root, modelProvider] : root,
    extensionTestsPath: path.join(out, 'run.js'),
    launchArgs: [workspace, '--disable-extensions'],
    extensionTestsEnv: { HOST_TEST_RESULTS: results, SCRIPTED_ANSWERS: path.join(root, 'test/recordings/ferry.jsonl') },
  }).catch((error) => error);
  await rm(workspace, { recursive: true, force: true });
  const tests = JSON.parse(await readFile(results, 'utf8').catch((error) => {
    throw new Error(`The host tests left no result (${ended}); see dist-test/host-console.log.`, { cause: error });
  }));
  for (const { title, error, notRun } of tests) console.log(notRun ? `  not run here: ${title}` : error ? `  ✘ ${title}\n${error.replace(/^/gm, '      ')}` : `  ✔ ${title}`);
  const failed = tests.filter(({ error }) => error).length;
  return { passed: tests.filter(({ error, notRun }) => !error && !notRun).length, failed };
}

if (isMain(import.meta)) {
  const { passed, failed } = await runHostTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
