import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LogFailed } from '../../core/run/log';
import { errorMessage } from '../../core/run/platform';
import { type Sha256 } from '../../core/source/archive';
import { bodyPath } from './archiveFiles';
import { logFailed } from './failures';
import { nodeFiles } from './files';
import { openRun, runFolder, runIdPattern, type OpenOptions } from './runFolder';

/** What deleting a run takes away, to be shown before a person confirms. */
export interface Deletion {
  run: string;
  folder: string;
  /** Archived bodies that no other run names; absolute paths. */
  bodies: string[];
  bytes: number;
}

type Reading = Pick<OpenOptions, 'makeImage' | 'log'>;

/**
 * What deleting a run would take away. A body that any other run names stays, also one that a named body names (a long request in parts).
 * Rejects with LogFailed when another run cannot be read, because what it names cannot be known then.
 */
export async function planDeletion(research: string, run: string, reading: Reading): Promise<Deletion> {
  const folder = runFolder(research, run);
  const others = (await nodeFiles.list(path.dirname(folder)).catch((cause: unknown) => { throw logFailed(folder, cause); })).filter((name) => name !== run && runIdPattern.test(name));
  const kept = new Set<Sha256>();
  for (const other of others) await collectNamed(research, runFolder(research, other), reading, kept, new Set());
  const own = new Set<Sha256>();
  await collectNamed(research, folder, reading, own, kept);
  const bodies: string[] = [];
  let bytes = 0;
  for (const hash of own) {
    for (const ending of ['bin', 'txt'] as const) {
      const file = bodyPath(research, hash, ending);
      const found = await nodeFiles.read(file);
      if (!found) continue;
      bodies.push(file);
      bytes += found.bytes.length;
    }
  }
  return { run, folder, bodies: bodies.sort(), bytes };
}

/** Deletes the run and its bodies. What another run has come to name since the plan was made stays. Rejects with LogFailed when someone writes to the run. */
export async function deleteRun(research: string, plan: Deletion, reading: Reading): Promise<void> {
  const still = new Set((await planDeletion(research, plan.run, reading)).bodies);
  // As its writer, so that no other is.
  const log = await openRun(plan.folder, { ...reading, mode: 'writer' });
  await log.close();
  try {
    await rm(plan.folder, { recursive: true });
    for (const body of plan.bodies) if (still.has(body)) await nodeFiles.remove(body);
  } catch (cause) {
    throw logFailed(plan.folder, cause);
  }
}

/** Adds every archived hash that a run names, directly or through a body, to `into`; what is in `passed` is not followed. */
async function collectNamed(research: string, folder: string, reading: Reading, into: Set<Sha256>, passed: ReadonlySet<Sha256>): Promise<void> {
  const log = await openRun(folder, { ...reading, mode: 'reader' }).catch((cause: unknown) => {
    throw new LogFailed('other', `What the run in ${folder} keeps cannot be known, so nothing is deleted: ${errorMessage(cause)}`);
  });
  const waiting = log.events.flatMap((event) => hashesIn(JSON.stringify(event.data)));
  await log.close();
  for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
    if (into.has(hash) || passed.has(hash)) continue;
    const body = await nodeFiles.read(bodyPath(research, hash, 'txt'));
    into.add(hash);
    if (body) waiting.push(...hashesIn(body.bytes.toString()));
  }
}

const hashesIn = (text: string): Sha256[] => text.match(/\b[0-9a-f]{64}\b/g) ?? [];
