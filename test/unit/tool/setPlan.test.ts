import { expect, test } from 'vitest';
import { setPlan } from '../../../src/core/tool/scopeTools';
import { type EventType } from '../../../src/core/run/event';
import { type RunOptions } from '../../../src/core/run/records';
import { callTool } from '../../fakes/callTool';
import { LogBuilder } from '../../fakes/builders';

const claim = { text: 'The bridge carries lorries.', part: 'P1', kind: 'fact', risk: 'low', key: true };
const planned = async (queries: readonly string[], options: Partial<RunOptions> = {}): Promise<{ text: string; written: EventType[] }> => {
  const log = new LogBuilder('What is asked?', options).scope();
  log.add('run.stateChanged', { state: 'planning', waitingFor: 'nothing', reason: null });
  const { text, drafts } = await callTool(log, setPlan, { claims: [claim], searches: queries.map((query) => ({ claim: 'C1', query })) });
  return { text, written: drafts.map(({ type }) => type) };
};

test.each([
  ['frozen', {}, 'The plan is frozen, with C1; later at most 0 claims may be added.'],
  ['shown to the user first', { reviewPlan: 'always' }, 'The plan waits for the user, with C1.'],
] as const)('a plan that is %s says that its searches are noted and not run, and runs none', async (_how, options, head) => {
  const { text, written } = await planned(['lorries bridge load', 'bridge limits'], options);
  expect(text).toBe(`${head}\nNoted, not run: its 2 searches. Nothing is searched until you call search.`);
  expect(written).not.toContain('search.executed');
});

test('a plan without searches says nothing of them', async () => {
  expect((await planned([])).text).not.toContain('Noted');
});
