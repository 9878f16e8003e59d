import { expect, test } from 'vitest';
import { standingOf } from '../../../src/core/article/spanStanding';
import { spoken } from '../../../src/core/run/said';
import { LogBuilder } from '../../fakes/builders';

function cited(): LogBuilder {
  const log = new LogBuilder().plan({}, {});
  const source = log.source();
  log.evidence({ source });
  return log;
}
const span = { start: 0, end: 10 };

function standing(log: LogBuilder, archived: 'holds' | 'altered' | 'missing' = 'holds', where: typeof span | null | 'nowhere' = span): string {
  const found = standingOf(log.state, 'N1', archived, where);
  return found ? `${found.state} ${spoken(found.why ?? '')}`.trim() : 'none';
}

test('words that are archived and count hold, and are known by what was recorded from them', () => {
  expect(standing(cited())).toBe('holds');
  expect(standingOf(cited().state, 'N1', 'holds', span)?.evidence.map(({ id }) => id)).toEqual(['E1']);
  expect(standingOf(cited().state, 'N1', 'holds', { start: 0, end: 9 })?.evidence).toEqual([]);
  expect(standing(cited(), 'holds', null)).toBe('holds');
});

test('bytes that changed are told before all else', () => {
  expect(standing(cited().withdraw('S1'), 'altered')).toMatch(/^broken .*does not match its hash/);
  expect(standing(cited(), 'missing')).toBe('broken The archived text is missing.');
});

test('a place that the archived text does not have is cited for nothing', () => {
  expect(standing(cited(), 'holds', 'nowhere')).toMatch(/^broken .*no such place/);
  expect(standing(cited(), 'altered', 'nowhere')).toMatch(/^broken .*does not match its hash/);
});

test('what was withdrawn says so and why', () => {
  expect(standing(cited().withdraw('S1'))).toBe('fallen The source was withdrawn: fabricated');
  const log = cited().add('evidence.stateChanged', { evidence: ['E1'], state: 'withdrawn', reason: 'read wrongly' });
  expect(standing(log)).toBe('fallen What was recorded from these words does not count any more: read wrongly');
});

test('words that still count for one of two claims hold', () => {
  const log = cited();
  log.evidence({ source: 'S1', claim: 'C2' });
  log.add('evidence.stateChanged', { evidence: ['E1'], state: 'withdrawn', reason: 'read wrongly' });
  expect(standing(log)).toBe('holds');
});

test('a live source that says otherwise now is told', () => {
  const recheck = (how: 'moved' | 'altered' | 'gone'): LogBuilder => cited().add('source.rechecked', { source: 'S1', outcome: 'changed', message: 'It changed.', changes: [{ evidence: 'E1', how }], snapshot: null });
  expect(standing(recheck('gone'))).toMatch(/^changed /);
  expect(standing(recheck('moved'))).toBe('holds');
});

test('a text that the run never archived is none of its', () => {
  expect(standingOf(cited().state, 'N9', 'missing', span)).toBeNull();
});
