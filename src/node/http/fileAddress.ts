import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { relative, isAbsolute, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FetchedBody } from '../../core/source/fetcher';
import { failure, HttpError } from './failure';

export interface FileRequest {
  address: string;
  /** Absolute paths of the folders the run was given. */
  folders: readonly string[];
  maxBytes: number;
  /** ISO 8601 UTC. */
  now: string;
  signal: AbortSignal;
}

/** Reads a file below one of the folders, wherever links lead: the real path decides. Throws `HttpError`. */
export async function readFileAddress({ address, folders, maxBytes, now, signal }: FileRequest): Promise<FetchedBody> {
  const path = pathOf(address);
  const real = await resolvePath(path, address);
  if (!(await isInside(real, folders))) {
    throw new HttpError(failure('not-allowed', `${address} is not in a folder that this research was given${real === path ? '' : ` (it leads to ${real})`}. Add its folder to the research to read it.`));
  }
  signal.throwIfAborted();
  // The real path has no link left at its end; one that is put there now is refused by the system.
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0)).catch((error: unknown) => {
    throw fileFailure(error, address);
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new HttpError(failure('unreadable', `${address} is not a file. Name a file in it.`));
    const tooLarge = () => new HttpError(failure('too-large', `${address} is larger than ${maxBytes / 1e6} MB. Split it and add the part that matters.`));
    if (stat.size > maxBytes) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let length = 0;
    // The stream stops one byte after the limit, in case the file grows while it is read.
    for await (const chunk of handle.createReadStream({ end: maxBytes, signal, autoClose: false }) as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength;
      chunks.push(chunk);
    }
    if (length > maxBytes) throw tooLarge();
    return {
      requested: address,
      final: pathToFileURL(real).href,
      hops: [],
      status: 200,
      headers: { 'last-modified': stat.mtime.toUTCString() },
      bytes: new Uint8Array(Buffer.concat(chunks)),
      retrievedAt: now,
      robots: 'not-asked',
    };
  } finally {
    await handle.close();
  }
}

function pathOf(address: string): string {
  try {
    const url = new URL(address);
    // A host in a file address would be a network share.
    if (url.hostname !== '') throw new Error('it names another machine');
    const path = fileURLToPath(url);
    if (path.includes('\0')) throw new Error('it contains a zero byte');
    return path;
  } catch (error) {
    throw new HttpError(failure('bad-address', `${address} is not a file address of this machine: ${(error as Error).message}. Write it as file:///folder/name.`));
  }
}

const resolvePath = (path: string, address: string): Promise<string> =>
  realpath(path).catch((error: unknown) => {
    throw fileFailure(error, address);
  });

async function isInside(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    // A folder that is gone allows nothing.
    const root = await realpath(folder).catch(() => null);
    if (root === null) continue;
    const way = relative(root, real);
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  }
  return false;
}

function fileFailure(error: unknown, address: string): HttpError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new HttpError(failure('not-found', `${address} is not there. Check the path, or whether the file was moved.`));
  if (code === 'EACCES' || code === 'EPERM') return new HttpError(failure('refused', `${address} may not be read by this user. Check its permissions.`));
  return new HttpError(failure('unreadable', `${address} could not be read (${code}). Check the path and the disk.`));
}
