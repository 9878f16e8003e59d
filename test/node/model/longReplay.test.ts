import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentBlocks } from '../../../src/core/article/state';
import { assess } from '../../../src/core/ledger/assess';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { sqlTableEngine } from '../../../src/node/table/sqlTableEngine';
import { bundled, wasm } from '../store/opened';
import { recordingNamed, replayed, type Replayed } from './replayed';

const island = fileURLToPath(new URL('../../corpora/island', import.meta.url));
let long: Replayed;
const warnings: string[] = [];
const warned = ({ name }: Error): void => void warnings.push(name);
/** What the main loop sent, each as one text in the order of the request. */
let sent: string[];

const asText = ({ tools, messages }: ModelRequest): string => JSON.stringify(tools) + messages.map((message) => JSON.stringify(message)).join('');

afterAll(() => process.off('warning', warned));
beforeAll(async () => {
  process.on('warning', warned);
  const question = (await readFile(new URL('../../recordings/island.question.txt', import.meta.url), 'utf8')).trim();
  const tables = sqlTableEngine({ worker: await bundled('src/node/table/sqlWorker.ts'), wasm });
  long = await replayed(recordingNamed('island'), question, island, tables);
  sent = long.requests.filter(({ worker }) => worker === 'main').map(({ request }) => asText(request));
}, 120_000);

describe('a recorded research of 21 turns and a child, over 19 documents in two languages', () => {
  test('comes to the same ledger and the same parts', async () => {
    const { state } = long;
    const { run, ledger, source, article } = state;
    await expect([
      `${run?.outcome ?? ''}: ${run?.stopReason ?? ''}`,
      ...[...assess(state).claims.values()].map(({ claim, status, confidence }) => `${claim} ${status}, ${confidence}`),
      ...ledger.evidence.map(({ id, claim, relation, kind, match, figure }) => `${id} ${relation} ${claim}, ${kind}${match === null ? '' : `, ${match}`}${figure === null ? '' : `: ${figure.value} ${figure.unit ?? ''}`}`),
      ...ledger.conflicts.map(({ id, claim, state: settled, carries }) => `${id} on ${claim} ${settled}${carries === null ? '' : `, side ${carries}`}`),
      ...source.sources.map(({ id, tier, publisher }) => `${id} ${tier}${publisher === null ? '' : `, ${publisher}`}`),
      ...currentBlocks(article).map(({ block, revision, kind, heading }) => `${block}:${revision} ${kind}, ${heading ?? ''}`),
    ].join('\n')).toMatchFileSnapshot('../../recordings/island.txt');
  });

  test('every call that was answered well is answered well again, and only a revision of a part that stood otherwise was refused', () => {
    expect(long.state.turns.flatMap(({ calls }) => calls).filter(({ receipt }) => receipt?.ok !== true).map(({ id, name }) => `${id} ${name}`)).toEqual(['K99 send_answer_part']);
  });

  test('its article cites what it says: every citation is bound, every span and every answer of a table verifies', () => {
    const blocks = currentBlocks(long.state.article);
    expect(blocks.flatMap(({ citations }) => citations).filter(({ state }) => state !== 'bound')).toEqual([]);
    expect(long.verification.findings).toEqual([]);
    expect(long.verification.spans).toBeGreaterThanOrEqual(35);
  });

  test('seventeen sources opened side by side leave no warning of a leak', () => {
    expect(warnings.filter((name) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });

  test('no request is larger than one and a half times that of turn 10', () => {
    expect(sent).toHaveLength(21);
    const tenth = sent[9]?.length ?? 0;
    for (const [at, request] of sent.entries()) expect(request.length, `turn ${at + 1}`).toBeLessThanOrEqual(tenth * 1.5);
  });

  test('in the median, seven tenths of a request are what the one before began with', () => {
    const shares = sent.slice(1).map((request, at) => commonStart(sent[at] ?? '', request) / request.length).sort((a, b) => a - b);
    expect(shares[Math.floor(shares.length / 2)]).toBeGreaterThanOrEqual(0.7);
  });
});

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
