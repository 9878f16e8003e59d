import { describe, expect, test } from 'vitest';
import { answerFromLedger } from '../../../src/core/ledger/answer';
import { askModel } from '../../../src/core/request/askModel';
import { memoryWorld, research } from '../../fakes/memoryWorld';
import { fault, scriptedModel } from '../../fakes/scriptedModel';

const files = {
  'release.md': '---\npublisher: Port Board\ndate: 2025-05-20\ntitle: Ferry trial ends\n---\n\nOver the six months of the trial, 98.2 percent of sailings were punctual.\n',
  'correction.md': '---\npublisher: Port Board\ndate: 2025-06-12\ntitle: "Correction: ferry trial"\n---\n\nThe correct share of punctual sailings over the six months of the trial is 91.4 percent.\n',
  'statistics.md': '---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics 2025\n---\n\nIn the trial 91.4 percent of sailings were punctual.\n',
};
const question = 'What share of sailings was punctual in the trial?';

describe('a question to a finished ledger', () => {
  test('is answered with its evidence; a figure that was corrected is shown as set aside', async () => {
    const { state } = await research(memoryWorld(files), question);
    const { items, missing } = answerFromLedger(state, 'How punctual were the sailings?');
    expect(items.map(({ quote }) => /98\.2|91\.4/.exec(quote)?.[0]).sort()).toEqual(['91.4', '91.4', '98.2']);
    for (const { quote, setAside } of items) expect(setAside === null).toBe(quote.includes('91.4'));
    expect(missing).toEqual([]);
  });

  test('names the words on which the ledger holds nothing, and answers nothing where none match', async () => {
    const { state } = await research(memoryWorld(files), question);
    expect(answerFromLedger(state, 'How loud is the engine in decibels?')).toMatchObject({ items: [], missing: ['loud', 'engine', 'decibel'] });
    expect(answerFromLedger(state, 'Were the sailings punctual in fog?')).toMatchObject({ missing: ['fog'], absent: ['fog'] });
  });

  test('with a model: one request, no search, no read, and a marker of its own invention is named', async () => {
    const world = memoryWorld(files);
    const recorder = await research(world, question);
    const before = recorder.state.budget.meters;
    const client = scriptedModel([{ text: 'Of the sailings 91.4 percent were punctual [[cite:E1]], and all were loud [[cite:E99]].' }]);
    const parts = { recorder, archive: world.archive, clock: world.clock, client, model: { maxOutput: null, price: null }, signal: new AbortController().signal };
    expect(await askModel(parts, 'How punctual?')).toMatchObject({ unverified: ['[[cite:E99]]'] });
    const after = recorder.state.budget.meters;
    expect(after.requests.spent).toBe(before.requests.spent + 1);
    expect([after.searches, after.reads, after.turns]).toEqual([before.searches, before.reads, before.turns]);
    expect(recorder.state.run?.state).toBe('ended');
    expect(JSON.stringify(client.requests[0]?.messages)).toContain('set aside by X1');
    await expect(askModel({ ...parts, client: scriptedModel([fault({ message: 'http://server refused the key (401).' })]) }, 'How punctual?')).rejects.toThrow('http://server refused the key (401).');
  });
});
