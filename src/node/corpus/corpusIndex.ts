import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Passage } from '../../core/source/passages';
import { SegmentBuilder } from './builder';
import { type Log } from './log';
import { emptyManifest, type Manifest, readManifest, type SkippedFile, writeManifest } from './manifest';
import { mergeSegments } from './merge';
import { Segment } from './segment';
import { DamagedIndex, type IndexedFile } from './segmentFormat';
import { SegmentWriter } from './segmentWriter';

/** New files are written as a segment when they hold so many postings; about 20 MB of memory. */
const postingsPerSegment = 3_000_000;
/** So many segments of one size, each four times that of the size below, are merged. */
const segmentsPerSize = 6;
const sizeFactor = 4;
const smallestSize = 256;
/** A segment with a larger part of dead passages is written again without them. */
const mostDead = 0.5;

interface Place {
  segment: Segment;
  /** Number of the file in it. */
  file: number;
}

/**
 * The index of one folder on disk: immutable segments and a manifest that says which of them and which of their files
 * count. A change is a new segment and a new manifest; what dies before the manifest is renamed leaves the old state.
 * Writing is for the holder of the lock (`lock.ts`); reading is for anyone.
 */
export class CorpusIndex {
  segments: Segment[] = [];
  private places = new Map<string, Place>();
  private pending: { builder: SegmentBuilder; writer: SegmentWriter; temporary: string } | null = null;
  private replaced: string[] = [];

  private constructor(readonly folder: string, private readonly log: Log, private manifest: Manifest) {}

  /** Knows nothing until `reload`. `reader` names what makes the texts; an index made by another is built anew. */
  static async create(folder: string, reader: string, log: Log): Promise<CorpusIndex> {
    await mkdir(folder, { recursive: true });
    return new CorpusIndex(folder, log, emptyManifest(reader));
  }

  /** Takes over what is committed, by this process or another. What is damaged is dropped, with a notice in the log. */
  async reload(): Promise<void> {
    const { reader } = this.manifest;
    try {
      const found = await readManifest(this.folder);
      if (found === null || found.reader !== reader) this.use(emptyManifest(reader), []);
      else if (found.generation !== this.manifest.generation || this.segments.length === 0) this.use(found, await this.openAll(found));
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.log.warn(`The search index in ${this.folder} is damaged and will be built anew: ${error.message}`);
      this.use(emptyManifest(reader), []);
    }
  }

  /** Removes what no commit names: left over from a process that died, or replaced. */
  async tidy(): Promise<void> {
    const named = new Set(this.manifest.segments.map(({ name }) => name));
    const leftOver = (await readdir(this.folder)).filter((name) => /\.segment(\.tmp)?$/.test(name) && !named.has(name));
    await Promise.all(leftOver.map((name) => rm(join(this.folder, name), { force: true })));
  }

  get skipped(): SkippedFile[] {
    return this.manifest.skipped;
  }

  /** Stamp of an indexed file, or undefined. */
  stampOf(path: string): string | undefined {
    const place = this.places.get(path);
    return place?.segment.files[place.file]?.stamp;
  }

  paths(): Iterable<string> {
    return this.places.keys();
  }

  /** Adds a file, in place of what was known of it. It counts from the next commit on; large additions commit by themselves. */
  async add(file: IndexedFile, text: string, passages: Passage[]): Promise<void> {
    this.pending ??= await this.begin();
    this.replaced.push(file.path);
    await this.pending.builder.add(file, text, passages);
    if (this.pending.builder.postings >= postingsPerSegment) await this.commit({ removed: [], skipped: this.manifest.skipped });
  }

  /** Makes the additions since the last commit count, together with what was removed and what is skipped now. */
  async commit({ removed, skipped }: { removed: string[]; skipped: SkippedFile[] }): Promise<void> {
    const dead = [...removed, ...this.replaced].flatMap((path) => this.places.get(path) ?? []);
    const sameSkips = JSON.stringify(skipped) === JSON.stringify(this.manifest.skipped);
    if (this.pending === null && dead.length === 0 && sameSkips && this.manifest.generation > 0) return;
    const added = this.pending === null ? null : await this.finishPending(this.pending);
    for (const { segment, file } of dead) segment.dead.add(file);
    const kept = this.segments.filter((segment) => segment.dead.size < segment.files.length);
    await this.publish(added === null ? kept : [...kept, added], skipped);
    this.replaced = [];
    await this.merge();
  }

