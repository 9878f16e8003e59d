import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitsInText, saysNothingFound } from '../../../src/core/source/textHits';

const brief = (text: string) => hitsInText(text, 10).map(({ address, title, snippet }) => [address, title, snippet]);

describe('search results in a text', () => {
  it('are read from JSON of any shape', () => {
    const answer = { web: { results: [{ title: 'Tides', url: 'https://tides.example/a', description: 'High water\n at noon', page_age: '2025-02-03T10:00:00' }, { name: 'Gauges', link: 'http://gauges.example', highlights: ['one', 'two'] }] } };
    expect(hitsInText(JSON.stringify(answer), 10)).toEqual([
      { address: 'https://tides.example/a', title: 'Tides', snippet: 'High water at noon', published: '2025-02-03', score: null },
      { address: 'http://gauges.example', title: 'Gauges', snippet: 'one … two', published: null, score: null },
    ]);
  });

  it('are read from Markdown links, with the words around them', () => {
    expect(brief('1. [Tides](https://tides.example/a_(b)) – high water at noon\n   It was the highest.\n\n2. [Gauges](https://gauges.example)\nThe pier.')).toEqual([
      ['https://tides.example/a_(b)', 'Tides', 'Tides – high water at noon It was the highest.'],
      ['https://gauges.example', 'Gauges', 'The pier.'],
    ]);
  });

  it('are read from labelled lines', () => {
    expect(brief('Title: Tides\nURL: https://tides.example/a.\nSnippet: High water at noon\n\n标题：潮汐\n链接：https://chaoxi.example/一，见此')).toEqual([
      ['https://tides.example/a', 'Tides', 'High water at noon'],
      ['https://chaoxi.example/一', '潮汐', '见此'],
    ]);
  });

  it('keep the brackets that an address opened, and lose those around it', () => {
    expect(brief('See (https://x.example/Tide_(sea)) or https://x.example/b).').map(([address]) => address)).toEqual(['https://x.example/Tide_(sea)', 'https://x.example/b']);
  });

  it('name each address once, at most as many as wanted, and none that cannot be opened', () => {
    expect(brief('https://a.example https://a.example https://b.example file:///etc/passwd javascript:alert(1) https://')).toHaveLength(2);
    expect(hitsInText('https://a.example https://b.example', 1)).toHaveLength(1);
  });

  it('are none for a text without addresses, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const { address } of hitsInText(text, 10)) expect(URL.canParse(address) && /^https?:/i.test(address)).toBe(true);
      expect(hitsInText(text.replace(/:\/\//g, ' '), 10)).toEqual([]);
    }));
  });
});

describe('an answer that found nothing', () => {
  it('is told from one that says something else', () => {
    expect(['[]', ' {"results": [], "query": "x"}'].map(saysNothingFound)).toEqual([true, true]);
    expect(['', 'Rate limit exceeded', '{"error": "quota", "results": []}', '{"message": "no key"}', '[1]'].map(saysNothingFound)).toEqual([false, false, false, false, false]);
  });
});
