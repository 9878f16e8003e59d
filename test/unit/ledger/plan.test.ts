import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptPlan, canonicalJson, judgeChange, planHash, type ClaimChange } from '../../../src/core/ledger/plan';
import { type Claim } from '../../../src/core/ledger/records';
import { claimOf, LogBuilder, requirementOf, scopeOf } from '../../fakes/builders';

describe('a plan is accepted', () => {
  const scope = scopeOf({ parts: [{ id: 'P1', text: 'how heavy?' }, { id: 'P2', text: 'how long?' }], dimensions: ['Cost', 'Safety'], constraints: ['at most 40 t', 'built; not planned'] });
  const good = [claimOf({ key: true, dimension: 'cost' }), claimOf({ id: 'C2', part: 'P2', dimension: 'Safety' })];

  test('when every part and dimension has a claim and one is key', () => expect(acceptPlan(scope, good)).toEqual([]));

  const rows: [why: string, claims: Claim[], problem: string][] = [
    ['no claim', [], 'The plan has no claim: state what must be found out as claims that sources can support or contradict.'],
    ['a part without a claim', [claimOf({ key: true, dimension: 'Cost' }), claimOf({ id: 'C2', dimension: 'Safety' })], 'No claim serves part P2 (how long?).'],
    ['a dimension without a claim', [claimOf({ key: true, dimension: 'Cost' }), claimOf({ id: 'C2', part: 'P2' })], 'No claim serves the dimension "Safety".'],
    ['none key', good.map((claim) => ({ ...claim, key: false })), 'No claim is key: mark at least one on which the answer hangs.'],
    ['an unknown part', [...good, claimOf({ id: 'C3', part: 'P7' })], 'C3 names part P7, which the scope does not have (P1, P2).'],
    ['an unknown dimension', [...good, claimOf({ id: 'C3', dimension: 'Taste' })], 'C3 names the dimension "Taste", which the scope does not have (Cost, Safety).'],
    ['an id twice', [...good, claimOf({ id: 'C2' })], 'C2 stands twice.'],
    ['no such parent', [...good, claimOf({ id: 'C3', parent: 'C9' })], 'C3 names C9 as its parent, which is no claim of the plan.'],
    ['its own ancestor', [...good, claimOf({ id: 'C3', parent: 'C4' }), claimOf({ id: 'C4', parent: 'C3' })], 'C3 names C4 as its parent, which is a circle.'],
    ['a recommendation without its constraint', [...good, claimOf({ id: 'C3', kind: 'recommendation' })], 'C3 is a recommendation and names no constraint of the user that it serves. Constraints of the scope: "at most 40 t", "built; not planned".'],
    ['a recommendation for an unknown constraint', [...good, claimOf({ id: 'C3', kind: 'recommendation', constraint: 'cheap' })], 'C3 serves the constraint "cheap", which the scope does not have. Constraints of the scope: "at most 40 t", "built; not planned".'],
    ['a recommendation for a known and an unknown constraint', [...good, claimOf({ id: 'C3', kind: 'recommendation', constraint: 'At most 40 t; cheap' })], 'C3 serves the constraint "cheap", which the scope does not have. Constraints of the scope: "at most 40 t", "built; not planned".'],
    ['a period that ends before it begins', [...good, claimOf({ id: 'C3', requirement: requirementOf({ period: { from: '2025', to: '2024-06' } }) })], 'C3 asks for a period that ends (2024-06) before it begins (2025).'],
  ];
  test('a recommendation may serve several constraints, or one with a semicolon of its own', () => {
    for (const constraint of ['At most 40 t', 'built; not planned']) expect(acceptPlan(scope, [...good, claimOf({ id: 'C3', kind: 'recommendation', constraint })])).toEqual([]);
    const two = { ...scope, constraints: ['at most 40 t', 'cheap'] };
    for (const constraint of ['at most 40 t; cheap', 'cheap；at most 40 t；']) expect(acceptPlan(two, [...good, claimOf({ id: 'C3', kind: 'recommendation', constraint })])).toEqual([]);
  });

  test.each(rows)('not with %s', (_why, claims, problem) => expect(acceptPlan(scope, claims)).toContain(problem));

  test('not when the scope accepts no kind of source that a claim asks for', () => {
    expect(acceptPlan(scopeOf({ acceptableSources: ['filing'] }), [claimOf({ key: true, requirement: requirementOf({ kinds: ['paper'] }) })])).toEqual(['C1 asks for paper, and the scope accepts only filing.']);
  });
});

describe('the hash of a plan', () => {
  test('is that of the canonical JSON of claims and searches, whatever the order of keys', () => {
    const claim = claimOf();
    const turned = Object.fromEntries(Object.entries(claim).reverse()) as Claim;
    const hash = (text: string): string => `<${text}>`;
    expect(planHash([turned], [], hash)).toBe(planHash([claim], [], hash));
    expect(planHash([claim], [{ claim: 'C1', query: 'x' }], hash)).not.toBe(planHash([claim], [], hash));
  });
  test('canonical JSON is JSON', () => fc.assert(fc.property(fc.jsonValue(), (value) => { expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))); })));
});

