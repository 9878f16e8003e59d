import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { converge } from '../../../src/core/ledger/convergence';
import { endDrafts } from '../../../src/core/run/ending';
import { LogBuilder } from '../../fakes/builders';

const now = '2026-02-01T00:00:00.000Z';
const article = (log: LogBuilder): string => renderMarkdown(log.state, { now });

/** A run that searched for its one claim and finishes with nothing. */
function finished(language: string, result: 'none' | 'not had'): LogBuilder {
  const log = new LogBuilder('What is asked?', { language }).scope({ language }).plan({ key: true });
  const address = 'https://site.example/1';
  log.search({ results: result === 'none' ? [] : [{ address, decision: 'chosen' }] });
  if (result === 'not had') {
    const sample = new LogBuilder();
    sample.source();
    log.add('source.notArchived', { source: { ...sample.state.source.sources[0]!, address, state: 'failed', reason: 'It hangs.' }, attempted: address });
  }
  return log.append(...endDrafts(log.state, converge(log.state, now), 'finished-early', null));
}

test('that nothing was found is said where looking found nothing', () => {
  expect(finished('en', 'none').state.run).toMatchObject({ stopReason: 'nothing-found', why: 'nothing was found that answers the question' });
  expect(article(finished('en', 'none'))).toContain('Nothing was found that answers the question');
});

test('what could not be had is a failure, and never said to be nothing', () => {
  expect(finished('en', 'not had').state.run).toMatchObject({ stopReason: 'failure', why: 'not all that was found could be had' });
  expect(article(finished('en', 'not had'))).not.toMatch(/nothing was found/i);
  expect(article(finished('zh-CN', 'not had'))).not.toContain('没有找到');
});

test('a run that still looks has found nothing to say yet', () => {
  expect(article(new LogBuilder().plan({ key: true }))).toMatch(/Nothing has been published/);
});
