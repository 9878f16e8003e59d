import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const fileName = 'lock';
const pollMilliseconds = 100;
const heartbeatMilliseconds = 5_000;
/** A number of a dead process can belong to another after a restart, so a silent owner counts as dead too. */
const silentMilliseconds = 60_000;

/**
 * Runs `work` as the only writer of an index folder. A lock whose owner is dead is taken over. Waits while another
 * process writes; `signal` ends the waiting. Should two writers ever meet, the damage is found and the index built anew.
 */
export async function asOnlyWriter<T>(folder: string, clock: () => number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const path = join(folder, fileName);
  while (!(await claim(path))) {
    signal.throwIfAborted();
    if (await isAbandoned(path, clock())) await rm(path, { force: true });
    else await wait(pollMilliseconds, undefined, { signal });
  }
  const heartbeat = setInterval(() => {
    const now = new Date(clock());
    // A missed beat does no harm; whoever removed the lock is the writer now.
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMilliseconds);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

/** The link appears with its content or not at all. */
async function claim(path: string): Promise<boolean> {
  const own = `${path}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(own, JSON.stringify({ process: process.pid, host: hostname() }));
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function isAbandoned(path: string, now: number): Promise<boolean> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const owner = /^\{"process":(\d+),"host":"(.*)"\}$/.exec(content);
    return owner === null || now - mtimeMs > silentMilliseconds || (owner[2] === hostname() && !isAlive(Number(owner[1])));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
