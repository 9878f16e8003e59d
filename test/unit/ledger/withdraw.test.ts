import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { converge } from '../../../src/core/ledger/convergence';
import { flaggedBlocks, restoreEvidenceDrafts, restoreSourceDrafts, verifiedDrafts, withdrawEvidenceDrafts, withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { evidenceFrom, recipes } from '../../fakes/arbitraries';
import { LogBuilder } from '../../fakes/builders';

const states = (log: LogBuilder): string[] => log.state.ledger.evidence.map(({ id, state, stateReason }) => (stateReason === null ? `${id} ${state}` : `${id} ${state} (${stateReason})`));
const chain = (): LogBuilder => {
  const log = new LogBuilder().plan({}, { kind: 'analysis' });
  log.evidence();
  log.evidence();
  log.evidence({ claim: 'C2', premises: ['E1', 'E2'] });
  return log;
};

describe('withdrawing', () => {
  test('a source takes its evidence and all that stands on it', () => {
    const log = chain();
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'user:Ada'));
    expect(log.state.source.sources[0]).toMatchObject({ state: 'withdrawn', reason: 'fabricated' });
    expect(states(log)).toEqual(['E1 withdrawn (S1 was withdrawn: fabricated)', 'E2 active', 'E3 withdrawn (S1 was withdrawn: fabricated)']);
  });

  test('restoring one of two roots leaves what the other still keeps down', () => {
    const log = chain();
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'one', 'Ada'));
    log.append(...withdrawSourceDrafts(log.state, 'S2', 'two', 'Ada'));
    log.append(...restoreSourceDrafts(log.state, 'S1', 'checked', 'Ada'));
    expect(states(log)).toEqual(['E1 active', 'E2 withdrawn (S2 was withdrawn: two)', 'E3 withdrawn (S2 was withdrawn: two)']);
    log.append(...restoreSourceDrafts(log.state, 'S2', 'checked', 'Ada'));
    expect(states(log)).toEqual(['E1 active', 'E2 active', 'E3 active']);
  });

  test('evidence that was withdrawn for itself does not come back with its source', () => {
    for (const sourceFirst of [true, false]) {
      const log = chain();
      const source = (): unknown => log.append(...withdrawSourceDrafts(log.state, 'S1', 'one', 'Ada'));
      const own = (): unknown => log.append(...withdrawEvidenceDrafts(log.state, 'E1', 'misread', 'Ada'));
      for (const step of sourceFirst ? [source, own] : [own, source]) step();
      log.append(...restoreSourceDrafts(log.state, 'S1', 'checked', 'Ada'));
      expect(states(log)[0]).toBe('E1 withdrawn (E1 was withdrawn: misread)');
      log.append(...restoreEvidenceDrafts(log.state, 'E1', 'Ada'));
      expect(states(log)).toEqual(['E1 active', 'E2 active', 'E3 active']);
    }
  });

  test('a snapshot that does not hold breaks what is cited from it, and mends it when it holds again', () => {
    const log = chain();
    log.append(...verifiedDrafts(log.state, 'N1', false, 'one byte differs'));
    expect(states(log)).toEqual(['E1 broken (N1 does not hold: one byte differs)', 'E2 active', 'E3 broken (N1 does not hold: one byte differs)']);
    log.append(...verifiedDrafts(log.state, 'N1', true, null));
    expect(states(log)).toEqual(['E1 active', 'E2 active', 'E3 active']);
  });

  test('what comes back may disagree with what was recorded meanwhile', () => {
    const log = new LogBuilder().plan({});
    log.evidence();
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'one', 'Ada'));
    log.evidence({ relation: 'contradicts' });
    expect(log.state.ledger.conflicts).toEqual([]);
    log.append(...restoreSourceDrafts(log.state, 'S1', 'checked', 'Ada'));
    expect(assess(log.state).claims.get('C1')?.status).toBe('conflicting');
  });

  test('blocks that cite what fell are flagged until they are revised', () => {
    const log = chain();
    log.block({ text: 'So it is. [[cite:E3]]', claims: ['C2'] });
    log.block({ text: 'And so. [[cite:E2]]' });
    expect(flaggedBlocks(log.state)).toEqual([]);
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'Ada'));
    expect(flaggedBlocks(log.state)).toEqual([{ block: 'B1', revision: 1, claims: ['C2'], evidence: ['E3'], reason: 'S1 was withdrawn: fabricated' }]);
    log.block({ block: 'B1', revision: 2, text: 'It is not known.' });
    expect(flaggedBlocks(log.state)).toEqual([]);
  });
});

test('withdrawing and restoring, in any order, gives the same assessment', () => {
  fc.assert(fc.property(recipes, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), fc.array(fc.nat()), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (recipe, picks, order, bySource) => {
    const log = evidenceFrom(recipe);
    const seen = (): unknown => ({ claims: [...assess(log.state).claims.values()].map(({ voices, ...claim }) => ({ ...claim, voices: voices.map(({ sources, joined, why }) => ({ sources, joined, why })) })), convergence: converge(log.state, '2026-02-01T00:00:00Z'), evidence: log.state.ledger.evidence, conflicts: log.state.ledger.conflicts });
    const before = seen();
    const { evidence } = log.state.ledger;
    const roots = [...new Set(picks.map((pick, at) => { const item = evidence[pick % evidence.length]; return (bySource[at] ? item?.source : null) ?? item?.id ?? 'E1'; }))];
    for (const root of roots) log.append(...(root.startsWith('S') ? withdrawSourceDrafts(log.state, root, 'a test', 'Ada') : withdrawEvidenceDrafts(log.state, root, 'a test', 'Ada')));
    expect(log.state.ledger.evidence.some(({ state }) => state === 'withdrawn')).toBe(true);
    const shuffled = roots.map((root, at) => ({ root, key: order[at] ?? 0 })).sort((a, b) => a.key - b.key);
    for (const { root } of shuffled) log.append(...(root.startsWith('S') ? restoreSourceDrafts(log.state, root, 'a test', 'Ada') : restoreEvidenceDrafts(log.state, root, 'Ada')));
    expect(seen()).toEqual(before);
  }), { numRuns: 150 });
});

test('statuses do not depend on the order in which evidence was recorded', () => {
  fc.assert(fc.property(recipes, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (recipe, keys) => {
    const direct = recipe.filter(({ premises }) => premises.length === 0);
    fc.pre(direct.length > 1);
    const shuffled = direct.map((item, at) => ({ item, key: keys[at] ?? 0 })).sort((a, b) => a.key - b.key).map(({ item }) => item);
    const statuses = (log: LogBuilder): unknown => [...assess(log.state).claims.values()].map(({ status, confidence, requirementMet, slots, voices }) => ({ status, confidence, requirementMet, filled: slots.filled, voices: voices.map(({ sources }) => sources) }));
    const conditions = (log: LogBuilder): unknown => converge(log.state, '2026-02-01T00:00:00Z').conditions.map(({ name, holds }) => ({ name, holds }));
    const [one, other] = [evidenceFrom(direct), evidenceFrom(shuffled)];
    expect(statuses(other)).toEqual(statuses(one));
    expect(conditions(other)).toEqual(conditions(one));
  }), { numRuns: 150 });
});

test('recording the same evidence again opens nothing new', () => {
  fc.assert(fc.property(recipes, (recipe) => {
    const log = evidenceFrom(recipe);
    for (const evidence of log.state.ledger.evidence) expect(conflictsAfter(log.state, evidence)).toEqual([]);
  }), { numRuns: 50 });
});
