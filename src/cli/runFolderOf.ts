import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ActiveRun } from '../core/run/activeRun';
import { UsageError } from './arguments';

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

/** Rejects with what to do when somebody else writes to the run. */
export function mustWrite(active: ActiveRun): void {
  if (!active.recorder.writable) throw new Error(`Another window or program works on ${active.folder}. Close it there first; it can be read meanwhile: research-ledger show ${active.folder}`);
}
