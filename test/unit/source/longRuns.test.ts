import { expect, test } from 'vitest';
import { cutSentences, withoutMarkers } from '../../../src/core/article/sentences';
import { soughtIn } from '../../../src/core/source/relevance';
import { plainReading } from '../../../src/node/reader/format';
import { people, withLineFacts } from '../../../src/node/reader/workFacts';

// Each of these took time with the square of its length, minutes to hours for what a file or a question may hold.
const many = 400_000;

test('a line of dots is one sentence, and the page after it another', () => {
  expect(cutSentences(`Contents ${'.'.repeat(many)} 12`)).toHaveLength(2);
  expect(withoutMarkers(`a${' \n'.repeat(many)}b`)).toHaveLength(2 + 2 * many);
});

test('a question in one word without end has a subject', () => {
  expect(soughtIn('中'.repeat(20_000)).names).toEqual([]);
  expect(soughtIn('in src/core/tool.ts').names).toEqual(['src/core/tool.ts']);
});

test.each(['\n', ' ', '#\n', '\t \n', '> '])('labelled lines are found among runs of %j', (blank) => {
  const run = blank.repeat(many);
  const { metadata } = withLineFacts(plainReading(`Author: A. Writer and B. Editor\n\nmethodology${run}x\n\nFunding:\n\n\nThe Port Board paid for it.\n${run}`, 'text/plain', 'test'));
  expect(metadata.authors.map(({ value }) => value)).toEqual(['A. Writer', 'B. Editor']);
  expect(metadata.interest?.value).toBe('The Port Board paid for it.');
  expect(people(`A. Writer${' '.repeat(many)}, B. Editor`)).toEqual(['A. Writer', 'B. Editor']);
});
