import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { DamagedIndex } from './segmentFormat';

/** Part of the index while the cut into passages and tokens and what is kept of a file are these, as is what is left out; another is answered by building anew. */
export const indexFormat = 3;

const skippedFile = z.object({ path: z.string(), stamp: z.string(), why: z.string(), fromResearch: z.literal(true).optional() });
export type SkippedFile = z.infer<typeof skippedFile>;

const manifest = z.object({
  format: z.literal(indexFormat),
  /** The reader that made the texts, as the caller names it. */
  reader: z.string(),
  /** Counts the commits, so that another process sees that one happened. */
  generation: z.number(),
  segments: z.array(z.object({ name: z.string().regex(/^[\w-]+\.segment$/), dead: z.array(z.number()) })),
  /** Files that were looked at and could not be read, or may not be a source, with the stamp they had then. */
  skipped: z.array(skippedFile),
});
/** What of the index folder counts. A segment that it does not name is left over from a commit that never happened. */
export type Manifest = z.infer<typeof manifest>;

export const emptyManifest = (reader: string): Manifest => ({ format: indexFormat, reader, generation: 0, segments: [], skipped: [] });

const fileName = 'manifest';

/** Null when there is none yet. Rejects with `DamagedIndex` when it cannot be used. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  let content: string;
  try {
    content = await readFile(join(folder, fileName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const border = content.indexOf('\n');
  const body = content.slice(border + 1);
  if (content.slice(0, border) !== String(crc32(body))) throw new DamagedIndex('the manifest of the index is damaged');
  const parsed = manifest.safeParse(JSON.parse(body));
  if (!parsed.success) throw new DamagedIndex('the manifest of the index is of another version');
  return parsed.data;
}

/** The commit: after it the new state counts, before it the old one, whenever the process dies. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const body = JSON.stringify(value);
  const temporary = join(folder, `${fileName}.tmp`);
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(`${crc32(body)}\n${body}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(folder, fileName));
  await syncFolder(folder);
}

/** Makes renames and new names durable; a platform that cannot (Windows) does so by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

