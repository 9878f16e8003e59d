import { expect, test } from 'vitest';
import { extractiveResearcher } from '../../../src/core/researcher/extractive/extractive';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { ActiveRun } from '../../../src/core/run/activeRun';
import { modelOf } from '../../../src/core/run/records';
import { facts } from '../../../src/core/run/state';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { fault, scriptedModel } from '../../fakes/scriptedModel';

test('another researcher goes on where the run paused, and the price of the one before goes with it', async () => {
  const world = memoryWorld({ 'statistics.md': 'In the trial 91.4 percent of sailings were punctual.\n' });
  const { researcher: _, ...parts } = world.parts(new MemoryLog());
  const refusing = modelResearcher(scriptedModel([fault({ message: 'The model is gone.' })]));
  const active: ActiveRun = new ActiveRun({
    ...parts, folder: '/run', articleFile: { write: () => Promise.resolve() }, takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve(),
    researcher: (role) => Promise.resolve(modelOf(facts(active.state).options, role).researcher === 'extractive' ? extractiveResearcher : refusing),
    model: () => Promise.reject(new Error('No model is asked here.')),
  });
  const price = { input: 1, cached: 1, output: 1 };
  await createRun(active.recorder, 'What share of sailings was punctual?', { researcher: 'openai:gone', roles: { main: { researcher: 'openai:gone', maxOutput: 900, price }, child: { price } } });
  await active.go();
  expect(facts(active.state)).toMatchObject({ state: 'paused', reason: 'The model is gone.' });
  await active.changeResearcher('extractive', 'user:me');
  expect(facts(active.state).options).toMatchObject({ researcher: 'extractive', roles: { main: { maxOutput: 900 }, child: { price } } });
  expect(modelOf(facts(active.state).options, 'main')).toMatchObject({ researcher: 'extractive', price: { input: 0, cached: 0, output: 0 } });
  await active.go();
  expect(facts(active.state).state).toBe('ended');
});
