import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import initSqlJs from 'sql.js';
import { type SqlAnswer, type SqlWork } from './sqlTableEngine';

/** Runs one statement and ends. Nothing here can stop a runaway query; the one who started this thread does. */
async function answer({ wasm, names, rows, sql, rowLimit }: SqlWork): Promise<SqlAnswer> {
  const SQL = await initSqlJs({ wasmBinary: new Uint8Array(readFileSync(wasm)).buffer });
  const database = new SQL.Database();
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
  database.run(`create table t ("_row" integer primary key, ${quoted.join(', ')})`);
  const insert = database.prepare(`insert into t values (?${', ?'.repeat(names.length)})`);
  database.run('begin');
  rows.forEach((row, index) => insert.run([index + 1, ...row]));
  database.run('commit');
  insert.free();
  database.run('pragma query_only = on');
  const statement = database.prepare(sql);
  const found: SqlAnswer['rows'] = [];
  let truncated = false;
  while (statement.step()) {
    if (found.length === rowLimit) { truncated = true; break; }
    found.push(statement.get().map((value) => (value instanceof Uint8Array ? null : value)));
  }
  return { columns: statement.getColumnNames(), rows: found, truncated };
}

answer(workerData as SqlWork).then(
  (value) => parentPort?.postMessage({ value }),
  (cause: unknown) => parentPort?.postMessage({ message: cause instanceof Error ? cause.message : String(cause) }),
);
