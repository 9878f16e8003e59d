import { expect, test } from 'vitest';
import { extractiveResearcher } from '../../../src/core/researcher/extractive/extractive';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Researcher } from '../../../src/core/researcher/researcher';
import { ActiveRun } from '../../../src/core/run/activeRun';
import { ownPause } from '../../../src/core/run/ownPause';
import { facts } from '../../../src/core/run/state';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { fault, scriptedModel } from '../../fakes/scriptedModel';

/** A gate that what is awaited stands behind until it is opened. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => { open = resolve; });
  return { passed, open };
}

/** A run whose first request fails for good; `writing` is what writing its article waits for, `making` what making its researcher does. */
async function pausing({ writing = Promise.resolve(), making = Promise.resolve(), refusals = 1 } = {}): Promise<{ active: ActiveRun; made: () => number }> {
  const world = memoryWorld({ 'statistics.md': 'In the trial 91.4 percent of sailings were punctual.\n' });
  const { researcher: _, ...parts } = world.parts(new MemoryLog());
  const refusing = modelResearcher(scriptedModel([fault({ message: 'The quota is used up.' })]));
  let made = 0;
  const next = async (): Promise<Researcher> => {
    await making;
    made += 1;
    return made <= refusals ? refusing : extractiveResearcher;
  };
  const active = new ActiveRun({
    ...parts, folder: '/run', takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve(), researcher: next, model: () => Promise.reject(new Error('No model is asked here.')),
    articleFile: { write: () => writing },
  });
  await createRun(active.recorder, 'What share of sailings was punctual?', { researcher: 'openai:gone' });
  return { active, made: () => made };
}

/** When the run's state is that, whatever is still tidied up. */
const stands = (active: ActiveRun, state: string): Promise<void> => expect.poll(() => facts(active.state).state, { interval: 1 }).toBe(state);

test('a run that is resumed while it comes to rest goes on after that', async () => {
  const { passed, open } = gate();
  const { active } = await pausing({ writing: passed });
  const first = active.go();
  await stands(active, 'paused');
  const second = active.go();
  open();
  await Promise.all([first, second]);
  expect(facts(active.state).state).toBe('ended');
});

test('resumed twice it goes on once: what pauses it again is not passed over', async () => {
  const { active, made } = await pausing({ refusals: 2 });
  await active.go();
  await Promise.all([active.go(), active.go()]);
  expect(facts(active.state)).toMatchObject({ state: 'paused', reason: 'The quota is used up.' });
  expect(made()).toBe(2);
});

test('a pause holds for a researcher that is only being made', async () => {
  const { passed, open } = gate();
  const { active } = await pausing({ making: passed, refusals: 0 });
  const going = active.go();
  const paused = active.pause(ownPause.user);
  open();
  await Promise.all([going, paused]);
  expect(facts(active.state)).toMatchObject({ state: 'paused', reason: 'Paused by the user.' });
  await active.go();
  expect(facts(active.state).state).toBe('ended');
});

test('a run that is stopped while it comes to rest ends', async () => {
  const { passed, open } = gate();
  const { active } = await pausing({ writing: passed });
  const going = active.go();
  await stands(active, 'paused');
  const stopping = active.cancel();
  open();
  await Promise.all([going, stopping]);
  expect(facts(active.state)).toMatchObject({ state: 'ended', outcome: 'cancelled' });
});

test('a further question right after the end is worked on', async () => {
  const { passed, open } = gate();
  const { active } = await pausing({ writing: passed, refusals: 0 });
  const first = active.go();
  await stands(active, 'ended');
  await active.continueWith('Were sailings cancelled?');
  const second = active.go();
  open();
  await Promise.all([first, second]);
  expect(facts(active.state)).toMatchObject({ state: 'ended', followUps: ['Were sailings cancelled?'] });
});

test('who goes on is chosen while the run comes to rest', async () => {
  const { passed, open } = gate();
  const { active } = await pausing({ writing: passed });
  const going = active.go();
  await stands(active, 'paused');
  const changing = active.changeResearcher('extractive', 'user:me');
  open();
  await Promise.all([going, changing]);
  expect(facts(active.state).options.researcher).toBe('extractive');
});

test('what a kill right after the end left unwritten is written when the run is opened and gone on with, and no model is asked', async () => {
  const { active } = await pausing({ refusals: 0 });
  const { researcher: _, ...parts } = memoryWorld({}).parts(new MemoryLog());
  await active.go();
  expect(facts(active.state).state).toBe('ended');
  const written: string[] = [];
  const again = new ActiveRun({
    ...parts, recorder: active.recorder, folder: '/run', takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve(), researcher: () => Promise.reject(new Error('Nobody is asked.')), model: () => Promise.reject(new Error('Nobody is asked.')),
    articleFile: { write: async (markdown, _ours, intend) => { written.push(markdown); await intend({ file: 'article.md', sha256: 'b', notice: null }); } },
  });
  await again.go();
  expect(written).toEqual([expect.stringContaining('91.4 percent')]);
  expect(again.state.article.written).toEqual({ 'article.md': 'b' });
});
