// `npm test`: sets itself up, then every check and test by name. Its last line is "N passed, N failed".
//   npm test                    everything but what a line "not run here" names
//   ALL_TESTS=1 npm test        everything; a test that cannot run counts as failed (.ci/run)
//   npm test -- unit journeys   only these
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildProduct, ensurePackages } from './lib/setup.mjs';
import { attempt, root } from './lib/steps.mjs';

const all = process.env.ALL_TESTS === '1';
const wanted = process.argv.slice(2);
const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** A check is one test: it passes when its command ends with 0. */
const check = (command, ...args) => async () => {
  const { code, output } = await attempt(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
};

/** A vitest project, counted from its JSON report. */
const vitest = (project) => async (env) => {
  const report = path.join(root, 'test-results', `${project}.json`);
  await rm(report, { force: true });
  const { code, output } = await attempt(bin('vitest'), ['run', '--project', project, '--passWithNoTests', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], { env });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
  const notRun = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'skipped' || status === 'pending');
  // A file that cannot be loaded has no tests in the report; an error outside of any test has no place in it at all.
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const failed = code === 0 ? 0 : Math.max(numFailedTests + unloaded.length, 1);
  return { passed: numPassedTests, failed, output, notRun: notRun.map(({ fullName }) => fullName) };
};

/** A script that ends with the line "N passed, N failed". */
const counted = (script, extra = {}) => async (env) => {
  const { code, output } = await attempt(process.execPath, [path.join(root, script)], { env: { ...env, ...extra } });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed\s*$/m.exec(output.trimEnd().split('\n').at(-1)) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, output };
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(Number(failed), 1), output };
};

const parts = [
  { name: 'lint', run: check(bin('eslint'), '.', '--max-warnings', '0') },
  { name: 'types', run: check(bin('tsc'), '--noEmit', '-p', '.') },
  { name: 'types of the core', run: check(bin('tsc'), '--noEmit', '-p', 'src/core') },
  { name: 'unit', run: vitest('unit') },
  { name: 'node', run: vitest('node') },
  { name: 'package', run: counted('test/e2e/package.mjs') },
  { name: 'webview', run: vitest('webview'), browser: true },
  { name: 'host', run: counted('test/e2e/host.mjs'), browser: true },
  { name: 'journeys', run: counted('test/e2e/journeys.mjs'), browser: true },
  { name: 'host, current editor', run: counted('test/e2e/host.mjs', { EDITOR_VERSION: 'current' }), browser: true, onlyAll: true },
  { name: 'journeys, current editor', run: counted('test/e2e/journeys.mjs', { EDITOR_VERSION: 'current' }), browser: true, onlyAll: true },
];

await ensurePackages();
await buildProduct();
const { findChromium } = await import('../test/e2e/support/chromium.mjs');
let chromium;
let noChromium;
try {
  chromium = findChromium();
} catch (error) {
  noChromium = error.message;
}

const started = performance.now();
const total = { passed: 0, failed: 0 };
const notRun = [];
const failures = [];
for (const { name, run, browser, onlyAll } of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (onlyAll && !all && !wanted.includes(name)) {
    notRun.push(`${name}: needs ALL_TESTS=1`);
    continue;
  }
  process.stdout.write(`${name} … `);
  const from = performance.now();
  const result = browser && !chromium ? { passed: 0, failed: 1, output: noChromium } : await run({ CHROMIUM_PATH: chromium });
  const skipped = result.notRun ?? [];
  if (all && skipped.length > 0) {
    result.failed += skipped.length;
    result.output += `\nDid not run, though ALL_TESTS=1 asks for everything:\n${skipped.map((title) => `  ${title}`).join('\n')}\n`;
  } else {
    notRun.push(...skipped.map((title) => `${name}: ${title}`));
  }
  total.passed += result.passed;
  total.failed += result.failed;
  console.log(`${result.passed} passed, ${result.failed} failed (${((performance.now() - from) / 1000).toFixed(1)} s)`);
  if (result.failed > 0) {
    failures.push(name);
    console.log(result.output.trimEnd().replace(/^/gm, '    '));
  }
}

for (const line of notRun) console.log(`not run here: ${line}`);
if (failures.length > 0) console.log(`failed: ${failures.join(', ')}`);
console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
