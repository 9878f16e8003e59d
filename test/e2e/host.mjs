// The host tests: test/host/**/*.test.ts with mocha inside the real extension host.
//   node test/e2e/host.mjs
// With VSCODE_DESKTOP=1 in the desktop editor that @vscode/test-electron downloads, else in the server build.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { runTests } from '@vscode/test-electron';
import { root } from '../../scripts/lib/steps.mjs';
import { isMain } from '../../scripts/lib/main.mjs';

const out = path.join(root, 'dist-test', 'host');
const results = path.join(root, 'dist-test', 'host-results.json');

/**
 * Bundles, runs and lists them. Their console is in dist-test/host-console.log.
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runHostTests() {
  await rm(results, { force: true });
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const files = readdirSync(path.join(root, 'test/host'), { recursive: true }).filter((name) => name.endsWith('.test.ts'));
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
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, 'run.js'),
    launchArgs: [workspace, '--disable-extensions'],
    extensionTestsEnv: { HOST_TEST_RESULTS: results },
  }).catch((error) => error);
  await rm(workspace, { recursive: true, force: true });
  const tests = JSON.parse(await readFile(results, 'utf8').catch((error) => {
    throw new Error(`The host tests left no result (${ended}); see dist-test/host-console.log.`, { cause: error });
  }));
  for (const { title, error } of tests) console.log(error ? `  ✘ ${title}\n${error.replace(/^/gm, '      ')}` : `  ✔ ${title}`);
  const failed = tests.filter(({ error }) => error).length;
  return { passed: tests.length - failed, failed };
}

if (isMain(import.meta)) {
  const { passed, failed } = await runHostTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
