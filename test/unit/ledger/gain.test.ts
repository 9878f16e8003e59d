import { describe, expect, test } from 'vitest';
import { gainBetween } from '../../../src/core/ledger/gain';
import { LogBuilder } from '../../fakes/builders';

describe('gain on a claim', () => {
  test('slots newly filled and confidence steps raised', () => {
    const log = new LogBuilder().plan({ key: true });
    const before = log.state;
    log.evidence();
    expect(gainBetween(before, log.state, 'C1')).toEqual({ slots: 1, confidence: 1, conflicts: 0, highValue: true });
    const one = log.state;
    log.evidence();
    expect(gainBetween(one, log.state, 'C1')).toEqual({ slots: 1, confidence: 1, conflicts: 0, highValue: true });
    const two = log.state;
    log.evidence();
    expect(gainBetween(two, log.state, 'C1')).toEqual({ slots: 0, confidence: 0, conflicts: 0, highValue: false });
  });

  test('conflicts newly opened count, and what is lost takes nothing away', () => {
    const log = new LogBuilder().plan({ risk: 'high' });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    const before = log.state;
    log.conflict(['E1'], [log.evidence({ relation: 'contradicts' })]);
    expect(gainBetween(before, log.state, 'C1')).toEqual({ slots: 0, confidence: 0, conflicts: 1, highValue: true });
  });

  test('high-value on a key or high-risk claim only; none for an unknown claim', () => {
    const log = new LogBuilder().plan({});
    const before = log.state;
    log.evidence();
    expect(gainBetween(before, log.state, 'C1')).toMatchObject({ slots: 1, highValue: false });
    expect(gainBetween(before, log.state, 'C9')).toMatchObject({ slots: 0, highValue: false });
  });

  test('an executed counter-search is a step, not a gain', () => {
    const log = new LogBuilder().plan({ key: true });
    log.evidence();
    const before = log.state;
    log.search({ intent: 'counter' });
    expect(gainBetween(before, log.state, 'C1')).toMatchObject({ slots: 0, highValue: false });
  });
});
