import { describe, expect, test } from 'vitest';
import { type Researcher, type StepCall } from '../../../src/core/researcher/researcher';
import { RunLoop } from '../../../src/core/run/loop';
import { facts } from '../../../src/core/run/state';
import { type SearchProvider } from '../../../src/core/source/provider';
import { createRun, MemoryLog, memoryWorld, options } from '../../fakes/memoryWorld';

/** Steps of a researcher that opens a private file and then asks a provider on the web. */
const steps: StepCall[][] = [
  [{ name: 'set_scope', args: { parts: ['What is it?'], period: null, regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] } }],
  [{ name: 'set_plan', args: { claims: [{ text: 'It is blue.', part: 'P1', dimension: null, parent: null, kind: 'fact', risk: 'low', key: true, constraint: null, requirement: null }], searches: [] } }],
  [{ name: 'search', args: { queries: [{ query: 'private', intent: 'explore', claims: ['C1'], from: null, to: null, language: null, providers: ['folder'] }] } }],
  [{ name: 'open_source', args: { target: 'R1' } }],
  [{ name: 'search', args: { queries: [{ query: 'secret words of the file', intent: 'explore', claims: ['C1'], from: null, to: null, language: null, providers: ['web'] }] } }],
];
const scripted: Researcher = { name: 'scripted', quotes: false, next: ({ turn }) => Promise.resolve({ text: '', calls: steps[turn - 1] ?? [{ name: 'finish', args: { reason: null } }], model: 'scripted', finish: null, settles: [] }) };

async function run(webQueries: 'ask' | 'allow' | 'deny') {
  const world = memoryWorld({ 'private.md': 'The private file says that it is blue.' });
  const sent: string[] = [];
  const web: SearchProvider = { name: 'web', remote: true, search: ({ query }) => { sent.push(query); return Promise.resolve({ ok: true, value: { hits: [], notes: [] } }); } };
  const parts = { ...world.parts(new MemoryLog(), scripted), providers: [world.provider, web] };
  await createRun(parts.recorder, 'What is it?', options({ webQueries }));
  await new RunLoop(parts).go();
  return { parts, sent };
}

describe('a query after private files were read', () => {
  test('waits for the user, and nothing is sent before', async () => {
    const { parts, sent } = await run('ask');
    expect(facts(parts.recorder.state).waitingFor).toBe('query');
    expect(facts(parts.recorder.state).reason).toContain('“secret words of the file” to web');
    expect(sent).toEqual([]);
    await parts.recorder.commit(() => [{ type: 'queries.decided', by: 'user', data: { decision: 'allow' } }]);
    await new RunLoop(parts).go();
    expect(sent).toEqual(['secret words of the file']);
    expect(facts(parts.recorder.state).state).toBe('ended');
  });

  test('is not sent when it is denied, and the entry says why it failed', async () => {
    const { parts, sent } = await run('deny');
    expect(sent).toEqual([]);
    expect(parts.recorder.state.ledger.searches.at(-1)).toMatchObject({ failed: true, failures: [{ provider: 'web' }] });
  });

  test('goes out when it was allowed', async () => {
    expect((await run('allow')).sent).toEqual(['secret words of the file']);
  });
});
