import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../compose';
import { errorMessage } from '../core/run/platform';
import { warcRecords } from '../core/source/warc';
import { type Arguments } from './arguments';
import { runPlace } from './runFolderOf';
import { withRun } from './showing';
import { answer } from './terminal';
import { runsIn } from './world';

/** Writes a run's archive as WARC, each record compressed for itself when the file's name ends in `.gz`. Exit 3 when something did not hold and was left out. */
export async function exportWarc(args: Arguments, file: string): Promise<number> {
  const { archive } = runsIn(runPlace(args.words[0], args.out).research);
  return withRun(args, 'reader', async ({ state, recorder }) => {
    const created = recorder.events.find((event) => event.type === 'run.created');
    if (!created) throw new Error('This log has no run in it.');
    const { product, run } = created.data;
    const left: string[] = [];
    let records = 0;
    try {
      const target = await open(file, 'w');
      try {
        for await (const piece of warcRecords({ snapshots: state.source.snapshots, archive, product, run, createdAt: created.at, sha256 })) {
          if ('left' in piece) {
            left.push(piece.left);
            continue;
          }
          await target.writeFile(file.endsWith('.gz') ? gzipSync(piece.bytes) : piece.bytes);
          records += 1;
        }
      } finally {
        await target.close();
      }
    } catch (cause) {
      throw new Error(`${file} could not be written: ${errorMessage(cause)}. Name a file in a folder that is there and has room: --out FILE`, { cause });
    }
    answer(args, { written: file, records, left }, `Written: ${file} (${records} records)${left.map((one) => `\nLeft out: ${one}.`).join('')}`);
    return left.length === 0 ? 0 : 3;
  });
}
