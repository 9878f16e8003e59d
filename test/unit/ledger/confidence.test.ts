import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { LogBuilder, requirementOf } from '../../fakes/builders';

const confidence = (log: LogBuilder, claim = 'C1'): string | undefined => assess(log.state).claims.get(claim)?.confidence;
const met = (): LogBuilder => {
  const log = new LogBuilder().plan({});
  log.evidence({ source: log.source({ tier: 'filing' }) });
  return log;
};

describe('confidence', () => {
  test('high: the requirement is met first-hand', () => expect(confidence(met())).toBe('high'));

  test('high: one first-hand voice among those that meet it', () => {
    const log = new LogBuilder().plan({ requirement: requirementOf({ orFirstHand: false }) });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    log.evidence();
    expect(confidence(log)).toBe('high');
  });

  test('medium: second-hand only, however many', () => {
    const log = new LogBuilder().plan({});
    for (let n = 0; n < 6; n++) log.evidence();
    expect(confidence(log)).toBe('medium');
  });

  test('medium: a first-hand source of a kind that does not count makes nothing surer', () => {
    const log = new LogBuilder().plan({ requirement: requirementOf({ kinds: ['secondary'] }) });
    log.evidence();
    log.evidence();
    log.evidence({ source: log.source({ tier: 'filing' }) });
    expect(confidence(log)).toBe('medium');
  });

  test.each(['open', 'kept'] as const)('medium: met first-hand, and a conflict is %s', (state) => {
    const log = met();
    const conflict = log.conflict(['E1'], [log.evidence({ relation: 'contradicts' })]);
    if (state === 'kept') log.settle(conflict);
    expect(confidence(log)).toBe('medium');
  });

  test('an explained conflict caps nothing', () => {
    const log = met();
    log.settle(log.conflict(['E1'], [log.evidence({ relation: 'contradicts' })]), { state: 'explained', cause: 'sample', carries: 0, needed: null });
    expect(confidence(log)).toBe('high');
  });

  test('low: some live support', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ relation: 'partial' });
    expect(confidence(log)).toBe('low');
  });

  test('low: near matches only, also through a calculation', () => {
    const log = new LogBuilder().plan({}, {});
    const source = log.source({ tier: 'filing' });
    log.evidence({ source, match: 'near' });
    log.evidence({ claim: 'C2', kind: 'calculation', premises: ['E1'] });
    expect([confidence(log), confidence(log, 'C2')]).toEqual(['low', 'low']);
    log.evidence({ source });
    expect(confidence(log)).toBe('high');
  });

  test('low: checked only by the model that wrote', () => {
    const log = met();
    log.block();
    log.check({ selfChecked: true });
    expect(confidence(log)).toBe('low');
    log.check({ selfChecked: false });
    expect(confidence(log)).toBe('high');
  });

  test.each([{ checker: 'rules' }, { verdict: 'unknown-failed' }, { verdict: 'not-checked' }, { source: 'S9' }, { revision: 2 }] as const)('a check that says nothing about it caps nothing: %o', (check) => {
    const log = met();
    log.block();
    log.check({ selfChecked: true, ...check });
    expect(confidence(log)).toBe('high');
  });

  test('none: nothing live that takes a stand', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ relation: 'uncertain' });
    expect(confidence(log)).toBe('none');
  });

  test('an analysis is as sure as the least sure claim it stands on', () => {
    const three = new LogBuilder().plan({}, {}, { kind: 'analysis' });
    three.evidence({ source: three.source({ tier: 'filing' }) });
    for (let n = 0; n < 2; n++) three.evidence({ claim: 'C2' });
    three.evidence({ claim: 'C3', premises: ['E1', 'E2'] });
    expect(confidence(three, 'C3')).toBe('medium');
    three.evidence({ claim: 'C3', premises: ['E1'] });
    expect(confidence(three, 'C3')).toBe('high');
  });
});
