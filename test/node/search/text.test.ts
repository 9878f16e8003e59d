import { describe, expect, it } from 'vitest';
import { dateOfParts, isoDate, plainText, shorten } from '../../../src/node/search/text';

describe('dates as services write them', () => {
  it.each([
    ['2024-03-05', '2024-03-05'], ['2024-03-05T10:00:00Z', '2024-03-05'], ['2020/05/01 00:00', '2020-05-01'], ['2024-03', '2024-03'], ['2024', '2024'], ['2024-3-5', '2024-03-05'],
    ['2020 May 1', '2020-05-01'], ['2020 May', '2020-05'], ['2019 Winter', '2019'], ['May 1, 2020', '2020-05-01'], ['Sept. 9, 2020', '2020-09-09'],
    ['Tue, 05 Mar 2024 10:00:00 GMT', '2024-03-05'], ['5 March 2024', '2024-03-05'],
    ['3 days ago', null], ['03/04/2020', null], ['Winter 2019', null], ['', null], ['2024-13-05', '2024'],
  ])('%s is %s', (text, date) => expect(isoDate(text)).toBe(date));
  it('in parts', () => {
    expect(dateOfParts([2020, 5, 1])).toBe('2020-05-01');
    expect(dateOfParts([2020])).toBe('2020');
    expect(dateOfParts([null])).toBeNull();
    expect(dateOfParts(undefined)).toBeNull();
  });
});

describe('snippets', () => {
  it('lose their tags and entities', () => {
    expect(plainText('a <b>bold</b> &amp; <script>x</script>\n end &#x41;&nbsp;!')).toMatch(/^a bold & .*end A !$/);
    expect(plainText(null)).toBe('');
  });
  it('are cut at a word, never inside a character', () => {
    expect(shorten('one two three', 9)).toBe('one two');
    expect(shorten('abcdefgh', 4)).toBe('abcd');
    expect(shorten('abc😀', 4)).toBe('abc');
    expect(shorten('short', 10)).toBe('short');
  });
});
