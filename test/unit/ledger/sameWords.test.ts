import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { type Relation } from '../../../src/core/ledger/records';
import { opposedByItself } from '../../../src/core/ledger/sameWords';
import { LogBuilder } from '../../fakes/builders';

const spans = [{ start: 0, end: 10, quote: 'It is so.' }, { start: 1, end: 9, quote: 'It is so' }, { start: 20, end: 30, quote: 'It is not' }] as const;
const figures = [null, { value: 1, text: '1', unit: null, denominator: null, period: null, basis: null, sample: null, rowHeading: null, columnHeading: null, formula: null }] as const;
const step = fc.record({
  span: fc.constantFrom(...spans), relation: fc.constantFrom<Relation>('supports', 'contradicts', 'uncertain'), claim: fc.constantFrom('C1', 'C1', 'C1', 'C2'), figure: fc.constantFrom(...figures),
  correct: fc.option(fc.record({ of: fc.nat(), field: fc.constantFrom('relation', 'figure', 'withdrawn'), withdrawn: fc.boolean() })),
});

test('whatever is recorded, corrected, taken back and brought back: no statement stands on both sides of a claim', () => {
  let refusals = 0;
  fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
    const log = new LogBuilder().plan({}, {});
    log.source();
    for (const { span, relation, claim, figure, correct } of steps) {
      const { evidence } = log.state.ledger;
      const item = correct === null ? undefined : evidence[correct.of % Math.max(1, evidence.length)];
      if (correct !== null && item) {
        const value = correct.field === 'relation' ? relation : correct.field === 'figure' ? figure : correct.withdrawn;
        const outcome = correctionDrafts(log.state, item.id, correct.field, value, 'read again', 'user:Ada');
        if (outcome.ok) log.append(...outcome.drafts);
        else if (outcome.problem.includes('both sides')) refusals++;
      } else if (!opposedByItself(log.state.ledger, { claim, relation, figure, snapshot: 'N1', result: null, ...span })) {
        log.evidence({ source: 'S1', snapshot: 'N1', claim, relation, ...(figure ? { figure } : {}), ...span });
      }
      for (const one of log.state.ledger.evidence) expect(one.state === 'active' ? opposedByItself(log.state.ledger, one)?.id : undefined).toBeUndefined();
    }
  }), { numRuns: 200 });
  expect(refusals).toBeGreaterThan(0);
});
