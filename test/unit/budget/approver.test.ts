import { describe, expect, test } from 'vitest';
import { available, deepGrant, finalizationOf, furtherGrantDrafts, grantDrafts, refusal, standardGrant } from '../../../src/core/budget/approver';
import { deepDraft } from '../../../src/core/budget/depth';
import { type Amounts, type Settlement } from '../../../src/core/budget/events';
import { emptyBudget, reduceBudget, type BudgetState } from '../../../src/core/budget/state';
import { type EventDraft } from '../../../src/core/run/event';

const at = '2026-01-01T00:00:00.000Z';
const apply = (state: BudgetState, ...drafts: EventDraft[]): BudgetState => drafts.reduce((now, draft) => reduceBudget(now, { ...draft, seq: 1, at, v: 1 }), state);
const deepen = (budget: BudgetState): BudgetState => {
  const decided = apply(budget, { type: 'depth.decided', by: 'host', data: { granted: true, reason: 'asked' } });
  return apply(decided, deepDraft(decided));
};
const granted = (explicit: Amounts = {}): BudgetState => apply(emptyBudget, ...grantDrafts(explicit, null));
const start = (id: string, spends: Amounts, reservation: string | null = null): EventDraft =>
  ({ type: 'call.started', by: 'main', data: { id, kind: 'request', worker: 'main', turn: 1, name: 'main', sent: { text: '' }, spends, reservation, role: 'main', attempt: 1 } });
const settle = (id: string, settlement: Settlement): EventDraft =>
  ({ type: 'call.settled', by: 'host', data: { id, settlement, receipt: null, usage: null, failure: null } });
const running = { now: at, finalizing: false };

describe('the grant', () => {
  test('is the standard column, and deep is standard + ⌊standard / 2⌋', () => {
    expect([standardGrant.turns, standardGrant.requests, standardGrant.reads, standardGrant.searches, standardGrant.publications, standardGrant.milliseconds / 60_000]).toEqual([36, 57, 72, 6, 48, 60]);
    expect([deepGrant.turns, deepGrant.requests, deepGrant.reads, deepGrant.searches, deepGrant.publications, deepGrant.milliseconds / 60_000]).toEqual([54, 85, 108, 9, 72, 90]);
    for (const axis of ['turns', 'requests', 'reads', 'searches', 'publications'] as const) expect(deepGrant[axis]).toBe(standardGrant[axis] + Math.floor(standardGrant[axis] / 2));
    expect([standardGrant.blockRevisions, standardGrant.revisions, deepGrant.blockRevisions, deepGrant.revisions]).toEqual([2, 8, 6, 24]);
  });

  test('an explicit limit wins, an explicit 0 too, and deep leaves it alone', () => {
    const budget = granted({ searches: 0, requests: 200 });
    expect(budget.meters.searches.grant).toBe(0);
    expect(refusal(budget, { searches: 1 }, null, running)?.axis).toBe('searches');
    const deep = deepen(budget);
    expect(deep.meters.searches.grant).toBe(0);
    expect(deep.meters.requests.grant).toBe(200);
    expect(deep.meters.reads.grant).toBe(108);
  });

  test('finalization never takes more than half', () => {
    expect(finalizationOf({ requests: 57, publications: 48, turns: 36, milliseconds: 60 * 60_000 })).toMatchObject({ requests: 4, publications: 4, milliseconds: 180_000 });
    expect(finalizationOf({ requests: 3, publications: 1, turns: 36, milliseconds: 1000 })).toMatchObject({ requests: 1, publications: 0 });
  });
});

test('worked example: 57 granted, 20 spent, 6 reserved leave 31; after the upgrade 85 leave 59', () => {
  let budget = apply(granted(), { type: 'budget.released', by: 'host', data: { id: 'finalization' } }, { type: 'budget.reserved', by: 'host', data: { id: 'D1', purpose: 'child', amounts: { requests: 6 } } });
  for (let n = 0; n < 20; n++) budget = apply(budget, start(`K${n}`, { requests: 1 }), settle(`K${n}`, 'spent'));
  expect(budget.meters.requests).toEqual({ grant: 57, spent: 20, reserved: 6, unknown: 0 });
  expect(available(budget.meters.requests)).toBe(31);
  const deep = deepen(budget);
  expect(available(deep.meters.requests)).toBe(59);
});

