import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { changedPremise, stillDown } from '../../../src/core/ledger/calculated';
import { correctionDrafts, undoDrafts, type CorrectionOutcome } from '../../../src/core/ledger/corrections';
import { correctedSince, restoreSourceDrafts, withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { replay } from '../../../src/core/run/state';
import { correctEvidence } from '../../../src/core/tool/correctEvidence';
import { callTool } from '../../fakes/callTool';
import { figureOf, LogBuilder } from '../../fakes/builders';

/** E1 to E3 are stated, each on its claim; E4 = E1 + E2, E5 = E2 + E3, E6 is calculated from E4, E7 inferred from E6. */
function calculated(): LogBuilder {
  const log = new LogBuilder().plan({}, {}, {}, {}, {});
  [40, 30, 20].forEach((value, at) => log.evidence({ claim: `C${at + 1}`, figure: { value, unit: 't' } }));
  const from = (premises: string[], value: number) => log.evidence({ kind: 'calculation', claim: 'C4', premises, figure: { value, unit: 't', formula: premises.join(' + ') } });
  from(['E1', 'E2'], 70);
  from(['E2', 'E3'], 50);
  from(['E4'], 140);
  log.evidence({ claim: 'C5', premises: ['E6'] });
  return log;
}

const apply = (log: LogBuilder, outcome: CorrectionOutcome): boolean => {
  if (outcome.ok) log.append(...outcome.drafts);
  return outcome.ok;
};
const correct = (log: LogBuilder, id: string, field: string, value: unknown): boolean => apply(log, correctionDrafts(log.state, id, field, value, 'read again', 'user:Ada'));
const undo = (log: LogBuilder, correction: string): boolean => apply(log, undoDrafts(log.state, correction, 'it was right', 'user:Ada'));
const figure = (log: LogBuilder, id: string, value: number): boolean => correct(log, id, 'figure', figureOf({ value, unit: 't' }));
const standing = (log: LogBuilder): string => log.state.ledger.evidence.flatMap(({ id, state }) => (state === 'active' ? id : [])).join(' ');
const reasonOf = (log: LogBuilder, id: string): string | null => log.state.ledger.evidence.find((item) => item.id === id)?.stateReason ?? null;

describe('a corrected figure', () => {
  test('takes down what was calculated from it and what rests on that; set back, it brings all of it up again', () => {
    const log = calculated();
    figure(log, 'E1', 38);
    expect(standing(log)).toBe('E1 E2 E3 E5');
    expect(undo(log, 'M1')).toBe(true);
    expect(standing(log)).toBe('E1 E2 E3 E4 E5 E6 E7');
  });

  test('brings up nothing while another premise has another figure, and then with that one', () => {
    const log = calculated();
    figure(log, 'E1', 38);
    figure(log, 'E2', 31);
    undo(log, 'M1');
    expect(standing(log)).toBe('E1 E2 E3');
    expect(reasonOf(log, 'E4')).toBe('E2 was corrected: what was calculated from its figure no longer follows (read again)');
    undo(log, 'M2');
    expect(standing(log)).toBe('E1 E2 E3 E4 E5 E6 E7');
  });

  test('brings up nothing that lies for a reason of its own, or with its source', () => {
    const log = calculated();
    correct(log, 'E5', 'withdrawn', true);
    figure(log, 'E2', 31);
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'user:Ada'));
    undo(log, 'M2');
    expect(standing(log)).toBe('E2 E3');
    expect(reasonOf(log, 'E4')).toBe('S1 was withdrawn: fabricated');
    log.append(...restoreSourceDrafts(log.state, 'S1', 'it is real', 'user:Ada'));
    expect(standing(log)).toBe('E1 E2 E3 E4 E6 E7');
  });

  test('says what a figure that is set back does not bring up again, to the researcher too', async () => {
    const log = calculated();
    correct(log, 'E5', 'withdrawn', true);
    const set = async (value: number): Promise<string> => (await callTool(log, correctEvidence, { changes: [{ evidence: 'E2', figure: { value, text: '30' } }], reason: 'read again' })).text;
    expect(await set(31)).toContain(' E4, E6, E7: fell with it. E5 stays withdrawn: E5 was withdrawn: read again.');
    const before = log.state.ledger;
    expect(await set(30)).toContain(' E4, E6, E7: standing again. E5 stays withdrawn: E5 was withdrawn: read again.');
    expect(stillDown(before, log.state.ledger, 'E2')).toEqual(['E5 stays withdrawn: E5 was withdrawn: read again']);
  });

  test('of evidence that lies keeps down what was calculated from the other one, when it stands again', () => {
    const log = calculated();
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'user:Ada'));
    figure(log, 'E1', 38);
    log.append(...restoreSourceDrafts(log.state, 'S1', 'it is real', 'user:Ada'));
    expect(standing(log)).toBe('E1 E2 E3 E5');
    undo(log, 'M1');
    expect(standing(log)).toBe('E1 E2 E3 E4 E5 E6 E7');
  });

  test('set back takes down what was calculated meanwhile', () => {
    const log = calculated();
    figure(log, 'E1', 38);
    log.evidence({ kind: 'calculation', claim: 'C4', premises: ['E1', 'E2'], figure: { value: 68, unit: 't' } });
    undo(log, 'M1');
    expect(standing(log)).toBe('E1 E2 E3 E4 E5 E6 E7');
    figure(log, 'E1', 38);
    expect(standing(log)).toBe('E1 E2 E3 E5 E8');
  });

  test('of an earlier log, which named the calculation as the root, is undone too', () => {
    const log = calculated();
    log.add('correction.made', { id: 'M1', target: 'E1', field: 'figure', before: log.state.ledger.evidence[0]?.figure, after: figureOf({ value: 38, unit: 't' }), reason: 'read again', by: 'user:Ada' });
    log.add('evidence.stateChanged', { evidence: ['E4', 'E6', 'E7'], state: 'withdrawn', reason: 'E4 was withdrawn: the figure of E1, from which it was calculated, was corrected (read again)' });
    undo(log, 'M1');
    expect(standing(log)).toBe('E1 E2 E3 E4 E5 E6 E7');
  });

  test('flags a block that cites it until it is set back', () => {
    const log = calculated();
    const block = log.block({ text: 'It is 40 t [[cite:E1]].' });
    const flagged = (): string[] => { const revision = log.state.article.blocks[block]?.revisions.at(-1); return revision ? correctedSince(log.state.ledger, revision).map(({ target }) => target) : []; };
    figure(log, 'E1', 38);
    expect(flagged()).toEqual(['E1']);
    undo(log, 'M1');
    expect(flagged()).toEqual([]);
  });
});

