import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { RunLoop } from '../../../src/core/run/loop';
import { nothingNew } from '../../../src/core/source/folderNews';
import { Recorder } from '../../../src/core/run/recorder';
import { type RunState } from '../../../src/core/run/state';
import { Library } from '../../../src/core/source/library';
import { toolset } from '../../../src/core/tool/toolset';
import { AwakeClock, systemClock } from '../../../src/node/clock';
import { createFolderProvider } from '../../../src/node/corpus/folderProvider';
import { SafeFetcher } from '../../../src/node/http/safeFetcher';
import { mathCalculator } from '../../../src/node/mathCalculator';
import { replayClient } from '../../../src/node/model/replayClient';
import { createSourceReader } from '../../../src/node/reader';
import { readerVersion } from '../../../src/node/reader/format';
import { createRun, memoryArchive, MemoryLog, quietLog } from '../../fakes/memoryWorld';

const sample = fileURLToPath(new URL('../../../media/sample', import.meta.url));
const recording = fileURLToPath(new URL('../../recordings/ferry.jsonl', import.meta.url));
const question = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';

const made: string[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** The recorded research once more, over the sample as it lies in `folder`. */
async function replayed(folder: string): Promise<RunState> {
  const research = await mkdtemp(path.join(tmpdir(), 'replay-'));
  made.push(research);
  const reader = createSourceReader();
  const fetcher = new SafeFetcher({ clock: systemClock, userAgent: 'test', allowHosts: [], proxy: null, folders: [folder] });
  const provider = createFolderProvider({ folders: [folder], exclude: [], reader, readerVersion, log: quietLog, clock: () => Date.now(), indexFolder: path.join(research, 'index') });
  const archive = memoryArchive();
  const clock = new AwakeClock();
  const recorder = new Recorder(new MemoryLog(), systemClock);
  await createRun(recorder, question, { folders: [folder], researcher: 'replay' });
  try {
    await new RunLoop({
      recorder, researcher: modelResearcher(await replayClient(recording)), tools: toolset, library: new Library({ archive, fetcher, reader, clock: systemClock }), archive, providers: [provider],
      tables: { query: () => Promise.resolve({ ok: false, message: 'no tables here' }) }, calculator: mathCalculator, sha256: (text) => createHash('sha256').update(text).digest('hex'),
      clock, log: quietLog, lookAtFolders: () => Promise.resolve(nothingNew),
    }).go();
  } finally {
    clock.dispose();
    await provider.close();
    await fetcher.close();
  }
  expect(`${recorder.state.run?.state ?? ''} ${recorder.state.run?.reason ?? ''}`).toBe('ended ');
  return recorder.state;
}

/** What a replay must give again, without the times of this run and the place of its folder. */
function lasting(state: RunState, folder: string): string {
  const { ledger, source, article, run } = state;
  const address = pathToFileURL(folder).href;
  return JSON.stringify({ ledger, source, blocks: article.blocks, outcome: run?.outcome, markdown: renderMarkdown(state, { now: '2026-01-01T00:00:00.000Z' }) }, null, 1)
    .replaceAll(address, 'sample:')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'T').replaceAll(/retrieved \d{4}-\d{2}-\d{2}/g, 'retrieved D');
}

test('a recorded research gives the same ledger and the same article wherever its folder lies', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'elsewhere ü-'));
  made.push(elsewhere);
  await cp(sample, elsewhere, { recursive: true, preserveTimestamps: true });
  const [here, there] = [await replayed(sample), await replayed(elsewhere)];
  expect(lasting(there, elsewhere)).toBe(lasting(here, sample));
});

test('the recorded quotes are found, both counts of cancelled sailings stand, and the article cites what it says', async () => {
  const { ledger, article, run, budget, turns } = await replayed(sample);
  expect(run?.state).toBe('ended');
  expect(ledger.evidence.map(({ id, claim, relation, match }) => `${id} ${relation} ${claim} ${match ?? ''}`)).toEqual([
    'E1 supports C1 verbatim', 'E2 supports C1 verbatim', 'E3 partial C1 verbatim', 'E4 supports C2 verbatim', 'E5 supports C2 verbatim', 'E6 supports C2 verbatim',
    'E7 supports C3 verbatim', 'E8 supports C3 verbatim', 'E9 supports C4 verbatim', 'E10 partial C4 verbatim',
  ]);
  expect(ledger.conflicts.map(({ claim, state }) => `${claim} ${state}`)).toEqual(['C2 explained', 'C3 kept']);
  expect(Object.values(article.blocks).map(({ id, revisions }) => `${id}:${revisions.length}`)).toEqual(['B1:1', 'B2:1', 'B3:2', 'B4:1']);
  expect(Object.values(article.blocks).flatMap(({ revisions }) => revisions.at(-1)?.citations ?? []).every(({ state }) => state === 'bound')).toBe(true);
  // A replay pays nobody: every answer is a request that was counted, and none failed.
  expect(budget.meters.requests.spent).toBe(turns.length);
});
