import { describe, expect, it } from 'vitest';
import { cellLines, readBytes, readFixture } from './reading';

describe('Markdown', () => {
  it('keeps the file as its text and finds facts, headings, links and table cells in it', async () => {
    const { reading } = await readFixture('markdown/report.md');
    expect(reading.mediaType).toBe('text/markdown');
    expect(reading.metadata).toMatchObject({
      title: { value: 'Heat pumps in cold places', origin: 'front matter title', guessed: false },
      authors: [{ value: 'A. Writer' }, { value: 'B. Editor' }], published: { value: '2024-05-01', origin: 'front matter date' }, modified: { value: '2024-06-02', origin: 'front matter updated' },
      licence: { value: 'CC-BY-4.0' }, interest: { value: 'The study was paid for by the Heat Pump Association.', origin: 'line' },
    });
    expect(reading.headings.map((heading) => [heading.level, heading.text])).toEqual([[1, 'Heat pumps in cold places'], [2, 'Setext heading']]);
    expect(reading.headings.map((heading) => reading.text.slice(heading.start, heading.end))).toEqual(['Heat pumps in **cold** places', 'Setext heading']);
    expect(reading.links.map((link) => link.text)).toEqual(['the survey', 'https://example.org/x']);
    expect(reading.links[0]?.address).toMatch(/^file:.*\/reader\/data\/survey\.csv$/);
    expect(reading.tables).toHaveLength(1);
    expect(reading.tables[0]?.caption).toBe('Table 2: Output by outside temperature');
    expect(cellLines(reading)).toEqual([
      '−15 °C / Temperature = −15 °C', '−15 °C / COP (mean) = 2.1', '−15 °C / Note = a | b', '0 °C / Temperature = 0 °C', '0 °C / COP (mean) = 3.4', '0 °C / Note = ',
    ]);
    const cop = reading.tables[0]?.cells[4]?.range;
    expect(reading.text.slice(cop?.start, cop?.end)).toBe('**3.4**');
    expect(reading.text.slice(reading.main?.start).trimStart().startsWith('# Heat pumps')).toBe(true);
  });
});

describe('plain text', () => {
  it.each([
    ['The Title\n=========\n\nPublished: 2024-05-01\nLast updated: 3 May 2024\nBy Jane Q. Doe\n\nWords.', '2024-05-01', '2024-05-03', ['Jane Q. Doe']],
    ['某某报告\n发布日期：2024年5月1日\n更新时间：2024-05-02 10:30\n作者：张三、李四\n\n正文。', '2024-05-01', '2024-05-02T10:30', ['张三', '李四']],
    ['報告\n公開日：2024年5月1日\n最終更新日：2024年6月\n\n本文。', '2024-05-01', '2024-06', []],
    ['Bericht\nVeröffentlicht am: 1. Mai 2024\nStand: 02.06.2024\n\nText.', '2024-05-01', '2024-06-02', []],
  ])('finds dates and authors in labelled lines of %j', async (text, published, modified, authors) => {
    const { metadata } = await readBytes(Buffer.from(text), 'file:///notes/a.txt');
    expect(metadata.published?.value).toBe(published);
    expect(metadata.modified?.value).toBe(modified);
    expect(metadata.authors.map((author) => author.value)).toEqual(authors);
    expect(metadata.title).toMatchObject({ value: text.split('\n')[0], guessed: true });
  });

  it('credits the agency of a dateline, takes an identifier only from where the work names itself', async () => {
    const text = `LONDON, May 1 (Reuters) - Words.\n\ndoi: 10.1000/182\n\n${'Body text. '.repeat(200)}\nReferences\ndoi: 10.9999/other\n`;
    const { metadata } = await readBytes(Buffer.from(text), 'file:///notes/a.txt');
    expect(metadata.agency).toMatchObject({ value: 'Reuters', origin: 'dateline' });
    expect(metadata.identifiers.map((one) => one.value)).toEqual(['doi:10.1000/182']);
    const cited = await readBytes(Buffer.from(`Words.\n${'Body text. '.repeat(200)}\ndoi: 10.9999/other\n`), 'file:///notes/b.txt');
    expect(cited.metadata.identifiers).toEqual([]);
  });

  it('changes line ends and nothing else', async () => {
    const text = '\ufeffa\r\nb\rc\u2028d\u0085e\ff\0g\u00a0h\u00adi e\u0301 ﬁ';
    const reading = await readBytes(Buffer.from(text), 'file:///notes/a.txt');
    expect(reading.text).toBe('a\nb\nc\nd\ne\nf g\u00a0h\u00adi e\u0301 ﬁ');
  });

  it.each([
    ['empty', Buffer.alloc(0)], ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1])],
    ['binary', Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 37) % 256))], ['empty', Buffer.from(' \n\t ')],
  ])('answers a file that is %s with a sentence', async (kind, bytes) => {
    await expect(readBytes(bytes, 'file:///notes/a.txt')).rejects.toThrow(new RegExp(`^${kind}: file:///notes/a.txt `));
  });
});
