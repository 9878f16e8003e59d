import { describe, expect, test } from 'vitest';
import { asksForOthers, converge, type ConditionName } from '../../../src/core/ledger/convergence';
import { LogBuilder, requirementOf, scopeOf } from '../../fakes/builders';

const now = '2026-02-01T00:00:00.000Z';
const verdict = (log: LogBuilder, name: ConditionName) => {
  const found = converge(log.state, now).conditions.find((condition) => condition.name === name);
  return found && { holds: found.holds, why: found.why };
};
/** A key claim, supported first-hand, with its counter-search and three quiet entries. */
const finished = (): LogBuilder => {
  const log = new LogBuilder().plan({ key: true, risk: 'high' });
  log.evidence({ source: log.source({ tier: 'filing' }) });
  log.search();
  log.search();
  log.search({ intent: 'counter', query: 'collapse failures of spans' });
  return log;
};

test('all hold: converged', () => {
  expect(converge(finished().state, now)).toEqual({
    holds: true,
    conditions: [
      { name: 'high-risk claims', holds: true, why: 'C1 meets its requirement.' },
      { name: 'key claims', holds: true, why: 'C1 has its voices.' },
      { name: 'conflicts', holds: true, why: 'No conflict.' },
      { name: 'counter-search', holds: true, why: 'Done for C1.' },
      { name: 'quiet searches', holds: true, why: 'The last 3 (Q1, Q2, Q3) brought nothing more that matters.' },
      { name: 'budget and deadline', holds: true, why: 'Not passed.' },
    ],
  });
});

test('an empty run converges on nothing', () => {
  const log = new LogBuilder();
  expect(converge(log.state, now).holds).toBe(false);
  expect(verdict(log, 'key claims')).toEqual({ holds: false, why: 'no plan with a key claim was frozen.' });
});

describe('high-risk claims', () => {
  test('one below its requirement', () => {
    const log = new LogBuilder().plan({ risk: 'high' }, { risk: 'low' });
    log.evidence();
    expect(verdict(log, 'high-risk claims')).toEqual({ holds: false, why: 'C1 lacks a second independent voice or one authoritative first-hand source.' });
  });

  test('with a kept conflict the two sides meet it together, with an open one they do not', () => {
    const log = new LogBuilder().plan({ risk: 'high' });
    const conflict = log.conflict([log.evidence()], [log.evidence({ relation: 'contradicts' })]);
    expect(verdict(log, 'high-risk claims')?.holds).toBe(false);
    log.settle(conflict);
    expect(verdict(log, 'high-risk claims')?.holds).toBe(true);
  });

  test('measured against the frozen plan: what the researcher raises or adds does not move it, what the user does moves it', () => {
    for (const by of ['main', 'user:Ada']) {
      const log = finished();
      const claim = log.state.ledger.claims[0];
      if (!claim) throw new Error('no claim');
      log.add('plan.changed', {
        version: 2, reason: 'it matters', budgetEffect: 'none', by,
        changes: [{ change: 'raise', reason: 'more', claim: { ...claim, requirement: requirementOf({ voices: 3, orFirstHand: false }) } }, { change: 'add', reason: 'more', claim: { ...claim, id: 'C2' } }],
      }, by);
      expect(verdict(log, 'high-risk claims')?.holds).toBe(by === 'main');
    }
  });
});

describe('key claims', () => {
  test('a plan without one never converges', () => {
    expect(verdict(new LogBuilder().plan({}), 'key claims')?.holds).toBe(false);
  });

  test('four reposts are not two voices', () => {
    const log = new LogBuilder().plan({ key: true });
    for (let n = 0; n < 4; n++) log.evidence();
    for (const repost of ['S2', 'S3', 'S4']) log.link(repost, 'reposts', 'S1');
    expect(verdict(log, 'key claims')).toEqual({ holds: false, why: 'C1 lacks a second independent voice or one authoritative first-hand source.' });
    log.evidence();
    expect(verdict(log, 'key claims')?.holds).toBe(true);
  });
});

describe('conflicts', () => {
  const conflicting = (): LogBuilder => {
    const log = finished();
    log.conflict(['E1'], [log.evidence({ relation: 'contradicts' })]);
    return log;
  };
  test('open', () => expect(verdict(conflicting(), 'conflicts')).toEqual({ holds: false, why: 'X1 on C1 is open.' }));
  test('kept with what would settle it', () => expect(verdict(conflicting().settle('X1'), 'conflicts')).toEqual({ holds: true, why: 'X1 kept.' }));
  test('kept without', () => expect(verdict(conflicting().settle('X1', { needed: null }), 'conflicts')?.holds).toBe(false));
  test('explained', () => expect(verdict(conflicting().settle('X1', { state: 'explained', cause: 'time', carries: 0 }), 'conflicts')?.holds).toBe(true));
  test('one side withdrawn', () => expect(verdict(conflicting().withdraw('S2'), 'conflicts')?.holds).toBe(true));
});

