import { basename } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Passage } from '../../core/source/passages';
import { eachToken } from '../../core/source/tokens';
import { Growing, GrowingBytes } from './growing';
import { type IndexedFile } from './segmentFormat';
import { type SegmentWriter, type TermPostings } from './segmentWriter';

/** Title, file name, headings and columns count as if the passage said them so many times more; measured, see `closeness` in `rank.ts`. */
const contextFrequency = 2;
/** What stands outside the main text (navigation, advertisements) weighs as if it were this many times as long. */
const asideLength = 2;
/** Passages and terms handled before others get their turn in this thread. */
const passagesPerTurn = 32;
const termsPerTurn = 2000;
/** A frequency is kept in one byte. */
const mostFrequency = 255;

/** Collects the terms of new files in memory while their texts go straight to the segment file. */
export class SegmentBuilder {
  private readonly numbers = new Map<string, number>();
  /** Where a term last stood in `terms`; of the current passage when not before its start. */
  private readonly lastPlace = new Growing();
  private readonly terms = new Growing();
  private readonly frequencies = new GrowingBytes();
  private readonly passageStarts = new Growing();

  constructor(private readonly writer: SegmentWriter) {}

  /** Grows by about five bytes of memory each, beside some fifty per term. */
  get postings(): number {
    return this.terms.length;
  }

  async add(file: IndexedFile, text: string, passages: Passage[]): Promise<void> {
    this.writer.addFile(file);
    const name = basename(file.path);
    for (const [n, { range, headings, columns, main }] of passages.entries()) {
      if (n % passagesPerTurn === passagesPerTurn - 1) await breathe();
      const body = text.slice(range.start, range.end);
      this.passageStarts.push(this.terms.length);
      let length = 0;
      eachToken(body, (token) => {
        length += 1;
        this.count(token, 1);
      });
      eachToken([file.title, name, ...headings, ...columns].join('\n'), (token) => this.count(token, contextFrequency));
      await this.writer.addPassage(range.start, range.end, main ? length : length * asideLength, [headings, body]);
    }
  }

  async finish(): Promise<void> {
    await this.writer.finish(this.sorted());
  }

  private count(token: string, by: number): void {
    const passageStart = this.passageStarts.values[this.passageStarts.length - 1]!;
    let number = this.numbers.get(token);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(ownCopy(token), number);
      this.lastPlace.push(0);
    }
    const place = this.lastPlace.values[number]!;
    if (place >= passageStart && this.terms.length > place && this.terms.values[place] === number) {
      this.frequencies.values[place] = Math.min(mostFrequency, this.frequencies.values[place]! + by);
      return;
    }
    this.lastPlace.values[number] = this.terms.length;
    this.terms.push(number);
    this.frequencies.push(by);
  }

  /** By counting sort over the term numbers, which keeps the passages of a term ascending. */
  private async *sorted(): AsyncGenerator<TermPostings> {
    const ends = new Uint32Array(this.numbers.size + 1);
    const { terms, passageStarts } = this;
    for (let n = 0; n < terms.length; n += 1) ends[terms.values[n]! + 1]! += 1;
    for (let term = 1; term < ends.length; term += 1) ends[term]! += ends[term - 1]!;
    const next = ends.slice(0, -1);
    const passages = new Uint32Array(terms.length);
    const frequencies = new Uint8Array(terms.length);
    for (let passage = 0; passage < passageStarts.length; passage += 1) {
      const end = passage + 1 < passageStarts.length ? passageStarts.values[passage + 1]! : terms.length;
      for (let n = passageStarts.values[passage]!; n < end; n += 1) {
        const place = next[terms.values[n]!]!++;
        passages[place] = passage;
        frequencies[place] = this.frequencies.values[n]!;
      }
    }
    await breathe();
    let turn = 0;
    for (const term of [...this.numbers.keys()].sort()) {
      if (++turn % termsPerTurn === 0) await breathe();
      const number = this.numbers.get(term)!;
      const [start, end] = [ends[number]!, ends[number + 1]!];
      yield { term, passages: passages.subarray(start, end), frequencies: frequencies.subarray(start, end) };
    }
  }
}

/** A long slice keeps the whole text it was cut from in memory; a copy does not. */
const ownCopy = (token: string): string => (token.length < 13 ? token : Buffer.from(token, 'utf16le').toString('utf16le'));
