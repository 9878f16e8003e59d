import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRows, eventRow, rowChanges, tables, type Row, type TableName } from '../../../src/core/run/rows';
import { emptyRun, reduce, replay } from '../../../src/core/run/state';
import { type RunEvent } from '../../../src/core/run/event';
import { randomLog, wholeLog } from './logs';

/** Applies row changes as a database does. */
class Tables {
  readonly #rows = new Map(Object.keys(tables).map((table) => [table, new Map<string, Row>()]));

  /** `atOnce`: how many events are taken together each time. */
  fold(events: readonly RunEvent[], atOnce = 1): this {
    let state = emptyRun;
    for (let at = 0; at < events.length; at += atOnce) {
      const some = events.slice(at, at + atOnce);
      const next = some.reduce(reduce, state);
      for (const { table, key, values } of rowChanges(state, next, some)) {
        if (values) this.#rows.get(table)?.set(key, values);
        else expect(this.#rows.get(table)?.delete(key), `${table} ${key} was there`).toBe(true);
      }
      state = next;
    }
    return this;
  }

  sorted(): Record<string, Row[]> {
    return sorted(Object.fromEntries([...this.#rows].map(([table, rows]) => [table, [...rows.values()]])));
  }
}

const sorted = (all: Record<string, Row[]>): Record<string, Row[]> =>
  Object.fromEntries(Object.entries(all).map(([table, rows]) => [table, [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]));

test('a log with everything in it fills every table, with exactly the columns that the table has', () => {
  const filled = new Tables().fold(wholeLog()).sorted();
  for (const [table, rows] of Object.entries(filled)) {
    expect(rows.length, `${table} has rows`).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(Object.keys(tables[table as TableName]).sort());
  }
});

test('the first column is a key: no table of a state has it twice', () => {
  const rows = allRows(replay(wholeLog()));
  for (const [table, all] of Object.entries(rows)) {
    const key = Object.keys(tables[table as TableName])[0] ?? '';
    expect(new Set(all.map((row) => row[key])).size, table).toBe(all.length);
  }
});

test('changes lead to the rows of the last state, whatever the events and however many are taken at once', () => {
  fc.assert(fc.property(randomLog, fc.integer({ min: 1, max: 9 }), (events, atOnce) => {
    expect(new Tables().fold(events, atOnce).sorted()).toEqual(sorted({ ...allRows(replay(events)), event: events.map(eventRow) }));
  }), { numRuns: 200 });
});

test('an event changes only rows that became different', () => {
  const events = wholeLog();
  const state = replay(events);
  const notice: RunEvent = { seq: events.length + 1, at: '2026-01-01T00:00:00.000Z', v: 1, type: 'notice.given', by: 'host', data: { text: 'said', about: null } };
  expect(rowChanges(state, reduce(state, notice), [notice]).map(({ table }) => table)).toEqual(['event']);
});
