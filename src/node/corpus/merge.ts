import { setImmediate as breathe } from 'node:timers/promises';
import { type Segment } from './segment';
import { passagesPerBlock } from './segmentFormat';
import { type SegmentWriter, type TermPostings } from './segmentWriter';

const termsPerTurn = 1000;
const gone = 0xffffffff;

/** Writes what is alive in some segments as one. */
export async function mergeSegments(segments: Segment[], writer: SegmentWriter): Promise<void> {
  const moved: Uint32Array[] = [];
  for (const segment of segments) moved.push(await copyPassages(segment, writer));
  await writer.finish(mergedTerms(segments, moved));
}

/** Returns where each passage went. */
async function copyPassages(segment: Segment, writer: SegmentWriter): Promise<Uint32Array> {
  const moved = new Uint32Array(segment.passageCount).fill(gone);
  let file = -1;
  for (let first = 0; first < segment.passageCount; first += passagesPerBlock) {
    await breathe();
    for (const [n, stored] of segment.block(first / passagesPerBlock).entries()) {
      const passage = first + n;
      const owner = segment.fileOf[passage]!;
      if (segment.dead.has(owner)) continue;
      // A file without passages lies between two that have some.
      for (; file < owner; file += 1) addLive(segment, file + 1, writer);
      moved[passage] = writer.passageCount;
      await writer.addPassage(segment.starts[passage]!, segment.ends[passage]!, segment.lengths[passage]!, stored);
    }
  }
  for (; file < segment.files.length - 1; file += 1) addLive(segment, file + 1, writer);
  return moved;
}

function addLive(segment: Segment, file: number, writer: SegmentWriter): void {
  if (!segment.dead.has(file)) writer.addFile(segment.files[file]!);
}

async function* mergedTerms(segments: Segment[], moved: Uint32Array[]): AsyncGenerator<TermPostings> {
  const next = segments.map(() => 0);
  const heads = segments.map((segment) => (segment.termCount > 0 ? segment.term(0) : null));
  for (let turn = 1; ; turn += 1) {
    if (turn % termsPerTurn === 0) await breathe();
    let least: string | null = null;
    for (const head of heads) if (head !== null && (least === null || head < least)) least = head;
    if (least === null) return;
    const passages: number[] = [];
    const frequencies: number[] = [];
    for (const [n, segment] of segments.entries()) {
      if (heads[n] !== least) continue;
      const number = next[n]!;
      segment.eachPosting(number, (passage, frequency) => {
        const to = moved[n]![passage]!;
        if (to === gone) return;
        passages.push(to);
        frequencies.push(frequency);
      });
      next[n] = number + 1;
      heads[n] = number + 1 < segment.termCount ? segment.term(number + 1) : null;
    }
    if (passages.length > 0) yield { term: least, passages: Uint32Array.from(passages), frequencies: Uint8Array.from(frequencies) };
  }
}
