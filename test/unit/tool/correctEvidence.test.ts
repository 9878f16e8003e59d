import { describe, expect, test } from 'vitest';
import { endMatter } from '../../../src/core/article/endMatter';
import { noticesOf } from '../../../src/core/article/notices';
import { currentBlocks } from '../../../src/core/article/state';
import { wordingOf } from '../../../src/core/article/wording';
import { assess } from '../../../src/core/ledger/assess';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { converge } from '../../../src/core/ledger/convergence';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { flaggedBlocks } from '../../../src/core/ledger/withdraw';
import { viewOf } from '../../../src/core/run/view';
import { correctEvidence } from '../../../src/core/tool/correctEvidence';
import { LogBuilder, requirementOf } from '../../fakes/builders';
import { callTool } from '../../fakes/callTool';

const correct = (log: LogBuilder, ...changes: object[]) => callTool(log, correctEvidence, { changes, reason: 'I misread it' });
const by = async (worker: string, log: LogBuilder, ...changes: object[]) => callTool(log, correctEvidence, { changes, reason: 'I misread it' }, undefined, worker);
const record = (log: LogBuilder, change: Parameters<LogBuilder['evidence']>[0]): string => {
  const id = log.evidence(change);
  const evidence = log.state.ledger.evidence.find((item) => item.id === id);
  if (evidence) log.append(...conflictsAfter(log.state, evidence));
  return id;
};
const status = (log: LogBuilder, claim = 'C1') => assess(log.state).claims.get(claim)?.status;
const end = (log: LogBuilder): string => endMatter(log.state, new Map(), wordingOf('en'), '2026-02-01T00:00:00.000Z');
const conflicts = (log: LogBuilder): string[] => [...assess(log.state).live.conflicts.values()].flat().map(({ id, state }) => `${id} ${state}`);

/** E1 and E2 support C1, E3 denies it (X1); E4 infers C2 from E1. */
function disputed(): LogBuilder {
  const log = new LogBuilder().plan({ key: true, requirement: requirementOf({ orFirstHand: false }) }, { kind: 'analysis' });
  record(log, {});
  record(log, {});
  record(log, { relation: 'contradicts', quote: 'It does not carry them.' });
  record(log, { claim: 'C2', premises: ['E1'] });
  return log;
}

describe('taking back', () => {
  test('what rests on it falls, parts that cite it are flagged, and the claim is open again', async () => {
    const log = new LogBuilder().plan({}, { kind: 'analysis' });
    record(log, {});
    record(log, { claim: 'C2', premises: ['E1'] });
    log.block({ text: 'So it is [[cite:E2]].' });
    expect(await correct(log, { evidence: 'E1', withdrawn: true })).toMatchObject({ ok: true, text: 'E1 is taken back. E2: fell with it. C1 is open (was partial), C2 is open (was partial). B1: cites what changed: revise it.' });
    expect(log.state.ledger.evidence.map(({ state, stateReason }) => `${state} ${stateReason ?? ''}`)).toEqual(['withdrawn E1 was withdrawn: I misread it', 'withdrawn E1 was withdrawn: I misread it']);
    expect(flaggedBlocks(log.state)).toMatchObject([{ block: 'B1', evidence: ['E2'] }]);
    expect(log.state.ledger.corrections).toMatchObject([{ target: 'E1', field: 'withdrawn', by: 'main', reason: 'I misread it' }]);
    expect(end(log)).toContain('- Corrections:\n  - E1 withdrawn: I misread it (the researcher)');
    expect(end(log)).not.toContain('Taken back');
  });

  test('counter-evidence never goes without a word: the end of the article and convergence name it', async () => {
    const log = disputed();
    expect(status(log)).toBe('conflicting');
    expect((await correct(log, { evidence: 'E3', withdrawn: true })).text).toBe('E3 is taken back. X1: no conflict any more. C1 is supported (was conflicting).');
    expect(conflicts(log)).toEqual([]);
    expect(viewOf(log.state, { now: '', folder: '', writer: true, events: log.events }).conflicts).toMatchObject([{ id: 'X1', state: 'open', fallen: true }]);
    expect(end(log)).toContain('## Where sources disagree\n\n- Taken back: the denial “It does not carry them.” (E3), because: I misread it (the researcher)');
    expect(converge(log.state, '2026-02-01T00:00:00.000Z').conditions.find(({ name }) => name === 'conflicts')).toEqual({ name: 'conflicts', holds: true, why: 'No conflict. Taken back or corrected by the researcher: E3.' });
  });

  test('nor does a denial that is made something else, or a figure that is moved out of a conflict', async () => {
    const log = disputed();
    await correct(log, { evidence: 'E3', relation: 'uncertain' });
    expect(end(log)).toContain('- Corrected: the denial “It does not carry them.” (E3), because: I misread it (the researcher)');
    const figures = new LogBuilder().plan({});
    record(figures, { figure: { value: 40, unit: 't' } });
    record(figures, { figure: { value: 38, unit: 't', basis: 'gross' } });
    await correct(figures, { evidence: 'E1', figure: { basis: 'net' } });
    expect(conflicts(figures)).toEqual([]);
    expect(end(figures)).toContain('- Corrected: 40 t (E1), because: I misread it (the researcher)');
  });

  test('what a person takes back is theirs: it stands among the corrections alone', () => {
    const log = disputed();
    const outcome = correctionDrafts(log.state, 'E3', 'withdrawn', true, 'a forgery', 'user:Ada');
    if (outcome.ok) log.append(...outcome.drafts);
    expect(end(log)).toContain('  - E3 withdrawn: a forgery (Ada)');
    expect(end(log)).not.toContain('Where sources disagree');
  });
});

