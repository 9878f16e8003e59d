import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { converge } from '../../../src/core/ledger/convergence';
import { gainBetween } from '../../../src/core/ledger/gain';
import { emptyRun, reduce, type RunState } from '../../../src/core/run/state';
import { LogBuilder } from '../../fakes/builders';

/** Everything that the ledger's rules say of a state. */
function said(state: RunState) {
  const { claims, seeking, standing } = assess(state);
  return {
    claims: [...claims.values()].map(({ voices, ...rest }) => ({ ...rest, voices: voices.map(({ sources, joined, why }) => ({ sources, joined: [...joined], why })) })),
    standing: (state.ledger.plan?.frozen ?? []).map((claim) => { const { requirementMet, slots, confidence } = standing(claim); return { requirementMet, slots, confidence }; }),
    sought: state.ledger.claims.map(({ id }) => seeking.soughtFor(id)),
    convergence: converge(state, '2026-01-02T00:00:00Z'),
  };
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** What makes a claim stand otherwise, by its own evidence or by something beside it. */
const steps: readonly ((log: LogBuilder, n: number) => unknown)[] = [
  (log, n) => log.evidence({ claim: n % 3 ? 'C1' : 'C2', relation: n % 4 ? 'supports' : 'contradicts', figure: { value: n % 2 } }),
  (log, n) => log.evidence({ claim: 'C1', relation: n % 4 ? 'supports' : 'contradicts' }),
  (log, n) => {
    const premise = pick(log.state.ledger.evidence, n);
    if (premise) log.evidence({ claim: n % 2 ? 'C1' : 'C3', kind: 'calculation', premises: [premise.id] });
  },
  (log, n) => {
    const [from, to] = [pick(log.state.source.sources, n), pick(log.state.source.sources, n + 1)];
    if (from && to && from !== to) log.link(from.id, n % 2 ? 'reposts' : 'cites', to.id, { claim: n % 3 ? null : 'C1' });
  },
  (log, n) => {
    const source = pick(log.state.source.sources, n);
    if (source) log.add(n % 3 ? 'source.withdrawn' : 'source.restored', { source: source.id, reason: 'because', by: 'user:Ada' });
  },
  (log, n) => {
    const [one, other] = [pick(log.state.ledger.evidence, n), pick(log.state.ledger.evidence, n + 1)];
    if (one && other && one !== other && one.claim === other.claim) log.conflict([one.id], [other.id]);
  },
  (log, n) => {
    const conflict = pick(log.state.ledger.conflicts, n);
    if (conflict) log.settle(conflict.id, n % 2 ? {} : { state: 'explained', cause: 'sample', carries: 0 });
  },
  (log, n) => log.search({ claims: [n % 2 ? 'C1' : 'C3'], results: n % 3 ? [`https://site-s${n}.example/page`] : [] }),
];

test('what is remembered of a ledger while it grows is what a first look at each state says', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(11)), { minLength: 10, maxLength: 30 }), (choices) => {
    const log = new LogBuilder().plan({ key: true, risk: 'high' }, {}, { kind: 'analysis' });
    for (const [step, n] of choices) steps[step]?.(log, n);
    let [before, freshBefore] = [emptyRun, emptyRun];
    for (const event of log.events) {
      const state = reduce(before, event);
      // A copy shares no record with the state, so nothing is remembered of it.
      const fresh = structuredClone(state);
      expect(gainBetween(before, state, 'C1')).toEqual(gainBetween(freshBefore, fresh, 'C1'));
      expect(said(state)).toEqual(said(fresh));
      [before, freshBefore] = [state, fresh];
    }
  }), { numRuns: 30 });
});

test('a conflict that is kept lets both sides count, though no evidence changed', () => {
  const log = new LogBuilder().plan({ key: true });
  const isMet = () => assess(log.state).claims.get('C1')?.requirementMet;
  const conflict = log.conflict([log.evidence({ figure: { value: 40 } })], [log.evidence({ figure: { value: 38 } })]);
  expect(isMet()).toBe(false);
  log.settle(conflict);
  expect(isMet()).toBe(true);
});