  /** Forgets additions that were not committed. */
  async discard(): Promise<void> {
    const pending = this.pending;
    this.pending = null;
    this.replaced = [];
    if (pending === null) return;
    await pending.writer.abandon();
    await rm(pending.temporary, { force: true });
  }

  close(): void {
    for (const segment of this.segments) segment.close();
    this.segments = [];
    this.places = new Map();
  }

  private async begin(): Promise<NonNullable<CorpusIndex['pending']>> {
    const temporary = join(this.folder, `${randomUUID()}.segment.tmp`);
    const writer = await SegmentWriter.create(temporary);
    return { builder: new SegmentBuilder(writer), writer, temporary };
  }

  private async finishPending({ builder, temporary }: NonNullable<CorpusIndex['pending']>): Promise<Segment> {
    await builder.finish();
    this.pending = null;
    return this.adopt(temporary);
  }

  /** A finished temporary file becomes a segment; it counts once a manifest names it. */
  private async adopt(temporary: string): Promise<Segment> {
    const path = temporary.slice(0, -'.tmp'.length);
    await rename(temporary, path);
    return Segment.open(path, path.slice(this.folder.length + 1));
  }

  private async openAll(found: Manifest): Promise<Segment[]> {
    const opened: Segment[] = [];
    try {
      for (const { name, dead } of found.segments) {
        const segment = await Segment.open(join(this.folder, name), name);
        opened.push(segment);
        for (const file of dead) segment.dead.add(file);
      }
    } catch (error) {
      for (const segment of opened) segment.close();
      throw error;
    }
    return opened;
  }

  private async publish(segments: Segment[], skipped: SkippedFile[]): Promise<void> {
    const next: Manifest = {
      ...this.manifest,
      generation: this.manifest.generation + 1,
      segments: segments.map(({ name, dead }) => ({ name, dead: [...dead] })),
      skipped,
    };
    await writeManifest(this.folder, next);
    const dropped = this.segments.filter((segment) => !segments.includes(segment));
    this.use(next, segments);
    await Promise.all(dropped.map(({ name }) => rm(join(this.folder, name), { force: true })));
  }

  private use(manifest: Manifest, segments: Segment[]): void {
    for (const segment of this.segments) if (!segments.includes(segment)) segment.close();
    this.manifest = manifest;
    this.segments = segments;
    this.places = new Map();
    for (const segment of segments) {
      segment.files.forEach((file, number) => {
        if (!segment.dead.has(number)) this.places.set(file.path, { segment, file: number });
      });
    }
  }

  private async merge(): Promise<void> {
    for (let chosen = this.toMerge(); chosen.length > 0; chosen = this.toMerge()) {
      const temporary = join(this.folder, `${randomUUID()}.segment.tmp`);
      const writer = await SegmentWriter.create(temporary);
      try {
        await mergeSegments(chosen, writer);
      } catch (error) {
        await writer.abandon();
        throw error;
      }
      const merged = await this.adopt(temporary);
      await this.publish([...this.segments.filter((segment) => !chosen.includes(segment)), merged], this.manifest.skipped);
    }
  }

  private toMerge(): Segment[] {
    const bySize = new Map<number, Segment[]>();
    for (const segment of this.segments) {
      if (deadPart(segment) > mostDead) return [segment];
      const size = Math.max(0, Math.floor(Math.log(segment.passageCount / smallestSize) / Math.log(sizeFactor)));
      bySize.set(size, [...(bySize.get(size) ?? []), segment]);
    }
    return [...bySize.values()].find((segments) => segments.length >= segmentsPerSize) ?? [];
  }
}

function deadPart(segment: Segment): number {
  let dead = 0;
  for (const file of segment.dead) dead += segment.files[file]?.passages ?? 0;
  return segment.passageCount === 0 ? 0 : dead / segment.passageCount;
}
