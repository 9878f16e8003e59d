import { describe, expect, test } from 'vitest';
import { cellValue, columnNames } from '../../../src/core/source/tableEngine';
import { rowsRead, unknownNames } from '../../../src/core/source/tableRows';
import { coverage } from '../../../src/core/tool/queryTable';
import { type Table } from '../../../src/core/source/reader';

const column = (values: string[], heading: string, at: number) => values.map((text, row) => ({ row, column: at, text, rowHeading: '', columnHeading: heading, range: null, cell: null }));
const table = (dates: string[]): Table => ({ number: 1, caption: null, sheet: null, page: null, columns: ['week', 'value'], rowHeadingColumn: null, rowHeadingOrigin: 'none', cells: [...column(dates, 'week', 0), ...column(dates.map(() => '1'), 'value', 1)], rowCount: dates.length, range: { start: 0, end: 0 } });

describe('cells as values', () => {
  test.each([['1,234', 1234], ['2,5', 2.5], ['−3', -3], ['12 %', 12], ['1 234', 1234], ['–', null], ['', null], ['n/a', 'n/a'], ['2025/1/7', '2025-01-07'], ['12 kWh', '12 kWh']])('%s is %s', (text, value) => {
    expect(cellValue(text)).toBe(value);
  });

  test('columns of one name are told apart', () => {
    expect(columnNames({ columns: ['Score', 'score', ''] })).toEqual(['Score', 'score (2)', 'column 3']);
  });
});

describe('a name in double quotes that is no column', () => {
  test.each<[string, string[]]>([
    ['select max("lowest") from t', ['"lowest"']], ['select "Value" from t where "wek" = 1 and week >= "2025"', ['"wek"', '"2025"']],
    ['select max("VALUE") as "top", min(value) "low", "_row" from "t" "a" where "a"."week" = \'"none"\' order by "top", "low" -- "gone"', []],
    ['with "x" as (select "value" * 2 as "twice" from t) select "twice" from "x"', []],
  ])('%s', (sql, names) => expect(unknownNames({ columns: ['week', 'value'] }, sql)).toEqual(names));
});

describe('what rows an answer rests on', () => {
  const read: [sql: string, rows: string | null][] = [
    ['select avg("value") from t', 'select group_concat(_row) from t'],
    ['SELECT _row, max(value) FROM t AS a WHERE a.week >= \'from 2025\' and (value > 1) ORDER BY value LIMIT 1;', 'select group_concat(_row) from t AS a where  a.week >= \'from 2025\' and (value > 1) '],
    ['select week, sum(value) from "t" w where value is not null -- where it is\n group by week having sum(value) > 2', 'select group_concat(_row) from "t" w where  value is not null -- where it is\n '],
    ['select a.value - b.value from t a, t b', null],
    ['select a.value from t a join t b on a._row = b._row', null],
    ['select max(value) from t where week in (select week from t)', null],
    ['with x as (select * from t) select count(*) from x', null],
    ['select 1', null],
  ];
  test.each(read)('%s', (sql, rows) => expect(rowsRead(sql)).toBe(rows));

  test('rows that cannot be told apart are at most all of them', () => {
    expect(coverage(table(['2025-01-06', '2025-01-13']), null, 'select 1')).toContain('at most all 2 rows');
    expect(coverage(table(['2025-01-06', '2025-01-13', '2025-01-20']), [2], 'select value from t where week = 1')).toContain('Rows used: 1 of 3 rows, 2025-01-13 to 2025-01-13');
  });

  test('says the period, and that there are no gaps', () => {
    expect(coverage(table(['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27']), [1, 2, 3, 4], 'select value from t')).toBe('Rows used: all 4 rows, 2025-01-06 to 2025-01-27, without gaps.');
  });

  test('rows left out for their numbers alone were looked at, and are no gaps', () => {
    const weeks = table(['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27', '2025-02-17', '2025-02-24']);
    expect(coverage(weeks, [2, 4, 6], 'select count(*) from t where "value" < 2')).toContain('Rows used: 3 of 6 rows, 2025-01-06 to 2025-02-24; gaps: 2025-01-27 to 2025-02-17.');
    expect(coverage(weeks, [1, 2, 3, 6], "select count(*) from t where value < 2 and week > '2025'")).toContain('2025-01-06 to 2025-02-24; gaps: 2025-01-20 to 2025-02-24.');
  });

  test('names a gap, and warns that an extreme is only that of the rows there are', () => {
    const said = coverage(table(['2025-01-06', '2025-01-13', '2025-01-20', '2025-02-17']), null, 'select max(value) from t');
    expect(said).toContain('gaps: 2025-01-20 to 2025-02-17');
    expect(said).toContain('not of the whole period');
  });
});
