import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Log } from '../../core/run/platform';
import { logFailed } from './failures';
import { errorCode, nodeFiles, replaceFile, type FilePort } from './files';
import { type MakeImage } from './image';
import { lockTimes, type LockTimes } from './lock';
import { FolderLog, type OpenMode, type StoredLog } from './runLog';

export interface OpenOptions {
  /** `auto` (default): as the writer if the run has none, else as a reader that follows. */
  mode?: OpenMode;
  makeImage: MakeImage;
  log: Log;
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
  const { mode = 'auto', makeImage, log, files = nodeFiles, monotonic = () => performance.now(), token = randomUUID(), times = lockTimes, poll = 500, checkpointAt = 8 << 20 } = options;
  const me = { process: process.pid, host: hostname(), token, isAlive, monotonic };
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
