// Kills a writing process at random instants, a thousand times by default, and checks the run after each.
//   node test/soak/kills.mjs [count]
import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import path from 'node:path';

const count = Number(process.argv[2] ?? 1000);
// As deep below the repository as its source, because it looks for the sources from there.
const outfile = path.resolve(import.meta.dirname, '../../dist-test/soak/kills/kills.mjs');
await build({ entryPoints: [path.resolve(import.meta.dirname, '../node/store/kills.ts')], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' });
try {
  const { killRepeatedly } = await import(outfile);
  const { kills, confirmed, torn, faults } = await killRepeatedly(count, (so) => {
    if (so.kills % 50 === 49) console.log(`${so.kills + 1} kills, ${so.faults.length} faults`);
  });
  console.log(`${kills} kills: ${confirmed} events confirmed, ${torn} torn tails mended, ${faults.length} faults`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(outfile, { force: true });
}
