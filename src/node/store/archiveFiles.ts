import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Archive, type ArchivedBytes, type Sha256 } from '../../core/source/archive';
import { logFailed } from './failures';
import { nodeFiles, replaceFile, type FilePort } from './files';

export const sha256 = (bytes: Uint8Array): Sha256 => createHash('sha256').update(bytes).digest('hex');

/** Where an archived body stands below the `.research` folder. */
export const bodyPath = (research: string, hash: Sha256, ending: 'bin' | 'txt'): string => path.join(research, 'archive', hash.slice(0, 2), `${hash}.${ending}`);

/**
 * The archive below a `.research` folder: `archive/<ab>/<sha256>.bin` for bytes, `.txt` for texts in UTF-8.
 * A lone surrogate, which UTF-8 cannot hold, is kept as U+FFFD: one code unit as before, so offsets hold.
 * Rejects with LogFailed when the disk does not serve.
 */
export function createArchive(research: string, files: FilePort = nodeFiles): Archive {
  /** Two that bring the same bytes at the same time share one write. */
  const underWay = new Map<string, Promise<void>>();

  async function write(target: string, bytes: Uint8Array): Promise<void> {
    const folder = path.dirname(target);
    await files.makeFolder(folder);
    await replaceFile(files, target, `${target}.${randomUUID()}.new`, bytes);
    await files.syncFolder(folder);
  }

  async function put(bytes: Uint8Array, ending: 'bin' | 'txt'): Promise<Sha256> {
    const hash = sha256(bytes);
    const target = bodyPath(research, hash, ending);
    if (files.inode(target) !== undefined && !underWay.has(target)) return hash;
    const writing = underWay.get(target) ?? write(target, bytes).finally(() => underWay.delete(target));
    underWay.set(target, writing);
    try {
      await writing;
    } catch (cause) {
      throw logFailed(research, cause);
    }
    return hash;
  }

  async function get(hash: Sha256, ending: 'bin' | 'txt'): Promise<{ bytes: Buffer; actual: Sha256 } | undefined> {
    // A hash from a log that came with a folder must not lead out of the archive.
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    try {
      const found = await files.read(bodyPath(research, hash, ending));
      return found && { bytes: found.bytes, actual: sha256(found.bytes) };
    } catch (cause) {
      throw logFailed(research, cause);
    }
  }

  return {
    putBytes: (bytes) => put(bytes, 'bin'),
    putText: (text) => put(Buffer.from(text), 'txt'),
    getBytes: async (hash): Promise<ArchivedBytes> => {
      const found = await get(hash, 'bin');
      if (!found) return { state: 'missing' };
      return found.actual === hash ? { state: 'holds', bytes: found.bytes } : { state: 'altered', bytes: found.bytes, actual: found.actual };
    },
    getText: async (hash) => {
      const found = await get(hash, 'txt');
      if (!found) return { state: 'missing' };
      const text = found.bytes.toString();
      return found.actual === hash ? { state: 'holds', text } : { state: 'altered', text, actual: found.actual };
    },
  };
}
