import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32, inflateSync } from 'node:zlib';
import * as z from 'zod';
import { DamagedIndex, directory, type Directory, indexedFile, type IndexedFile, magic, passageColumns, passagesPerBlock, type SectionName, type StoredPassage, trailerLength } from './segmentFormat';

/** Scripts without spaces begin with Thai. */
const firstUnspaced = '\u0e00';

/** A segment file opened for reading. Terms, passages and files are in memory; postings and texts are read when asked for. */
export class Segment {
  /** Files that were replaced or removed since the segment was written, by their number in it. */
  readonly dead = new Set<number>();
  readonly files: IndexedFile[];
  readonly passageCount: number;
  readonly termCount: number;
  /** Per passage. */
  readonly fileOf: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly lengths: Uint32Array;
  readonly totalLength: number;
  private readonly sections: Directory['sections'];
  private readonly termBytes: Buffer;
  private readonly termEnds: Uint32Array;
  private readonly postingEnds: Uint32Array;
  private readonly counts: Uint32Array;
  private readonly blockEnds: Uint32Array;

  private constructor(readonly name: string, private readonly descriptor: number, found: Directory) {
    this.sections = found.sections;
    this.passageCount = found.passages;
    this.termCount = found.terms;
    this.termBytes = this.section('termBytes');
    this.termEnds = numbers(this.section('termEnds'));
    this.postingEnds = numbers(this.section('postingEnds'));
    this.counts = numbers(this.section('counts'));
    this.blockEnds = numbers(this.section('blockEnds'));
    const columns = numbers(this.section('passages'));
    const column = (name: (typeof passageColumns)[number]): Uint32Array => {
      const at = passageColumns.indexOf(name) * this.passageCount;
      return columns.subarray(at, at + this.passageCount);
    };
    this.fileOf = column('file');
    this.starts = column('start');
    this.ends = column('end');
    this.lengths = column('length');
    this.totalLength = this.lengths.reduce((sum, length) => sum + length, 0);
    this.files = z.array(indexedFile).parse(JSON.parse(this.section('files').toString()));
  }

  /** Reads the whole file once to check it. Rejects with `DamagedIndex` when it is missing, cut short or altered. */
  static async open(path: string, name: string): Promise<Segment> {
    let descriptor: number | null = null;
    try {
      const found = await checked(path);
      descriptor = openSync(path, 'r');
      return new Segment(name, descriptor, found);
    } catch (error) {
      if (descriptor !== null) closeSync(descriptor);
      throw error instanceof DamagedIndex ? error : new DamagedIndex(`${name} of the index cannot be read: ${String(error)}`, { cause: error });
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  term(number: number): string {
    return this.termBytes.toString('utf8', number === 0 ? 0 : this.termEnds[number - 1], this.termEnds[number]);
  }

  /** Number of a term in a list, which is empty when no passage holds it. */
  find(term: string): number[] {
    const number = this.firstFrom(term);
    return number < this.termCount && this.term(number) === term ? [number] : [];
  }

  /** Numbers of the terms of a script without spaces that hold a character. */
  withCharacter(character: string): number[] {
    const found: number[] = [];
    for (let number = this.firstFrom(firstUnspaced); number < this.termCount; number += 1) if (this.term(number).includes(character)) found.push(number);
    return found;
  }

  /** How many passages hold a term, those of dead files included. */
  count(number: number): number {
    return this.counts[number] ?? 0;
  }

  /** Visits the passages that hold a term, ascending, with how often each does. */
  eachPosting(number: number, visit: (passage: number, frequency: number) => void): void {
    const start = number === 0 ? 0 : this.postingEnds[number - 1]!;
    const bytes = this.read(this.sections.postings[0] + start, this.postingEnds[number]! - start);
    let passage = 0;
    for (let at = 0; at < bytes.length;) {
      let byte = bytes[at++]!;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        value |= (byte & 127) << shift;
      }
      passage += value >>> 1;
      let frequency = 1;
      if ((value & 1) === 0) {
        byte = bytes[at++]!;
        frequency = byte & 127;
        if (byte > 127) frequency |= bytes[at++]! << 7;
      }
      visit(passage, frequency);
    }
  }

  /** Headings and text of the passages of one block, which starts at `block × passagesPerBlock`. */
  block(block: number): StoredPassage[] {
    const start = block === 0 ? 0 : this.blockEnds[block - 1]!;
    const bytes = this.read(this.sections.texts[0] + start, this.blockEnds[block]! - start);
    try {
      // Its form needs no check: it is what was written, by the checksum of the file and that of the block.
      return JSON.parse(inflateSync(bytes).toString()) as StoredPassage[];
    } catch (error) {
      throw new DamagedIndex(`block ${block} of ${this.name} of the index cannot be read`, { cause: error });
    }
  }

  passage(number: number): StoredPassage {
    const found = this.block(Math.floor(number / passagesPerBlock))[number % passagesPerBlock];
    if (found === undefined) throw new DamagedIndex(`passage ${number} is not in ${this.name} of the index`);
    return found;
  }

  /** The first term that is not less. */
  private firstFrom(term: string): number {
    let low = 0;
    let high = this.termCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.term(middle) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private section(name: SectionName): Buffer {
    return this.read(...this.sections[name]);
  }

  private read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length;) {
      const count = readSync(this.descriptor, bytes, at, length - at, position + at);
      if (count === 0) throw new DamagedIndex(`${this.name} of the index ends early`);
      at += count;
    }
    return bytes;
  }
}

const numbers = (bytes: Buffer): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);

async function checked(path: string): Promise<Directory> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size < magic.length + trailerLength) throw new DamagedIndex(`${path} is too short to be a segment of the index`);
    const trailer = Buffer.alloc(trailerLength);
    await handle.read(trailer, 0, trailerLength, size - trailerLength);
    if (trailer.toString('latin1', 8) !== magic) throw new DamagedIndex(`${path} is cut short or no segment of this version`);
    const body = size - trailerLength;
    const chunk = Buffer.allocUnsafe(4 << 20);
    let sum = 0;
    for (let at = 0; at < body;) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, body - at), at);
      if (bytesRead === 0) throw new DamagedIndex(`${path} ends early`);
      sum = crc32(chunk.subarray(0, bytesRead), sum);
      at += bytesRead;
    }
    if (sum !== trailer.readUInt32LE(4)) throw new DamagedIndex(`${path} was altered since it was written`);
    const length = trailer.readUInt32LE(0);
    const bytes = Buffer.alloc(length);
    await handle.read(bytes, 0, length, body - length);
    return directory.parse(JSON.parse(bytes.toString()));
  } finally {
    await handle.close();
  }
}
