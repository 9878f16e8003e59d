import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { asksAgain } from '../../../src/core/check/tableResults';
import { verifyRun, type Verification } from '../../../src/core/check/verify';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { RunLoop } from '../../../src/core/run/loop';
import { Recorder } from '../../../src/core/run/recorder';
import { type RunState } from '../../../src/core/run/state';
import { nothingNew } from '../../../src/core/source/folderNews';
import { Library } from '../../../src/core/source/library';
import { type TableEngine } from '../../../src/core/source/tableEngine';
import { toolset } from '../../../src/core/tool/toolset';
import { AwakeClock, systemClock } from '../../../src/node/clock';
import { createFolderProvider } from '../../../src/node/corpus/folderProvider';
import { SafeFetcher } from '../../../src/node/http/safeFetcher';
import { mathCalculator } from '../../../src/node/mathCalculator';
import { replayClient } from '../../../src/node/model/replayClient';
import { createSourceReader } from '../../../src/node/reader';
import { readerVersion } from '../../../src/node/reader/format';
import { pdfAssets } from '../reader/reading';
import { createRun, memoryArchive, MemoryLog, quietLog } from '../../fakes/memoryWorld';

export const recordingNamed = (name: string): string => fileURLToPath(new URL(`../../recordings/${name}.jsonl`, import.meta.url));

export interface Replayed {
  state: RunState;
  /** The requests of each worker, in the order of asking. */
  requests: { worker: string; request: ModelRequest }[];
  verification: Verification;
}

const noTables: TableEngine = { query: () => Promise.resolve({ ok: false, message: 'no tables here' }) };

/** A recorded research once more, over the documents as they lie in `folder`. */
export async function replayed(recording: string, question: string, folder: string, tables: TableEngine = noTables): Promise<Replayed> {
  const index = await mkdtemp(path.join(tmpdir(), 'replay-'));
  const reader = createSourceReader({ pdfAssets });
  const fetcher = new SafeFetcher({ clock: systemClock, userAgent: 'test', allowHosts: [], proxy: null, folders: [folder] });
  const provider = createFolderProvider({ folders: [folder], exclude: [], reader, readerVersion, log: quietLog, clock: () => Date.now(), indexFolder: path.join(index, 'index') });
  const archive = memoryArchive();
  const library = new Library({ archive, fetcher, reader, clock: systemClock });
  const recorder = new Recorder(new MemoryLog(), systemClock);
  const client = await replayClient(recording);
  const clock = new AwakeClock();
  const requests: Replayed['requests'] = [];
  await createRun(recorder, question, { folders: [folder], researcher: 'replay' });
  try {
    await new RunLoop({
      recorder, tools: toolset, library, archive, tables, calculator: mathCalculator, providers: [provider],
      researcher: modelResearcher({
        ...client,
        complete: (request, ...rest) => {
          requests.push({ worker: request.about.worker, request });
          return client.complete(request, ...rest);
        },
      }),
      sha256: (text) => createHash('sha256').update(text).digest('hex'), clock, log: quietLog, lookAtFolders: () => Promise.resolve(nothingNew),
    }).go();
    const { state } = recorder;
    expect(`${state.run?.state ?? ''} ${state.run?.reason ?? ''}`).toBe('ended ');
    return { state, requests, verification: await verifyRun(state, archive, asksAgain({ library, tables }, new AbortController().signal)) };
  } finally {
    clock.dispose();
    await Promise.all([provider.close(), fetcher.close()]);
    await rm(index, { recursive: true, force: true });
  }
}

/** What a replay must give again, without the times of this run and the place of its folder. */
export function lasting({ ledger, source, article, run, ...rest }: RunState, folder: string): string {
  return JSON.stringify({ ledger, source, blocks: article.blocks, outcome: run?.outcome, markdown: renderMarkdown({ ledger, source, article, run, ...rest }, { now: '2026-01-01T00:00:00.000Z' }) }, null, 1)
    .replaceAll(pathToFileURL(folder).href, 'sample:')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'T').replaceAll(/retrieved \d{4}-\d{2}-\d{2}/g, 'retrieved D');
}
