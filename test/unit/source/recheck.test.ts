import { expect, test } from 'vitest';
import { recheckSource } from '../../../src/core/source/recheck';
import { viewOf } from '../../../src/core/run/view';
import { type MemoryWorld, memoryWorld, MemoryLog, research } from '../../fakes/memoryWorld';

const files = { 'report.md': 'The trial ended in March.\n\nIn the trial 91.4 percent of sailings were punctual.\n\nThe report has no annex.\n' };
const question = 'What share of sailings was punctual in the trial?';

async function recheckAfter(change: (text: string) => string): Promise<{ how: string[]; kinds: string[]; outcome: string; snapshots: number; world: MemoryWorld }> {
  const world = memoryWorld(files);
  const recorder = await research(world, question);
  world.documents.set('report.md', change(files['report.md']));
  const { library } = world.parts(new MemoryLog());
  const found = await recheckSource(recorder.state, 'S1', library, new AbortController().signal);
  await recorder.commit(found.drafts);
  const view = viewOf(recorder.state, { now: world.clock.now(), folder: '', writer: true, events: recorder.events });
  return { how: found.changes.map(({ how }) => how), outcome: found.outcome, kinds: view.article.blocks.flatMap(({ notices }) => notices.map(({ kind }) => kind)), snapshots: recorder.state.source.snapshots.length, world };
}

test('the same text is no news and no further snapshot', async () => {
  expect(await recheckAfter((text) => text)).toMatchObject({ outcome: 'same', how: [], snapshots: 1 });
});

test('words that moved are found again, and nothing is said beside the paragraph', async () => {
  const moved = await recheckAfter((text) => `A new foreword stands here.\n\n${text}`);
  expect(moved).toMatchObject({ outcome: 'changed', how: ['moved'], snapshots: 2 });
  expect(moved.kinds).not.toContain('source-changed');
});

test('a changed figure is altered, and said beside its paragraph', async () => {
  const altered = await recheckAfter((text) => text.replace('91.4', '91.6'));
  expect(altered).toMatchObject({ outcome: 'changed', how: ['altered'] });
  expect(altered.kinds).toContain('source-changed');
});

test('a passage that is gone is gone; a source that cannot be fetched is failed, and proves nothing against it', async () => {
  expect((await recheckAfter((text) => text.replace(/In the trial.*\n/, 'Something else entirely now.\n'))).how).toEqual(['gone']);
  const { world } = await recheckAfter((text) => text);
  const recorder = await research(world, question);
  world.documents.delete('report.md');
  const failed = await recheckSource(recorder.state, 'S1', world.parts(new MemoryLog()).library, new AbortController().signal);
  expect(failed).toMatchObject({ outcome: 'failed', changes: [] });
});
