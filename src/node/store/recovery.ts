import path from 'node:path';
import { say, type Words } from '../../core/run/said';
import { EventRefused, parseEventLine, type RunEvent } from '../../core/run/event';
import { LogFailed } from '../../core/run/log';
import { type FilePort } from './files';
import { ImageBroken, type Image } from './image';
import { chainLines, eventJson, jsonOf, scanJournal, singleLine, type Chain, type JournalLine, type Scan } from './journalText';

/** Names in a run's folder; `.1` is the image of the generation before. */
export const names = { journal: 'ledger.journal', image: 'ledger.sqlite', formerImage: 'ledger.sqlite.1' } as const;

/** When the journal is cut, what it was stays in a file of its own, named after the last event of the image it was cut for: together they hold every event. */
export const cutJournal = (imageSeq: number): string => `${names.journal}.${imageSeq}`;

/** Image numbers of the journals that were cut, oldest first. */
const cutsIn = (listed: readonly string[]): number[] =>
  listed.map((name) => Number(/^ledger\.journal\.(\d{1,15})$/.exec(name)?.[1])).filter((seq) => seq > 0).sort((a, b) => a - b);

/** What a list of runs needs: the run's first event, and the last that set its state. */
export interface Head {
  first: JournalLine | undefined;
  state: JournalLine | undefined;
}

export interface Recovered {
  events: RunEvent[];
  /** The image on the disk; undefined when there is none, or none that holds. */
  image: typeof names.image | typeof names.formerImage | undefined;
  /** Up to where the journal was cut; the lines follow on it. */
  imageSeq: number;
  /** Journal lines after that. */
  lines: JournalLine[];
  head: Head;
  /** Lines up to the cut that stay in the journal. */
  kept: JournalLine[];
  notices: Words[];
  /** A decision on depth was set aside with its writer. */
  depthSetAside: boolean;
  /** Images that do not hold. */
  broken: string[];
  /** The journal's bytes when more than a torn tail had to be left out of them, to be kept aside. */
  damaged: Buffer | undefined;
}

/** A run's events from its folder, as far as they can be had in full. Changes nothing. Rejects with LogFailed when events are missing. */
export async function recover(files: FilePort, folder: string, image: Image): Promise<Recovered> {
  const journals = await readJournals(files, folder);
  return fromJournals(files, folder, journals) ?? (await fromImage(files, folder, image, journals));
}

/** The usual way: every event stands in the journals, and the image is opened when something asks for it. */
function fromJournals(files: FilePort, folder: string, { cut, current, cutAt }: Journals): Recovered | undefined {
  const chain = chainLines(linesOf([...cut, current]), 0);
  if (chain.gap !== undefined || chain.lines.length < Math.max(1, cutAt)) return undefined;
  const image = [names.image, names.formerImage].find((name) => files.inode(path.join(folder, name)) !== undefined);
  // Older journals cannot have a torn tail: what they hold beyond their lines was never confirmed.
  return recovered({ scans: [current], chain: { ...chain, lines: chain.lines.slice(cutAt) }, all: chain.lines, events: eventsOf(chain.lines), image, imageSeq: cutAt, notices: [], broken: [] });
}

/** Where the journals do not go back to the beginning, or not without a gap. */
async function fromImage(files: FilePort, folder: string, image: Image, { cut, current }: Journals): Promise<Recovered> {
  const notices: Words[] = [];
  const broken: string[] = [];
  const found = await newestImage(files, folder, image, (name, why) => {
    broken.push(name);
    notices.push(name === names.image ? say('{0} is damaged ({1}); the run was put together from the generation before it and the journals.', name, why) : say('{0} is damaged ({1}); the run was put together from the journals.', name, why));
  });
  const imageEvents = found?.events ?? [];
  const imageSeq = imageEvents.at(-1)?.seq ?? 0;

  let scans = [current];
  let chain = chainLines(linesOf(scans), imageSeq);
  if (!current || chain.gap !== undefined || found?.name !== names.image) {
    scans = [...cut, current];
    chain = chainLines(linesOf(scans), imageSeq);
  }
  if (chain.gap !== undefined) {
    throw new LogFailed('other', `Events from number ${chain.gap} on are missing in ${folder}: the journal goes on later, and no image that holds them can be read. Put back ${names.image} from a copy of the folder, then open the run again.`);
  }
  if (!found && broken.length > 0 && chain.lines.length === 0) {
    throw new LogFailed('other', `Neither image in ${folder} can be read, and the journal holds no event. Put back ${names.image} from a copy of the folder, then open the run again.`);
  }
  return recovered({ scans, chain, all: linesOf(scans), events: [...imageEvents, ...eventsOf(chain.lines)], image: found?.name, imageSeq, notices, broken });
}

