import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { available, deepGrant, furtherGrantDrafts, grantDrafts, refusal, standardGrant } from '../../../src/core/budget/approver';
import { deepDraft } from '../../../src/core/budget/depth';
import { axes, outerAxes, type Amounts, type Settlement } from '../../../src/core/budget/events';
import { finalizationOf } from '../../../src/core/budget/finalization';
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

describe('what is kept of tokens and money for the end', () => {
  const price = { input: 10, cached: 1, output: 30 };
  /** By that price, what one request at the end takes. */
  const one = 0.1;

  test.each([
    [1_000_000, 100_000], [160_000, 16_000], [60_000, 16_000], [32_000, 16_000], [30_000, 15_000], [16_000, 8_000],
  ])('of %i tokens are %i: a tenth, not less than two requests take, and never more than half', (limit, kept) => {
    expect(finalizationOf({ tokens: limit }).tokens).toBe(kept);
    expect(granted({ tokens: limit }).meters.tokens).toEqual({ grant: limit, spent: 0, reserved: kept, unknown: 0 });
  });

  test.each([[5, 0.5], [1, 0.2], [0.3, 0.15], [0.2, 0.1]])('of %d money are %d, by the price of the model that ends it', (limit, kept) => expect(finalizationOf({ money: limit }, price).money).toBe(kept));

  test('of money without a price is a tenth; no request is sent then', () => expect(finalizationOf({ money: 5 }).money).toBe(0.5));

  test.each([
    [{ tokens: 15_999 }, ['A limit of 15999 (tokens) is too low to keep a request back for publishing and finishing: the research may end with nothing published.']],
    [{ tokens: 0 }, ['A limit of 0 (tokens) is too low']],
    [{ money: 2 * one - 0.01, tokens: 100 }, ['A limit of 100 (tokens) is too low', 'A limit of 0.19 (money) is too low']],
    [{ tokens: 16_000, money: 2 * one }, []],
    [{}, []],
  ])('%j, which pays for no request twice, keeps nothing, and that is said', (limits, said) => {
    const [grant, ...notices] = grantDrafts(limits, null, price);
    expect(notices.map((draft) => (draft.type === 'notice.given' ? draft.data.text : '')).map((text, at) => text.slice(0, said[at]?.length))).toEqual(said);
    const kept = grant?.type === 'budget.granted' ? grant.data.finalization : {};
    expect(outerAxes.filter((axis) => kept[axis] !== undefined).length).toBe(Object.keys(limits).length - said.length);
  });

  test('is not there for a request until the run turns to its end, and then it is', () => {
    const used = (budget: BudgetState): BudgetState => apply(budget, start('K1', { requests: 1, tokens: 40_000 }), settle('K1', 'unknown'));
    const before = used(granted({ tokens: 60_000 }));
    expect(refusal(before, { requests: 1, tokens: 4_000 }, null, running)).toBeNull();
    expect(refusal(before, { requests: 1, tokens: 4_001 }, null, running)?.axis).toBe('tokens');
    const after = apply(before, { type: 'budget.released', by: 'host', data: { id: 'finalization' } });
    expect(refusal(after, { requests: 1, tokens: 20_000 }, null, running)).toBeNull();
  });

  test('of a question asked further is taken of what is left of the limit, and said where that is too little', () => {
    const before = apply(granted({ tokens: 60_000 }), start('K1', { requests: 1, tokens: 50_000 }), settle('K1', 'unknown'));
    const [, further, notice] = furtherGrantDrafts(before, at);
    expect(further).toMatchObject({ data: { grant: { tokens: 60_000 } } });
    expect(apply(before, ...furtherGrantDrafts(before, at)).meters.tokens).toMatchObject({ reserved: 0, unknown: 50_000 });
    expect(notice).toMatchObject({ type: 'notice.given', data: { text: expect.stringContaining('A limit of 10000 (tokens)') as string } });
  });

  test('is never more than half of any limit, whatever the limits and the price, and pays for a request or is nothing', () => {
    const amount = fc.double({ min: 0, max: 2_000_000, noNaN: true });
    fc.assert(fc.property(fc.record({ tokens: fc.nat(2_000_000), money: amount, requests: fc.nat(200), turns: fc.nat(99), publications: fc.nat(99), milliseconds: fc.nat() }, { requiredKeys: [] }), fc.option(fc.record({ input: amount, cached: amount, output: amount })), (limits, of) => {
      const kept = finalizationOf(limits, of);
      for (const axis of axes) expect(kept[axis] ?? 0).toBeLessThanOrEqual((limits as Amounts)[axis] === undefined ? Infinity : ((limits as Amounts)[axis] ?? 0) / 2 + 1e-9);
      if (kept.tokens !== undefined) expect(kept.tokens).toBeGreaterThanOrEqual(8_000);
      if (kept.money !== undefined && of) expect(kept.money).toBeGreaterThanOrEqual((7_000 * of.input + 1_000 * of.output) / 1e6 - 1e-9);
    }));
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
