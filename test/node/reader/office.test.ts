import { strToU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { makeDocx, makeXlsx, pack } from './makeOffice';
import { cellLines, readBytes } from './reading';

const text = (reference: string, value: string): string => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (reference: string, value: number, style = 0): string => `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

describe('XLSX', () => {
  const sheet = {
    name: 'Output &amp; share',
    rows: `<row r="1">${text('A1', 'Output of two plants')}</row>
      <row r="3">${text('B3', 'Plant')}${text('C3', 'Output')}${text('E3', 'Since')}</row>
      <row r="4">${text('C4', '2022')}${text('D4', '2023')}</row>
      <row r="5"><c r="B5" t="s"><v>0</v></c>${number('C5', 0.1 + 0.2)}${number('D5', 0.125, 3)}${number('E5', 45413, 1)}</row>
      <row r="6"><c r="B6" t="s"><v>1</v></c><c r="C6"><f>A1*2</f><v>1234.5</v></c><c r="D6"><f>X1</f></c>${number('E6', 45413.5, 2)}</row>`,
    merges: ['C3:D3', 'B3:B4', 'E3:E4'],
  };
  const file = makeXlsx([sheet, { name: 'Notes', rows: `<row r="2">${text('A2', 'Only a note')}</row>`, state: 'hidden' }], ['North', '<r><t>So</t></r><r><t>uth</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh>']);

  it('joins merged headings, shows dates and percentages, and knows each cell\'s address', async () => {
    const reading = await readBytes(file, 'file:///d/plants.xlsx');
    expect(reading.text).toBe('# Output & share\n\nOutput of two plants\n\nPlant | Output |  | Since\n | 2022 | 2023 | \nNorth | 0.3 | 12.5% | 2024-05-01\nSouth | 1234.5 |  | 2024-05-01T12:00:00\n\n# Notes\n\nOnly a note');
    expect(reading.tables).toHaveLength(1);
    expect(reading.tables[0]).toMatchObject({ sheet: 'Output & share', caption: 'Output of two plants', columns: ['Plant', 'Output › 2022', 'Output › 2023', 'Since'], rowHeadingColumn: 0, rowHeadingOrigin: 'assumed' });
    expect(cellLines(reading)).toContain('North / Output › 2023 = 12.5%');
    expect(reading.tables[0]?.cells.find((cell) => cell.rowHeading === 'South' && cell.columnHeading === 'Output › 2022')).toMatchObject({ text: '1234.5', cell: 'C6' });
    for (const cell of reading.tables[0]?.cells ?? []) if (cell.range) expect(reading.text.slice(cell.range.start, cell.range.end)).toBe(cell.text);
    expect(reading.missing).toEqual(['1 formula cell holds no stored result and was not computed.', 'Hidden in the workbook, but read: “Notes”.']);
    expect(reading.metadata).toMatchObject({ title: { value: 'Energy & heat' }, authors: [{ value: 'A. Writer' }, { value: 'B. Editor' }], published: { value: '2024-05-01T08:00:00Z', guessed: true }, modified: { value: '2024-06-02T09:30:00Z' } });
  });

  it('reads the same values as a reference reader', async () => {
    const rows = [['name', 'a', 'b'], ['x', 1, 2.5], ['y', -3, 1e-7], ['z', 123456789.25, 0]];
    const source = rows.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => (typeof value === 'string' ? text('ABC'[x] + String(y + 1), value) : number('ABC'[x] + String(y + 1), value))).join('')}</row>`).join('');
    const bytes = makeXlsx([{ name: 'S', rows: source }]);
    const reading = await readBytes(bytes, 'file:///d/s.xlsx');
    const theirs = await readSheet(bytes);
    const ours = rows.slice(1).map((_, row) => (reading.tables[0]?.cells ?? []).filter((cell) => cell.row === row).map((cell, column) => (column === 0 ? cell.text : Number(cell.text))));
    expect(ours).toEqual(theirs.slice(1));
  });

  it('keeps the days of January 1900 and the 1904 calendar right', async () => {
    const bytes = makeXlsx([{ name: 'S', rows: `<row r="1">${text('A1', 'd')}${text('B1', 'e')}</row><row r="2">${number('A2', 1, 1)}${number('B2', 61, 1)}</row><row r="3">${number('A3', 2, 1)}${number('B3', 36526, 1)}</row>` }]);
    const reading = await readBytes(bytes, 'file:///d/s.xlsx');
    expect(reading.text).toContain('1900-01-01 | 1900-03-01\n1900-01-02 | 2000-01-01');
  });
});