function recovered({ scans, chain, all, events, ...found }: Pick<Recovered, 'events' | 'image' | 'imageSeq' | 'notices' | 'broken'> & { scans: (JournalFile | undefined)[]; chain: Chain; all: JournalLine[] }): Recovered {
  const notices = [...found.notices];
  const torn = scans.reduce((sum, part) => sum + (part?.scan.dropped ?? 0), 0);
  // Where nothing holds, what stands there may be more than a torn beginning: it is kept.
  const unread = events.length === 0 && torn > 0;
  const damaged = unread || scans.some((part) => part?.scan.damaged) || chain.setAside.length > 0 ? Buffer.concat(scans.map((part) => part?.bytes ?? Buffer.alloc(0))) : undefined;
  const last = chain.lines.at(-1)?.seq ?? found.imageSeq;
  if (torn > 0) notices.push(damaged ? say('The journal is damaged after event {0}: {1} bytes were set aside.', last, torn) : say('The journal’s last entry was cut short, by a crash or a full disk, and was dropped ({0} bytes); it had not been confirmed.', torn));
  if (chain.setAside.length > 0) notices.push(say('{0} entries of a writer that had lost the run to another were set aside.', chain.setAside.length));
  const lineOf = (event: RunEvent | undefined): JournalLine | undefined => { const line = event && all.findLast(({ seq }) => seq === event.seq); return line && alone(line); };
  const head = { first: lineOf(events[0]), state: lineOf(events.findLast(({ type }) => setsState(type))) };
  const depthSetAside = chain.setAside.map(typeOf).some((type) => type === 'depth.decided' || type === 'depth.applied');
  return { ...found, events, lines: chain.lines, head, kept: keptLines(head, all, found.imageSeq), notices, depthSetAside, damaged };
}

/** The highest epoch that the journals name: what a lost lock file still knew. */
export async function highestEpoch(files: FilePort, folder: string): Promise<number> {
  const { cut, current } = await readJournals(files, folder);
  return linesOf([...cut, current]).reduce((highest, { epoch }) => Math.max(highest, epoch), 0);
}

export const noHead: Head = { first: undefined, state: undefined };

const setsState = (type: string): boolean => type === 'run.stateChanged' || type === 'run.ended' || type === 'run.continued';

/** The head once `event` is written with that epoch. */
export function withEvent(head: Head, epoch: number, event: RunEvent): Head {
  if (event.seq !== 1 && !setsState(event.type)) return head;
  const line = singleLine(epoch, event.seq, eventJson(event));
  return event.seq === 1 ? { ...head, first: line } : { ...head, state: line };
}

/** The head by the lines alone. */
export const headOf = (lines: readonly JournalLine[]): Head => ({ first: lines.find(({ seq }) => seq === 1), state: lines.findLast((line) => setsState(typeOf(line))) });

/** The type of a line's event, which stands near its beginning. */
const typeOf = ({ source, body, end }: JournalLine): string => /"type":"([^"]+)"/.exec(source.toString('latin1', body, Math.min(body + 120, end)))?.[1] ?? '';

/**
 * Lines that stay when the journal is cut after event `seq`, each by itself: the head, so that a list of runs need not open any image,
 * and event `seq`, so that a journal without its image shows that something is missing.
 */
export function keptLines(head: Head, lines: readonly JournalLine[], seq: number): JournalLine[] {
  const kept = new Map<number, JournalLine>();
  for (const line of [head.first, head.state, lines.findLast((one) => one.seq === seq)]) if (line && line.seq <= seq) kept.set(line.seq, alone(line));
  return [...kept.values()].sort((a, b) => a.seq - b.seq);
}

/** A line that holds no other bytes than its own. */
const alone = (line: JournalLine): JournalLine => singleLine(line.epoch, line.seq, jsonOf(line));

interface JournalFile {
  bytes: Buffer;
  scan: Scan;
}

interface Journals {
  /** Those that were cut, oldest first. */
  cut: (JournalFile | undefined)[];
  current: JournalFile | undefined;
  /** Number of the last cut; 0 without one. */
  cutAt: number;
}

/** The journal comes first: when it is cut meanwhile, its lines are read a second time and not missed. */
async function readJournals(files: FilePort, folder: string): Promise<Journals> {
  const current = await readJournal(files, path.join(folder, names.journal));
  const cuts = cutsIn(await files.list(folder));
  const cut: Journals['cut'] = [];
  for (const at of cuts) cut.push(await readJournal(files, path.join(folder, cutJournal(at))));
  return { cut, current, cutAt: cuts.at(-1) ?? 0 };
}

async function readJournal(files: FilePort, file: string): Promise<JournalFile | undefined> {
  const found = await files.read(file);
  return found && { bytes: found.bytes, scan: scanJournal(found.bytes) };
}

/** The journal as a list of runs reads it. Only a cut that was interrupted leaves its head beside it. */
export async function newestJournal(files: FilePort, folder: string): Promise<readonly JournalLine[]> {
  const current = await readJournal(files, path.join(folder, names.journal));
  const last = current ? undefined : cutsIn(await files.list(folder)).at(-1);
  return (current ?? (last === undefined ? undefined : await readJournal(files, path.join(folder, cutJournal(last)))))?.scan.lines ?? [];
}

const linesOf = (journals: readonly (JournalFile | undefined)[]): JournalLine[] => journals.flatMap((journal) => journal?.scan.lines ?? []);

const eventsOf = (lines: readonly JournalLine[]): RunEvent[] => lines.map((line) => parseEventLine(jsonOf(line)));

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
          if (!refusal) for (const json of textLines(lines)) events.push(parseEventLine(json));
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

const textLines = (bytes: Uint8Array): string[] => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n').slice(0, -1);

/** A format that this version does not read is a refusal in words, not a broken disk. */
export const refusedAsFailure = (cause: unknown): unknown => (cause instanceof EventRefused ? Object.assign(new LogFailed('other', cause.message), { cause }) : cause);