describe('counter-search', () => {
  const claimed = (): LogBuilder => {
    const log = new LogBuilder().plan({ key: true, text: 'The bridge carries heavy lorries' });
    log.evidence();
    return log;
  };
  const rows: [why: string, search: Parameters<LogBuilder['search']>[0], holds: boolean][] = [
    ['none', { intent: 'verify' }, false],
    ['failed', { intent: 'counter', failed: true }, false],
    ['for another claim', { intent: 'counter', claims: ['C2'] }, false],
    ['in the words of the claim', { intent: 'counter', query: 'bridge heavy lorries limits' }, false],
    ['half of its words those of the claim', { intent: 'counter', query: 'bridge lorries collapse criticism' }, true],
    ['executed, and it found nothing', { intent: 'counter', query: 'bridge collapse criticism' }, true],
  ];
  test.each(rows)('%s', (_why, search, holds) => {
    const log = claimed();
    log.search(search);
    expect(verdict(log, 'counter-search')?.holds).toBe(holds);
  });

  test('says what was tried', () => {
    const log = claimed();
    log.search({ intent: 'counter', query: 'heavy lorries' });
    log.search({ intent: 'counter', failed: true });
    expect(verdict(log, 'counter-search')?.why).toBe('C1 has had no counter-search that counts (Q1 repeats the words of the claim, Q2 failed).');
  });

  test('not due while the claim is open; due on a claim that is not key when its requirement says so', () => {
    expect(verdict(new LogBuilder().plan({ key: true }), 'counter-search')?.holds).toBe(true);
    const log = new LogBuilder().plan({ requirement: requirementOf({ counterSearch: true }) });
    log.evidence();
    expect(verdict(log, 'counter-search')?.holds).toBe(false);
  });

  test('words are compared in Chinese too', () => {
    expect(asksForOthers('桥梁 承重 重型卡车', '这座桥梁的承重可通行重型卡车')).toBe(false);
    expect(asksForOthers('桥梁 坍塌 缺陷 批评 事故', '这座桥梁的承重可通行重型卡车')).toBe(true);
    expect(asksForOthers('the of', 'a claim')).toBe(false);
  });
});

describe('quiet searches', () => {
  const gain = { slots: 1, confidence: 0, conflicts: 0, highValue: true };
  test('fewer than three', () => {
    const log = new LogBuilder().plan({ key: true });
    log.search();
    log.search();
    expect(verdict(log, 'quiet searches')).toEqual({ holds: false, why: '2 of the 3 searches for a key or high-risk claim that are needed.' });
  });

  test('gain in one of the last three', () => {
    const log = finished();
    log.search({ gain });
    expect(verdict(log, 'quiet searches')).toEqual({ holds: false, why: 'Q4 still brought something that matters.' });
    for (let n = 0; n < 3; n++) log.search();
    expect(verdict(log, 'quiet searches')?.holds).toBe(true);
  });

  test('failed entries, repeats and entries for no key or high-risk claim do not count', () => {
    const log = new LogBuilder().plan({ key: true }, {});
    log.search({ gain });
    for (const entry of [{ failed: true }, { repeats: 'Q1' }, { claims: ['C2'] }, {}, {}]) log.search(entry);
    expect(verdict(log, 'quiet searches')?.why).toBe('Q1 still brought something that matters.');
  });

  test('an entry with results that nobody looked at is not without gain', () => {
    const log = finished();
    log.search({ results: ['https://a.example/', 'https://b.example/', 'https://c.example/'] });
    log.source({ address: 'https://a.example/' });
    expect(verdict(log, 'quiet searches')?.why).toContain('Q4 has 2 results neither opened nor dropped with a reason');
    log.add('results.decided', { results: ['R2'], decision: 'dropped', reason: null });
    expect(verdict(log, 'quiet searches')?.why).toContain('Q4 has 2 results neither');
    log.add('results.decided', { results: ['R2', 'R3'], decision: 'dropped', reason: 'about another bridge' });
    expect(verdict(log, 'quiet searches')).toEqual({ holds: false, why: 'Q4 led to N2, opened, not read through yet nor dropped with a reason.' });
    log.turn({ name: 'read_source', args: { snapshot: 'N2', words: 'lorries' } });
    expect(verdict(log, 'quiet searches')?.holds).toBe(true);
  });

  test('the number is a setting', () => {
    const log = new LogBuilder().plan({ key: true });
    log.search();
    expect(converge(log.state, now, 1).conditions.find(({ name }) => name === 'quiet searches')?.holds).toBe(true);
  });
});

describe('budget and deadline', () => {
  test('an axis beyond its grant', () => {
    const log = finished();
    log.add('budget.granted', { grant: { milliseconds: 1000 }, explicit: [], deadline: null, finalization: {} });
    log.add('time.passed', { milliseconds: 1000 });
    expect(verdict(log, 'budget and deadline')?.holds).toBe(true);
    log.add('time.passed', { milliseconds: 1 });
    expect(verdict(log, 'budget and deadline')).toEqual({ holds: false, why: 'active time passed its grant of 1000.' });
  });

  test.each([['2026-01-31', false], ['2026-02-01', true], ['2026', true], ['2026-02-01T00:00:00+01:00', false], ['2026-02-01T00:00:00Z', true]])('the scope\'s deadline %s', (deadline, holds) => {
    const log = finished();
    log.add('scope.frozen', { version: 2, by: 'user:Ada', scope: scopeOf({ deadline }) });
    expect(verdict(log, 'budget and deadline')?.holds).toBe(holds);
  });

  test('the budget\'s deadline', () => {
    const log = finished();
    log.add('budget.granted', { grant: {}, explicit: [], deadline: '2026-01-15T00:00:00Z', finalization: {} });
    expect(verdict(log, 'budget and deadline')).toEqual({ holds: false, why: 'the deadline 2026-01-15T00:00:00Z has passed.' });
  });
});
