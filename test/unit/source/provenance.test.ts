import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assess } from '../../../src/core/ledger/assess';
import { domainOf } from '../../../src/core/source/domains';
import { provenanceAfter, provenanceOfEvidence, type ArchivedWork } from '../../../src/core/source/provenanceRules';
import { type Snapshot, type Source } from '../../../src/core/source/records';
import { containment, sharedRunOver, shinglesOf, unitsOf } from '../../../src/core/source/shingles';
import { LogBuilder } from '../../fakes/builders';

/** Distinct words, so that nothing is shared by chance. */
const words = (from: number, count: number): string => Array.from({ length: count }, (_, at) => `w${(from + at).toString(36)}x`).join(' ');
const characters = (from: number, count: number): string => String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + from + at));
const contains = (a: string, b: string): number => containment(shinglesOf(unitsOf(a)), shinglesOf(unitsOf(b)));

describe('containment of shingles', () => {
  const rows: [why: string, a: string, b: string, from: number, to: number][] = [
    ['one text', words(0, 300), words(0, 300), 1, 1],
    ['another layout, case and punctuation', words(0, 300), words(0, 300).toUpperCase().replaceAll(' ', ',\n'), 1, 1],
    ['with boilerplate around it', words(0, 300), `${words(1000, 200)} ${words(0, 300)} ${words(2000, 200)}`, 1, 1],
    ['the first 40 %', words(0, 120), words(0, 300), 0.99, 1],
    ['60 % quoted in a longer story', words(0, 300), `${words(1000, 400)} ${words(0, 180)}`, 0.55, 0.62],
    ['every twentieth word changed', words(0, 300), words(0, 300).split(' ').map((word, at) => (at % 20 === 7 ? 'other' : word)).join(' '), 0.7, 0.8],
    ['unrelated', words(0, 300), words(5000, 300), 0, 0],
    ['Chinese, cut', characters(0, 200), `前言${characters(0, 90)}`, 0.9, 1],
    ['Chinese, unrelated', characters(0, 200), characters(3000, 200), 0, 0],
    ['too short to tell', words(0, 10), words(0, 10), 0, 0],
  ];
  test.each(rows)('%s', (_why, a, b, from, to) => {
    expect(contains(a, b)).toBeGreaterThanOrEqual(from);
    expect(contains(a, b)).toBeLessThanOrEqual(to);
    expect(contains(b, a)).toBe(contains(a, b));
  });
});

describe('a shared run over a sentence', () => {
  const run = (here: string, quote: string, there: string) => sharedRunOver(unitsOf(here), { start: here.indexOf(quote), end: here.indexOf(quote) + quote.length }, unitsOf(there));
  test('of twenty words', () => {
    const shared = words(0, 20);
    const [here, there] = [`${words(500, 9)}. ${shared}. ${words(600, 9)}`, `${words(700, 30)} ${shared} ${words(800, 5)}`];
    const found = run(here, 'w5x w6x w7x', there);
    expect(found).toMatchObject({ words: 20 });
    expect(found && there.slice(found.there.start, found.there.end)).toBe(shared);
  });
  test('not of nineteen, and not one that ends within the sentence', () => {
    const here = `${words(500, 9)} ${words(0, 19)} ${words(600, 9)}`;
    expect(run(here, 'w5x w6x', words(0, 19))).toBeNull();
    const long = `${words(0, 30)} tail`;
    expect(run(long, `${words(25, 5)} tail`, words(0, 30))).toBeNull();
  });
  test('characters of an unspaced script count half', () => {
    expect(run(characters(0, 60), characters(10, 5), characters(0, 39))).toBeNull();
    expect(run(characters(0, 60), characters(10, 5), characters(0, 40))).toMatchObject({ words: 20 });
  });
  test('lies in both texts, unit by unit', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 30, maxLength: 60 }), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 30, maxLength: 60 }), fc.nat(25), (a, b, at) => {
      const [here, there] = [a.map((n) => `w${n}`).join(' '), b.map((n) => `w${n}`).join(' ')];
      const found = sharedRunOver(unitsOf(here), { start: at * 3, end: at * 3 + 2 }, unitsOf(there), 3);
      if (!found) return;
      expect(here.slice(found.here.start, found.here.end)).toBe(there.slice(found.there.start, found.there.end));
      expect(found.here.start).toBeLessThanOrEqual(at * 3);
    }));
  });
});

