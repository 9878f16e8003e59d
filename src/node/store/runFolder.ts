import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseEventLine, type RunEvent } from '../../core/run/event';
import { errorMessage, type Log } from '../../core/run/platform';
import { logFailed } from './failures';
import { errorCode, nodeFiles, replaceFile, type FilePort } from './files';
import { type MakeImage } from './image';
import { jsonOf } from './journalText';
import { lockTimes, type Claimant, type LockTimes } from './lock';
import { headOf, names, newestJournal } from './recovery';
import { FolderLog, type OpenMode, type StoredLog } from './runLog';

export interface OpenOptions {
  /** `auto` (default): as the writer if the run has none, else as a reader that follows. */
  mode?: OpenMode;
  makeImage: MakeImage;
  log: Log;
  /** Which program opens it, said to others that want to. */
  program?: Claimant['program'];
  /** Below: for tests; the defaults are the product's. */
  files?: FilePort;
  monotonic?: () => number;
  token?: string;
  times?: LockTimes;
  poll?: number;
  checkpointAt?: number;
}

/** Opens a run's folder; what was found and mended is in `notices`. Rejects with LogFailed. */
export function openRun(folder: string, options: OpenOptions): Promise<StoredLog> {
  const { mode = 'auto', makeImage, log, program = null, files = nodeFiles, monotonic = () => performance.now(), token = randomUUID(), times = lockTimes, poll = 500, checkpointAt = 8 << 20 } = options;
  const me = { process: process.pid, host: hostname(), token, program, isAlive, monotonic };
  return FolderLog.open(folder, mode, { files, makeImage, me, log, times, poll, checkpointAt });
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (cause) {
    // Another user's process lives as well.
    return errorCode(cause) === 'EPERM';
  }
}

export const runIdPattern = /^run-[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

export const runFolder = (research: string, run: string): string => {
  if (!runIdPattern.test(run)) throw new Error(`"${run}" is not a run's id: it starts with "run-", followed by letters, digits, "-" and "_".`);
  return path.join(research, 'runs', run);
};

/** Makes the folder of a new run below a `.research` folder, and gives its path. Rejects with LogFailed; an id that is taken is an error. */
export async function createRun(research: string, run: string, files: FilePort = nodeFiles): Promise<string> {
  const folder = runFolder(research, run);
  try {
    await files.makeFolder(path.dirname(folder));
    // Hashes must hold on every machine: git changes no line end here.
    const attributes = path.join(research, '.gitattributes');
    if (files.inode(attributes) === undefined) await replaceFile(files, attributes, `${attributes}.new`, Buffer.from('* -text\n'));
    if (files.inode(folder) !== undefined) throw new Error(`There is a run ${run} in ${research} already. Open it, or choose another id.`);
    await files.makeFolder(folder);
    await files.syncFolder(path.dirname(folder));
    return folder;
  } catch (cause) {
    if (errorCode(cause) === undefined) throw cause;
    throw logFailed(research, cause);
  }
}

/** A run as its journal's head and tail tell it, without opening anything. */
export interface RunHead {
  run: string;
  folder: string;
  question: string;
  language: string;
  /** A state of the run's life, or null when the journal says none yet. */
  state: string | null;
  outcome: string | null;
  startedAt: string;
  /** Time of the last event in the journal. */
  lastAt: string;
}

/** A folder that holds no readable head: the sentence says why. */
export interface UnreadableRun {
  run: string;
  folder: string;
  problem: string;
}

/**
 * The runs below a `.research` folder, newest first; those that cannot be read come last. Reads journals only. A folder to which
 * nothing was ever written, because its making was interrupted or goes on just now, is no run yet and is left out.
 */
export async function listRuns(research: string, files: FilePort = nodeFiles): Promise<(RunHead | UnreadableRun)[]> {
  const parent = path.join(research, 'runs');
  let found: string[];
  try {
    found = (await files.list(parent)).filter((name) => runIdPattern.test(name));
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    throw logFailed(research, cause);
  }
  const all = (await Promise.all(found.map((run) => readHead(files, path.join(parent, run), run)))).filter((one) => one !== null);
  const at = (one: RunHead | UnreadableRun) => ('problem' in one ? '' : one.startedAt);
  return all.sort((a, b) => (at(a) < at(b) ? 1 : -1));
}

async function readHead(files: FilePort, folder: string, run: string): Promise<RunHead | UnreadableRun | null> {
  try {
    const lines = await newestJournal(files, folder);
    const { first, state } = headOf(lines);
    if (!first) return await isUnwritten(files, folder) ? null : { run, folder, problem: 'Nothing in its journal can be read.' };
    const created = parseEventLine(jsonOf(first));
    if (created.type !== 'run.created') return { run, folder, problem: 'Its first event does not say what it is about.' };
    const changed = state && parseEventLine(jsonOf(state));
    const last = lines.at(-1);
    return {
      run, folder, question: created.data.question, language: created.data.language, startedAt: created.at, ...stateOf(changed),
      lastAt: last ? parseEventLine(jsonOf(last)).at : created.at,
    };
  } catch (cause) {
    return { run, folder, problem: errorMessage(cause) };
  }
}

/** Whether no event was ever acknowledged: there is no image, and no whole line in a journal. */
async function isUnwritten(files: FilePort, folder: string): Promise<boolean> {
  const listed = await files.list(folder);
  if (listed.some((name) => name.startsWith(names.image))) return false;
  const journals = await Promise.all(listed.filter((name) => name.startsWith(names.journal)).map((name) => files.read(path.join(folder, name))));
  return journals.every((journal) => !journal?.bytes.includes(0x0a));
}

function stateOf(event: RunEvent | undefined): { state: string | null; outcome: string | null } {
  switch (event?.type) {
    case 'run.ended': return { state: 'ended', outcome: event.data.outcome };
    case 'run.stateChanged': return { state: event.data.state, outcome: null };
    case 'run.continued': return { state: 'planning', outcome: null };
    default: return { state: null, outcome: null };
  }
}
