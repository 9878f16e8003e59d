import { describe, expect, it } from 'vitest';
import { guessTier } from '../../../src/core/source/tierRules';
import { type WorkMetadata } from '../../../src/core/source/reader';

const found = (value: string) => ({ value, from: 'meta' as const, guessed: false });

function tierOf({ publisher = '', title = '', text = '' }: { publisher?: string; title?: string; text?: string }): string {
  const metadata = { title: found(title), publisher: found(publisher), identifiers: [] } as unknown as WorkMetadata;
  return guessTier('https://example.org/work', metadata, text).tier;
}

describe('guessTier', () => {
  it.each([
    ['Veldmark Transport Agency', 'Harrow line battery trains: report on two winters', 'filing'],
    ['Veldmark Transport Agency', 'Harrow line battery trains: interim report', 'filing'],
    ['Veldmark Court of Audit', 'Special report 4/2026', 'filing'],
    ['Statistics Veldmark', 'Regional rail: report 2025/26', 'statistics'],
    ['The Veldmark Herald', 'Report: battery trains are cheaper', 'secondary'],
    ['A shop', 'Ten trains to love', 'other'],
    ['交通局', '哈罗线两个冬季的报告', 'filing'],
    ['Harrow County Council', 'Drinking water ordinance, edition 2023', 'specification'],
    ['The Harrow Herald', 'New water ordinance angers residents', 'secondary'],
    ['Harrow Development Bureau', 'Memo: extension of the plant', 'filing'],
    ['Harrow Water Bureau', 'Notes on the file of daily output 2024', 'filing'],
    ['哈罗县水务局', '2024年管网漏损调查（摘要）', 'filing'],
    ['Provincial Marine Institute', 'Eelgrass monitoring 2021 to 2024', 'paper'],
    ['Harrow Tourist Office', 'Island news for guests', 'other'],
  ])('%s: %s is %s', (publisher, title, tier) => {
    expect(tierOf({ publisher, title })).toBe(tier);
  });

  it.each([
    ['decision paper', 'filing'], ['audit report', 'filing'], ['paper', 'paper'], ['data sheet', 'first-hand'], ['"news"', 'secondary'], ['brochure', 'other'], ['study', 'filing'], ['研究', 'filing'],
  ])('believes what a work declares itself to be: type: %s is %s', (type, tier) => {
    expect(tierOf({ publisher: 'Someone', title: 'Something', text: `---\ntitle: Something\ntype: ${type}\n---\n# Something\n` })).toBe(tier);
  });

  it('takes a study of a university for a paper', () => {
    expect(tierOf({ publisher: 'University of Veldmark', title: 'Two winters', text: '---\ntype: study\n---\n' })).toBe('paper');
  });

  it('takes daily readings and good news for no newspaper', () => {
    const words = 'The daily readings of the meter, taken three times; the news is good.';
    expect(tierOf({ title: 'Readings', text: words })).toBe('other');
    expect(tierOf({ title: 'Readings', text: `${words} Harrow Daily, 3 May` })).toBe('secondary');
  });

  it('takes a line "type:" in the text for no declaration', () => {
    expect(tierOf({ title: 'Something', text: '# Something\n\ntype: audit report\n' })).toBe('other');
  });
});
