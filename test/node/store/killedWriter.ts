import { openRun } from '../../../src/node/store/runFolder';
import { imageInThread } from '../../../src/node/store/imageThread';
import { event } from './events';
import { quiet } from './quiet';

/**
 * Appends groups of one to eight events for ever and prints the last number of each once it was confirmed: the process to be killed.
 * The text of an event says which of how many in its group it is.
 */
async function write([folder, worker, wasm]: string[]): Promise<void> {
  if (!folder || !worker || !wasm) throw new Error('folder, worker and wasm are needed');
  const log = await openRun(folder, { makeImage: imageInThread({ worker, wasm }), log: quiet, mode: 'writer', checkpointAt: 60_000 });
  let seq = log.events.length;
  process.stdout.write(`open ${seq}\n`);
  const group = async () => {
    const size = 1 + Math.floor(Math.random() * 8);
    const first = seq + 1;
    seq += size;
    const last = seq;
    await log.append(Array.from({ length: size }, (_, index) => (first + index === 1 ? event(1) : event(first + index, `${index + 1}/${size} ${'x'.repeat(Math.random() * 900)}`))));
    process.stdout.write(`${last}\n`);
  };
  for (;;) await Promise.all([group(), group(), group()]);
}

void write(process.argv.slice(2));
