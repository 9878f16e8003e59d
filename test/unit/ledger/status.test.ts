import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { LogBuilder, requirementOf } from '../../fakes/builders';

const stand = (log: LogBuilder, claim = 'C1') => {
  const found = assess(log.state).claims.get(claim);
  if (!found) throw new Error(`no assessment of ${claim}`);
  return found;
};

describe('the status table, first row that fits', () => {
  test('row 1: an open conflict is conflicting, whatever else is met', () => {
    const log = new LogBuilder().plan({});
    const one = log.evidence({ source: log.source({ tier: 'filing' }) });
    log.evidence();
    log.conflict([one], [log.evidence({ relation: 'contradicts' })]);
    expect(stand(log)).toMatchObject({ status: 'conflicting', reason: 'X1 open: the statement “it is so” (E1) against the denial “it is so” (E3).' });
  });

  test('row 2: a kept conflict is uncertain, with what would settle it', () => {
    const log = new LogBuilder().plan({});
    log.settle(log.conflict([log.evidence()], [log.evidence({ relation: 'contradicts' })]), {});
    expect(stand(log)).toMatchObject({ status: 'uncertain', reason: 'X1 kept with both sides: the statement “it is so” (E1) against the denial “it is so” (E2). Would settle it: a third measurement.' });
  });

  test('row 3: what contradicts meets the requirement', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ relation: 'contradicts' });
    log.evidence({ relation: 'contradicts' });
    expect(stand(log)).toMatchObject({ status: 'contradicted', reason: 'Contradicted by 2 independent voices: S1; S2.', requirementMet: true });
  });

  test('row 4: what supports meets the requirement', () => {
    const log = new LogBuilder().plan({});
    log.evidence();
    log.evidence();
    expect(stand(log)).toMatchObject({ status: 'supported', reason: 'Supported by 2 independent voices: S1; S2.', slots: { filled: 2, of: 2 } });
  });

  test('row 4 by one authoritative first-hand source, unless the requirement does not take one', () => {
    const log = new LogBuilder().plan({}, { requirement: requirementOf({ orFirstHand: false }) });
    const source = log.source({ tier: 'source-code' });
    log.evidence({ source });
    log.evidence({ source, claim: 'C2' });
    expect(stand(log)).toMatchObject({ status: 'supported', reason: 'Supported by 1 independent voice, first-hand: S1.' });
    expect(stand(log, 'C2')).toMatchObject({ status: 'partial', reason: 'E2 supports; lacks a second independent voice.' });
  });

  test.each(['supports', 'contradicts', 'partial'] as const)('row 5: some %s below the requirement is partial', (relation) => {
    const log = new LogBuilder().plan({});
    log.evidence({ relation });
    expect(stand(log).status).toBe('partial');
    expect(stand(log).reason).toContain('lacks');
  });

  test('row 5 outranks a failure', () => {
    const log = new LogBuilder().plan({});
    log.search({ failed: true, failures: [{ provider: 'web', message: '429' }] });
    log.evidence();
    expect(stand(log).status).toBe('partial');
  });

  test('row 6: only uncertain evidence', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ relation: 'uncertain' });
    expect(stand(log)).toMatchObject({ status: 'uncertain', reason: 'Only uncertain evidence: E1.' });
  });

  describe('row 6: searched and nothing found, each result opened and read, or dropped', () => {
    const opened = (length = 90_000, words: string | null = null): LogBuilder => {
      const log = new LogBuilder().plan({});
      log.search({ results: ['https://read.example/', { address: 'https://dropped.example/', decision: 'dropped', reason: 'about another bridge' }] });
      log.turn({ name: 'open_source', args: { target: 'R1', words }, data: { source: 'S1', snapshot: 'N1', length } });
      log.source({ address: 'https://read.example/' }, { result: 'R1', textLength: length });
      return log;
    };
    const open = { status: 'open', reason: 'Open: opened N1, nothing recorded yet.' };
    const inVain = { status: 'uncertain', reason: 'Searched (Q1); nothing on it was recorded from what was read.' };
    const nothingFound = { status: 'uncertain', reason: 'Searched (Q1) and nothing found.' };

    test.each([
      ['read in', (log: LogBuilder) => log.turn({ name: 'read_source', args: { snapshot: 'N1', words: 'lorries' } })],
      ['read in by the id of its source', (log: LogBuilder) => log.turn({ name: 'read_source', args: { snapshot: 'S1', words: 'lorries' } })],
      ['asked for its tables', (log: LogBuilder) => log.turn({ name: 'query_table', args: { snapshot: 'N1', table: 1, sql: 'select 1' } })],
      ['dropped', (log: LogBuilder) => log.add('results.decided', { results: ['R1'], decision: 'dropped', reason: 'says nothing of it' })],
      ['used for another claim', (log: LogBuilder) => log.evidence({ claim: 'C2', source: 'S1' })],
    ])('what was opened counts only once it was %s', (how, read) => {
      const log = opened();
      expect(stand(log)).toMatchObject(open);
      log.turn({ name: 'read_source', args: { snapshot: 'N1', words: 'lorries' }, ok: false });
      expect(stand(log)).toMatchObject(open);
      read(log);
      expect(stand(log)).toMatchObject(how === 'dropped' ? nothingFound : inVain);
    });

    test.each([['whole', opened(2_000)], ['by the passages that were looked for', opened(90_000, 'lorries')]])('what was shown %s counts once its reader had a turn', (_how, log) => {
      expect(stand(log)).toMatchObject(open);
      log.turn();
      expect(stand(log)).toMatchObject(inVain);
    });

    test('what was only named again, and what the run left behind at its end, is not read', () => {
      const log = opened();
      log.turn({ name: 'open_source', args: { target: 'R1', words: 'lorries' }, data: { source: 'S1', snapshot: 'N1' } });
      log.turn();
      log.add('run.ended', { outcome: 'incomplete', stopReason: 'nothing-found', why: 'nothing', nextSearches: [] });
      expect(stand(log)).toMatchObject(open);
    });

    test.each(['explore', 'counter'] as const)('not while another search (%s) brought what nobody read', (intent) => {
      const log = opened(2_000);
      log.turn();
      log.search({ intent, results: ['https://other.example/'] });
      expect(stand(log)).toMatchObject({ status: 'open', reason: 'Open: 1 of the results of Q2 not looked at.' });
      log.source({ address: 'https://other.example/' });
      expect(stand(log)).toMatchObject({ status: 'open', reason: 'Open: opened N2, nothing recorded yet.' });
      log.turn({ name: 'read_source', args: { snapshot: 'N2', words: 'lorries' } });
      expect(stand(log).status).toBe('uncertain');
    });
  });

  test('a search whose results nobody looked at found nothing and missed nothing: open', () => {
    const log = new LogBuilder().plan({});
    log.search({ results: ['https://unread.example/', 'https://also.example/'] });
    expect(stand(log)).toMatchObject({ status: 'open', reason: 'Open: 2 of the results of Q1 not looked at.' });
  });

  test('row 6 outranks row 7: one search found nothing, another failed', () => {
    const log = new LogBuilder().plan({});
    log.search();
    log.search({ failed: true, failures: [{ provider: 'web', message: 'The key was refused.' }] });
    expect(stand(log)).toMatchObject({ status: 'uncertain', reason: 'Searched (Q1) and nothing found. Also: search Q2 failed (web: The key was refused).' });
  });

  test('row 7: a failed search is unknown-failed, never "not found"', () => {
    const log = new LogBuilder().plan({});
    log.search({ failed: true, failures: [{ provider: 'web', message: 'throttled' }] });
    expect(stand(log)).toMatchObject({ status: 'unknown-failed', reason: 'Unknown: search Q1 failed (web: throttled).' });
  });

  test.each(['failed', 'lead'] as const)('row 7: a result that could not be fetched (%s), also when it was dropped', (state) => {
    const log = new LogBuilder().plan({});
    log.search({ results: [{ address: 'https://gone.example/', decision: 'dropped', reason: 'cannot be opened' }] });
    log.notArchived({ address: 'https://gone.example/', state });
    expect(stand(log)).toMatchObject({ status: 'unknown-failed', reason: 'Unknown: R1 of Q1 could not be fetched (The server answered 503).' });
  });

  test('row 7: a check that failed', () => {
    const log = new LogBuilder().plan({});
    log.block();
    log.check({ verdict: 'unknown-failed', why: 'The verifier answered 429.' });
    expect(stand(log)).toMatchObject({ status: 'unknown-failed', reason: 'Unknown: check V1 failed (The verifier answered 429).' });
  });

  test('row 8: nothing was tried', () => {
    expect(stand(new LogBuilder().plan({}))).toMatchObject({ status: 'open', reason: 'Open: not searched yet.' });
  });

  test('row 8: withdrawn evidence reopens its claim, it does not make a search that found nothing', () => {
    const log = new LogBuilder().plan({});
    log.search();
    log.evidence();
    log.add('evidence.stateChanged', { evidence: ['E1'], state: 'withdrawn', reason: 'S1 was withdrawn: fabricated.' });
    expect(stand(log)).toMatchObject({ status: 'open', reason: 'Open again: E1 no longer stands (S1 was withdrawn: fabricated).' });
  });
});

