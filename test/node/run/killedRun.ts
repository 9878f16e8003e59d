import { appendFileSync } from 'node:fs';
import { createArchive } from '../../../src/node/store/archiveFiles';
import { openRun } from '../../../src/node/store/runFolder';
import { quiet } from '../store/quiet';
import { research, told } from './recordedRun';

const unused = () => Promise.reject(new Error('it does not live to write an image'));

/** Researches until its log holds so many events, and kills itself there: no handler runs, nothing is closed. */
async function work([run, kept, asked, events]: string[]): Promise<void> {
  if (!run || !kept || !asked) throw new Error('a run, an archive and a file are needed');
  const log = await openRun(run, { log: quiet, makeImage: () => ({ load: unused, export: unused, query: unused, close: () => Promise.resolve() }) });
  await research(told(log, (there) => { if (there >= Number(events)) process.kill(process.pid, 'SIGKILL'); }), createArchive(kept), (turn) => appendFileSync(asked, `${turn}\n`));
}

void work(process.argv.slice(2));
