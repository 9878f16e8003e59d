import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeRuns, type Runs } from '../../../src/compose';
import { type EventDraft, type RunEvent } from '../../../src/core/run/event';
import { encodeGroup } from '../../../src/node/store/journalText';
import { options, quietLog } from '../../fakes/memoryWorld';

let folder: string;
let runs: Runs;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'depth-'));
  await writeFile(path.join(folder, 'a.md'), 'The warranty lasts 24 months.\n');
  runs = composeRuns({ research: path.join(folder, '.research'), dist: folder, log: quietLog, proxy: null, program: 'command-line', product: 'test', secret: () => Promise.resolve(undefined), modelServer: 'http://127.0.0.1:9', contact: null });
});
afterEach(() => rm(folder, { recursive: true }));

/** A run that was made and closed again, with these lines after it as another writer of `epoch` would leave them. */
async function left(epoch: number, drafts: readonly EventDraft[]): Promise<string> {
  const made = await runs.create('How long is the warranty?', { ...options({ depth: 'deep' }), folders: [folder] });
  const { folder: place, recorder } = made;
  const last = recorder.state.seq;
  await made.close();
  const events = drafts.map((draft, index) => ({ ...draft, seq: last + index, at: '2026-01-02T03:04:05.000Z', v: 1 }));
  await appendFile(path.join(place, 'ledger.journal'), encodeGroup(epoch, events));
  return place;
}

test('a decision on depth that is set aside with its writer leaves the depth unknown, recorded once', async () => {
  const place = await left(0, [{ type: 'depth.decided', by: 'host', data: { granted: true, reason: 'x' } }, { type: 'depth.applied', by: 'host', data: { grant: { requests: 85 } } }]);
  for (let opening = 1; opening <= 2; opening++) {
    const active = await runs.open(place, 'auto');
    expect(active.view().budget).toMatchObject({ depth: 'unknown', axes: { requests: { grant: 57 } } });
    expect(active.view().run.notices).toEqual([expect.stringContaining('2 entries of a writer that had lost the run'), expect.stringContaining('goes on at standard depth')]);
    expect(active.recorder.events.filter(({ type }) => type === 'depth.unreadable')).toHaveLength(1);
    await active.close();
  }
});

test('anything else that is set aside leaves it as it stands', async () => {
  const place = await left(0, [{ type: 'notice.given', by: 'host', data: { text: 'late "type":"depth.decided"', about: null } }]);
  const active = await runs.open(place, 'auto');
  expect(active.view().budget.depth).toBe('standard');
  await active.close();
});

test('an event on depth that does not hold is read from the disk as unknown', async () => {
  const made = await runs.create('How long is the warranty?', { ...options({ depth: 'deep' }), folders: [folder] });
  const { folder: place, recorder: { state: { seq } } } = made;
  await made.close();
  await appendFile(path.join(place, 'ledger.journal'), encodeGroup(1, [{ seq: seq + 1, at: '2026-01-02T03:04:05.000Z', v: 1, type: 'depth.decided', by: 'host', data: { granted: 'perhaps' } } as unknown as RunEvent]));
  for (const mode of ['reader', 'auto'] as const) {
    const active = await runs.open(place, mode);
    expect(active.view().budget.depth).toBe('unknown');
    await active.close();
  }
});
