import { Worker } from 'node:worker_threads';
import { cellValue, columnNames, type TableAnswer, type TableEngine, type TableValue } from '../../core/source/tableEngine';
import { type Table } from '../../core/source/reader';

export interface SqlWork {
  wasm: string;
  names: string[];
  rows: TableValue[][];
  sql: string;
  rowLimit: number;
}

export interface SqlAnswer {
  columns: string[];
  rows: TableValue[][];
  truncated: boolean;
}

export interface SqlLimits {
  milliseconds: number;
  rows: number;
  megabytes: number;
}

const limitsDefault: SqlLimits = { milliseconds: 5_000, rows: 200, megabytes: 256 };

/** Each query has a thread of its own, which is ended at its limit: sql.js itself cannot be interrupted. */
export function sqlTableEngine(paths: { worker: string; wasm: string }, limits: SqlLimits = limitsDefault): TableEngine {
  return {
    query(table, sql, signal) {
      if (!/^\s*(select|with)\b/i.test(sql) || /;\s*\S/.test(sql)) return Promise.resolve({ ok: false, message: 'Only one SELECT statement over the table t is run.' });
      const names = columnNames(table);
      const work: SqlWork = { wasm: paths.wasm, names, rows: gridOf(table, names.length), sql, rowLimit: limits.rows };
      return inThread(paths.worker, work, limits, signal, `Columns: _row, ${names.map((name) => `"${name}"`).join(', ')}.`);
    },
  };
}

function gridOf(table: Table, width: number): TableValue[][] {
  const rows = Array.from({ length: table.rowCount }, () => Array.from({ length: width }, (): TableValue => null));
  for (const cell of table.cells) {
    const row = rows[cell.row];
    if (row && cell.column < width) row[cell.column] = cellValue(cell.text);
  }
  return rows;
}

function inThread(file: string, work: SqlWork, limits: SqlLimits, signal: AbortSignal, hint: string): Promise<TableAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } });
    const timer = setTimeout(() => end({ ok: false, message: `The query took longer than ${limits.milliseconds / 1000} s and was ended. Ask for less.` }), limits.milliseconds);
    const abort = (): void => end(null);
    signal.addEventListener('abort', abort, { once: true });
    function end(answer: TableAnswer | null): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      if (answer) resolve(answer);
      else reject(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    }
    worker.once('message', (said: { value: SqlAnswer } | { message: string }) => end('value' in said ? { ok: true, ...said.value } : { ok: false, message: `${said.message}. ${hint}` }));
    worker.once('error', (cause) => end({ ok: false, message: `The query was ended: ${cause.message}. ${hint}` }));
  });
}
