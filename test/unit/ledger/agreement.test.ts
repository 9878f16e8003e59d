import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsThatAgree } from '../../../src/core/ledger/agreement';
import { assess } from '../../../src/core/ledger/assess';
import { type Figure } from '../../../src/core/ledger/records';
import { evidenceOf, figureOf, LogBuilder, requirementOf } from '../../fakes/builders';

const share = (value: number, change: Partial<Figure> = {}): Partial<Figure> => ({ value, text: `${value} %`, unit: '%', ...change });
const [orders, customers] = [{ denominator: 'orders' }, { denominator: 'customers' }];

describe('voices that meet a requirement say the same thing', () => {
  const rows: [why: string, figures: (Partial<Figure> | null)[], status: string, reason: string][] = [
    ['one number of one thing', [share(12, orders), share(12, orders)], 'supported', 'Supported by 2 independent voices: S1; S2.'],
    ['within rounding', [share(12.2, orders), { ...share(12, orders) }], 'supported', 'Supported by 2 independent voices: S1; S2.'],
    ['what only one states differs from nothing', [share(12, orders), share(12)], 'supported', 'Supported by 2 independent voices: S1; S2.'],
    ['words agree with any figure', [share(12, orders), null], 'supported', 'Supported by 2 independent voices: S1; S2.'],
    ['another denominator', [share(12, orders), share(41, customers)], 'partial', 'E1 (12 %), E2 (41 %) support; lacks a second independent voice. So far 1 independent voice: S1. Not counted with it: E2 (another denominator).'],
    ['the same number of another thing', [share(12, orders), share(12, customers)], 'partial', 'Not counted with it: E1 (another denominator).'],
    ['another period', [share(12, { period: '2023' }), share(14, { period: '2024' })], 'partial', 'Not counted with it: E2 (another period).'],
    ['the group that meets it counts, and what stands apart is said', [share(41, customers), share(12, orders), share(12, orders)], 'supported', 'Supported by 2 independent voices: S2; S3. Not counted with it: E1 (another denominator).'],
    ['words and either of two figures, not all three', [share(41, customers), share(12, orders), null], 'supported', 'Supported by 2 independent voices: S2; S3. Not counted with it: E1 (another denominator).'],
    ['a number without a denominator joins one of two that differ', [share(12, customers), share(12, orders), share(12)], 'supported', 'Supported by 2 independent voices: S1; S3. Not counted with it: E2 (another denominator).'],
  ];
  test.each(rows)('%s', (_why, figures, status, reason) => {
    const log = new LogBuilder().plan({ requirement: requirementOf({ orFirstHand: false }) });
    for (const figure of figures) log.evidence(figure === null ? {} : { figure });
    const standing = assess(log.state).claims.get('C1');
    expect(standing?.status).toBe(status);
    expect(standing?.reason).toContain(reason);
  });

  test('two numbers against each other are no two voices, kept with both sides they are', () => {
    const log = new LogBuilder().plan({ requirement: requirementOf({ orFirstHand: false }) });
    log.conflict([log.evidence({ figure: share(12) })], [log.evidence({ figure: share(14) })]);
    const met = () => assess(log.state).claims.get('C1')?.requirementMet;
    expect(met()).toBe(false);
    log.settle('X1');
    expect(met()).toBe(true);
  });

  test('a first-hand figure beside others meets it alone', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ figure: share(41, customers) });
    log.evidence({ figure: share(12, orders), source: log.source({ tier: 'filing' }) });
    expect(assess(log.state).claims.get('C1')?.reason).toBe('Supported by 1 independent voice, first-hand: S2. Not counted with it: E1 (another denominator).');
  });
});

test('the groups hold everything, agree within, and do not depend on the order', () => {
  const figures = fc.array(fc.record({ value: fc.constantFrom(12, 12.2, 41), denominator: fc.constantFrom(null, 'orders', 'customers'), period: fc.constantFrom(null, '2023', '2024') }), { maxLength: 10 });
  fc.assert(fc.property(figures, fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), (list, keys) => {
    const items = list.map((figure, at) => evidenceOf({ id: `E${at + 1}`, figure: figureOf({ ...figure, text: String(figure.value) }) }));
    const shuffled = items.map((item, at) => ({ item, key: keys[at] ?? 0 })).sort((a, b) => a.key - b.key).map(({ item }) => item);
    const named = (groups: readonly { id: string }[][]): string[] => groups.map((group) => group.map(({ id }) => id).sort().join()).sort();
    const groups = groupsThatAgree(items);
    expect(named(groupsThatAgree(shuffled))).toEqual(named(groups));
    expect(new Set(groups.flat())).toEqual(new Set(items));
    for (const group of groups) for (const a of group) for (const b of group) expect([a.figure?.denominator, b.figure?.denominator]).not.toEqual(['orders', 'customers']);
  }));
});
