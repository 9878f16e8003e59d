import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageInThread } from '../../../src/node/store/imageThread';
import { openRun } from '../../../src/node/store/runFolder';
import { bundled, wasm } from './opened';
import { quiet } from './quiet';

export interface Kills {
  kills: number;
  confirmed: number;
  /** Openings that found a torn tail. */
  torn: number;
  faults: string[];
}

/**
 * Kills a writing process `count` times at random instants, most while it opens, appends or writes its image; after each kill the run must
 * open, hold every confirmed event, and hold each group whole. A new run every 25 kills.
 */
export async function killRepeatedly(count: number, told: (kills: Kills) => void = () => undefined): Promise<Kills> {
  const child = await bundled('test/node/store/killedWriter.ts');
  const worker = await bundled('src/node/store/imageWorker.ts');
  const result: Kills = { kills: 0, confirmed: 0, torn: 0, faults: [] };
  for (let run = 0; result.kills < count; run++) {
    const folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
    let confirmed = 0;
    for (let round = 0; round < 25 && result.kills < count; round++, result.kills++) {
      const { last, errors } = await killed(process.execPath, [child, folder, worker, wasm], Math.random() < 0.25);
      confirmed = Math.max(confirmed, last);
      const fault = errors || (await faultOf(folder, worker, confirmed, result));
      if (fault) result.faults.push(`run ${run}, kill ${round + 1}: ${fault}`);
      told(result);
    }
    result.confirmed += confirmed;
    await rm(folder, { recursive: true, force: true });
  }
  return result;
}

/** Runs the writer until a random instant: `early` may be before it has opened. Gives the last number it confirmed. */
function killed(command: string, args: string[], early: boolean): Promise<{ last: number; errors: string }> {
  return new Promise((resolve) => {
    const writer = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    let timer = early ? setTimeout(() => writer.kill('SIGKILL'), 60 + Math.random() * 250) : undefined;
    writer.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      timer ??= setTimeout(() => writer.kill('SIGKILL'), Math.random() * 250);
    });
    writer.stderr.on('data', (bytes: Buffer) => {
      errors += bytes.toString();
    });
    writer.on('close', () => {
      clearTimeout(timer);
      const confirmed = out.split('\n').slice(0, -1).filter((line) => /^\d+$/.test(line)).map(Number);
      resolve({ last: Math.max(0, ...confirmed), errors });
    });
  });
}

async function faultOf(folder: string, worker: string, confirmed: number, result: Kills): Promise<string | undefined> {
  const log = await openRun(folder, { makeImage: imageInThread({ worker, wasm }), log: quiet, mode: 'reader' }).catch((cause: unknown) => String(cause));
  if (typeof log === 'string') return `refused: ${log}`;
  try {
    if (log.notices.length > 0) result.torn++;
    if (log.events.length < confirmed) return `${confirmed} events were confirmed, ${log.events.length} are there`;
    let expected = 1;
    for (const [index, event] of log.events.entries()) {
      if (event.seq !== index + 1) return `event ${event.seq} stands in place ${index + 1}`;
      if (event.type !== 'notice.given') continue;
      const [place, size] = event.data.text.split(/[/ ]/).map(Number);
      // The very first event says no place: its group starts with the second.
      if (event.seq === 2 && place === 2) expected = 2;
      if (place !== expected) return `event ${event.seq} is ${event.data.text.slice(0, 5)} of a group, place ${expected} was due`;
      expected = place === size ? 1 : expected + 1;
    }
    return expected === 1 ? undefined : 'the last group is not whole';
  } finally {
    await log.close();
  }
}
