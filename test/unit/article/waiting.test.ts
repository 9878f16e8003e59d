import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { noticesOf } from '../../../src/core/article/notices';
import { currentBlocks } from '../../../src/core/article/state';
import { cutSentences } from '../../../src/core/article/sentences';
import { reviewDrafts, waitingSentences } from '../../../src/core/article/waiting';
import { assess } from '../../../src/core/ledger/assess';
import { LogBuilder } from '../../fakes/builders';

const text = 'The bridge carries 40 t [[cite:E1]]. It is red [[cite:E2]]. It is old.';
const written = (change: { text?: string; quotations?: boolean } = {}): LogBuilder => {
  const log = new LogBuilder().plan({ risk: 'high' }, { risk: 'low' });
  log.evidence({ source: log.source({ tier: 'filing' }), quote: 'The bridge carries 40 t.' });
  log.evidence({ claim: 'C2' });
  log.block({ text, claims: ['C1', 'C2'], sentences: cutSentences(change.text ?? text), ...change });
  return log;
};
const waiting = (log: LogBuilder): string[] => waitingSentences(log.state, currentBlocks(log.state.article)).map(({ block, sentence, claims }) => `${block}:${sentence + 1} ${claims.join()}`);
const review = (log: LogBuilder, verdict: 'approved' | 'rejected', change: { block?: string; revision?: number; sentence?: number; reason?: string | null } = {}): LogBuilder =>
  log.append(...reviewDrafts(log.state, { block: 'B1', revision: 1, sentence: 0, reason: verdict === 'rejected' ? 'it measured another bridge' : null, by: 'user:Ada', ...change, verdict }));
const revise = (log: LogBuilder, next: string): string => log.block({ block: 'B1', revision: 2, text: next, claims: ['C1', 'C2'], sentences: cutSentences(next) });
const status = (log: LogBuilder) => assess(log.state).claims.get('C1');

describe('sentences on high-risk claims', () => {
  test('wait, and the article’s head, its notices and nothing else say so', () => {
    const log = written();
    expect(waiting(log)).toEqual(['B1:1 C1']);
    const [block] = currentBlocks(log.state.article);
    expect(block && noticesOf(log.state, block, new Map()).filter(({ kind }) => kind === 'waiting')).toEqual([
      { paragraph: 0, kind: 'waiting', text: 'Sentence 1 bears on a high-risk claim (C1) and waits for a person’s word.', refs: ['C1'], sentence: 0 },
    ]);
    expect(renderMarkdown(log.state, { now: '' })).toContain('*1 sentence on a high-risk claim waits for a person’s word: B1:1*');
    expect(renderMarkdown(log.state, { now: '', version: 1 })).not.toContain('waits');
  });

  test('do not where they are the source’s own words, chosen by rule; a model’s quotation does', () => {
    const quoted = '“The bridge carries 40 t.” [[cite:E1]] (Bridge Office)';
    expect(waiting(written({ text: quoted, quotations: true }))).toEqual([]);
    expect(waiting(written({ text: quoted }))).toEqual(['B1:1 C1']);
    expect(waiting(written({ text: 'Not less than 40 t [[cite:E1]].', quotations: true }))).toEqual(['B1:1 C1']);
  });

  test('do not when their claim was dropped, or what they cite has fallen', () => {
    const log = written();
    const claim = log.state.ledger.claims[0];
    if (claim) log.add('plan.changed', { version: 2, changes: [{ change: 'drop', claim, reason: 'asked no more' }], reason: 'asked no more', budgetEffect: 'none', by: 'user:Ada' });
    expect(waiting(log)).toEqual([]);
    expect(waiting(written().withdraw('S1').add('evidence.stateChanged', { evidence: ['E1'], state: 'withdrawn', reason: 'S1 was withdrawn: fabricated' }))).toEqual([]);
  });
});

describe('a person’s word', () => {
  test('approves for good, also when the same words stand in a later revision, and not other words', () => {
    const log = review(written(), 'approved');
    expect(waiting(log)).toEqual([]);
    expect(status(log)?.status).toBe('supported');
    revise(log, `${text} New.`);
    expect(waiting(log)).toEqual([]);
    log.block({ block: 'B1', revision: 3, text: 'The bridge carries 50 t [[cite:E1]].', sentences: cutSentences('The bridge carries 50 t [[cite:E1]].') });
    expect(waiting(log)).toEqual(['B1:1 C1']);
  });

  test('rejects, which withdraws what the sentence cites for the claim and opens the claim again; approving it after all undoes that', () => {
    const log = review(written(), 'rejected');
    expect(status(log)).toMatchObject({ status: 'open', reason: expect.stringContaining('B1:1 was rejected: it measured another bridge') as string });
    expect(log.state.ledger.evidence.map(({ state }) => state)).toEqual(['withdrawn', 'active']);
    expect(waiting(log)).toEqual([]);
    expect(renderMarkdown(log.state, { now: '' })).toContain('> Citation 1 does not hold: E1 was withdrawn: B1:1 was rejected: it measured another bridge');
    review(log, 'approved');
    expect(status(log)?.status).toBe('supported');
    expect(waiting(log)).toEqual([]);
  });

  test.each([
    [{ block: 'B9' }, 'There is no part B9. Parts: B1.'],
    [{ revision: 2 }, 'B1 was revised meanwhile: look at revision 1.'],
    [{ sentence: 1 }, 'B1:2 does not wait for anyone'],
    [{ sentence: 7 }, 'B1:8 does not wait for anyone'],
    [{ reason: ' ' }, 'Say why B1:1 is rejected.'],
  ])('on %j is refused', (change, problem) => {
    expect(() => review(written(), 'rejected', change)).toThrow(problem);
  });

  test('is not taken twice', () => {
    expect(() => review(review(written(), 'approved'), 'approved')).toThrow('B1:1 is approved already.');
  });
});
