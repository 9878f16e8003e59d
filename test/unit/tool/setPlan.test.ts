import { expect, test } from 'vitest';
import { byId } from '../../../src/core/immutable';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { changePlan, freezePlan, setPlan } from '../../../src/core/tool/scopeTools';
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

test('where the user struck a claim out of a plan, the others are found as themselves, and the next is added behind all that were proposed', async () => {
  const log = new LogBuilder('What is asked?', { reviewPlan: 'always' }).scope();
  log.add('run.stateChanged', { state: 'planning', waitingFor: 'nothing', reason: null });
  await callTool(log, setPlan, { claims: ['so', 'not so', 'else'].map((text) => ({ ...claim, text })), searches: [] });
  log.append(...freezePlan(log.state, (log.state.ledger.proposed?.claims ?? []).filter(({ id }) => id !== 'C2'), [], 'approved', 'user:Ada'));
  const corrected = correctionDrafts(log.state, 'C3', 'risk', 'high', 'It is dangerous.', 'user:Ada');
  log.append(...(corrected.ok ? corrected.drafts : expect.fail(corrected.problem)));
  expect(log.state.ledger.claims.map(({ id, risk }) => [id, risk])).toEqual([['C1', 'low'], ['C3', 'high']]);
  expect(byId('claim', log.state.ledger.claims, 'C2')).toBeUndefined();
  const added = await callTool(log, changePlan, { reason: 'A source speaks of it.', budget_effect: 'none', add: [{ ...claim, text: 'It is new.' }], raise: [] });
  expect(added).toMatchObject({ ok: true, data: { added: ['C4'] } });
  expect(log.state.ledger.claims.map(({ id, text }) => [id, text])).toEqual([['C1', 'so'], ['C3', 'else'], ['C4', 'It is new.']]);
});