test('with nothing left of an outer limit no request is sent, and everything else goes on', () => {
  const used = (spent: number): BudgetState => ({ ...granted(), meters: { ...granted().meters, tokens: { grant: 1000, spent, reserved: 0, unknown: 0 } } });
  expect(refusal(used(999), { requests: 1 }, null, running)).toBeNull();
  expect(refusal(used(1000), { requests: 1 }, null, running)?.axis).toBe('tokens');
  expect(refusal(used(1000), { reads: 1 }, null, running)).toBeNull();
});

describe('settlements', () => {
  test('a released call gives back, an unknown one counts against what is available', () => {
    const before = available(granted().meters.requests);
    const one = apply(granted(), start('K1', { requests: 1 }));
    expect(available(one.meters.requests)).toBe(before - 1);
    expect(available(apply(one, settle('K1', 'released')).meters.requests)).toBe(before);
    expect(apply(one, settle('K1', 'unknown')).meters.requests.unknown).toBe(1);
  });

  test('settling twice counts once', () => {
    const twice = apply(granted(), start('K1', { requests: 1 }), settle('K1', 'spent'), settle('K1', 'spent'));
    expect(twice.meters.requests.spent).toBe(1);
  });

  test('a child draws on its reservation, and what is left goes back', () => {
    let budget = apply(granted(), { type: 'budget.reserved', by: 'host', data: { id: 'D1', purpose: 'child', amounts: { requests: 3 } } });
    const free = available(budget.meters.requests);
    budget = apply(budget, start('K1', { requests: 1 }, 'D1'), settle('K1', 'spent'));
    expect(available(budget.meters.requests)).toBe(free);
    budget = apply(budget, { type: 'budget.released', by: 'host', data: { id: 'D1' } });
    expect(available(budget.meters.requests)).toBe(free + 2);
  });
});

describe('a question asked further', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const apply = (state: BudgetState, ...drafts: EventDraft[]): BudgetState => drafts.reduce((now, draft) => reduceBudget(now, { ...draft, seq: 1, at, v: 1 }), state);
  const usedUp = (budget: BudgetState, axis: 'requests' | 'searches'): BudgetState =>
    ({ ...budget, reservations: {}, meters: { ...budget.meters, [axis]: { ...budget.meters[axis], spent: (budget.meters[axis].grant ?? 0) - 1, unknown: 1, reserved: 0 } } });

  test('brings a grant of its own after one that is used up, with what its end needs', () => {
    const before = usedUp(apply(emptyBudget, ...grantDrafts({}, null)), 'requests');
    const after = apply(before, ...furtherGrantDrafts(before, at));
    expect(after.meters.requests).toEqual({ grant: 57 + 57, spent: 56, reserved: 4, unknown: 1 });
    expect(available(after.meters.requests)).toBe(53);
  });

  test('goes on with the depth in force, and can still be raised to deep', () => {
    const before = usedUp(apply(emptyBudget, ...grantDrafts({}, null)), 'requests');
    const further = apply(before, ...furtherGrantDrafts(before, at));
    const deep = apply({ ...further, depth: 'recorded-pending' }, deepDraft(further));
    expect(deep).toMatchObject({ depth: 'deep', meters: { requests: { grant: 57 + 85 } } });
    const spent = usedUp(deep, 'requests');
    expect(apply(spent, ...furtherGrantDrafts(spent, at)).meters.requests.grant).toBe(57 + 85 + 85);
  });

  test('lifts no limit that the user set, and no deadline that is to come', () => {
    const before = usedUp(apply(emptyBudget, ...grantDrafts({ searches: 2 }, '2026-06-01')), 'searches');
    const after = apply(before, ...furtherGrantDrafts(before, at));
    expect(after.meters.searches.grant).toBe(2);
    expect(after.deadline).toBe('2026-06-01');
    expect(apply(before, ...furtherGrantDrafts(before, '2026-07-01T00:00:00.000Z')).deadline).toBeNull();
  });

  test('gives back what was still kept for the end of the one before, once', () => {
    const before = apply(emptyBudget, ...grantDrafts({}, null));
    expect(apply(before, ...furtherGrantDrafts(before, at)).meters.publications).toEqual({ grant: 48, spent: 0, reserved: 4, unknown: 0 });
  });
});
