import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { currentRevision } from '../../../src/core/article/state';
import { explainSentence } from '../../../src/core/check/explain';
import { verifyRun } from '../../../src/core/check/verify';
import { viewOf } from '../../../src/core/run/view';
import { asksNothing, memoryWorld, research } from '../../fakes/memoryWorld';

const folder = path.join(__dirname, '../../../media/sample');
// npm start keeps its run there.
const documents = Object.fromEntries(readdirSync(folder).filter((name) => name !== '.research').map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
const question = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';

test('the sample: what is planted in it comes out, every citation holds, and one changed byte is named', async () => {
  const world = memoryWorld(documents);
  const { state } = await research(world, question);
  const article = renderMarkdown(state, { now: '' });
  for (const figure of ['96 kWh', '118 kWh', '91.4%', '34 sailings (January–March 2025)', '57 sailings (January–March 2025)', '12%']) expect(article).toContain(figure);
  expect(article.indexOf('118 kWh (')).toBeLessThan(Math.min(article.indexOf('131 kWh ('), article.indexOf('96 kWh (')));
  expect(article).not.toContain('Energy per crossing |');
  const settled = new Map(state.ledger.conflicts.map((conflict) => [conflict.claim, conflict]));
  expect(settled.get('C1')).toBeUndefined();
  expect(settled.get('C2')).toMatchObject({ state: 'explained', cause: 'version' });
  expect(settled.get('C3')).toMatchObject({ state: 'kept' });
  expect(settled.get('C4')).toMatchObject({ state: 'explained', cause: 'definition' });
  expect(new Set(article.match(/\[\d+\]/g)).size).toBeGreaterThanOrEqual(5);

  expect((await verifyRun(state, world.archive, asksNothing)).findings).toEqual([]);
  const cited = state.ledger.evidence.find(({ id }) => Object.values(state.article.blocks).some((block) => currentRevision(block).citations.some(({ evidence }) => evidence === id)));
  const hash = state.source.snapshots.find(({ id }) => id === cited?.snapshot)?.textSha256 ?? '';
  world.archive.texts.set(hash, (world.archive.texts.get(hash) ?? '').replace('e', 'o'));
  expect((await verifyRun(state, world.archive, asksNothing)).findings.map(({ message }) => message).join('\n')).toMatch(/Citation \d+ \(E\d+\) does not hold: the archived text of N\d+ no longer matches its hash/);
});

test('the sample in Chinese: each part has its value', async () => {
  const { state } = await research(memoryWorld(documents), '埃洛里港电池渡轮试验中，每次横渡耗电多少，试验期间的准点率是多少，冬季电池的可用容量下降多少，电池的保修期是几年？');
  const article = renderMarkdown(state, { now: '' });
  for (const value of ['118 千瓦时', '91.4%', '约 11%', '八年']) expect(article).toContain(value);
});

test('the sample does not say how loud the ferry is: nothing is claimed', async () => {
  const { state } = await research(memoryWorld(documents), 'How loud is the battery ferry on board, in decibels?');
  expect(state.run?.outcome).toBe('incomplete');
  expect(state.article.order).toEqual([]);
});

test('a quoted row of a table says which columns it is of, to readers and in what a model is told', async () => {
  const world = memoryWorld({ 'north-ferry-months.csv': 'month;passengers;revenue\n2024-01;90;1000\n2024-02;104;1100\n2024-03;118;1200\n2024-04;120;1300\n' });
  const { state, events } = await research(world, 'How many passengers did the north ferry carry in 2024-03?');
  const named = 'month: 2024-03; passengers: 118; revenue: 1200';
  const [body, end] = renderMarkdown(state, { now: '' }).split('## Sources');
  expect(body).toContain(`“2024-03;118;1200” (${named})`);
  expect(end).toContain(named);
  expect(viewOf(state, { now: '2026-01-01T00:00:00Z', folder: '', writer: true, events }).evidence).toMatchObject([{ quote: '2024-03;118;1200', cells: named }]);
  expect(JSON.stringify(state.turns)).toContain(`verbatim (${named})`);
  expect((await explainSentence(state, 'B1', 0, world.archive, asksNothing)).lines.join()).toContain(`“2024-03;118;1200” (${named})`);
});
