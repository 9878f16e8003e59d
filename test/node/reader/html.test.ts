import { describe, expect, it } from 'vitest';
import { readBytes, readFixture } from './reading';

const page = (body: string, head = ''): string => `<!doctype html><html lang="en"><head><title>T</title>${head}</head><body>${body}</body></html>`;
const html = async (body: string, head = '') => readBytes(Buffer.from(page(body, head)), 'https://example.org/a/page.html', 'text/html; charset=utf-8');

describe('a page of HTML', () => {
  it('writes the awkward page as the text beside it, with headings for each cell', async () => {
    const { reading, expected } = await readFixture('html/awkward.html');
    expect(reading.text).toBe(expected);
    for (const heading of reading.headings) expect(reading.text.slice(heading.start, heading.end)).toBe(heading.text);
    for (const link of reading.links) expect(reading.text.slice(link.start, link.end)).toBe(link.text);
  });

  it('joins stacked headings over merged cells', async () => {
    const { reading } = await readFixture('html/awkward.html');
    const [table] = reading.tables;
    expect(table?.caption).toBe('Table 1. Scores of two models');
    expect(table?.columns).toEqual(['Model', 'Score › dev', 'Score › test', 'Time']);
    const test = table?.cells.find((cell) => cell.rowHeading === 'Small' && cell.columnHeading === 'Score › test');
    expect(test).toMatchObject({ text: '81.5', row: 0, column: 2 });
    for (const cell of table?.cells ?? []) if (cell.range) expect(reading.text.slice(cell.range.start, cell.range.end)).toBe(cell.text);
  });

  it('repeats a merged word for each row and states a merged number once', async () => {
    const reading = await html('<table><tr><th>Year</th><th>Quarter</th><th>Sales</th></tr><tr><th rowspan=2>2023</th><th>Q1</th><td rowspan=2>10</td></tr><tr><th>Q2</th></tr><tr><th>2024</th><th>Q1</th><td>12</td></tr></table>');
    const cells = reading.tables[0]?.cells ?? [];
    expect(cells.filter((cell) => cell.columnHeading === 'Sales').map((cell) => [cell.rowHeading, cell.text, cell.range !== null])).toEqual([
      ['2023 › Q1', '10', true], ['2023 › Q2', '', false], ['2024 › Q1', '12', true],
    ]);
    expect(reading.tables[0]?.rowHeadingOrigin).toBe('declared');
  });

  it('keeps published and modified apart, and says where each stood', async () => {
    const reading = await html('<article><p>Text of the article.</p></article>', `<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"H","datePublished":"2024-05-01T08:00:00+02:00","dateModified":"2024-06-02","author":[{"@type":"Person","name":"A. Writer"}],"publisher":{"name":"The Paper"}}]}</script>
      <meta property="article:published_time" content="2020-01-01"><link rel="canonical" href="/original"><meta name="citation_doi" content="10.1000/182">`);
    expect(reading.metadata).toMatchObject({
      title: { value: 'H', origin: 'json-ld headline' }, authors: [{ value: 'A. Writer', guessed: false }], publisher: { value: 'The Paper' },
      published: { value: '2024-05-01T08:00:00+02:00', origin: 'json-ld datePublished', guessed: false }, modified: { value: '2024-06-02', origin: 'json-ld dateModified' },
      canonical: { value: 'https://example.org/original' }, identifiers: [{ value: 'doi:10.1000/182' }], language: { value: 'en' },
    });
  });

  it('marks a date that only the address shows as guessed', async () => {
    const reading = await readBytes(Buffer.from(page('<p>Words.</p>')), 'https://example.org/2024/05/31/words', undefined);
    expect(reading.metadata.published).toEqual({ value: '2024-05-31', origin: 'address', guessed: true });
  });

  it('leaves out what the page hides and names pictures that may hold numbers', async () => {
    const reading = await html(`<p>Seen.</p><p hidden>${'secret '.repeat(60)}</p><figure><img src="/sales-chart.png" alt="Chart of sales"></figure>`);
    expect(reading.text).toBe('Seen.');
    expect(reading.missing.join(' ')).toMatch(/hides were left out.*“Chart of sales”/);
  });

  it.each([
    ['script-only', '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/a.js"></script>'],
    ['login', '<h1>Sign in</h1><form><input name="user"><input type="password" name="p"><button>Go</button></form>'],
    ['empty', '<div> </div>'],
    ['error-page', '<h1>Error 500 - Internal Server Error</h1><p>Something went wrong.</p>'],
    ['error-page', '<h1>404 Page not found</h1><p>The page on the energy of the ferry does not exist.</p>'],
    ['error-page', '<h1>Harbour Board | Page not found</h1><p>Try the menu.</p>'],
    ['error-page', '<h1>Just a moment...</h1><p>Checking your browser.</p>'],
    ['error-page', '<h1>页面不存在</h1><p>请返回首页。</p>'],
  ])('refuses a page that is %s, and says what to do', async (kind, body) => {
    await expect(html(body)).rejects.toThrow(new RegExp(`^${kind}: https://example.org/a/page.html .*[Ss]ave the page.*and add it to a folder`));
  });

  it.each(['The page that was not found', '500 ferries', '500 强企业名单', 'Forbidden goods', 'Error 404: the history of a number'])('reads a short page that is called "%s"', async (title) => {
    expect((await html(`<h1>${title}</h1><p>Words.</p>`)).text).toContain('Words.');
  });

  it('survives nesting deeper than any stack', async () => {
    const reading = await html(`${'<div>'.repeat(20_000)}deep words here${'</div>'.repeat(20_000)}`);
    expect(reading.text).toContain('deep words here');
  });
});
