import { expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { settleConflict } from '../../../src/core/tool/settleConflict';
import { callTool } from '../../fakes/callTool';
import { LogBuilder, requirementOf } from '../../fakes/builders';

const settle = (log: LogBuilder, carries: unknown, change: object = {}) => callTool(log, settleConflict, { conflict: 'X1', state: 'explained', cause: 'time', explanation: 'so', carries, ...change });

/** Three sides: two that say the same in words and in figures, and one against them. */
function conflicting(): LogBuilder {
  const log = new LogBuilder().plan({ requirement: requirementOf({ orFirstHand: false }) }, { kind: 'analysis' });
  log.conflict([log.evidence({ figure: { value: 40, unit: 't' } })], [log.evidence({ relation: 'contradicts' })], [log.evidence()]);
  return log;
}

test('sides that agree carry the statement together, and only the other is set aside', async () => {
  const log = conflicting();
  expect((await settle(log, [2, 0])).text).toBe('X1 is explained. Set aside: E2.');
  expect(log.state.ledger.conflicts[0]).toMatchObject({ state: 'explained', carries: 0, sides: [{ says: 'side 1; side 3', evidence: ['E1', 'E3'] }, { evidence: ['E2'] }] });
  expect(assess(log.state).claims.get('C1')?.status).toBe('supported');
  expect(log.events.at(-1)).toMatchObject({ type: 'conflict.settled', by: 'main', data: { by: 'main' } });
});

test('one side is named by its number alone, and the receipt says what is set aside and lacking', async () => {
  const log = new LogBuilder().plan({ requirement: requirementOf({ orFirstHand: false }) }, { kind: 'analysis' });
  log.conflict([log.evidence(), log.evidence()], [log.evidence({ relation: 'contradicts' })]);
  log.evidence({ claim: 'C2', premises: ['E1'] });
  expect((await settle(log, 1)).text).toBe('X1 is explained. Set aside: E1, E2. C1 now lacks a second independent voice. C2 now lacks an inference from live evidence of claims that meet their requirement. If the sides do not disagree, correct_evidence says what each is stated for, and nothing is set aside.');
});

test('what took no part in a disagreement is not set aside with a side of it', async () => {
  const log = conflicting();
  expect((await settle(log, 0)).text).toBe('X1 is explained. Set aside: E2.');
  expect(assess(log.state).claims.get('C1')?.status).toBe('supported');
  await settle(log, 1);
  expect(log.state.ledger.conflicts[0]?.carries).toBe(1);
  expect([...assess(log.state).live.setAside.keys()]).toEqual(['E1', 'E3']);
});

test('sides that disagree, all sides, and a side that is not there do not carry', async () => {
  const log = conflicting();
  expect((await settle(log, [0, 1])).text).toContain('Sides 0 and 1 of X1 disagree');
  expect((await settle(log, [0, 7])).text).toContain('Say which side of X1 carries the statement');
  expect((await settle(log, null)).text).toContain('Say which side');
  expect(log.state.ledger.conflicts[0]?.state).toBe('open');
  expect((await settle(log, null, { state: 'kept', cause: null, needed: 'a third measurement' })).text).toBe('X1 is kept.');
});
