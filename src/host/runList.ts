import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { type RunState } from '../core/run/state';

const summary = z.object({ id: z.string(), question: z.string(), state: z.string(), outcome: z.nullable(z.string()), startedAt: z.string() });

/** What a list says of a run. */
export type RunSummary = z.infer<typeof summary>;

export function summaryOf(id: string, { run }: RunState): RunSummary | null {
  return run && { id, question: run.followUps.at(-1) ?? run.question, state: run.state, outcome: run.outcome, startedAt: run.startedAt };
}

const cached = z.record(z.string(), z.object({ stamp: z.string(), summary: z.nullable(summary) }));
type Cached = z.infer<typeof cached>;

export interface ListParts {
  /** The `.research` folder. */
  research: string;
  /** False where nothing may be written. */
  remember: boolean;
  /** The run's state, read from its folder. */
  read: (folder: string) => Promise<RunState>;
  warn: (message: string, cause: unknown) => void;
}

/**
 * The runs of a `.research` folder. Only a run whose files changed since it was last listed is read; what was learned is kept
 * in `cache/runs.json`, which may be deleted at any time. A run that cannot be read is named in the log and left out.
 */
export async function listRuns({ research, remember, read, warn }: ListParts): Promise<RunSummary[]> {
  const runs = path.join(research, 'runs');
  const names = (await namesIn(runs)).filter((name) => name.startsWith('run-'));
  if (names.length === 0) return [];
  const file = path.join(research, 'cache', 'runs.json');
  const known = await readCache(file);
  const next: Cached = {};
  for (const name of names) {
    const folder = path.join(runs, name);
    try {
      const stamp = await stampOf(folder);
      const old = known[name];
      next[name] = old?.stamp === stamp ? old : { stamp, summary: summaryOf(name, await read(folder)) };
    } catch (cause) {
      warn(`${folder} could not be listed.`, cause);
    }
  }
  if (remember && JSON.stringify(next) !== JSON.stringify(known)) await writeCache(file, next).catch((cause: unknown) => warn(`${file} could not be written; the runs are read again next time.`, cause));
  return Object.values(next).flatMap((entry) => entry.summary ?? []);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isAbsent(cause)) return [];
    throw cause;
  }
}

const isAbsent = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');

/** Changes with every event that is written: size and time of the journal and of the image. */
async function stampOf(folder: string): Promise<string> {
  const parts = await Promise.all(['ledger.journal', 'ledger.sqlite'].map(async (name) => {
    try {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return `${size}:${mtimeMs}`;
    } catch (cause) {
      if (isAbsent(cause)) return '-';
      throw cause;
    }
  }));
  return parts.join(' ');
}

async function readCache(file: string): Promise<Cached> {
  try {
    return cached.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Not there, or not ours: every run is read.
    return {};
  }
}

async function writeCache(file: string, cache: Cached): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(cache));
  await rename(`${file}.new`, file);
}
