import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { slotsOf } from '../../../src/core/ledger/requirement';
import { type Requirement } from '../../../src/core/ledger/records';
import { claimOf, LogBuilder, requirementOf } from '../../fakes/builders';

const slots = (log: LogBuilder): Record<string, string> =>
  Object.fromEntries((assess(log.state).claims.get('C1')?.slots.each ?? []).map(({ name, filled, by }) => [name, filled ? by.join() : 'empty']));
const asking = (change: Partial<Requirement>): LogBuilder => new LogBuilder().plan({ requirement: requirementOf({ voices: 1, orFirstHand: false, ...change }) });

describe('slots of a requirement', () => {
  test('an empty requirement still asks for a voice', () => {
    expect(slotsOf(claimOf({ requirement: requirementOf({ voices: 1 }) })).map(({ name }) => name)).toEqual(['voice 1']);
  });

  test('kind: only sources of an accepted kind fill any slot', () => {
    const log = asking({ kinds: ['filing'] });
    log.evidence();
    expect(slots(log)).toEqual({ 'kind': 'empty', 'voice 1': 'empty' });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    expect(slots(log)).toEqual({ 'kind': 'E2', 'voice 1': 'E2' });
  });

  test('voices: four reposts of one release fill one', () => {
    const log = asking({ voices: 2 });
    for (let n = 0; n < 5; n++) log.evidence();
    for (const repost of ['S2', 'S3', 'S4', 'S5']) log.link(repost, 'reposts', 'S1', { why: 'containment 0.98' });
    expect(slots(log)).toEqual({ 'voice 1': 'E1,E2,E3,E4,E5', 'voice 2': 'empty' });
    expect(assess(log.state).claims.get('C1')?.voices).toMatchObject([{ sources: ['S1', 'S2', 'S3', 'S4', 'S5'], why: ['S2 reposts S1 (containment 0.98).', 'S3 reposts S1 (containment 0.98).', 'S4 reposts S1 (containment 0.98).', 'S5 reposts S1 (containment 0.98).'] }]);
  });

  test.each(['specification', 'source-code', 'paper', 'filing', 'statistics', 'first-hand'] as const)('one authoritative first-hand source (%s) fills the voices', (tier) => {
    const log = asking({ voices: 2, orFirstHand: true });
    log.evidence({ source: log.source({ tier }) });
    expect(slots(log)).toEqual({ 'voice 1': 'E1', 'voice 2': 'E1' });
  });

  test.each(['secondary', 'other'] as const)('a %s source does not', (tier) => {
    const log = asking({ voices: 2, orFirstHand: true });
    log.evidence({ source: log.source({ tier }) });
    expect(slots(log)).toEqual({ 'voice 1': 'E1', 'voice 2': 'empty' });
  });

  test.each([
    ['measured over ten weeks with a calibrated meter', 'measurement'], ['field measurements', 'measurement'], ['Interviews about experience in daily use', 'field-experience'],
    ['a survey of 400 operators', 'statistics'], ['Specification, second edition', 'specification'], ['literature review', null], ['attested by the board', null],
  ] as const)('method: a source that says “%s” knows it by %s', (words, method) => {
    for (const asked of ['specification', 'measurement', 'field-experience', 'statistics'] as const) {
      const log = asking({ method: asked });
      log.evidence({ source: log.source({ method: words }) });
      expect(slots(log)['method'], asked).toBe(asked === method ? 'E1' : 'empty');
    }
  });

  test('method: what was said of the evidence goes before its source, and a calculation has that of its premises', () => {
    const log = asking({ method: 'measurement' });
    log.evidence({ source: log.source({ tier: 'statistics' }), method: 'measurement' });
    expect(slots(log)['method']).toBe('E1');
    log.evidence({ source: log.source({ method: 'measurement' }), method: 'specification' });
    log.evidence({ kind: 'calculation', premises: ['E1'] });
    expect(slots(log)['method']).toBe('E1,E3');
  });

  test('a paper counts first-hand for its own measurements only', () => {
    const log = asking({ voices: 2, orFirstHand: true });
    log.evidence({ source: log.source({ tier: 'paper', method: 'field-experience' }) });
    expect(slots(log)['voice 2']).toBe('empty');
    const cites = asking({ voices: 2, orFirstHand: true });
    cites.evidence({ source: cites.source({ tier: 'paper' }) });
    cites.source();
    cites.link('S1', 'cites', 'S2', { claim: 'C1' });
    expect(slots(cites)['voice 2']).toBe('empty');
  });

  const dates: [why: string, asOf: string | null, published: string | null, filled: boolean][] = [
    ['an as-of date within', '2024-06-30', null, true],
    ['an as-of date before', '2019', null, false],
    ['the year of the bound', '2024', null, true],
    ['an old as-of date in a new page', '2019', '2024-06-30', false],
    ['published within, without an as-of date', null, '2024-03-01T10:00:00Z', true],
    ['no date at all', null, null, false],
  ];
  test.each(dates)('period: %s', (_why, asOf, published, filled) => {
    const log = asking({ period: { from: '2024-02', to: '2024-12-31' } });
    const source = log.source({}, { published: published === null ? null : { value: published, origin: 'meta', guessed: false } });
    log.evidence({ source, asOf });
    expect(slots(log)).toEqual({ 'period': filled ? 'E1' : 'empty', 'voice 1': filled ? 'E1' : 'empty' });
  });

  test('period of a calculation: all its premises lie within', () => {
    const log = new LogBuilder().plan({ requirement: requirementOf({ voices: 1, orFirstHand: false, period: { from: '2024', to: null } }) }, {});
    log.evidence({ claim: 'C2', asOf: '2024-05' });
    log.evidence({ claim: 'C2', asOf: '2023-05' });
    log.evidence({ kind: 'calculation', premises: ['E1', 'E2'] });
    expect(slots(log).period).toBe('empty');
    log.evidence({ kind: 'calculation', premises: ['E1'] });
    expect(slots(log).period).toBe('E4');
  });

  test('method: as the source names it, or as its tier implies', () => {
    const log = asking({ method: 'measurement' });
    log.evidence({ source: log.source({ tier: 'statistics' }) });
    expect(slots(log).method).toBe('empty');
    log.evidence({ source: log.source({ method: 'measurement' }) });
    expect(slots(log).method).toBe('E2');
    const specified = asking({ method: 'specification' });
    specified.evidence({ source: specified.source({ tier: 'specification' }) });
    expect(slots(specified).method).toBe('E1');
  });

  test('a voice without interest: a repost of an interested party is that party', () => {
    const log = asking({ disinterested: true });
    log.source({ interest: 'sells the bridge' });
    log.evidence({ source: log.source() });
    expect(slots(log).disinterested).toBe('E1');
    log.link('S2', 'reposts', 'S1');
    expect(slots(log).disinterested).toBe('empty');
    log.evidence();
    expect(slots(log).disinterested).toBe('E2');
  });
});

