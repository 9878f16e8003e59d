import { beforeEach, describe, expect, test } from 'vitest';
import { recordEvidence } from '../../../src/core/tool/recordEvidence';
import { openSource } from '../../../src/core/tool/sourceTools';
import { callTool } from '../../fakes/callTool';
import { LogBuilder } from '../../fakes/builders';
import { memoryWorld, type MemoryWorld } from '../../fakes/memoryWorld';

const page = (title: string, words: string): string => `---\ntitle: ${title}\n---\n\n${words}\n`;
let world: MemoryWorld;
let log: LogBuilder;
const open = (target: string) => callTool(log, openSource, { target }, world);
const record = (snapshot: string, change: object = {}) => callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', snapshot, quote: 'It carries lorries of 40 tonnes.', ...change }, world);

beforeEach(() => {
  world = memoryWorld({ 'load test.md': page('Load test of the bridge', 'It carries lorries of 40 tonnes.'), 'other.md': page('Load test of the bridge', 'A second report.') });
  log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/load%20test.md', title: 'load test.md' }, { address: 'file:///documents/other.md', title: 'other.md' }] });
  world.documents.set('load%20test.md', world.documents.get('load test.md') ?? '');
});

describe('open_source by another name than a result', () => {
  test('a bare file name or title opens the result that is meant, and says it is archived the next time', async () => {
    expect((await open('load test.md')).ok).toBe(true);
    expect(log.state.source.snapshots).toMatchObject([{ id: 'N1', result: 'R1' }]);
    expect(await open('Load Test.md')).toMatchObject({ ok: true, text: 'That is R1. S1 is archived already as N1: Load test of the bridge.' });
    for (const target of ['Load test of the bridge', 'S1', 'N1']) expect((await open(target)).text, target).toContain('S1 is archived already as N1');
  });

  test('what may mean two sources is asked back, what means none is refused', async () => {
    await open('R1');
    await open('R2');
    expect((await open('Load test of the bridge')).text).toContain('may be N');
    expect((await open('unheard-of.md')).ok).toBe(false);
    expect((await open('R9')).text).toBe('There is no result R9. Results: R1, R2.');
  });
});

describe('record_evidence by the id of a source', () => {
  test('takes its only snapshot, and asks which of several', async () => {
    await open('R1');
    expect((await record('S1', { method: 'measurement' })).ok).toBe(true);
    expect(log.state.ledger.evidence).toMatchObject([{ snapshot: 'N1', source: 'S1', method: 'measurement' }]);
    log.snapshot('S1');
    expect((await record('S1')).text).toContain('S1 was archived more than once: name the snapshot that you quote, N1 or N2');
  });

  test('a result is never quoted, but its snapshot is named', async () => {
    expect((await record('R1')).text).toContain('open_source R1 first');
    await open('R1');
    expect((await record('R1')).text).toBe('R1 is a search result. A snippet is a lead, never evidence: quote from N1, which open_source R1 archived.');
  });
});