describe('provenance of a newly archived work', () => {
  const domain = (address: string): string | null => /\/\/(?:[^/]*\.)?([^./]+\.[^./]+)\//.exec(address)?.[1] ?? null;
  const dated = (value: string): Partial<Snapshot> => ({ published: { value, origin: 'meta', guessed: false } });
  const found = (value: string) => ({ value, origin: 'meta', guessed: false });

  /** Archives works in turn, linking each to those before it. */
  function archive(...works: { source?: Partial<Source>; snapshot?: Partial<Snapshot>; text?: string; links?: string[] }[]): { log: LogBuilder; works: ArchivedWork[] } {
    const log = new LogBuilder().plan({});
    const archived: ArchivedWork[] = [];
    for (const [at, { source, snapshot, text = words(at * 10_000, 100), links = [] }] of works.entries()) {
      const id = log.source({ address: `https://www.site${at + 1}.example/a`, ...source }, snapshot);
      const [record, version] = [log.state.source.sources.find((one) => one.id === id), log.state.source.snapshots[at]];
      if (!record || !version) throw new Error(`no ${id}`);
      const work: ArchivedWork = { source: record, snapshot: version, text, links: links.map((address) => ({ address, text: '', start: 0, end: text.length })) };
      log.append(...provenanceAfter(log.state, work, archived, domain));
      archived.push(work);
    }
    return { log, works: archived };
  }
  const edges = (...works: Parameters<typeof archive>): string[] => archive(...works).log.state.source.provenance.map(({ from, relation, to, why }) => `${from} ${relation} ${to}: ${why}`);
  const release = words(0, 200);

  test('unrelated works have none', () => expect(edges({}, {}, {})).toEqual([]));

  test('a near-duplicate reposts the earlier by date, whichever was archived first', () => {
    expect(edges({ text: release, snapshot: dated('2024-05-01') }, { text: `${words(900, 50)} ${release}`, snapshot: dated('2024-05-02T08:00:00Z') })).toEqual(['S2 reposts S1: 100 % of the shorter text stands in both; dated 2024-05-02T08:00:00Z after 2024-05-01']);
    expect(edges({ text: release, snapshot: dated('2024-05-02') }, { text: release, snapshot: dated('2024-05-01') })).toEqual(['S1 reposts S2: 100 % of the shorter text stands in both; dated 2024-05-02 after 2024-05-01']);
  });

  test('without dates the credit decides, then authority, then the order of archiving, and the edge says so', () => {
    expect(edges({ text: release, snapshot: { agency: found('Reuters') } }, { text: release })).toEqual(['S1 reposts S2: 100 % of the shorter text stands in both; it credits Reuters']);
    expect(edges({ text: release, source: { tier: 'other' } }, { text: release, source: { tier: 'filing' } })).toEqual(['S1 reposts S2: 100 % of the shorter text stands in both; taken to be from the filing, which was first is not known']);
    expect(edges({ text: release }, { text: release })).toEqual(['S2 reposts S1: 100 % of the shorter text stands in both; which was first is not known']);
  });

  test('a newer edition and a correction by the same publisher repost nothing, and are one voice with the older', () => {
    const by = (title: string, at: string) => ({ text: release, source: { publisher: 'Castor Trains', title }, snapshot: dated(at) });
    for (const title of ['Data sheet, edition 2', 'Correction to our data sheet']) expect(edges(by('Data sheet, edition 1', '2022-02-10'), by(title, '2023-11-20'))).toEqual(['S2 same-organisation S1: publisher Castor Trains']);
    expect(edges(by('Data sheet, edition 1', '2022-02-10'), { ...by('Data sheet, edition 2', '2023-11-20'), source: { publisher: 'Norrel', title: 'Data sheet, edition 2' } })).toEqual([expect.stringMatching(/^S2 reposts S1: /)]);
    const { log, works: [older, newer] } = archive(by('Data sheet, edition 1', '2022-02-10'), by('Data sheet, edition 2', '2023-11-20'));
    expect(older && newer && provenanceOfEvidence(log.state, { claim: 'C1', start: 0, end: 40 }, newer, [older])).toEqual([]);
  });

  test('a canonical link to another work', () => expect(edges({}, { snapshot: { canonical: found('http://www.site1.example/a/#top') } })).toEqual(['S2 reposts S1: it names http://www.site1.example/a/#top as its canonical address']));

  test('shared authors, by-lines that name no person left out', () => expect(edges({ source: { authors: ['Ada Li', 'Staff'] } }, { source: { authors: ['staff', 'ADA  LI'] } })).toEqual(['S2 same-author S1: ADA  LI']));

  test('agency credits, and the agency itself; a paid distributor is none', () => {
    expect(edges({ snapshot: { agency: found('Reuters') } }, { snapshot: { agency: found('reuters') } }, { source: { publisher: 'Reuters' } })).toEqual(['S2 same-organisation S1: agency credit reuters', 'S3 same-organisation S1: agency credit Reuters']);
    expect(edges({ snapshot: { agency: found('PR Newswire') } }, { snapshot: { agency: found('PR Newswire') } })).toEqual([]);
  });

  test('one publisher or one registered domain, but not where publishers are named and differ, nor where a host carries works of others', () => {
    expect(edges({ source: { publisher: 'Acme' } }, { source: { publisher: 'ACME' } })).toEqual(['S2 same-organisation S1: publisher ACME']);
    expect(edges({ source: { address: 'https://a.acme.example/1' } }, { source: { address: 'https://b.acme.example/2' } })).toEqual(['S2 same-organisation S1: domain acme.example']);
    expect(edges({ source: { address: 'https://a.acme.example/1', publisher: 'A' } }, { source: { address: 'https://b.acme.example/2', publisher: 'B' } })).toEqual([]);
    expect(edges({ source: { address: 'https://github.com/a/b' } }, { source: { address: 'https://github.com/c/d' } })).toEqual([]);
    expect(edges({ source: { address: 'file:///a/1.md' } }, { source: { address: 'file:///a/2.md' } })).toEqual([]);
  });

  test('citation by link or identifier, in both directions', () => {
    expect(edges({}, { links: ['https://www.site1.example/a#results'] })).toEqual(['S2 cites S1: it links to it']);
    expect(edges({ text: `${words(0, 50)} (doi:10.1000/182).` }, { snapshot: { identifiers: [found('doi:10.1000/182')] } })).toEqual(['S1 cites S2: it names doi:10.1000/182']);
    expect(edges({ text: 'see 10.1000/1829' }, { snapshot: { identifiers: [found('doi:10.1000/182')] } })).toEqual([]);
    expect(edges({ text: 'as RFC 7089 says, 70891' }, { snapshot: { identifiers: [found('rfc:7089')] } })).toEqual(['S1 cites S2: it names rfc:7089']);
    expect(edges({ text: 'port 7089' }, { snapshot: { identifiers: [found('rfc:7089')] } })).toEqual([]);
  });

  test('what a person set is not linked again by a further version', () => {
    const { log, works } = archive({ text: release }, { text: release });
    log.add('correction.made', { id: 'M1', target: 'S2', field: 'reposts', before: ['S1'], after: [], reason: 'another text', by: 'user:Ada' });
    log.add('provenance.unlinked', { from: 'S2', to: 'S1', relation: 'reposts', reason: 'another text', by: 'user:Ada' });
    const [first, second] = works;
    expect(first && second && provenanceAfter(log.state, second, [first], domain)).toEqual([]);
  });

  describe('for one claim', () => {
    const shared = words(0, 24);
    const scoped = (text: string, quote: string, other: string, links: string[] = [], publisher: string | null = null): string[] => {
      const { log, works } = archive({ text: other, source: { publisher } }, { text });
      const [first, second] = works;
      if (!first || !second) return [];
      const at = text.indexOf(quote);
      const own = { ...second, links: links.map((address) => ({ address, text: '', start: text.indexOf(quote), end: text.indexOf(quote) + 1 })) };
      return provenanceOfEvidence(log.state, { claim: 'C1', start: at, end: at + quote.length }, own, [first]).map((draft) => (draft.type === 'provenance.linked' ? `${draft.data.from} ${draft.data.relation} ${draft.data.to} for ${draft.data.claim}: ${draft.data.why}` : draft.type));
    };
    test('a sentence in a shared run of twenty words is one witness', () => {
      expect(scoped(`${words(5000, 400)} ${shared} ${words(7000, 400)}`, words(4, 8), `${words(9000, 400)} ${shared} ${words(20_000, 400)}`))
        .toEqual(['S2 cites S1 for C1: the sentence stands in 24 words that both have (20 decide); which was first is not known']);
    });
    test('a sentence that links to the other, or gives it as its source', () => {
      expect(scoped('It holds. It carries 40 t. More.', 'It carries 40 t', words(0, 60), ['https://www.site1.example/a'])).toEqual(['S2 cites S1 for C1: the sentence links to it']);
      expect(scoped('It holds. According to Acme, it carries 40 t. More.', 'it carries 40 t', words(0, 60), [], 'Acme')).toEqual(['S2 cites S1 for C1: the sentence gives Acme as where it comes from']);
      expect(scoped('据新华社报道,桥梁承重40吨。', '桥梁承重40吨', words(0, 60), [], '新华社')).toEqual(['S2 cites S1 for C1: the sentence gives 新华社 as where it comes from']);
      expect(scoped('According to Acme it is long. It carries 40 t. More.', 'It carries 40 t', words(0, 60), [], 'Acme')).toEqual([]);
      expect(scoped('Unlike Acme, it carries 40 t.', 'it carries 40 t', words(0, 60), [], 'Acme')).toEqual([]);
    });
    test('adds nothing between texts that repost each other as a whole', () => expect(scoped(shared, words(4, 8), shared)).toEqual([]));
    test('joins the two for that claim', () => {
      const { log, works } = archive({ text: `${words(9000, 400)} ${shared}` }, { text: `${words(5000, 400)} ${shared}` });
      log.evidence({ source: 'S1' });
      log.evidence({ source: 'S2' });
      expect(assess(log.state).claims.get('C1')?.voices).toHaveLength(2);
      const [first, second] = works;
      if (first && second) log.append(...provenanceOfEvidence(log.state, { claim: 'C1', start: second.text.indexOf(words(4, 8)), end: second.text.indexOf(words(4, 8)) + words(4, 8).length }, second, [first]));
      expect(assess(log.state).claims.get('C1')?.voices).toHaveLength(1);
    });
  });
});

describe('the domain that an organisation registers', () => {
  const rows: [address: string, domain: string | null][] = [
    ['https://news.example.com/a', 'example.com'], ['https://a.b.example.co.uk/', 'example.co.uk'], ['https://www.stats.gov.cn/', 'stats.gov.cn'], ['https://ada.github.io/x', 'ada.github.io'],
    ['https://x.com/', 'x.com'], ['http://127.0.0.1/', null], ['file:///a/b.md', null], ['no address', null],
  ];
  test.each(rows)('%s: %s', (address, expected) => expect(domainOf(address)).toBe(expected));
});
