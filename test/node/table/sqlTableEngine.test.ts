import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultReadLimits, type Table } from '../../../src/core/source/reader';
import { type TableEngine } from '../../../src/core/source/tableEngine';
import { createSourceReader } from '../../../src/node/reader';
import { sqlTableEngine } from '../../../src/node/table/sqlTableEngine';
import { bundled, wasm } from '../store/opened';

let engine: TableEngine;
let hurried: TableEngine;
let table: Table;
const signal = new AbortController().signal;

beforeAll(async () => {
  const worker = await bundled('src/node/table/sqlWorker.ts');
  engine = sqlTableEngine({ worker, wasm });
  hurried = sqlTableEngine({ worker, wasm }, { milliseconds: 700, rows: 5, megabytes: 128 });
  const bytes = await readFile('media/sample/kestrel-weekly-log.csv');
  const read = await createSourceReader().read({ bytes, address: 'file:///log.csv', limits: defaultReadLimits, signal });
  if (!read.ok) throw new Error(read.failure.message);
  const [first] = read.value.tables;
  if (!first) throw new Error('the log has no table');
  table = first;
});

describe('SQL over an archived table', () => {
  test('takes extreme, its row and a sum from the same rows', async () => {
    const names = table.columns;
    const energy = names.find((name) => /kwh/i.test(name)) ?? '';
    const answer = await engine.query(table, `select _row, max("${energy}") from t`, signal);
    expect(answer).toMatchObject({ ok: true });
    if (!answer.ok) return;
    const [row, value] = answer.rows[0] ?? [];
    const cell = table.cells.find((one) => one.row === Number(row) - 1 && one.columnHeading === energy);
    expect(Number(cell?.text.replace(/,/g, ''))).toBe(value);
  });

  test('refuses anything but one SELECT, and names the columns when a query is wrong', async () => {
    expect(await engine.query(table, 'delete from t', signal)).toMatchObject({ ok: false });
    expect(await engine.query(table, 'select 1; drop table t', signal)).toMatchObject({ ok: false });
    const wrong = await engine.query(table, 'select nothing from t', signal);
    expect(wrong).toMatchObject({ ok: false });
    expect(wrong.ok ? '' : wrong.message).toContain('Columns: _row,');
    expect(await engine.query(table, 'with x as (select 1) insert into t(_row) select 99 from x', signal)).toMatchObject({ ok: false });
  });

  test('ends a query that never ends, and cuts a long answer', async () => {
    const endless = await hurried.query(table, 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', signal);
    expect(endless).toMatchObject({ ok: false });
    expect(endless.ok ? '' : endless.message).toContain('longer than');
    expect(await hurried.query(table, 'select * from t', signal)).toMatchObject({ ok: true, truncated: true });
  });

  test('is ended with its run', async () => {
    const abort = new AbortController();
    const asked = engine.query(table, 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', abort.signal);
    abort.abort();
    await expect(asked).rejects.toThrow();
  });
});
