import { expect, test } from 'vitest';
import { citedSources } from '../../../src/core/article/citedSources';
import { wordingOf } from '../../../src/core/article/wording';
import { LogBuilder } from '../../fakes/builders';

const words = wordingOf('en');

test('a cited passage is printed, so that two citations of one source can be told apart', () => {
  const log = new LogBuilder().plan({});
  const source = log.source({ title: 'Report' });
  const [first, second] = [log.evidence({ source, quote: 'It used 5.6 kWh.' }), log.evidence({ source, quote: 'It ran on 98\ndays.' })];
  const lines = citedSources(log.state, new Map([[first, 1], [second, 2]]), words);
  expect(lines[0]).toMatch(/^1\. .*Report.*“It used 5\.6 kWh\.”$/);
  expect(lines[1]).toMatch(/^2\. .*Report.*“It ran on 98 days\.”$/);
});

test('a long passage is cut between characters', () => {
  const log = new LogBuilder().plan({});
  const id = log.evidence({ quote: `a${'🜁'.repeat(200)}` });
  const [line] = citedSources(log.state, new Map([[id, 1]]), words);
  expect(line).toMatch(/“a🜁+…”$/u);
});

test('a conclusion names its premises by their numbers, and brings those that the article does not cite', () => {
  const log = new LogBuilder().plan({});
  const [cited, uncited] = [log.evidence({ quote: 'It used 5.6 kWh.' }), log.evidence({ quote: 'It used 3.9 kWh.' })];
  const ratio = log.evidence({ kind: 'calculation', premises: [cited, uncited], reasoning: `${cited} / ${uncited} = 1.4` });
  const lines = citedSources(log.state, new Map([[ratio, 1], [cited, 2]]), words);
  expect(lines[0]).toBe(`1. ${words.kinds.calculation}: [2] / ${uncited} = 1.4 ([2], ${uncited})`);
  expect(lines[1]).toMatch(new RegExp(`^ {3}- ${uncited}: .*“It used 3\\.9 kWh\\.”$`));
});
