import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { correctionDrafts, undoDrafts } from '../../../src/core/ledger/corrections';
import { withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { LogBuilder } from '../../fakes/builders';

const run = (): LogBuilder => {
  const log = new LogBuilder().plan({}, {});
  log.evidence();
  log.evidence();
  log.block();
  log.check();
  return log;
};
const set = (log: LogBuilder, target: string, field: string, value: unknown): string => {
  const outcome = correctionDrafts(log.state, target, field, value, 'I have the paper here', 'user:Ada');
  if (!outcome.ok) return outcome.problem;
  log.append(...outcome.drafts);
  return 'corrected';
};

describe('a person corrects', () => {
  const rows: [target: string, field: string, value: unknown, read: (log: LogBuilder) => unknown, after: unknown][] = [
    ['C1', 'text', 'It carries lorries of 40 t', (log) => log.state.ledger.claims[0]?.text, 'It carries lorries of 40 t'],
    ['C1', 'key', 'true', (log) => [log.state.ledger.claims[0]?.key, log.state.ledger.plan?.frozen[0]?.key], [true, true]],
    ['C1', 'risk', 'high', (log) => log.state.ledger.claims[0]?.risk, 'high'],
    ['C1', 'requirement.voices', '1', (log) => log.state.ledger.claims[0]?.requirement.voices, 1],
    ['C1', 'requirement.kinds', 'filing, paper', (log) => log.state.ledger.claims[0]?.requirement.kinds, ['filing', 'paper']],
    ['S1', 'tier', 'filing', (log) => log.state.source.sources[0]?.tier, 'filing'],
    ['S1', 'authors', 'Ada, Bob', (log) => log.state.source.sources[0]?.authors, ['Ada', 'Bob']],
    ['S1', 'interest', 'sells the bridge', (log) => log.state.source.sources[0]?.interest, 'sells the bridge'],
    ['N1', 'published', '2024-05-31', (log) => log.state.source.snapshots[0]?.published, { value: '2024-05-31', origin: 'set by user:Ada', guessed: false }],
    ['E1', 'relation', 'partial', (log) => log.state.ledger.evidence[0]?.relation, 'partial'],
    ['E1', 'withdrawn', 'true', (log) => log.state.ledger.evidence.map(({ state }) => state), ['withdrawn', 'active']],
    ['E1', 'asOf', '2024', (log) => log.state.ledger.evidence[0]?.asOf, '2024'],
    ['V1', 'verdict', 'unsupported', (log) => log.state.checks[0]?.verdict, 'unsupported'],
    ['S2', 'reposts', 'S1', (log) => log.state.source.provenance.map(({ from, to, by }) => `${from} ${to} ${by}`), ['S2 S1 user:Ada']],
  ];
  test.each(rows)('%s %s = %j, and another correction undoes it', (target, field, value, read, after) => {
    const log = run();
    const before = read(log);
    expect(set(log, target, field, value)).toBe('corrected');
    expect(read(log)).toEqual(after);
    expect(log.state.ledger.corrections).toMatchObject([{ id: 'M1', target, reason: 'I have the paper here', by: 'user:Ada' }]);
    const undone = undoDrafts(log.state, 'M1', 'I was wrong', 'user:Ada');
    if (undone.ok) log.append(...undone.drafts);
    expect(undone.ok).toBe(true);
    expect(read(log)).toEqual(before);
  });

  const refusals: [target: string, field: string, value: unknown, problem: string][] = [
    ['C9', 'text', 'x', 'There is no claim C9.'],
    ['Z1', 'text', 'x', 'There is no "Z1" that can be corrected: name a claim (C1), source (S1), snapshot (N1), evidence (E1) or check (V1).'],
    ['E1', 'quote', 'x', 'quote of E1 is not for anyone to set. What may be set: relation, asOf, validity, figure, withdrawn.'],
    ['C1', 'requirement.colour', 'x', 'requirement.colour of C1 is not for anyone to set. What may be set: text, kind, risk, key, part, dimension, constraint, requirement, requirement.kinds, requirement.voices, requirement.orFirstHand, requirement.period, requirement.method, requirement.disinterested, requirement.counterSearch.'],
    ['S1', 'tier', 'gossip', '"gossip" is no tier for S1: Invalid option: expected one of "specification"|"source-code"|"paper"|"filing"|"statistics"|"first-hand"|"secondary"|"other".'],
    ['E1', 'asOf', '2024-13-45', '"2024-13-45" is no asOf for E1: The calendar has no such date.'],
    ['C1', 'part', 'P9', 'The scope has no part P9: P1.'],
    ['C1', 'key', false, 'key of C1 is false already.'],
    ['E1', 'withdrawn', false, 'withdrawn of E1 is false already.'],
    ['S1', 'reposts', 'S1', 'S1 cannot be what S1 reposts: name other sources of this run.'],
    ['S1', 'reposts', '', 'reposts of S1 is empty already.'],
  ];
  test.each(refusals)('not %s %s = %j', (target, field, value, problem) => expect(set(run(), target, field, value)).toBe(problem));

  test('never without a reason', () => expect(correctionDrafts(run().state, 'S1', 'tier', 'filing', ' ', 'Ada')).toEqual({ ok: false, problem: 'Say why tier of S1 is corrected.' }));

  test('provenance: two reposts become two voices when the edge is taken away', () => {
    const log = run();
    log.link('S2', 'reposts', 'S1');
    expect(assess(log.state).claims.get('C1')?.status).toBe('partial');
    expect(set(log, 'S2', 'reposts', '')).toBe('corrected');
    expect(assess(log.state).claims.get('C1')?.status).toBe('supported');
  });

  test('what fell with its source is not brought back by itself', () => {
    const log = run();
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'user:Ada'));
    expect(set(log, 'E1', 'withdrawn', false)).toBe('E1 is withdrawn for another reason: S1 was withdrawn: fabricated.');
  });

  test('a figure: what was calculated from the other one no longer stands', () => {
    const log = new LogBuilder().plan({}, {});
    log.evidence({ figure: { value: 40, unit: 't' } });
    log.evidence({ kind: 'calculation', premises: ['E1'], figure: { value: 80, unit: 't' } });
    log.evidence({ claim: 'C2', premises: ['E2'] });
    expect(set(log, 'E1', 'figure', { ...log.state.ledger.evidence[0]?.figure, value: 38, text: '38' })).toBe('corrected');
    const reason = 'E1 was corrected: what was calculated from its figure no longer follows (I have the paper here)';
    expect(log.state.ledger.evidence.map(({ state, stateReason }) => [state, stateReason])).toEqual([['active', null], ['withdrawn', reason], ['withdrawn', reason]]);
  });

  test('a relation: the conflict it was in loses it, and opens again with it', () => {
    const log = run();
    log.evidence({ relation: 'contradicts' });
    const evidence = log.state.ledger.evidence[2];
    if (evidence) log.append(...conflictsAfter(log.state, evidence));
    expect(assess(log.state).claims.get('C1')?.status).toBe('conflicting');
    expect(set(log, 'E3', 'relation', 'uncertain')).toBe('corrected');
    expect(assess(log.state).claims.get('C1')?.status).toBe('supported');
    expect(set(log, 'E3', 'relation', 'contradicts')).toBe('corrected');
    expect(assess(log.state).claims.get('C1')?.status).toBe('conflicting');
  });
});
