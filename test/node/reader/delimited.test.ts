import Papa from 'papaparse';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimiterOf, scanDelimited } from '../../../src/node/reader/delimited';
import { cellLines, readBytes, readFixture } from './reading';

describe('delimited text', () => {
  it('finds the same fields as a reference parser, each at its place', () => {
    const field = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', 'a;b', 'x "y"', '1,5', 'two\nlines', ' pad '));
    fc.assert(fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
      const text = Papa.unparse(rows, { delimiter, newline: '\n' });
      const ours = scanDelimited(text, delimiter, 0, { maxFields: 1_000 }).records;
      const theirs = Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data;
      expect(ours.map((record) => record.map((one) => one.text))).toEqual(theirs);
      for (const one of ours.flat()) expect(text.slice(one.range.start, one.range.end).replaceAll('""', '"')).toBe(one.text);
    }));
  });

  it.each([
    [';', 'Land;Wert\nA;1,5\nB;2,25\n'], [',', 'a,b,c\n1,2,3\n'], ['\t', 'a\tb\n1,5\t2;3\n'], ['|', 'a|b|c\n1|2|3\n'],
    [';', 'Name;Wert, netto;Ort\nA;1,5;X\nB;2,5;Y\n'], [null, 'one column\nonly\n'],
  ])('takes %j for the delimiter', (delimiter, text) => {
    expect(delimiterOf(text, 0)).toBe(delimiter);
  });

  it('reads semicolons, decimal commas, a BOM, quotes and lines above the table', async () => {
    const { reading } = await readFixture('csv/decimal-comma.csv');
    expect(reading.charset).toEqual({ name: 'utf-8', rule: 'bom' });
    expect(reading.text.startsWith('Umsatz nach Land')).toBe(true);
    expect(reading.tables[0]).toMatchObject({ caption: 'Umsatz nach Land, 2023', columns: ['Land', 'Umsatz (Mio. €)', 'Anteil'], rowHeadingColumn: 0, rowHeadingOrigin: 'assumed', rowCount: 3 });
    expect(cellLines(reading)).toContain('Österreich / Umsatz (Mio. €) = 1.234,5');
    expect(cellLines(reading)).toContain('Schweiz; mit "Liechtenstein" / Anteil = 12,5 %');
    for (const cell of reading.tables[0]?.cells ?? []) {
      if (cell.range) expect(reading.text.slice(cell.range.start, cell.range.end).replaceAll('""', '"')).toBe(cell.text);
    }
  });

  it('says when no heading row was seen, and keeps years out of the headings of a year table', async () => {
    const bare = await readBytes(Buffer.from('1,2\n3,4\n5,6\n'), 'file:///d/n.csv');
    expect(bare.tables[0]?.columns).toEqual(['', '']);
    expect(bare.missing.join()).toContain('No heading row');
    const years = await readBytes(Buffer.from('country,2022,2023\nA,1.5,2\nB,3,4\n'), 'file:///d/y.csv');
    expect(cellLines(years)).toContain('B / 2023 = 4');
  });

  it('keeps a very long table within its cell limit and says so', async () => {
    const text = `a,b,c\n${'1,2,3\n'.repeat(150_000)}`;
    const reading = await readBytes(Buffer.from(text), 'file:///d/long.csv');
    expect(reading.text).toBe(text);
    expect(reading.missing.join()).toContain('Only the first 100000 rows');
  });
});
