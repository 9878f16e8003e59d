import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ArticleToWrite } from '../../../src/core/run/activeRun';
import { articleFile } from '../../../src/node/articleFile';

let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'article-')); });
afterEach(() => rm(folder, { recursive: true }));

const content = (name: string): Promise<string | null> => readFile(path.join(folder, name), 'utf8').catch(() => null);
const recorded = new Set<string>();
const ours = (sha256: string): boolean => recorded.has(sha256);
const intend = ({ sha256 }: ArticleToWrite): Promise<void> => {
  recorded.add(sha256);
  return Promise.resolve();
};

test('an article whose writing a kill cut short anywhere is still ours, and is written anew', async () => {
  const file = articleFile(folder);
  await file.write('first', ours, intend);
  // Killed once the intent was on the disk, and once the file was.
  for (const [text, cut] of [['second', true], ['third', false]] as const) {
    const before = await content('article.md');
    await file.write(text, ours, async (step) => {
      expect(await content('article.md')).toBe(before);
      await intend(step);
      if (cut) throw new Error('killed');
    }).catch(() => undefined);
    await file.write('last', ours, intend);
    expect([await content('article.md'), await content('article.latest.md')]).toEqual(['last', null]);
  }
});

test('one that a person edited is left alone, and ours goes beside it with a notice', async () => {
  const file = articleFile(folder);
  await file.write('first', ours, intend);
  await writeFile(path.join(folder, 'article.md'), 'mine');
  const told: ArticleToWrite[] = [];
  await file.write('second', ours, (step) => { told.push(step); return intend(step); });
  expect([await content('article.md'), await content('article.latest.md')]).toEqual(['mine', 'second']);
  expect(told).toMatchObject([{ file: 'article.latest.md', sha256: createHash('sha256').update('second').digest('hex'), notice: { template: expect.stringContaining('edited by hand') as string } }]);
});
