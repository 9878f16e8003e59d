import { describe, expect, test } from 'vitest';
import { areEqualWithinRounding, comparabilityOf, stanceBetween } from '../../../src/core/ledger/compare';
import { conflictsAfter, settlementProblems } from '../../../src/core/ledger/conflict';
import { type Evidence, type Figure } from '../../../src/core/ledger/records';
import { evidenceOf, figureOf, LogBuilder } from '../../fakes/builders';

const figured = (figure: Partial<Figure>, change: Partial<Evidence> = {}): Evidence => evidenceOf({ figure: figureOf(figure), ...change });

const calculated = (formula: string, value: number, change: Partial<Evidence> = {}, unit: string | null = null): Evidence =>
  figured({ value, formula, unit }, { id: 'E8', kind: 'calculation', source: null, snapshot: null, premises: formula.match(/E\d/g) ?? [], ...change });

const onBasis = (item: Evidence): Evidence => ({ ...item, figure: item.figure && { ...item.figure, basis: 'gross' } });

describe('stance of two pieces of evidence', () => {
  const other = { id: 'E2', source: 'S2', snapshot: 'N2' };
  const rows: [why: string, a: Evidence, b: Evidence, stance: string][] = [
    ['one supports, one contradicts', evidenceOf(), evidenceOf({ ...other, relation: 'contradicts' }), 'disagree'],
    ['both support', evidenceOf(), evidenceOf(other), 'agree'],
    ['what is uncertain disagrees with nothing', evidenceOf({ relation: 'uncertain' }), evidenceOf({ ...other, relation: 'contradicts' }), 'apart'],
    ['what is partial takes no side', evidenceOf({ relation: 'partial' }), evidenceOf({ ...other, relation: 'contradicts' }), 'apart'],
    ['two figures for one thing', figured({ value: 40, unit: 't' }), figured({ value: 38, unit: 't' }, other), 'disagree'],
    ['one number', figured({ value: 40, unit: 't' }), figured({ value: 40, unit: 'T ' }, other), 'agree'],
    ['another unit', figured({ value: 40, unit: 't' }), figured({ value: 38, unit: 'kN' }, other), 'apart'],
    ['another denominator', figured({ value: 40, denominator: 'households' }), figured({ value: 38, denominator: 'persons' }, other), 'apart'],
    ['another basis', figured({ value: 5, unit: '%', basis: 'year on year' }), figured({ value: 0.4, unit: '%', basis: 'MoM' }, other), 'apart'],
    ['another period', figured({ value: 40, period: '2023' }), figured({ value: 38, period: '2024' }, other), 'apart'],
    ['another sample', figured({ value: 40, sample: 'adults' }), figured({ value: 38, sample: 'all ages' }, other), 'apart'],
    ['what only one states differs from nothing', figured({ value: 40, period: '2023', unit: 't' }), figured({ value: 38 }, other), 'disagree'],
    ['the same basis and unit in other words', figured({ value: 5, unit: 'percent', basis: 'YoY' }), figured({ value: 6, unit: '%', basis: '同比' }, other), 'disagree'],
    ['two cells of one table', figured({ value: 40 }), figured({ value: 38 }, { id: 'E2' }), 'apart'],
    ['a figure and what was calculated from it', figured({ value: 40 }), figured({ value: 20 }, { id: 'E2', source: null, snapshot: null, premises: ['E1'] }), 'apart'],
    ['calculations in two ways', calculated('E1 / E2', 40), calculated('E1 / E3', 38, { id: 'E9' }), 'apart'],
    ['calculations in two ways from the same figures', calculated('E1 / E2', 40), calculated('E1 - E2', 38, { id: 'E9' }), 'apart'],
    ['one calculation with two results', calculated('E1 / E2', 40), calculated('E1/E2', 38, { id: 'E9' }), 'disagree'],
    ['a calculation against what a source states on the same basis', onBasis(calculated('E1 - E2', 40, {}, 't')), figured({ value: 38, unit: 't', basis: 'gross' }, { id: 'E9', snapshot: 'N9' }), 'disagree'],
    ['a calculation that states no basis', calculated('E1 - E2', 40, {}, 't'), figured({ value: 38, unit: 't' }, { id: 'E9', snapshot: 'N9' }), 'apart'],
    ['a figure that only partly answers', figured({ value: 40, unit: 't' }), figured({ value: 38, unit: 't' }, { ...other, relation: 'partial' }), 'apart'],
    ['a calculation in another unit than what a source states', calculated('E1 / E2', 40), figured({ value: 38, unit: 't' }, { id: 'E9', snapshot: 'N9' }), 'apart'],
    ['a figure against words', figured({ value: 40 }), evidenceOf(other), 'apart'],
    ['opposite relations outrank another unit', figured({ value: 40, unit: 't' }), figured({ value: 38, unit: 'kN' }, { ...other, relation: 'contradicts' }), 'disagree'],
  ];
  test.each(rows)('%s', (_why, a, b, stance) => {
    expect(stanceBetween(a, b)).toBe(stance);
    expect(stanceBetween(b, a)).toBe(stance);
  });

  const numbers: [a: string, value: number, b: string, other: number, equal: boolean][] = [
    ['2.3', 2.3, '2.31', 2.31, true], ['2.3', 2.3, '2.36', 2.36, false], ['5 million', 5e6, '5,400,000', 5.4e6, true], ['5.0 million', 5e6, '5,400,000', 5.4e6, false],
    ['40', 40, '38', 38, false], ['40', 40, '40.4', 40.4, true], ['1,200', 1200, '1,234', 1234, false], ['5万', 50_000, '52,000', 52_000, true], ['-3', -3, '3', 3, false],
    ['0', 0, '0.4', 0.4, true], ['forty', 40, '38', 38, false], ['2,31', 2.31, '2.31', 2.31, true],
  ];
  test.each(numbers)('%s (%d) and %s (%d) one number: %s', (a, value, b, other, equal) => expect(areEqualWithinRounding(figureOf({ text: a, value }), figureOf({ text: b, value: other }))).toBe(equal));

  test('comparability says what differs', () => {
    expect(comparabilityOf(figured({ unit: 't', denominator: 'lane', basis: 'nominal', period: '2023', sample: 'a' }, { validity: 'dry' }), figured({ unit: 't', denominator: 'lane', basis: 'real', period: '2023', sample: 'b' }, { snapshot: 'N2', validity: 'dry' })))
      .toEqual({ definition: 'different', time: 'same', sample: 'different', environment: 'same', version: 'different' });
    expect(comparabilityOf(evidenceOf({ asOf: '2024' }), evidenceOf({ asOf: '2025', source: 'S2' }))).toMatchObject({ definition: 'unknown', time: 'unknown', version: 'unknown' });
    expect(comparabilityOf(evidenceOf({ asOf: '2024' }), evidenceOf({ asOf: '2024', source: 'S2' }))).toMatchObject({ time: 'same' });
  });
});

