import { describe, expect, it } from 'vitest';
import { defaultReadLimits } from '../../../src/core/source/reader';
import { createSourceReader } from '../../../src/node/reader';
import { makePdf, type DrawnText, type PdfOptions } from './makePdf';
import { cellLines, pdfAssets, readBytes } from './reading';

const readPdf = async (pages: DrawnText[][], options: PdfOptions = {}) => readBytes(makePdf(pages, options), 'file:///d/paper.pdf', 'application/pdf', { pdfAssets });
const paragraph = (lines: string[], x: number, top: number): DrawnText[] => lines.map((text, index) => ({ text, x, y: top - 14 * index }));
const left = Array.from({ length: 12 }, (_, index) => `Left column line ${index + 1} runs on in full width`);
const right = Array.from({ length: 12 }, (_, index) => `Right column line ${index + 1} is just as long as that`);

describe('PDF', () => {
  it('marks three pages and places every piece of text on its page', async () => {
    const reading = await readPdf([1, 2, 3].map((page) => [{ text: `Heading ${page}`, x: 72, y: 720, size: 18 }, ...paragraph([`Page ${page} says one thing,`, 'and then another.'], 72, 690)]), {
      info: { Title: 'Three pages', Author: 'A. Writer and B. Editor', CreationDate: "D:20240501120000+02'00'" }, outline: [1, 2, 3].map((page) => ({ title: `Heading ${page}`, page })),
    });
    expect(reading.text).toBe([1, 2, 3].map((page) => `Heading ${page}\n\nPage ${page} says one thing,\nand then another.`).join('\n\n'));
    expect(reading.pages.map((mark) => reading.text.slice(mark.start, mark.end).split('\n')[0])).toEqual(['Heading 1', 'Heading 2', 'Heading 3']);
    expect(reading.headings.map((heading) => [heading.level, reading.text.slice(heading.start, heading.end)])).toEqual([[1, 'Heading 1'], [1, 'Heading 2'], [1, 'Heading 3']]);
    const item = reading.items.find((one) => reading.text.slice(one.start, one.end).startsWith('Page 2'));
    expect(item).toMatchObject({ page: 2, x: 72, y: 690 });
    expect(reading.metadata).toMatchObject({
      title: { value: 'Three pages' }, authors: [{ value: 'A. Writer' }, { value: 'B. Editor' }], published: { value: '2024-05-01T12:00:00+02:00', origin: 'pdf CreationDate', guessed: true },
    });
    expect(reading.missing).toEqual([]);
  });

  it('reads two columns one after the other though they were drawn line by line across', async () => {
    const across = left.flatMap((text, index) => [{ text, x: 60, y: 650 - 14 * index }, { text: right[index] ?? '', x: 320, y: 650 - 14 * index }]);
    const reading = await readPdf([[{ text: 'A title that spans both columns of this page from left to right', x: 120, y: 700, size: 12 }, ...across]]);
    const lines = reading.text.split('\n').filter((line) => line !== '');
    expect(lines).toEqual(['A title that spans both columns of this page from left to right', ...left, ...right]);
  });

  it('finds an aligned table with its headings', async () => {
    const rows = [['Country', 'Output', 'Share'], ['Austria', '1,234', '20.1 %'], ['Belgium', '-7.25', '12.5 %'], ['Chile', '8,000', '67.4 %']];
    const cells = rows.flatMap((row, index) => row.map((text, column) => ({ text, x: [72, 220, 330][column] ?? 0, y: 600 - 16 * index })));
    const reading = await readPdf([[...paragraph(['Some running text stands above the table and it is long enough.', 'Table 1: Output by country'], 72, 660), ...cells, ...paragraph(['Below it the text goes on.'], 72, 500)]]);
    expect(reading.tables).toHaveLength(1);
    expect(reading.tables[0]).toMatchObject({ page: 1, caption: 'Table 1: Output by country', columns: ['Country', 'Output', 'Share'], rowHeadingOrigin: 'assumed' });
    expect(cellLines(reading)).toContain('Belgium / Output = -7.25');
    for (const cell of reading.tables[0]?.cells ?? []) if (cell.range) expect(reading.text.slice(cell.range.start, cell.range.end)).toBe(cell.text);
    expect(reading.text).toContain('Austria | 1,234 | 20.1 %');
  });

  describe('a table whose cells wrap', () => {
    const drawn = (rows: string[][], pitch: number[]) => rows.flatMap((row, index) => row.flatMap((text, column) => (text === '' ? [] : [{ text, x: [72, 200, 400][column] ?? 0, y: 600 - pitch.slice(0, index + 1).reduce((sum, one) => sum + one, 0) }])));

    it('has each cell in one piece where lines are set closer than rows', async () => {
      const rows = [['Item', 'What it covers', 'Cost'], ['Line', 'Overhead wires and', '1,080'], ['', 'masts along the road,', ''], ['', 'both ways', ''], ['Depot', 'Chargers', '240'], ['Bus', 'Vehicle with', '610'], ['', 'a small battery', '']];
      const reading = await readPdf([[...drawn(rows, [0, 20, 12, 12, 20, 20, 12]), ...paragraph(['Below it the text goes on.'], 72, 440)]]);
      expect(cellLines(reading)).toEqual([
        'Line / Item = Line', 'Line / What it covers = Overhead wires and masts along the road, both ways', 'Line / Cost = 1,080', 'Depot / Item = Depot', 'Depot / What it covers = Chargers', 'Depot / Cost = 240',
        'Bus / Item = Bus', 'Bus / What it covers = Vehicle with a small battery', 'Bus / Cost = 610',
      ]);
      for (const cell of reading.tables[0]?.cells ?? []) if (cell.range) expect(reading.text.slice(cell.range.start, cell.range.end)).toBe(cell.text);
      expect(reading.text).toContain('Below it the text goes on.');
      const wire = reading.items.find((one) => reading.text.slice(one.start, one.end) === 'both ways');
      expect(wire).toMatchObject({ x: 200, y: 556 });
    });

    it('is read line by line where the spacing does not tell rows from lines, or numbers stand there', async () => {
      const even = [['Group', 'Kind', 'Note'], ['A', 'red', 'ripe'], ['', 'green', 'raw'], ['B', 'blue', 'dry']];
      expect((await readPdf([drawn(even, [0, 14, 14, 14])])).tables[0]?.rowCount).toBe(3);
      const grouped = [['Year', 'Kind', 'Sum'], ['2019', 'red', '5'], ['', 'green', '6'], ['2020', 'red', '7'], ['', 'green', '8']];
      expect((await readPdf([drawn(grouped, [0, 20, 12, 20, 12])])).tables[0]?.rowCount).toBe(4);
    });
  });

  it('says how a piece of text is turned', async () => {
    const reading = await readPdf([[...paragraph(['An ordinary line of the page.'], 72, 700), { text: 'Stamp', x: 40, y: 300, turned: 90 }]]);
    const turned = Object.fromEntries(reading.items.map((item) => [reading.text.slice(item.start, item.end), item]));
    expect(turned['Stamp']).toMatchObject({ x: 40, y: 300, turned: 90 });
    expect(turned['An ordinary line of the page.']).not.toHaveProperty('turned');
  });

  it('loses no character of Japanese whose font is not in the file', async () => {
    const text = '日本の総人口は前年に比べて減少した。表示①髙橋～';
    const reading = await readPdf([[{ text, x: 72, y: 700, font: 'japanese' }]]);
    expect(reading.text.normalize('NFKC')).toBe(text.normalize('NFKC'));
  });

  it('names pages that are pictures and says nothing of blank ones', async () => {
    const reading = await readPdf([[{ text: 'Words.', x: 72, y: 700 }], [], [], [], [{ text: 'More.', x: 72, y: 700 }]], { scanned: [2, 3] });
    expect(reading.missing).toEqual(['Pages 2–3 hold no text (a scan or a picture) and were not read. Run text recognition over the file, and add the result.']);
    expect(reading.pages.map((mark) => mark.page)).toEqual([1, 2, 3, 4, 5]);
    await expect(readPdf([[]], { scanned: [1] })).rejects.toThrow('empty: file:///d/paper.pdf holds no text. Page 1 holds no text (a scan or a picture) and was not read. Run text recognition over the file, and add the result.');
  });

  it('says that a file is protected, damaged, or needs parts that are not there', async () => {
    await expect(readPdf([[{ text: 'Secret.', x: 72, y: 700 }]], { encrypted: true })).rejects.toThrow(/^encrypted: file:\/\/\/d\/paper.pdf is protected by a password/);
    await expect(readBytes(Buffer.from('%PDF-1.4\nnothing here'), 'file:///d/paper.pdf', undefined, { pdfAssets })).rejects.toThrow(/^damaged: /);
    await expect(readBytes(makePdf([[{ text: 'Words.', x: 72, y: 700 }]]), 'file:///d/paper.pdf')).rejects.toThrow(/^unsupported: /);
  });

  it('keeps the pages read when the limit of text ends the reading', async () => {
    const outcome = await createSourceReader({ pdfAssets }).read({
      bytes: makePdf(Array.from({ length: 30 }, (_, page) => [{ text: `Page ${page + 1} with some words.`, x: 72, y: 700 }])), address: 'file:///d/long.pdf',
      limits: { ...defaultReadLimits, maxText: 100 }, signal: new AbortController().signal,
    });
    expect(outcome.ok && outcome.value.text).toHaveLength(100);
    expect(outcome.ok && outcome.value.missing.join(' ')).toMatch(/Only the first \d of 30 pages.*cut after 100/);
  });
});