const step = fc.record({ kind: fc.constantFrom('figure', 'figure', 'figure', 'withdrawn', 'source', 'calculate'), of: fc.integer({ min: 1, max: 3 }), value: fc.constantFrom(40, 30, 20, 10), down: fc.boolean() });

test('whatever is corrected, withdrawn and brought back: nothing stands that was calculated from another figure, and an undone correction leaves all as it was', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom(40, 30, 20, 11), (steps, last, value) => {
    const log = calculated();
    // Another voice that says what E1 does, as long as its figure is that.
    log.evidence({ claim: 'C1', figure: { value: 40, unit: 't' } });
    for (const { kind, of, value: to, down } of steps) {
      const source = log.state.source.sources.find(({ id }) => id === `S${of}`)?.state;
      if (kind === 'figure') figure(log, `E${of}`, to);
      else if (kind === 'withdrawn') correct(log, `E${of + (down ? 3 : 0)}`, 'withdrawn', down);
      else if (kind === 'source') log.append(...(source === 'withdrawn' ? restoreSourceDrafts : withdrawSourceDrafts)(log.state, `S${of}`, 'because', 'user:Ada'));
      else if (standing(log).split(' ').includes(`E${of}`)) log.evidence({ kind: 'calculation', claim: 'C4', premises: [`E${of}`], figure: { value: to, unit: 't', formula: `E${of} + ${log.events.length}` } });
      for (const item of log.state.ledger.evidence) if (item.state === 'active') expect(changedPremise(log.state.ledger, item), item.id).toBeUndefined();
    }
    const before = { standing: standing(log), claims: [...assess(log.state).claims.values()].map(({ status }) => status) };
    if (figure(log, `E${last}`, value)) expect(undo(log, log.state.ledger.corrections.at(-1)?.id ?? '')).toBe(true);
    expect({ standing: standing(log), claims: [...assess(log.state).claims.values()].map(({ status }) => status) }).toEqual(before);
    expect(replay(log.events).ledger).toEqual(log.state.ledger);
  }), { numRuns: 300 });
});
