import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { converge } from '../../../src/core/ledger/convergence';
import { restoreSourceDrafts, verifiedDrafts, withdrawEvidenceDrafts, withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { type Conflict } from '../../../src/core/ledger/records';
import { supersedesIn } from '../../../src/core/source/supersedes';
import { LogBuilder } from '../../fakes/builders';

const board = 'Harbour Board';

/** A release (S1) and its reprint (S2) against an office (S3) that agrees with the board's later correction (S4), which settles it. */
function corrected(): LogBuilder {
  const log = new LogBuilder().plan({});
  const dated = (value: string): object => ({ published: { value, basis: 'stated' } });
  const figure = (value: number): object => ({ value, text: String(value), unit: '%' });
  log.evidence({ source: log.source({ publisher: board, title: 'Release' }, dated('2025-05-20')), figure: figure(98.2) });
  log.evidence({ source: log.source({ publisher: 'Courier', title: 'News' }, dated('2025-05-21')), figure: figure(98.2) });
  log.link('S2', 'reposts', 'S1', { score: 0.9 });
  for (const source of [log.source({ publisher: 'Statistics Office', title: 'Routes' }, dated('2025-05-30')), log.source({ publisher: board, title: 'Correction' }, dated('2025-06-12'))]) {
    const recorded = log.evidence({ source, figure: figure(91.4) });
    const item = log.state.ledger.evidence.find(({ id }) => id === recorded);
    if (item) log.append(...conflictsAfter(log.state, item, supersedesIn(log.state)));
  }
  return log;
}

const standing = (log: LogBuilder): Conflict | undefined => assess(log.state).live.known[0];
const aside = (log: LogBuilder): string[] => [...assess(log.state).live.setAside.keys()];
const conflictsHold = (log: LogBuilder): boolean | undefined => converge(log.state, '2026-01-01T00:00:00.000Z').conditions.find(({ name }) => name === 'conflicts')?.holds;

describe('a settlement stands as long as what it rests on', () => {
  test('a conflict that a correction settled is open again without it, and settled again with it', () => {
    const log = corrected();
    const settled = log.state.ledger.conflicts[0];
    expect(settled).toMatchObject({ state: 'explained', cause: 'version', explanation: 'S4 (2025-06-12) supersedes S1, S2: the newer edition carries the statement.' });
    expect(standing(log)).toBe(settled);
    expect(aside(log)).toEqual(['E1', 'E2']);

    log.append(...withdrawSourceDrafts(log.state, 'S4', 'forged', 'user:Ada'));
    expect(standing(log)).toMatchObject({ state: 'open', cause: null, carries: null, explanation: 'Open again: its explanation rested on S4, which no longer stands.' });
    expect(log.state.ledger.conflicts[0]).toEqual(settled);
    expect(aside(log)).toEqual([]);
    expect(assess(log.state).claims.get('C1')?.status).toBe('conflicting');
    expect(conflictsHold(log)).toBe(false);

    log.append(...restoreSourceDrafts(log.state, 'S4', 'it is real', 'user:Ada', supersedesIn(log.state)));
    expect(standing(log)).toEqual(settled);
    expect(aside(log)).toEqual(['E1', 'E2']);
    expect(conflictsHold(log)).toBe(true);
  });

  test('altered bytes or the withdrawn evidence alone open it as well', () => {
    const altered = corrected();
    altered.append(...verifiedDrafts(altered.state, 'N4', false, 'one byte differs'));
    const taken = corrected();
    taken.append(...withdrawEvidenceDrafts(taken.state, 'E4', 'misread', 'user:Ada'));
    expect([altered, taken].map((log) => standing(log)?.state)).toEqual(['open', 'open']);
  });

  test('what is superseded, and what only agrees with the correction, may fall', () => {
    for (const source of ['S1', 'S3']) {
      const log = corrected();
      log.append(...withdrawSourceDrafts(log.state, source, 'a copy', 'user:Ada'));
      expect(standing(log)?.state).toBe('explained');
    }
  });

  const explained: [why: string, explanation: string, cause: 'definition' | 'version', opens: Record<string, boolean>][] = [
    ['words that it quotes', 'The office says what differs: “The figure of 98.2 counts ferries alone.”', 'definition', { S3: false, S5: true }],
    ['evidence that it names', 'E1 counts ferries alone, as E5 says.', 'definition', { S1: true, S2: false, S5: true }],
    ['a source that it names', 'S5 says that the one counts ferries alone.', 'definition', { S3: false, S5: true }],
    ['the newer of two that it names', 'S4 is newer than S1.', 'version', { S1: false, S4: true }],
    ['nothing that has a name here', 'The S9 model of E9 is another.', 'definition', { S1: false, S4: false }],
  ];
  test.each(explained)('%s', (_why, explanation, cause, opens) => {
    for (const [source, isOpen] of Object.entries(opens)) {
      const log = corrected();
      log.evidence({ source: log.source({ publisher: 'Audit Office' }), relation: 'partial', quote: 'It is so. The figure of 98.2  counts ferries alone.' });
      log.settle('X1', { state: 'explained', cause, explanation, carries: 1, needed: null });
      log.append(...withdrawSourceDrafts(log.state, source, 'forged', 'user:Ada'));
      expect([source, standing(log)?.state]).toEqual([source, isOpen ? 'open' : 'explained']);
    }
  });

  test('an explanation does not rest on evidence of which it says that it no longer speaks', () => {
    const log = corrected();
    log.settle('X1', { state: 'explained', cause: 'definition', explanation: 'E2 no longer speaks in it. Ferries alone.', carries: 1, needed: null });
    log.append(...withdrawSourceDrafts(log.state, 'S2', 'a copy', 'user:Ada'));
    expect(standing(log)?.state).toBe('explained');
  });
});

describe('provenance that only a withdrawn source tells of', () => {
  const voices = (log: LogBuilder): string[][] => (assess(log.state).claims.get('C1')?.voices ?? []).map(({ sources }) => [...sources]);
  test.each([
    ['whom it cites', { relation: 'cites', claim: 'C1' }, false],
    ['the page it calls its original', { relation: 'reposts' }, false],
    ['a text that both have', { relation: 'reposts', score: 0.8 }, true],
    ['a publisher that both have', { relation: 'same-organisation' }, true],
    ['what a person set', { relation: 'cites', claim: 'C1', by: 'user:Ada' }, true],
  ] as const)('%s', (_why, edge, isStillJoined) => {
    const log = new LogBuilder().plan({});
    for (let n = 0; n < 3; n++) log.evidence();
    for (const to of ['S1', 'S2']) log.link('S3', edge.relation, to, edge);
    expect(voices(log)).toEqual([['S1', 'S2', 'S3']]);
    log.append(...withdrawSourceDrafts(log.state, 'S3', 'forged', 'user:Ada'));
    expect(voices(log)).toEqual(isStillJoined ? [['S1', 'S2']] : [['S1'], ['S2']]);
    log.append(...restoreSourceDrafts(log.state, 'S3', 'it is real', 'user:Ada'));
    expect(voices(log)).toEqual([['S1', 'S2', 'S3']]);
  });
});