describe('a conflict that is none', () => {
  test('goes in one step that says what each figure is stated for; both count for what they are', async () => {
    const log = new LogBuilder().plan({});
    record(log, { figure: { value: 12, unit: '%' } });
    record(log, { figure: { value: 41, unit: '%' } });
    expect(conflicts(log)).toEqual(['X1 open']);
    const { text } = await correct(log, { evidence: 'E1', figure: { denominator: 'orders' } }, { evidence: 'E2', figure: { denominator: 'customers' } });
    expect(text).toBe('E1 is corrected (figure); E2 is corrected (figure). X1: no conflict any more. C1 is partial (was conflicting).');
    expect(log.state.ledger.evidence.map(({ figure }) => [figure?.value, figure?.denominator])).toEqual([[12, 'orders'], [41, 'customers']]);
  });

  test('a correction may open one, and its receipt says what to do where there is none', async () => {
    const log = new LogBuilder().plan({});
    record(log, { figure: { value: 12, unit: '%', denominator: 'orders' } });
    record(log, { figure: { value: 41, unit: '%', denominator: 'customers' } });
    expect((await correct(log, { evidence: 'E2', figure: { denominator: 'orders' } })).text).toContain('\nConflict X1 is open on C1: 12% (E1) against 41% (E2). Where they do not disagree, say with correct_evidence what each is stated for.');
  });
});

describe('what a part says', () => {
  test('of evidence that was corrected after it was published is flagged, for the writer and for readers', async () => {
    const log = new LogBuilder().plan({});
    record(log, { quote: 'It carries 40 t, and 38 t in winter.', figure: { value: 40, unit: 't' } });
    log.block({ text: 'It carries 40 t [[cite:E1]].', at: log.events.at(-1)?.at ?? '' });
    expect(flaggedBlocks(log.state)).toEqual([]);
    expect((await correct(log, { evidence: 'E1', figure: { value: 38, text: '38' } })).text).toContain('B1: cites what changed: revise it.');
    expect(flaggedBlocks(log.state)).toMatchObject([{ block: 'B1', evidence: ['E1'], reason: 'figure of E1 was corrected: I misread it' }]);
    const [block] = currentBlocks(log.state.article);
    expect(block && noticesOf(log.state, block, new Map([['E1', 1]]))).toMatchObject([{ kind: 'check', text: 'What citation 1 says was corrected after this was written.', refs: ['E1'] }]);
    log.block({ block: 'B1', revision: 2, text: 'It carries 38 t [[cite:E1]].', at: log.events.at(-1)?.at ?? '' });
    expect(flaggedBlocks(log.state)).toEqual([]);
  });

  test('an inference from it is named to be looked at, a calculation falls', async () => {
    const log = new LogBuilder().plan({}, {});
    record(log, { quote: 'It carries 40 t, and 38 t in winter.', figure: { value: 40, unit: 't' } });
    record(log, { claim: 'C2', premises: ['E1'] });
    record(log, { claim: 'C2', kind: 'calculation', premises: ['E1'], figure: { value: 80 } });
    expect((await correct(log, { evidence: 'E1', figure: { value: 38, text: '38' } })).text).toBe('E1 is corrected (figure). E3: fell with it. E2: inferred from it: see whether it still follows.');
  });
});

