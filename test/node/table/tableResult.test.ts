import { beforeAll, describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { explainSentence } from '../../../src/core/check/explain';
import { publicationNotes } from '../../../src/core/check/publication';
import { asksAgain } from '../../../src/core/check/tableResults';
import { verifyRun } from '../../../src/core/check/verify';
import { assess } from '../../../src/core/ledger/assess';
import { correctEvidence } from '../../../src/core/tool/correctEvidence';
import { recordEvidence } from '../../../src/core/tool/recordEvidence';
import { queryTable } from '../../../src/core/tool/queryTable';
import { openSource } from '../../../src/core/tool/sourceTools';
import { viewOf } from '../../../src/core/run/view';
import { sqlTableEngine } from '../../../src/node/table/sqlTableEngine';
import { LogBuilder, requirementOf } from '../../fakes/builders';
import { callTool } from '../../fakes/callTool';
import { MemoryLog, memoryWorld, type MemoryWorld } from '../../fakes/memoryWorld';
import { bundled, wasm } from '../store/opened';

/** Weekly rows with a hole of three weeks; the mean of 2025 is 112.5, the highest 130 in its third week. */
const weeks = [['2024-12-23', 90], ['2024-12-30', 95], ['2025-01-06', 100], ['2025-01-13', 110], ['2025-01-20', 130], ['2025-02-17', 110]] as const;
const csv = `week,kWh,crossings\n${weeks.map(([week, energy]) => `${week},${energy},280`).join('\n')}\n`;
const mean = `select avg("kWh") as mean, count(*) as n from t where week >= '2025-01-01'`;

let engine: ReturnType<typeof sqlTableEngine>;
beforeAll(async () => { engine = sqlTableEngine({ worker: await bundled('src/node/table/sqlWorker.ts'), wasm }); });

/** A run that has the log open; `ask` gives the id of the call. */
async function run(): Promise<{ world: MemoryWorld; log: LogBuilder; ask: (sql: string) => Promise<string>; record: (query: string, change?: object) => ReturnType<typeof callTool> }> {
  const world = memoryWorld({ 'log.csv': csv });
  world.tables = engine;
  const log = new LogBuilder().plan({ requirement: requirementOf({ voices: 1 }) });
  log.search({ results: [{ address: 'file:///documents/log.csv' }] });
  await callTool(log, openSource, { target: 'R1' }, world);
  return {
    world, log,
    ask: async (sql) => {
      const args = { snapshot: 'N1', table: 1, sql };
      const { data, text } = await callTool(log, queryTable, args, world);
      log.turn({ name: 'query_table', args, data });
      expect(text).toContain('Rows used: ');
      return log.state.turns.at(-1)?.calls[0]?.id ?? '';
    },
    record: (query, change = {}) => callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', query, figure: { value: 112.5, text: '112.5', unit: 'kWh' }, ...change }, world),
  };
}

test('a column that is not there is answered with those that are, and spends no read', async () => {
  const { world, log } = await run();
  expect(await callTool(log, queryTable, { snapshot: 'N1', table: 1, sql: 'select max("lowest") from t' }, world)).toMatchObject({ ok: false, settlement: 'released', text: expect.stringMatching(/^There is no column "lowest"\. Columns: "/) as string });
});

describe('the result of a table as evidence', () => {
  test('rests on the rows it was computed from, with their headings, the SQL, and the gaps of their period', async () => {
    const { log, ask, record } = await run();
    expect((await record(await ask(mean))).text).toBe('E1 supports C1, result of K1 over 4 of 6 rows. Cite it as [[cite:E1]].');
    expect(log.state.ledger.evidence).toMatchObject([{
      kind: 'table', source: 'S1', snapshot: 'N1', quote: '2025-01-06,100,280\n2025-01-13,110,280\n2025-01-20,130,280\n2025-02-17,110,280', match: 'verbatim',
      asOf: '2025-02-17', validity: '2025-01-06 to 2025-02-17, without 2025-01-20 to 2025-02-17', figure: { value: 112.5, unit: 'kWh' },
      result: { call: 'K1', table: 1, sql: mean, columns: ['mean', 'n'], row: [112.5, 4], rows: 4, of: 6 },
    }]);
    expect(log.state.ledger.evidence[0]?.cells[0]).toMatchObject({ columnHeading: 'week', row: 2 });
    expect(assess(log.state).claims.get('C1')?.status).toBe('supported');
    expect((await record('K1')).text).toContain('evidence already: E1');
  });

  test('an extreme shows the row that holds it', async () => {
    const { log, ask, record } = await run();
    const highest = { figure: { value: 130, text: '130', unit: 'kWh' } };
    await record(await ask('select max("kWh") from t'), highest);
    await record(await ask('select _row, week, max("kWh") from t'), { ...highest, relation: 'partial' });
    expect(log.state.ledger.evidence.map(({ quote, result }) => [quote, result?.rows])).toEqual([['2025-01-20,130,280', 6], ['2025-01-20,130,280', 6]]);
  });

  test('only a figure that stands in the result', async () => {
    const { log, ask, record } = await run();
    const call = await ask(mean);
    expect((await record(call, { figure: { value: 113, text: '113', unit: 'kWh' } })).ok).toBe(true);
    expect((await record(call, { figure: { value: 118, text: '118', unit: 'kWh' } })).text).toBe('118 (“118”) stands nowhere in the result of K1: 112.5, 4.');
    expect((await record('K9')).text).toBe('There is no query_table call K9. Calls: K1.');
    expect((await callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', quote: 'x' })).text).toContain('Name the snapshot and quote it exactly');
    expect((await record(await ask('select week, "kWh" from t'), { figure: null })).text).toBe('K2 brought 6 rows: give the figure that is meant.');
    const corrected = await callTool(log, correctEvidence, { changes: [{ evidence: 'E1', figure: { value: 120, text: '120' } }], reason: 'a slip' });
    expect(corrected.text).toBe('120 is not what the table gave (112.5 | 4).');
  });

  test('is asked again by a verification and an explanation, and what differs is said', async () => {
    const { world, log, ask, record } = await run();
    await record(await ask(mean));
    const text = 'In 2025 a week took 112.5 kWh on average over 4 weeks [[cite:E1]].';
    log.block({ text, sentences: [{ start: 0, end: text.length, paragraph: 0 }] });
    const [block] = Object.values(log.state.article.blocks);
    expect(block?.revisions[0] && publicationNotes(log.state, { ...block.revisions[0] })).toEqual([]);
    const again = asksAgain({ library: world.parts(new MemoryLog()).library, tables: engine }, new AbortController().signal);
    expect((await verifyRun(log.state, world.archive, again)).findings).toEqual([]);
    expect((await explainSentence(log.state, 'B1', 0, world.archive, again)).lines.join('\n')).toContain(`E1 is what the table gave: ${mean} = 112.5 | 4 (4/6)`);

    const changed = { ...log.state, ledger: { ...log.state.ledger, evidence: log.state.ledger.evidence.map((item) => ({ ...item, result: item.result && { ...item.result, row: [113.5, 4] } })) } };
    expect((await verifyRun(changed, world.archive, again)).findings.map(({ message }) => message)).toEqual([`Citation 1 (E1) does not hold: “${mean}” gives 112.5 | 4, not 113.5 | 4. Source S1: file:///documents/log.csv`]);
    expect((await explainSentence(changed, 'B1', 0, world.archive, again)).fault).toBe('extraction');
  });

  test('is printed with what was asked and given', async () => {
    const { log, ask, record } = await run();
    await record(await ask(mean));
    log.block({ text: 'It took 112.5 kWh [[cite:E1]].' });
    const said = `select avg("kWh") as mean, count(*) as n from t where week >= '2025-01-01' = 112.5 | 4 (4/6)`;
    expect(viewOf(log.state, { now: '', folder: '', writer: true, events: log.events }).evidence[0]).toMatchObject({ result: said, cells: 'week | kWh | crossings', scope: '2025-01-06 to 2025-02-17, without 2025-01-20 to 2025-02-17' });
    expect(renderMarkdown(log.state, { now: '' }).replaceAll('\\', '')).toContain(`; table: ${said}`);
  });
});
