import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Passage, passagesOf } from '../../core/source/passages';
import { isFromResearch } from '../../core/source/ownArticle';
import { type ReadLimits, type SourceReader } from '../../core/source/reader';
import { scriptOf } from '../../core/source/script';
import { type CorpusIndex } from './corpusIndex';
import { type SkippedFile } from './manifest';
import { type IndexedFile } from './segmentFormat';
import { type FoundFile, type LeftOut, reasonOf, walk } from './walk';

/** What changed in the folders since the last refresh. All paths are absolute. */
export interface RefreshReport {
  added: string[];
  changed: string[];
  removed: string[];
  /** Everything that is left out now, each with a sentence that says why. */
  skipped: LeftOut[];
  /** Files that were not read again because size, modification time and inode are the same. */
  unchanged: number;
}

export interface RefreshOptions {
  folders: string[];
  exclude: string[];
  reader: SourceReader;
  limits: ReadLimits;
  signal: AbortSignal;
}

/** UTF-16 code units by which a text's script is told. */
const scriptSample = 20_000;
/** Files read at the same time, so that one waits for the disk or a worker while another is indexed. */
const filesAtOnce = 4;
/** A file that changes while it is read is read again so many times. */
const attempts = 3;

/** Brings the index up to date with the folders. Reads only what is new or has changed. */
export async function refreshIndex(index: CorpusIndex, options: RefreshOptions): Promise<RefreshReport> {
  const report: RefreshReport = { added: [], changed: [], removed: [], skipped: [], unchanged: 0 };
  const known = new Map(index.skipped.map((file) => [file.path, file]));
  const skipped: SkippedFile[] = [];
  const present = new Set<string>();
  const unread: FoundFile[] = [];
  for await (const found of walk({ roots: options.folders, exclude: options.exclude, never: [index.folder], signal: options.signal })) {
    if ('why' in found) {
      report.skipped.push(found);
      continue;
    }
    const before = known.get(found.path);
    if (before?.stamp === found.stamp) skipped.push(before);
    else if (index.stampOf(found.path) === found.stamp) {
      report.unchanged += 1;
      present.add(found.path);
    } else unread.push(found);
  }

  for await (const outcome of readAhead(unread, (file) => readFile(file, options))) {
    options.signal.throwIfAborted();
    if ('why' in outcome) {
      // Without a stamp it is tried again each time: a permission can change and the file stay as it was.
      if ('stamp' in outcome) skipped.push(outcome);
      else report.skipped.push(outcome);
      continue;
    }
    const { file } = outcome;
    present.add(file.path);
    (index.stampOf(file.path) === undefined ? report.added : report.changed).push(file.path);
    await index.add(file, outcome.text, outcome.passages);
  }

  report.removed = [...index.paths()].filter((path) => !present.has(path));
  report.skipped.push(...skipped.map(({ path, why, fromResearch }) => ({ path, why, fromResearch })));
  await index.commit({ removed: report.removed, skipped });
  return report;
}

type Outcome = { file: IndexedFile; text: string; passages: Passage[] } | SkippedFile | LeftOut;

async function readFile(found: FoundFile, { reader, limits, signal }: RefreshOptions): Promise<Outcome> {
  const skip = (stamp: string, why: string): SkippedFile => ({ path: found.path, stamp, why });
  if (found.size > limits.maxBytes) return skip(found.stamp, `${found.path} is larger than ${limits.maxBytes / 1_000_000} MB, the limit for one source.`);
  let bytes: Uint8Array;
  let stamp: string;
  try {
    ({ bytes, stamp } = await readWhole(found.path));
  } catch (error) {
    return { path: found.path, why: reasonOf(found.path, error) };
  }
  const read = await reader.read({ bytes, address: pathToFileURL(found.path).href, limits, signal });
  if (!read.ok) return skip(stamp, read.failure.message);
  const { text, headings, metadata } = read.value;
  if (isFromResearch(text)) return { ...skip(stamp, `${found.path} is written from research and is no source for it.`), fromResearch: true };
  const passages = passagesOf(read.value);
  const title = metadata.title?.value ?? headings[0]?.text ?? basename(found.path);
  const [published, language] = [metadata.published?.value ?? null, metadata.language?.value ?? null];
  return { file: { path: found.path, stamp, title, published, language, script: scriptOf(text.slice(0, scriptSample)), passages: passages.length }, text, passages };
}

/** The content together with the stamp that belongs to it. */
async function readWhole(path: string): Promise<{ bytes: Uint8Array; stamp: string }> {
  const handle = await open(path, 'r');
  try {
    const stampNow = async (): Promise<string> => {
      const { size, mtimeNs, ino } = await handle.stat({ bigint: true });
      return `${size}:${mtimeNs}:${ino}`;
    };
    let stamp = await stampNow();
    for (let attempt = 1; ; attempt += 1) {
      const { size } = await handle.stat();
      const bytes = Buffer.allocUnsafe(size);
      const { bytesRead } = await handle.read(bytes, 0, size, 0);
      const after = await stampNow();
      // The last attempt keeps the stamp from before, so that the next refresh reads the file again.
      if ((after === stamp && bytesRead === size) || attempt === attempts) return { bytes: bytes.subarray(0, bytesRead), stamp };
      stamp = after;
    }
  } finally {
    await handle.close();
  }
}

/** Results in the order of the items, a few begun ahead. */
async function* readAhead<T, R>(items: T[], start: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for (const item of items) {
      running.push(start(item));
      if (running.length >= filesAtOnce) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