describe('nobody corrects what is not theirs', () => {
  const rows: [why: string, worker: string, change: object, problem: string][] = [
    ['a child, of another', 'D1', { evidence: 'E1', withdrawn: true }, 'E1 is not yours: hand back what is wrong with it.'],
    ['recorded by a person', 'main', { evidence: 'E3', relation: 'partial' }, 'E3 was recorded by a person: say in an update what is wrong with it.'],
    ['set by a person', 'main', { evidence: 'E4', relation: 'partial' }, 'A person set relation of E4: that stands.'],
    ['taken back although a person set something of it', 'main', { evidence: 'E4', withdrawn: true }, 'A person set relation of E4: that stands.'],
    ['the figure of a calculation', 'main', { evidence: 'E5', figure: { value: 3 } }, 'The figure of E5 follows from E1: correct those, or take it back and calculate again.'],
    ['what is not there', 'main', { evidence: 'E9', withdrawn: true }, 'There is no evidence E9.'],
    ['without a change', 'main', { evidence: 'E1' }, 'Say what changes of E1.'],
    ['what it says already', 'main', { evidence: 'E1', relation: 'supports' }, 'relation of E1 is "supports" already.'],
    ['a figure that its quote does not hold', 'main', { evidence: 'E1', figure: { value: 38, text: '38' } }, '38 does not stand in the quote'],
    ['half a figure', 'main', { evidence: 'E1', figure: { unit: 't' } }, 'is no figure for E1'],
  ];
  test.each(rows)('%s', async (_why, worker, change, problem) => {
    const log = new LogBuilder().plan({});
    for (const who of ['main', 'D1', 'user', 'main']) log.evidence({ worker: who });
    log.evidence({ kind: 'calculation', premises: ['E1'], figure: { value: 2 } });
    const set = correctionDrafts(log.state, 'E4', 'relation', 'uncertain', 'no stand', 'user:Ada');
    if (set.ok) log.append(...set.drafts);
    const before = log.events.length;
    expect(await by(worker, log, change)).toMatchObject({ ok: false, text: expect.stringContaining(problem) as string });
    expect(log.events.length).toBe(before);
  });

  test('a child corrects its own, by its name; the main loop what its children recorded', async () => {
    const log = new LogBuilder().plan({});
    log.evidence({ worker: 'D1' });
    expect(await by('D1', log, { evidence: 'E1', as_of: '2025-05', validity: 'dry roads' })).toMatchObject({ ok: true, text: 'E1 is corrected (asOf, validity).' });
    expect(await by('main', log, { evidence: 'E1', clear: ['validity'] })).toMatchObject({ ok: true });
    expect(log.state.ledger.evidence[0]).toMatchObject({ asOf: '2025-05', validity: null });
    expect(end(log)).toContain('  - E1 validity: I misread it (helper D1)\n  - E1 validity: I misread it (the researcher)');
  });

  test('one that does not fit leaves all as it was', async () => {
    const log = disputed();
    const before = log.events.length;
    expect((await correct(log, { evidence: 'E3', withdrawn: true }, { evidence: 'E1', relation: 'supports' })).ok).toBe(false);
    expect(log.events.length).toBe(before);
  });
});