describe('what counts', () => {
  test('a fallen source takes with it what stands on its evidence', () => {
    const log = new LogBuilder().plan({}, { kind: 'analysis' });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    log.evidence({ claim: 'C2', premises: ['E1'] });
    expect(stand(log, 'C2').status).toBe('supported');
    log.withdraw('S1');
    expect(stand(log).status).toBe('open');
    expect(stand(log, 'C2').status).toBe('open');
  });

  test('a snapshot that was found altered carries nothing', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ source: log.source({ tier: 'filing' }) });
    log.add('snapshot.verified', { snapshot: 'N1', holds: false, detail: 'another hash' });
    expect(stand(log).status).toBe('open');
  });

  test('an explained conflict sets its other sides aside: they stay listed and no longer count', () => {
    const log = new LogBuilder().plan({});
    const old = [log.evidence(), log.evidence()];
    const correction = log.evidence({ relation: 'contradicts', source: log.source({ tier: 'first-hand' }) });
    log.settle(log.conflict(old, [correction]), { state: 'explained', cause: 'version', carries: 1 });
    expect(stand(log)).toMatchObject({ status: 'contradicted', reason: 'Contradicted by 1 independent voice, first-hand: S3. Set aside: E1, E2.' });
  });

  test('what superseded an edition falls: the edition counts again; another definition stays aside', () => {
    for (const [cause, status] of [['version', 'supported'], ['definition', 'uncertain']] as const) {
      const log = new LogBuilder().plan({});
      const old = [log.evidence(), log.evidence()];
      const newer = log.evidence({ relation: 'contradicts', source: log.source({ tier: 'first-hand' }) });
      log.settle(log.conflict(old, [newer]), { state: 'explained', cause, carries: 1 });
      log.withdraw('S3');
      expect(stand(log).status).toBe(status);
    }
  });

  test('a conflict with one side left is none', () => {
    const log = new LogBuilder().plan({});
    log.conflict([log.evidence({ source: log.source({ tier: 'filing' }) })], [log.evidence({ relation: 'contradicts' })]);
    log.withdraw('S2');
    expect(stand(log).status).toBe('supported');
  });

  test('an inference carries an analysis only on claims that meet their requirement', () => {
    const log = new LogBuilder().plan({}, { kind: 'analysis' });
    log.evidence();
    log.evidence({ claim: 'C2', premises: ['E1'] });
    expect(stand(log, 'C2')).toMatchObject({ status: 'partial', reason: 'E2 supports; lacks an inference from live evidence of claims that meet their requirement.' });
    log.evidence();
    expect(stand(log, 'C2').status).toBe('supported');
  });

  test('a source that states an analysis does not meet it', () => {
    const log = new LogBuilder().plan({ kind: 'analysis' });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    expect(stand(log).status).toBe('partial');
  });

  test('inferences cannot hold each other up', () => {
    const log = new LogBuilder().plan({ kind: 'analysis' }, { kind: 'analysis' });
    const stated = log.evidence();
    log.evidence({ claim: 'C2', premises: [stated] });
    log.evidence({ claim: 'C1', premises: ['E2'] });
    expect([stand(log).status, stand(log, 'C2').status]).toEqual(['partial', 'partial']);
  });

  test('an analysis of an analysis is met from the facts upward, whatever the order of the plan', () => {
    const log = new LogBuilder().plan({ kind: 'analysis' }, { kind: 'analysis' }, {});
    log.evidence({ claim: 'C3', source: log.source({ tier: 'statistics' }) });
    log.evidence({ claim: 'C2', premises: ['E1'] });
    log.evidence({ claim: 'C1', premises: ['E2'] });
    expect(stand(log)).toMatchObject({ status: 'supported', confidence: 'high' });
  });

  test('a recommendation also names its constraint', () => {
    const log = new LogBuilder().plan({}, { kind: 'recommendation' }, { kind: 'recommendation', constraint: 'at most 40 tonnes' });
    log.evidence({ source: log.source({ tier: 'filing' }) });
    log.evidence({ claim: 'C2', premises: ['E1'] });
    log.evidence({ claim: 'C3', premises: ['E1'] });
    expect(stand(log, 'C2')).toMatchObject({ status: 'partial', reason: 'E2 supports; lacks the constraint of the user that it serves.' });
    expect(stand(log, 'C3').status).toBe('supported');
  });

  test('a claim that was dropped is not assessed', () => {
    const log = new LogBuilder().plan({}, {});
    const claim = log.state.ledger.claims[1];
    if (claim) log.add('plan.changed', { version: 2, changes: [{ change: 'drop', claim, reason: 'not needed' }], reason: 'narrower', budgetEffect: 'none', by: 'user:Ada' }, 'user:Ada');
    expect([...assess(log.state).claims.keys()]).toEqual(['C1']);
  });

  test('the same state is assessed once', () => {
    const log = new LogBuilder().plan({});
    const first = assess(log.state);
    log.add('time.passed', { milliseconds: 1 });
    expect(assess(log.state)).toBe(first);
    log.evidence();
    expect(assess(log.state)).not.toBe(first);
  });
});