describe('a change of the plan', () => {
  const planned = (searched = true): LogBuilder => {
    const log = new LogBuilder().plan({ key: true, risk: 'high', requirement: requirementOf({ kinds: ['filing'], orFirstHand: false, period: { from: '2024', to: null }, method: 'measurement', disinterested: true, counterSearch: true }) }, {}, {}, {});
    if (searched) log.search();
    return log;
  };
  const problems = (log: LogBuilder, changes: ClaimChange[], byUser = false): string[] => judgeChange(log.state, changes, byUser);
  const claim = (log: LogBuilder, change: Partial<Claim>): Claim => ({ ...claimOf(log.state.ledger.claims[0]), ...change });
  const asked = (log: LogBuilder, change: object): Claim => claim(log, { requirement: { ...claim(log, {}).requirement, ...change } });

  const lowering: [what: string, change: (log: LogBuilder) => Claim][] = [
    ['key mark', (log) => claim(log, { key: false })],
    ['risk', (log) => claim(log, { risk: 'low' })],
    ['kind', (log) => claim(log, { kind: 'analysis' })],
    ['kinds of source', (log) => asked(log, { kinds: ['filing', 'other'] })],
    ['kinds of source', (log) => asked(log, { kinds: [] })],
    ['voices', (log) => asked(log, { voices: 1 })],
    ['voices (first-hand instead)', (log) => asked(log, { orFirstHand: true })],
    ['period', (log) => asked(log, { period: { from: '2020', to: null } })],
    ['period', (log) => asked(log, { period: null })],
    ['method', (log) => asked(log, { method: null })],
    ['disinterested voice', (log) => asked(log, { disinterested: false })],
    ['counter-search', (log) => asked(log, { counterSearch: false })],
  ];
  test.each(lowering)('that lowers %s is the user\'s after the first search', (what, change) => {
    const log = planned();
    const lower: ClaimChange = { change: 'lower', claim: change(log), reason: 'too strict' };
    expect(problems(log, [lower])).toContain(`After the first search only the user may lower what C1 asks for (${what}).`);
    expect(problems(log, [lower], true).filter((problem) => problem.includes('lower'))).toEqual([]);
    expect(problems(planned(false), [lower]).filter((problem) => problem.includes('lower'))).toEqual([]);
  });

  test('that lowers under another name is refused', () => {
    const log = planned();
    expect(problems(log, [{ change: 'reword', claim: claim(log, { text: 'shorter', key: false }), reason: 'x' }])).toContain('The change of C1 lowers key mark: call it "lower".');
  });

  test('that raises is the researcher\'s too', () => {
    const log = planned();
    expect(problems(log, [{ change: 'raise', claim: asked(log, { voices: 3, period: { from: '2024', to: '2025' } }), reason: 'it matters' }])).toEqual([]);
  });

  test('that drops a claim is the user\'s, and leaves a plan that is accepted', () => {
    const log = planned();
    const drop: ClaimChange = { change: 'drop', claim: claim(log, {}), reason: 'x' };
    expect(problems(log, [drop])).toEqual(['After the first search only the user may lower what C1 asks for (the claim itself).']);
    expect(problems(log, [drop], true)).toEqual(['No claim is key: mark at least one on which the answer hangs.']);
  });

  test('adds at most half as many claims as the plan began with, over all changes; the user adds freely', () => {
    const log = planned();
    const add = (n: number): ClaimChange => ({ change: 'add', claim: claimOf({ id: `C${n}` }), reason: 'a new branch' });
    expect(problems(log, [add(5), add(6), add(7)])).toEqual(['The plan began with 4 claims: at most 2 may be added, this would make 3. The user must be asked.']);
    expect(problems(log, [add(5), add(6), add(7)], true)).toEqual([]);
    log.add('plan.changed', { version: 2, changes: [add(5), add(6)], reason: 'a new branch', budgetEffect: 'two searches', by: 'main' });
    expect(problems(log, [add(7)])).toEqual(['The plan began with 4 claims: at most 2 may be added, this would make 3. The user must be asked.']);
    log.add('plan.changed', { version: 3, changes: [add(7)], reason: 'a new branch', budgetEffect: 'none', by: 'user:Ada' }, 'user:Ada');
    expect(problems(log, [{ change: 'raise', claim: claim(log, { risk: 'high' }), reason: 'x' }])).toEqual([]);
  });

  test('names what is not there', () => {
    const log = planned();
    expect(problems(log, [{ change: 'raise', claim: claimOf({ id: 'C9' }), reason: 'x' }])).toEqual(['There is no claim C9 to raise.']);
    expect(problems(log, [{ change: 'add', claim: claimOf({ id: 'C2' }), reason: 'x' }])).toEqual(['C2 is there already.']);
    expect(judgeChange(new LogBuilder().state, [], true)).toEqual(['There is no plan to change yet.']);
  });
});