describe('conflicts after evidence was recorded', () => {
  /** Records evidence and what follows from it, as the host does. */
  const record = (log: LogBuilder, change: Parameters<LogBuilder['evidence']>[0], supersedes?: (newer: string, older: string) => boolean): string => {
    const id = log.evidence(change);
    const evidence = log.state.ledger.evidence.find((item) => item.id === id);
    if (evidence) log.append(...conflictsAfter(log.state, evidence, supersedes));
    return id;
  };
  const sides = (log: LogBuilder, at = 0): string[] => (log.state.ledger.conflicts[at]?.sides ?? []).map(({ says, evidence }) => `${says}: ${evidence.join()}`);
  const tonnes = (value: number, change: Partial<Figure> = {}): Partial<Figure> => ({ value, text: `${value} t`, unit: 't', ...change });
  const log = (): LogBuilder => new LogBuilder().plan({});

  test('nothing disagrees: nothing happens', () => {
    const quiet = log();
    record(quiet, { figure: tonnes(40) });
    record(quiet, { figure: tonnes(40) });
    record(quiet, { figure: tonnes(38, { period: '2019' }), claim: 'C2' });
    expect(quiet.state.ledger.conflicts).toEqual([]);
  });

  test('two figures for one thing open a conflict, and further evidence takes its side or a new one', () => {
    const opened = log();
    record(opened, { figure: tonnes(40) });
    record(opened, { figure: tonnes(40) });
    record(opened, { figure: tonnes(38) });
    expect(opened.state.ledger.conflicts).toMatchObject([{ state: 'open', comparability: { definition: 'same', time: 'unknown' } }]);
    record(opened, { figure: tonnes(38) });
    record(opened, { figure: tonnes(44) });
    expect(sides(opened)).toEqual(['40 t: E1,E2', '38 t: E3,E4', '44 t: E5']);
    expect(opened.state.ledger.conflicts).toHaveLength(1);
  });

  test('no majority: one against five is a conflict like any other', () => {
    const many = log();
    for (let n = 0; n < 5; n++) record(many, {});
    record(many, { relation: 'contradicts' });
    expect(sides(many)).toEqual(['supports: “it is so”: E1,E2,E3,E4,E5', 'contradicts: “it is so”: E6']);
    expect(many.state.ledger.conflicts[0]?.state).toBe('open');
  });

  test('a denial stands against all support at once: figures, other figures and words are one side, in whatever order they come', () => {
    const support = [{ figure: tonnes(40, { basis: 'gross' }) }, { figure: tonnes(36, { basis: 'net' }) }, {}];
    for (const at of [0, 1, 2, 3]) {
      const denied = log();
      for (const item of support.toSpliced(at, 0, { relation: 'contradicts' } as object)) record(denied, item);
      const denial = `E${at + 1}`;
      expect(denied.state.ledger.conflicts.map((conflict) => conflict.sides.map(({ evidence }) => evidence.join()).toSorted()), denial).toEqual([[denial, ['E1', 'E2', 'E3', 'E4'].filter((id) => id !== denial).join()].toSorted()]);
    }
  });

  test('support that disagrees among itself stays apart against a denial', () => {
    const denied = log();
    record(denied, { figure: tonnes(40) });
    record(denied, { figure: tonnes(38) });
    record(denied, { relation: 'contradicts' });
    record(denied, {});
    expect(sides(denied).map((side) => side.split(': ').at(-1))).toEqual(['E1', 'E2', 'E3', 'E4']);
  });

  test('withdrawn evidence is no side of a new conflict', () => {
    const gone = log();
    record(gone, { figure: tonnes(40) });
    gone.withdraw('S1');
    record(gone, { figure: tonnes(38) });
    expect(gone.state.ledger.conflicts).toEqual([]);
  });

  test('recording twice changes nothing', () => {
    const twice = log();
    record(twice, { figure: tonnes(40) });
    const id = record(twice, { figure: tonnes(38) });
    const evidence = twice.state.ledger.evidence.find((item) => item.id === id);
    expect(evidence && conflictsAfter(twice.state, evidence)).toEqual([]);
  });

  const superseded = (newer: string, older: string): boolean => newer === 'S3' && older === 'S1';
  test('a correction is explained by version, reposts of what it corrects included, and carries the statement with its date', () => {
    const corrected = log();
    record(corrected, { figure: tonnes(40) });
    record(corrected, { figure: tonnes(40) });
    corrected.link('S2', 'reposts', 'S1');
    record(corrected, { figure: tonnes(38), source: corrected.source({}, { published: { value: '2024-06-12', origin: 'meta', guessed: false } }) }, superseded);
    expect(corrected.state.ledger.conflicts[0]).toMatchObject({ state: 'explained', cause: 'version', carries: 1, explanation: 'S3 (2024-06-12) supersedes S1, S2: the newer edition carries the statement.' });
  });

  test('a later repost of the corrected text is set aside with it; an independent later source reopens', () => {
    const later = log();
    record(later, { figure: tonnes(40) });
    later.source();
    record(later, { figure: tonnes(38), source: later.source({}, { published: { value: '2024-06-12', origin: 'meta', guessed: false } }) }, superseded);
    later.source();
    later.link('S4', 'reposts', 'S1');
    record(later, { figure: tonnes(40), source: 'S4' }, superseded);
    expect(later.state.ledger.conflicts[0]?.state).toBe('explained');
    record(later, { figure: tonnes(40), source: later.source({}, { published: { value: '2024-05-01', origin: 'meta', guessed: false } }) }, superseded);
    expect(later.state.ledger.conflicts[0]?.state).toBe('explained');
    record(later, { figure: tonnes(40), source: later.source({}, { published: { value: '2024-09-01', origin: 'meta', guessed: false } }) }, superseded);
    expect(later.state.ledger.conflicts[0]).toMatchObject({ state: 'open', explanation: 'Open again: E5 (S6) is not covered by what settled it.' });
    expect(sides(later)).toEqual(['40 t: E1,E3,E4,E5', '38 t: E2']);
  });

  test('the corrected text archived after its correction is explained too', () => {
    const reversed = log();
    record(reversed, { figure: tonnes(38), source: reversed.source({ id: 'S1' }) });
    record(reversed, { figure: tonnes(40) }, (newer, older) => newer === 'S1' && older === 'S2');
    expect(reversed.state.ledger.conflicts[0]).toMatchObject({ state: 'explained', carries: 0 });
  });

  test('a newer snapshot of one source supersedes the earlier', () => {
    const edited = log();
    record(edited, { figure: tonnes(40) });
    const snapshot = edited.snapshot('S1', { retrievedAt: '2026-02-01T00:00:00.000Z' });
    record(edited, { figure: tonnes(38), source: 'S1', snapshot });
    expect(edited.state.ledger.conflicts[0]).toMatchObject({ state: 'explained', cause: 'version', carries: 1, comparability: { version: 'different' } });
  });

  test('explained by another definition: what has that definition too is set aside, another reopens', () => {
    const defined = log();
    record(defined, { figure: tonnes(40, { basis: 'gross' }) });
    record(defined, { figure: tonnes(35, { basis: 'net' }), relation: 'contradicts' });
    defined.settle('X1', { state: 'explained', cause: 'definition', carries: 0, needed: null });
    record(defined, { figure: tonnes(35, { basis: 'net' }), relation: 'contradicts' });
    expect(defined.state.ledger.conflicts[0]?.state).toBe('explained');
    record(defined, { figure: tonnes(33, { basis: 'gross' }), relation: 'contradicts' });
    expect(defined.state.ledger.conflicts[0]?.state).toBe('open');
  });

  test('a kept conflict stays kept when a side grows, and reopens by a new side', () => {
    const kept = log();
    record(kept, { figure: tonnes(40) });
    record(kept, { figure: tonnes(38) });
    kept.settle('X1');
    record(kept, { figure: tonnes(38) });
    expect(kept.state.ledger.conflicts[0]?.state).toBe('kept');
    record(kept, { figure: tonnes(44) });
    expect(kept.state.ledger.conflicts[0]?.state).toBe('open');
  });

  test.each([
    ['as rounded by another source', {}, { figure: tonnes(40.4, { text: '40 t' }) }],
    ['again in the same document', {}, { figure: tonnes(40), source: 'S1' }],
    ['in words', { relation: 'contradicts' } as const, {}],
  ])('what says the same as the side that carries the statement joins it and reopens nothing: %s', (_how, other, change) => {
    const settled = log();
    record(settled, { figure: tonnes(40) });
    record(settled, { figure: tonnes(38), ...other });
    settled.settle('X1', { state: 'explained', cause: 'time', carries: 0, needed: null });
    record(settled, change);
    expect(settled.state.ledger.conflicts[0]?.state).toBe('explained');
    expect(sides(settled)).toEqual(['40 t: E1,E3', '38 t: E2']);
  });

  test('a settlement names what it needs', () => {
    const opened = log();
    record(opened, { figure: tonnes(40) });
    record(opened, { figure: tonnes(38) });
    const settle = (change: object): string[] => settlementProblems(opened.state, { id: 'X1', state: 'explained', cause: 'time', explanation: 'so', carries: 0, needed: null, by: 'main', ...change });
    expect(settle({})).toEqual([]);
    expect(settle({ cause: null, carries: 2 })).toEqual(['Say on what the sides of X1 are not comparable: definition, time, sample, environment or version.', 'Say which side of X1 carries the statement: 0 (40 t: E1), 1 (38 t: E2).']);
    expect(settle({ state: 'kept' })).toEqual(['Say what evidence would settle X1.']);
    expect(settle({ id: 'X7' })).toEqual(['There is no conflict X7. Known: X1.']);
  });
});
