import { open, type FileHandle } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { Growing, GrowingBytes } from './growing';
import { type Directory, type IndexedFile, magic, passageColumns, passagesPerBlock, type SectionName, type StoredPassage } from './segmentFormat';

/** One term with the passages that hold it, ascending, and how often each does. */
export interface TermPostings {
  term: string;
  passages: Uint32Array;
  frequencies: Uint8Array;
}

/** Writes a segment file: first all files with their passages, then `finish` with all terms in order. */
export class SegmentWriter {
  private readonly output: CheckedOutput;
  private readonly files: IndexedFile[] = [];
  private readonly columns = passageColumns.map(() => new Growing());
  private readonly blockEnds = new Growing();
  private block: StoredPassage[] = [];

  private constructor(handle: FileHandle) {
    this.output = new CheckedOutput(handle);
  }

  static async create(path: string): Promise<SegmentWriter> {
    const writer = new SegmentWriter(await open(path, 'wx'));
    await writer.output.write(Buffer.from(magic));
    return writer;
  }

  get passageCount(): number {
    return this.columns[0]!.length;
  }

  /** The passages that follow belong to this file. */
  addFile(file: IndexedFile): void {
    this.files.push(file);
  }

  async addPassage(start: number, end: number, length: number, stored: StoredPassage): Promise<void> {
    [this.files.length - 1, start, end, length].forEach((value, column) => this.columns[column]!.push(value));
    this.block.push(stored);
    if (this.block.length === passagesPerBlock) await this.closeBlock();
  }

  /** Flushes the file to disk. The terms must be sorted by UTF-16 code units, without one that no passage holds. */
  async finish(terms: AsyncIterable<TermPostings>): Promise<void> {
    if (this.block.length > 0) await this.closeBlock();
    const start = magic.length;
    const sections: Partial<Directory['sections']> = { texts: [start, this.output.length - start] };
    const section = async (name: SectionName, bytes: Uint8Array): Promise<void> => {
      sections[name] = [this.output.length, bytes.byteLength];
      await this.output.write(bytes);
    };

    const postingsStart = this.output.length;
    const termBytes = new GrowingBytes();
    const termEnds = new Growing();
    const postingEnds = new Growing();
    const counts = new Growing();
    let encoded = new Uint8Array(1 << 16);
    for await (const { term, passages, frequencies } of terms) {
      if (encoded.length < passages.length * bytesPerPosting) encoded = new Uint8Array(passages.length * bytesPerPosting * 2);
      const written = this.output.write(encoded.subarray(0, encodePostings(passages, frequencies, encoded)));
      if (written !== undefined) await written;
      termBytes.append(Buffer.from(term));
      termEnds.push(termBytes.length);
      postingEnds.push(this.output.length - postingsStart);
      counts.push(passages.length);
    }
    sections.postings = [postingsStart, this.output.length - postingsStart];
    await section('termBytes', termBytes.view());
    await section('termEnds', termEnds.bytes());
    await section('postingEnds', postingEnds.bytes());
    await section('counts', counts.bytes());
    await section('passages', Buffer.concat(this.columns.map((column) => column.bytes())));
    await section('blockEnds', this.blockEnds.bytes());
    await section('files', Buffer.from(JSON.stringify(this.files)));
    const directory = Buffer.from(JSON.stringify({ passages: this.passageCount, terms: counts.length, sections }));
    await this.output.write(directory);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(directory.length, 0);
    trailer.writeUInt32LE(this.output.crc, 4);
    await this.output.write(Buffer.concat([trailer, Buffer.from(magic)]));
    await this.output.close();
  }

  /** Gives up; the caller removes the file. */
  async abandon(): Promise<void> {
    await this.output.abandon();
  }

  private async closeBlock(): Promise<void> {
    await this.output.write(deflateSync(JSON.stringify(this.block), { level: 1 }));
    this.blockEnds.push(this.output.length - magic.length);
    this.block = [];
  }
}

/** At most five bytes for a gap and two for a frequency. */
const bytesPerPosting = 7;

/** Encodes into `bytes` and returns how many were used. */
function encodePostings(passages: Uint32Array, frequencies: Uint8Array, bytes: Uint8Array): number {
  let at = 0;
  let previous = 0;
  for (let n = 0; n < passages.length; n += 1) {
    const passage = passages[n]!;
    const frequency = frequencies[n]!;
    let value = (passage - previous) * 2 + (frequency === 1 ? 1 : 0);
    previous = passage;
    for (; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128;
    bytes[at++] = value;
    if (frequency === 1) continue;
    for (value = frequency; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128;
    bytes[at++] = value;
  }
  return at;
}

/** Buffered writing that knows its length and its CRC-32. */
class CheckedOutput {
  length = 0;
  private readonly buffer = Buffer.alloc(1 << 20);
  private filled = 0;
  private sum = 0;
  constructor(private readonly handle: FileHandle) {}

  /** Of all that was written so far. */
  get crc(): number {
    return crc32(this.buffer.subarray(0, this.filled), this.sum);
  }

  /** Copies the bytes, so that the caller may use them again. Waits only when the buffer is full. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    this.length += bytes.byteLength;
    if (this.filled + bytes.byteLength <= this.buffer.length) {
      this.buffer.set(bytes, this.filled);
      this.filled += bytes.byteLength;
      return undefined;
    }
    return this.writeThrough(bytes);
  }

  private async writeThrough(bytes: Uint8Array): Promise<void> {
    await this.drain();
    if (bytes.byteLength <= this.buffer.length) {
      this.buffer.set(bytes);
      this.filled = bytes.byteLength;
      return;
    }
    this.sum = crc32(bytes, this.sum);
    await writeFully(this.handle, bytes);
  }

  async close(): Promise<void> {
    await this.drain();
    await this.handle.sync();
    await this.handle.close();
  }

  async abandon(): Promise<void> {
    await this.handle.close();
  }

  private async drain(): Promise<void> {
    const bytes = this.buffer.subarray(0, this.filled);
    this.sum = crc32(bytes, this.sum);
    await writeFully(this.handle, bytes);
    this.filled = 0;
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await handle.write(bytes, at)).bytesWritten;
}
