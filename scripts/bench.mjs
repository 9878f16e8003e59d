// `npm run bench`: the numbers to reach, each measured beside its named peer on this machine in this run.
//   npm run bench -- [--json] [part of a bench's name]
// A bench is test/bench/NAME.bench.ts with `rows(): Promise<{what, ours, peer, ratio, met}[]>`. Peers are in a package of their own there.
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildProduct, ensurePackages } from './lib/setup.mjs';
import { attempt, root, step } from './lib/steps.mjs';

const folder = path.join(root, 'test/bench');
// Inside test/bench, so that a bench finds the peers in its node_modules.
const out = path.join(folder, '.build');
const [flag, file] = process.argv.slice(2);

if (flag === '--measure') {
  const { rows } = createRequire(import.meta.url)(path.join(out, file));
  process.stdout.write(JSON.stringify(await rows()), () => process.exit(0));
} else {
  await benchAll(process.argv.includes('--json'), process.argv.slice(2).find((one) => !one.startsWith('-')));
}

async function benchAll(asJson, only) {
  await ensurePackages();
  await buildProduct();
  const names = readdirSync(folder).filter((name) => name.endsWith('.bench.ts') && (!only || name.includes(only))).sort();
  if (names.length === 0) throw new Error(`No bench in test/bench${only ? ` has "${only}" in its name` : ''}.`);
  await installPeers();
  await bundle(names);
  const rows = [];
  for (const name of names) rows.push(...await step(`Measuring ${name.replace('.bench.ts', '')}`, () => measure(name)));
  const [cpu] = os.cpus();
  const machine = { cpu: cpu?.model ?? 'unknown', cores: os.availableParallelism(), memoryGiB: Math.round(os.totalmem() / 2 ** 30), node: process.version, platform: `${os.platform()} ${os.release()}`, at: new Date().toISOString() };
  if (asJson) console.log(JSON.stringify({ machine, rows }, null, 2));
  else {
    console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}`);
    console.table(rows);
  }
  process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
}

/** A process of its own for each, so that one bench's memory and compiled code are not the next one's. */
async function measure(name) {
  const { code, output } = await attempt(process.execPath, ['--expose-gc', import.meta.filename, '--measure', name.replace(/\.ts$/, '.js')]);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  return JSON.parse(output.trimEnd().split('\n').at(-1));
}

async function bundle(names) {
  const { build } = await import('esbuild');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp(path.join(root, 'dist'), out, { recursive: true }); // workers and files that the product loads from beside itself
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => path.join(folder, name)),
    outdir: out,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: await peers(),
    logLevel: 'error',
  });
}

async function peers() {
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) return [];
  return Object.keys(JSON.parse(await readFile(manifest, 'utf8')).dependencies ?? {});
}

/** Peers may need a compiler; one that cannot be installed is named, and its bench says so in its row. */
async function installPeers() {
  const missing = (await peers()).filter((name) => !existsSync(path.join(folder, 'node_modules', name)));
  if (missing.length === 0) return;
  await step(`Installing the peers ${missing.join(', ')}`, async () => {
    const { code, output } = await attempt('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    if (code !== 0) console.error(`The peers could not be installed, so these are missing: ${missing.join(', ')}\n${output}`);
  });
}
