import path from 'node:path';
import { EventRefused, parseEventLine, type RunEvent } from '../../core/run/event';
import { LogFailed } from '../../core/run/log';
import { type FilePort } from './files';
import { ImageBroken, type Image } from './image';
import { chainLines, scanJournal, singleLine, type JournalLine, type Scan } from './journalText';

/** Names in a run's folder. `.1` is the generation before: its journal goes on where its image ends. */
export const names = { journal: 'ledger.journal', formerJournal: 'ledger.journal.1', image: 'ledger.sqlite', formerImage: 'ledger.sqlite.1' } as const;

/** What a list of runs needs: the run's first event, and the last that set its state. */
export interface Head {
  first: JournalLine | undefined;
  state: JournalLine | undefined;
}

export interface Recovered {
  events: RunEvent[];
  /** Which image the events come from, and up to where; the lines follow on it. */
  image: typeof names.image | typeof names.formerImage | undefined;
  imageSeq: number;
  /** Journal lines after the image. */
  lines: JournalLine[];
  head: Head;
  /** Lines up to the image's end that stay in the journal. */
  kept: JournalLine[];
  notices: string[];
  /** Images that do not hold. */
  broken: string[];
  /** The journal's bytes when more than a torn tail had to be left out of them, to be kept aside. */
  damaged: Buffer | undefined;
}

/** A run's events from its folder, as far as they can be had in full. Changes nothing. Rejects with LogFailed when events are missing. */
export async function recover(files: FilePort, folder: string, image: Image): Promise<Recovered> {
  const notices: string[] = [];
  const broken: string[] = [];
  const found = await newestImage(files, folder, image, (name, why) => {
    broken.push(name);
    notices.push(`${name} is damaged (${why}); the run was put together from ${name === names.image ? 'the generation before it and the journals' : 'the journals'}.`);
  });
  const imageEvents = found?.events ?? [];
  const imageSeq = imageEvents.at(-1)?.seq ?? 0;

  const journal = await readJournal(files, path.join(folder, names.journal));
  let scans = [journal];
  let chain = chainLines(journal?.scan.lines ?? [], imageSeq);
  if (!journal || chain.gap !== undefined || found?.name !== names.image) {
    scans = [await readJournal(files, path.join(folder, names.formerJournal)), journal];
    chain = chainLines(scans.flatMap((part) => part?.scan.lines ?? []), imageSeq);
  }
  if (chain.gap !== undefined) {
    throw new LogFailed('other', `Events from number ${chain.gap} on are missing in ${folder}: the journal goes on later, and no image that holds them can be read. Put back ${names.image} from a copy of the folder, then open the run again.`);
  }
  if (!found && broken.length > 0 && chain.lines.length === 0) {
    throw new LogFailed('other', `Neither image in ${folder} can be read, and the journal holds no event. Put back ${names.image} from a copy of the folder, then open the run again.`);
  }
  // Where nothing holds, what stands there may be more than a torn beginning: it is kept.
  const unread = imageEvents.length + chain.lines.length === 0 && scans.some((part) => (part?.scan.dropped ?? 0) > 0);
  const damaged = unread || scans.some((part) => part?.scan.damaged) || chain.setAside > 0 ? Buffer.concat(scans.map((part) => part?.bytes ?? Buffer.alloc(0))) : undefined;
  const torn = scans.reduce((sum, part) => sum + (part?.scan.dropped ?? 0), 0);
  if (torn > 0) notices.push(damaged ? `The journal is damaged after event ${lastSeq(chain.lines, imageSeq)}: ${torn} bytes were set aside.` : `The journal's last entry was cut short, by a crash or a full disk, and was dropped (${torn} bytes); it had not been confirmed.`);
  if (chain.setAside > 0) notices.push(`${chain.setAside} entries of a writer that had lost the run to another were set aside.`);

  const events = [...imageEvents, ...chain.lines.map(({ json }) => parseEventLine(json))];
  const all = scans.flatMap((part) => part?.scan.lines ?? []);
  const head = all.reduce(withHead, noHead);
  return { events, image: found?.name, imageSeq, lines: chain.lines, head, kept: keptLines(head, all, imageSeq), notices, broken, damaged };
}

/** The highest epoch that the journals name: what a lost lock file still knew. */
export async function highestEpoch(files: FilePort, folder: string): Promise<number> {
  const scans = await Promise.all([names.journal, names.formerJournal].map((name) => readJournal(files, path.join(folder, name))));
  return Math.max(0, ...scans.flatMap((part) => part?.scan.lines ?? []).map(({ epoch }) => epoch));
}

export const noHead: Head = { first: undefined, state: undefined };

export function withHead(head: Head, line: JournalLine): Head {
  if (line.seq === 1) return { ...head, first: line };
  // Most lines are none of the run's own: they are passed over without a look at their whole text.
  const start = line.json.slice(0, 120);
  return start.includes('"type":"run.') && /"type":"run\.(stateChanged|ended|continued)"/.test(start) && line.seq >= (head.state?.seq ?? 0) ? { ...head, state: line } : head;
}

/**
 * Lines that stay when the journal is cut after event `seq`, each by itself: the head, so that a list of runs need not open any image,
 * and event `seq`, so that a journal without its image shows that something is missing.
 */
export function keptLines(head: Head, lines: readonly JournalLine[], seq: number): JournalLine[] {
  const kept = new Map<number, JournalLine>();
  for (const line of [head.first, head.state, lines.findLast((one) => one.seq === seq)]) if (line && line.seq <= seq) kept.set(line.seq, singleLine(line.epoch, line.seq, line.json));
  return [...kept.values()].sort((a, b) => a.seq - b.seq);
}

const lastSeq = (lines: readonly JournalLine[], before: number): number => lines.at(-1)?.seq ?? before;

async function readJournal(files: FilePort, file: string): Promise<{ bytes: Buffer; scan: Scan } | undefined> {
  const found = await files.read(file);
  return found && { bytes: found.bytes, scan: scanJournal(found.bytes) };
}

async function newestImage(files: FilePort, folder: string, image: Image, isBroken: (name: string, why: string) => void) {
  for (const name of [names.image, names.formerImage] as const) {
    const found = await files.read(path.join(folder, name));
    if (!found) continue;
    const events: RunEvent[] = [];
    // An event that this version refuses is a refusal only when the image holds.
    let refusal: Error | undefined;
    try {
      await image.load(found.bytes, (lines) => {
        try {
          if (!refusal) for (const json of linesOf(lines)) events.push(parseEventLine(json));
        } catch (cause) {
          refusal = cause as Error;
        }
      });
      if (refusal) throw refusal;
      return { name, events };
    } catch (cause) {
      if (!(cause instanceof ImageBroken)) throw cause;
      isBroken(name, cause.message);
    }
  }
  return undefined;
}

const linesOf = (bytes: Uint8Array): string[] => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n').slice(0, -1);

/** A format that this version does not read is a refusal in words, not a broken disk. */
export const refusedAsFailure = (cause: unknown): unknown => (cause instanceof EventRefused ? Object.assign(new LogFailed('other', cause.message), { cause }) : cause);
