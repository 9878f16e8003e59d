import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { noticesOf } from '../../../src/core/article/notices';
import { cutSentences } from '../../../src/core/article/sentences';
import { currentBlocks } from '../../../src/core/article/state';
import { type Revision } from '../../../src/core/article/records';
import { LogBuilder } from '../../fakes/builders';

const quote = 'The trial ran for 24.6 months.';
const published = (text: string, change: Partial<Revision> = {}, log = new LogBuilder().plan({})): LogBuilder => {
  if (log.state.ledger.evidence.length === 0) log.evidence({ quote });
  log.block({ block: 'B1', text, sentences: cutSentences(text), ...change });
  return log;
};
const noticed = (log: LogBuilder) => currentBlocks(log.state.article).flatMap((block) => noticesOf(log.state, block, new Map([['E1', 3]]))).filter(({ kind }) => kind === 'check');

test('a number that stands in none of what its sentence cites is said beside the paragraph, until a revision mends it', () => {
  const log = published('It ran for 24.6 months [[cite:E1]].\n\nIt ran 99 months on 7 fans [[cite:E1]].');
  expect(noticed(log)).toEqual([{ paragraph: 1, kind: 'check', text: 'Sentence 2: 99, 7 stand in nothing that citation 3 rests on.', refs: ['E1'], sentence: 1 }]);
  expect(renderMarkdown(log.state, { now: '' })).toContain('> Sentence 2: 99, 7 stand in nothing that citation 1 rests on.');
  published('It ran for 24.6 months [[cite:E1]].', { revision: 2 }, log);
  expect(noticed(log)).toEqual([]);
});

test.each([
  ['what is rounded', 'It ran for 25 months [[cite:E1]].', {}],
  ['what the sentence calls approximate', 'It ran for about 24.5 months [[cite:E1]].', {}],
  ['what nobody cites anything for', 'It ran for 99 months.', {}],
  ['quotations chosen by rule', 'A correction gives 99 [[cite:E1]].', { quotations: true }],
])('nothing is said of %s', (_why, text, change) => expect(noticed(published(text, change))).toEqual([]));
