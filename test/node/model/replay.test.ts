import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { lasting, recordingNamed, replayed } from './replayed';

const sample = fileURLToPath(new URL('../../../media/sample', import.meta.url));
const question = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';
const ferry = async (folder: string) => (await replayed(recordingNamed('ferry'), question, folder)).state;

const made: string[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test('a recorded research gives the same ledger and the same article wherever its folder lies', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'elsewhere ü-'));
  made.push(elsewhere);
  await cp(sample, elsewhere, { recursive: true, preserveTimestamps: true });
  const [here, there] = [await ferry(sample), await ferry(elsewhere)];
  expect(lasting(there, elsewhere)).toBe(lasting(here, sample));
});

test('the recorded quotes are found, both counts of cancelled sailings stand, and the article cites what it says', async () => {
  const { ledger, article, run, budget, turns } = await ferry(sample);
  expect(run?.state).toBe('ended');
  expect(ledger.evidence.map(({ id, claim, relation, match }) => `${id} ${relation} ${claim} ${match ?? ''}`)).toEqual([
    'E1 supports C1 verbatim', 'E2 supports C1 verbatim', 'E3 partial C1 verbatim', 'E4 supports C2 verbatim', 'E5 supports C2 verbatim', 'E6 supports C2 verbatim',
    'E7 supports C3 verbatim', 'E8 supports C3 verbatim', 'E9 supports C4 verbatim', 'E10 partial C4 verbatim',
  ]);
  expect(ledger.conflicts.map(({ claim, state }) => `${claim} ${state}`)).toEqual(['C2 explained', 'C3 kept']);
  expect(Object.values(article.blocks).map(({ id, revisions }) => `${id}:${revisions.length}`)).toEqual(['B1:1', 'B2:1', 'B3:2', 'B4:1']);
  expect(Object.values(article.blocks).flatMap(({ revisions }) => revisions.at(-1)?.citations ?? []).every(({ state }) => state === 'bound')).toBe(true);
  // A replay pays nobody: every answer is a request that was counted, and none failed.
  expect(budget.meters.requests.spent).toBe(turns.length);
});