describe('DOCX', () => {
  const p = (inner: string, style?: string): string => `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner}</w:p>`;
  const run = (words: string, marks = ''): string => `<w:r>${marks === '' ? '' : `<w:rPr>${marks}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`;
  const cell = (words: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(run(words))}</w:tc>`;
  const row = (cells: string, heading = false): string => `<w:tr>${heading ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells}</w:tr>`;

  it('keeps headings, merged table headings, raised signs and footnotes', async () => {
    const reading = await readBytes(makeDocx([
      p(run('Heat pumps'), 'Heading1'), p(`${run('An area of 20 m')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' was heated.')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
      `<w:tbl>${row(`${cell('Model', '<w:vMerge w:val="restart"/>')}${cell('Score', '<w:gridSpan w:val="2"/>')}`, true)}${row(`${cell('', '<w:vMerge/>')}${cell('dev')}${cell('test')}`, true)}${row(`${cell('Small')}${cell('80.1')}${cell('81.5')}`)}</w:tbl>`,
      p(run('After the table.')),
    ].join(''), ['Measured in May.']), 'file:///d/pumps.docx');
    expect(reading.text).toBe('# Heat pumps\n\nAn area of 20 m² was heated.[1]\n\nModel | Score | \n | dev | test\nSmall | 80.1 | 81.5\n\nAfter the table.\n\n1. Measured in May. ↑');
    expect(reading.tables[0]?.columns).toEqual(['Model', 'Score › dev', 'Score › test']);
    expect(cellLines(reading)).toContain('Small / Score › test = 81.5');
    expect(reading.headings).toMatchObject([{ level: 1, text: 'Heat pumps' }]);
    expect(reading.metadata).toMatchObject({ title: { value: 'Energy & heat', origin: 'office title' }, published: { guessed: true } });
  });
});

describe('EPUB', () => {
  it('reads the chapters in the order of the spine', async () => {
    const reading = await readBytes(pack({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<?xml version="1.0"?><container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf': '<package><metadata xmlns:dc="d"><dc:title>A book</dc:title><dc:creator>A. Writer</dc:creator><dc:date>2019-03</dc:date><dc:language>en</dc:language><dc:identifier>urn:isbn:978-0-306-40615-7</dc:identifier></metadata><manifest><item id="b" href="two.xhtml"/><item id="a" href="one%20a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OPS/one a.xhtml': '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>One</h1><p>First words.</p></body></html>',
      'OPS/two.xhtml': '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>y</title></head><body><h1>Two</h1><table><tr><th>Year</th><th>Sum</th></tr><tr><td>2020</td><td>5</td></tr></table></body></html>',
    }), 'file:///d/book.epub');
    expect(reading.text).toBe('# One\n\nFirst words.\n\n# Two\n\nYear | Sum\n2020 | 5');
    expect(reading.headings.map((heading) => reading.text.slice(heading.start, heading.end))).toEqual(['One', 'Two']);
    const sum = reading.tables[0]?.cells.find((cell) => cell.columnHeading === 'Sum');
    expect(reading.text.slice(sum?.range?.start, sum?.range?.end)).toBe('5');
    expect(reading.metadata).toMatchObject({ title: { value: 'A book' }, published: { value: '2019-03' }, identifiers: [{ value: 'isbn:9780306406157' }] });
  });
});

describe('notebooks', () => {
  it('reads cells and outputs in order, tables with their headings, and says which pictures were not read', async () => {
    const reading = await readBytes(Buffer.from(JSON.stringify({
      nbformat: 4, metadata: {}, cells: [
        { cell_type: 'markdown', source: ['# Sales\n', 'By year.'] },
        { cell_type: 'code', source: 'frame', outputs: [{ data: { 'text/html': ['<table><thead><tr><th></th><th>sum</th></tr></thead><tbody><tr><th>2020</th><td>5</td></tr></tbody></table>'], 'text/plain': ['2020 5'] } }, { data: { 'image/png': 'AAAA' } }, { text: ['done\n'] }] },
      ],
    })), 'file:///d/sales.ipynb');
    expect(reading.text).toBe('[markdown cell 1]\n\n# Sales\nBy year.\n\n[code cell 2]\n\nframe\n\n | sum\n2020 | 5\n\ndone');
    expect(cellLines(reading)).toContain('2020 / sum = 5');
    const [sum] = (reading.tables[0]?.cells ?? []).filter((cell) => cell.text === '5');
    expect(reading.text.slice(sum?.range?.start, sum?.range?.end)).toBe('5');
    expect(reading.metadata.title).toMatchObject({ value: 'Sales', origin: 'first heading' });
    expect(reading.missing).toHaveLength(1);
  });
});

describe('archives made to exhaust', () => {
  it('refuses a part that inflates a thousandfold, before it is inflated', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(60_000_000) }, { level: 9 }));
    expect(bomb.length).toBeLessThan(200_000);
    await expect(readBytes(bomb, 'file:///d/bomb.xlsx')).rejects.toThrow(/^too-large: file:\/\/\/d\/bomb.xlsx is an archive that inflates a part to \d+ times its size/);
  });

  it('refuses ten thousand parts and a sum of many', async () => {
    const many = Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 10_002 }, (_, index) => [index === 0 ? 'xl/workbook.xml' : `x${index}`, new Uint8Array(1)]))));
    await expect(readBytes(many, 'file:///d/many.xlsx')).rejects.toThrow(/^too-large: .* holds more than 10000 files/);
  });

  it('says that a cut archive is damaged', async () => {
    const whole = makeXlsx([{ name: 'S', rows: '' }]);
    await expect(readBytes(whole.subarray(0, whole.length - 40), 'file:///d/cut.xlsx')).rejects.toThrow(/^damaged: file:\/\/\/d\/cut.xlsx cannot be unpacked/);
  });
});
