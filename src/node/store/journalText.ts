import { crc32 } from 'node:zlib';
import { type RunEvent } from '../../core/run/event';

/**
 * The journal's format. A line is `epoch remaining length checksum json\n`:
 * `epoch` of the writer, `remaining` = how many lines of the same atomic group follow, `length` of the JSON in bytes,
 * `checksum` = CRC-32 of `epoch remaining json` in 8 hexadecimal digits. Zeros at the end are reserved space.
 */
export interface JournalLine {
  epoch: number;
  remaining: number;
  seq: number;
  /** The line as it stands in a journal: bytes `start` to `end` of `source`, its JSON from `body` on. */
  source: Buffer;
  start: number;
  body: number;
  end: number;
}

/** Made when it is asked for: most lines are read once, or not at all. */
export const jsonOf = ({ source, body, end }: JournalLine): string => source.toString('utf8', body, end - 1);

const isSameEvent = (a: JournalLine, b: JournalLine): boolean => a.source.subarray(a.body, a.end).equals(b.source.subarray(b.body, b.end));

/** Journal bytes of lines as they are. Lines that stand side by side are one piece, which is copied only beside others. */
export function bytesOf(lines: readonly JournalLine[]): Buffer {
  const pieces: { source: Buffer; start: number; end: number }[] = [];
  for (const { source, start, end } of lines) {
    const last = pieces.at(-1);
    if (last?.source === source && last.end === start) last.end = end;
    else pieces.push({ source, start, end });
  }
  const parts = pieces.map(({ source, start, end }) => source.subarray(start, end));
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Keys in a fixed order, so that the same event has the same bytes wherever it is kept. */
export const eventJson = ({ seq, at, v, type, by, data }: RunEvent): string => JSON.stringify({ seq, at, v, type, by, data });

function encodeLine(epoch: number, remaining: number, json: string): Buffer {
  const body = Buffer.from(json);
  return Buffer.concat([Buffer.from(`${epoch} ${remaining} ${body.length} ${checksum(epoch, remaining, body).toString(16).padStart(8, '0')} `), body, Buffer.from('\n')]);
}

/** A group of one. */
export function singleLine(epoch: number, seq: number, json: string): JournalLine {
  const source = encodeLine(epoch, 0, json);
  return { epoch, remaining: 0, seq, source, start: 0, body: source.length - Buffer.byteLength(json) - 1, end: source.length };
}

/** Lines of events that stand or fall together. */
export const encodeGroup = (epoch: number, events: readonly RunEvent[]): Buffer =>
  Buffer.concat(events.map((event, index) => encodeLine(epoch, events.length - 1 - index, eventJson(event))));

const checksum = (epoch: number, remaining: number, body: Uint8Array): number => crc32(body, crc32(`${epoch} ${remaining} `));

export interface Scan {
  /** Lines of whole groups, up to the first byte that does not hold. */
  lines: JournalLine[];
  /** Where they end. */
  end: number;
  /** Bytes after that, without reserved space: a torn tail, or more. */
  dropped: number;
  /** A line that holds stands after one that does not: damage, where a torn tail would be expected. */
  damaged: boolean;
}

export function scanJournal(bytes: Buffer): Scan {
  const lines: JournalLine[] = [];
  let group: JournalLine[] = [];
  let at = 0;
  let end = 0;
  for (;;) {
    const found = lineAt(bytes, at);
    const expected = group.at(-1)?.remaining;
    if (!found || (expected !== undefined && found.remaining !== expected - 1)) break;
    group.push(found);
    at = found.end;
    if (found.remaining === 0) {
      lines.push(...group);
      group = [];
      end = at;
    }
  }
  let written = bytes.length;
  while (written > end && bytes[written - 1] === 0) written--;
  return { lines, end, dropped: written - end, damaged: holdsLater(bytes.subarray(at, written)) };
}

const newline = 10;

/** Everything before the JSON, and its beginning; longer than the longest that it can be. */
const headLength = 96;
const headPattern = /^((\d{1,15}) (\d{1,9}) (\d{1,10}) ([0-9a-f]{8}) )\{"seq":(\d{1,15})[,}]/;

function lineAt(source: Buffer, start: number): JournalLine | undefined {
  const head = headPattern.exec(source.toString('latin1', start, start + headLength));
  if (!head) return undefined;
  const [, before = '', epoch, remaining, length, sum = '', seq] = head;
  const line = { epoch: Number(epoch), remaining: Number(remaining), seq: Number(seq), source, start, body: start + before.length, end: start + before.length + Number(length) + 1 };
  if (source[line.end - 1] !== newline) return undefined;
  return checksum(line.epoch, line.remaining, source.subarray(line.body, line.end - 1)) === parseInt(sum, 16) ? line : undefined;
}

function holdsLater(rest: Buffer): boolean {
  let at = 0;
  do {
    if (lineAt(rest, at)) return true;
    at = rest.indexOf(newline, at) + 1;
  } while (at > 0);
  return false;
}

export interface Chain {
  /** The run's events after `after`, each sequence number once. */
  lines: JournalLine[];
  /** Lines that lost their place to a later writer. */
  setAside: JournalLine[];
  /** The first sequence number that is missing though later ones are there. */
  gap: number | undefined;
}

/**
 * The one sequence of events in lines that may repeat and may come from a writer that was fenced off:
 * a line of a lower epoch after a higher one is set aside, a line of a higher epoch takes the place of a lower one's.
 */
export function chainLines(lines: readonly JournalLine[], after: number): Chain {
  const chain: JournalLine[] = [];
  const setAside: JournalLine[] = [];
  let highest = 0;
  for (const line of lines) {
    if (line.seq <= after) continue;
    const index = line.seq - after - 1;
    const taken = chain[index];
    if (taken && isSameEvent(taken, line)) continue;
    if (line.epoch < highest) {
      setAside.push(line);
      continue;
    }
    if (index > chain.length) return { lines: chain, setAside, gap: after + chain.length + 1 };
    highest = line.epoch;
    if (taken && taken.epoch === line.epoch) {
      setAside.push(line);
      continue;
    }
    setAside.push(...chain.splice(index));
    chain.push(line);
  }
  return { lines: chain, setAside, gap: undefined };
}
