import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ActiveRun } from '../core/run/activeRun';
import { UsageError } from './arguments';
import { say } from './terminal';

export interface RunPlace {
  /** The run's folder. */
  folder: string;
  /** The `.research` folder it lies in. */
  research: string;
}

/** A run is named by its folder, or by its id below `--out` (default `./.research`). */
export function runPlace(named: string | undefined, out: string | null): RunPlace {
  if (named === undefined) throw new UsageError('Which run? Name its folder, or its id below --out (default ./.research).');
  const research = path.resolve(out ?? '.research');
  const candidates = [path.resolve(named), path.join(research, 'runs', named)];
  const folder = candidates.find((candidate) => existsSync(path.join(candidate, 'ledger.journal')) || existsSync(path.join(candidate, 'ledger.sqlite')));
  if (folder === undefined) throw new UsageError(`There is no run ${named}: looked for ${candidates.join(' and ')}.`);
  return { folder, research: path.dirname(path.dirname(folder)) };
}

/** Milliseconds; a beat that stands still counts as gone after ten seconds. */
const lookFor = 12_000;

/**
 * Rejects with what to do when somebody else writes to the run. Whether a program of another machine lives shows only in its beat,
 * which is waited for: the machine may be a container that is gone.
 */
export async function mustWrite(active: ActiveRun): Promise<void> {
  // Its archive would be made two folders above, wherever that is.
  if (path.basename(path.dirname(active.folder)) !== 'runs') throw new Error(`${active.folder} lies outside the folder of its research: it can be read here, and worked on only below “runs” of a research folder, beside its archive. Put it back there.`);
  const host = active.recorder.heldBy?.host ?? null;
  if (!active.recorder.writable && host !== null) {
    say(`${host} has this run open; looking for ${lookFor / 1000} s whether it still works on it.`);
    for (const end = performance.now() + lookFor; active.recorder.heldBy && performance.now() < end;) await sleep(500);
  }
  if (!active.recorder.writable && !(await active.takeOver())) throw new Error(`Another window or program works on ${active.folder}. Close it there first; it can be read meanwhile: research-ledger show ${active.folder}`);
}
