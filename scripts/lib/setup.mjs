// What a clean clone needs before anything else: the packages of the lock file, then dist/.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root, run, step } from './steps.mjs';

const leastNode = 20;

/** Installs packages when node_modules is missing or is not what package-lock.json says. */
export async function ensurePackages() {
  if (Number(process.versions.node.split('.')[0]) < leastNode) {
    throw new Error(`Node ${process.versions.node} is too old: Research Ledger needs Node ${leastNode} or newer.`);
  }
  if (await packagesAreCurrent()) return;
  await step('Installing packages (npm ci)', () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Builds dist/ afresh; a second or two, so nothing is asked of file times. */
export async function buildProduct() {
  const { build } = await import('../build.mjs');
  return step('Building', build);
}

async function packagesAreCurrent() {
  const [wanted, installed] = await Promise.all(['package-lock.json', 'node_modules/.package-lock.json'].map(readLock));
  if (!wanted) throw new Error('package-lock.json is missing: check out the repository anew.');
  if (!installed) return false;
  // An optional package may be missing: it is another platform's.
  return Object.entries(wanted.packages).every(([name, { version, optional }]) => (
    name === '' || (installed.packages[name] ? installed.packages[name].version === version : optional)));
}

async function readLock(name) {
  try {
    return JSON.parse(await readFile(path.join(root, name), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