describe('independence', () => {
  const voices = (log: LogBuilder, claim = 'C1'): string[] => (assess(log.state).claims.get(claim)?.voices ?? []).map(({ sources }) => sources.join('+'));

  test.each(['reposts', 'shares-data', 'same-author', 'same-organisation'] as const)('%s joins for every claim', (relation) => {
    const log = new LogBuilder().plan({});
    log.evidence();
    log.evidence();
    log.link('S2', relation, 'S1');
    expect(voices(log)).toEqual(['S1+S2']);
  });

  test('to cite joins only the claim whose evidence was taken from the other', () => {
    const log = new LogBuilder().plan({}, {});
    for (const claim of ['C1', 'C2']) for (const source of ['S1', 'S2']) log.evidence({ claim, source: log.state.source.sources.some(({ id }) => id === source) ? source : log.source({ id: source }) });
    log.link('S2', 'cites', 'S1');
    expect(voices(log)).toEqual(['S1', 'S2']);
    log.link('S2', 'cites', 'S1', { claim: 'C2' });
    expect([voices(log), voices(log, 'C2')]).toEqual([['S1', 'S2'], ['S1+S2']]);
  });

  test('two sources that both repost a third are one, though it says nothing here itself', () => {
    const log = new LogBuilder().plan({});
    log.source();
    log.evidence();
    log.evidence();
    log.link('S2', 'reposts', 'S1').link('S3', 'reposts', 'S1');
    expect(voices(log)).toEqual(['S2+S3']);
  });

  test('an edge that a person took away joins no more', () => {
    const log = new LogBuilder().plan({});
    log.evidence();
    log.evidence();
    log.link('S2', 'reposts', 'S1');
    log.add('provenance.unlinked', { from: 'S2', to: 'S1', relation: 'reposts', reason: 'another text', by: 'user:Ada' });
    expect(voices(log)).toEqual(['S1', 'S2']);
  });

  test('a calculation is one voice of all it stands on, and adds none to those that speak', () => {
    const log = new LogBuilder().plan({}, {});
    log.evidence({ claim: 'C2' });
    log.evidence({ claim: 'C2' });
    log.evidence({ kind: 'calculation', premises: ['E1', 'E2'] });
    expect(voices(log)).toEqual(['S1+S2']);
    log.evidence({ source: 'S1' });
    log.evidence({ source: 'S2' });
    expect(voices(log)).toEqual(['S1', 'S2']);
  });
});
