import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../src/core/article/findings';
import { insertionOf, spansOf, type CitationStyle } from '../../../src/core/article/insertion';
import { LogBuilder } from '../../fakes/builders';

const run = 'run-20260101000000-0a1b2c';

/** A published part with evidence E1, E2 of two sources. */
function written(text: string): LogBuilder {
  const log = new LogBuilder().plan({ risk: 'high' });
  log.evidence({ source: log.source({ title: 'Trial report', publisher: 'Harbour Board' }, { published: { value: '2025-06-30', origin: 'meta', guessed: false } }), quote: 'A crossing used 118 kWh.' });
  log.evidence({ source: log.source({ title: 'Data sheet' }), quote: 'It uses 96 kWh.' });
  log.published(text);
  return log;
}

const texts = (log: LogBuilder): string[] => findingsIn(log.state).findings.map(({ text }) => text);

describe('findings', () => {
  test('are the cited sentences of the current article, with what stands beside them', () => {
    const log = written('It used 118 kWh [[cite:E1]]. Nobody measured noise. It used 96 kWh [[cite:E2]].');
    expect(findingsIn(log.state)).toMatchObject({ leftOut: 0, findings: [
      { block: 'B1', sentence: 0, text: 'It used 118 kWh [[cite:E1]].', citations: ['E1'], notices: [expect.stringContaining('waits for a person’s word')] },
      { block: 'B1', sentence: 2, text: 'It used 96 kWh [[cite:E2]].', citations: ['E2'] },
    ] });
  });

  test('are never sentences of which a citation does not hold', () => {
    const log = written('It used 118 kWh [[cite:E1]], or 96 kWh [[cite:E2]]. It used 96 kWh [[cite:E2]].');
    log.add('evidence.stateChanged', { evidence: ['E1'], state: 'withdrawn', reason: 'read wrongly' });
    expect(findingsIn(log.state)).toMatchObject({ leftOut: 1, findings: [{ text: 'It used 96 kWh [[cite:E2]].' }] });
  });

  test('hold a quotation whole, however many sentences it has', () => {
    expect(texts(written('Other words. “It sails. It used 118 kWh.” [[cite:E1]]'))).toEqual(['“It sails. It used 118 kWh.” [[cite:E1]]']);
  });

  test('do not begin with the heading above them', () => {
    expect(texts(written('### Energy\nIt used 118 kWh [[cite:E1]].'))).toEqual(['It used 118 kWh [[cite:E1]].']);
  });

  test('leave behind what made them an item or a quote where they stood', () => {
    expect(texts(written('- It used 118 kWh [[cite:E1]].\n- It used 96 kWh [[cite:E2]].\n\n> “It uses 96 kWh.” [[cite:E2]]'))).toEqual(['It used 118 kWh [[cite:E1]].', 'It used 96 kWh [[cite:E2]].', '“It uses 96 kWh.” [[cite:E2]]']);
  });
});

describe('an insertion', () => {
  const addresses = new Map([['E1', 'research-ledger:/r/N1/a.txt#L1,1-L1,5'], ['E2', 'research-ledger:/r/N2/b.txt#L2,1-L2,5']]);
  const inserted = (log: LogBuilder, style: CitationStyle = 'footnote') => {
    const [finding] = findingsIn(log.state).findings;
    if (!finding) throw new Error('no finding');
    return insertionOf(log.state, run, finding, style, addresses);
  };

  test('as footnotes names source, dates and the words, and leads to them', () => {
    const { text, footnotes } = inserted(written('It used 118 kWh [[cite:E1]], not 96 [[cite:E2]].'));
    expect(text).toBe('It used 118 kWh[^E1-0a1b2c], not 96[^E2-0a1b2c].');
    expect([...footnotes.keys()]).toEqual(['E1-0a1b2c', 'E2-0a1b2c']);
    expect(footnotes.get('E1-0a1b2c')).toBe('Harbour Board: Trial report. published 2025-06-30; retrieved 2026-01-01; secondary. <https://site-s1.example/page> “A crossing used 118 kWh.” [archived words](research-ledger:/r/N1/a.txt#L1,1-L1,5)');
  });

  test('as links has the link behind the words', () => {
    expect(inserted(written('It used 118 kWh [[cite:E1]], not 96 [[cite:E2]].'), 'link')).toEqual({
      text: 'It used 118 kWh ([Harbour Board, 2025](research-ledger:/r/N1/a.txt#L1,1-L1,5)), not 96 ([Data sheet](research-ledger:/r/N2/b.txt#L2,1-L2,5)).', footnotes: new Map(),
    });
  });

  test('of a conclusion brings what it rests on', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ quote: 'It used 118 kWh.' });
    log.evidence({ quote: 'It used 96 kWh.' });
    log.evidence({ kind: 'calculation', premises: ['E1', 'E2'], reasoning: 'E1 - E2 = 22 kWh' });
    log.published('It used 22 kWh more [[cite:E3]].');
    const [finding] = findingsIn(log.state).findings;
    expect(spansOf(log.state, [finding!]).map(({ id }) => id)).toEqual(['E1', 'E2']);
    const footnote = inserted(log).footnotes.get('E3-0a1b2c');
    expect(footnote).toMatch(/^calculation: E1 - E2 = 22 kWh \(E1, E2\) E1: Title of S1.*\[archived words\]\(research-ledger:\/r\/N1.* E2: Title of S2.*“It used 96 kWh\.” \[archived words\]/);
    expect(inserted(log, 'link').text).toBe('It used 22 kWh more ([Title of S1](research-ledger:/r/N1/a.txt#L1,1-L1,5)).');
  });

  test('of a conclusion leads to the first span under it, also where its first premise stands on none, and to nothing where none does', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ kind: 'calculation', source: null, snapshot: null, start: null, end: null, quote: null, premises: [], reasoning: '24 x 7 = 168' });
    log.evidence({ quote: 'It used 96 kWh.' });
    log.evidence({ kind: 'calculation', premises: ['E1', 'E2'], reasoning: 'E1 + E2' });
    log.published('It is 264 [[cite:E3]].');
    expect(inserted(log, 'link').text).toMatch(/^It is 264 \(\[Title of S\d+\]\(research-ledger:\/r\/N2\/b\.txt/);
    const bare = new LogBuilder().plan({});
    bare.evidence({ kind: 'calculation', source: null, snapshot: null, start: null, end: null, quote: null, premises: [], reasoning: '24 x 7 = 168' });
    bare.published('It is 168 [[cite:E1]].');
    const [finding] = findingsIn(bare.state).findings;
    expect(insertionOf(bare.state, run, finding!, 'link', new Map()).text).toBe('It is 168 (E1).');
  });

  test('brings nothing to life that stands in a model’s or a source’s words', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ source: log.source({ title: '[x](https://evil.example) <b>' }), quote: 'It ![x](https://evil.example/p.png) used' });
    log.published('It ![x](https://evil.example/p.png) used <script> 118 kWh [[cite:E1]].');
    const { text, footnotes } = inserted(log);
    expect(text).not.toMatch(/(?<!\\)!\[|(?<!\\)<script/);
    expect(footnotes.get('E1-0a1b2c')).not.toMatch(/(?<!\\)\[x|(?<!\\)<b/);
  });
});
