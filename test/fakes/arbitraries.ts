import fc from 'fast-check';
import { conflictsAfter } from '../../src/core/ledger/conflict';
import { relations, tiers, type Relation, type Tier } from '../../src/core/ledger/records';
import { LogBuilder, requirementOf } from './builders';

/** One piece of evidence to record: on which claim, from which of six sources, and what it says. Premises count backward. */
export interface Recipe {
  claim: number;
  source: number;
  relation: Relation;
  value: number | null;
  near: boolean;
  premises: readonly number[];
}

export const recipes: fc.Arbitrary<Recipe[]> = fc.array(fc.record({
  claim: fc.integer({ min: 1, max: 3 }), source: fc.integer({ min: 1, max: 6 }), relation: fc.constantFrom(...relations),
  value: fc.option(fc.constantFrom(40, 38, 44)), near: fc.boolean(), premises: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 2 }) }),
}), { minLength: 1, maxLength: 12 });

/** A run whose six sources of several tiers, two of them one voice, gave this evidence; conflicts as the host opens them. */
export function evidenceFrom(recipe: readonly Recipe[]): LogBuilder {
  const log = new LogBuilder().plan({ key: true }, { risk: 'high', requirement: requirementOf({ voices: 3, orFirstHand: false }) }, { kind: 'analysis' });
  for (let n = 0; n < 6; n++) log.source({ tier: tierOf(n) });
  log.link('S2', 'reposts', 'S1');
  for (const { claim, source, relation, value, near, premises } of recipe) {
    const known = log.state.ledger.evidence.length;
    const standsOn = [...new Set(premises.map((back) => known - back).filter((at) => at >= 0).map((at) => `E${at + 1}`))];
    const id = log.evidence({
      claim: `C${claim}`, relation,
      ...(standsOn.length > 0 ? { premises: standsOn } : { source: `S${source}`, match: near ? 'near' : 'verbatim', ...(value === null ? {} : { figure: { value } }) }),
    });
    const evidence = log.state.ledger.evidence.find((item) => item.id === id);
    if (evidence) log.append(...conflictsAfter(log.state, evidence));
  }
  return log;
}

const tierOf = (n: number): Tier => (n % 3 === 2 ? 'filing' : (tiers[6 + (n % 2)] ?? 'other'));
