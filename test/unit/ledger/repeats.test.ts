import { describe, expect, test } from 'vitest';
import { repeatByPages, repeatByWords } from '../../../src/core/ledger/repeats';
import { type Filters } from '../../../src/core/ledger/records';
import { LogBuilder } from '../../fakes/builders';

const anywhere: Filters = { from: null, to: null, language: null, providers: [] };

describe('a repeated query', () => {
  test('has the same content words, in any order and number, under the same filters', () => {
    const log = new LogBuilder().plan({});
    log.search({ query: 'lorry load of the bridge', failed: true });
    log.search({ query: 'The load of lorries on a bridge' });
    const repeat = (query: string, filters = anywhere): string | undefined => repeatByWords(log.state.ledger, query, filters)?.id;
    expect(repeat('bridge load lorry')).toBe('Q2');
    expect(repeat('bridge load')).toBeUndefined();
    expect(repeat('bridge load lorry', { ...anywhere, language: 'de' })).toBeUndefined();
  });

  test('brings known pages only, whatever its words', () => {
    const log = new LogBuilder().plan({});
    log.search({ results: ['https://a.example/x', 'https://b.example/'] });
    log.search({ results: ['https://c.example/', 'https://a.example/x', 'https://d.example/'] });
    const repeat = (...addresses: string[]): string | undefined => repeatByPages(log.state.ledger, addresses)?.id;
    expect(repeat('https://a.example/x#part', 'https://b.example')).toBe('Q1');
    expect(repeat('https://b.example/', 'https://c.example/', 'https://d.example/')).toBe('Q2');
    expect(repeat('https://a.example/x', 'https://new.example/')).toBeUndefined();
    expect(repeat()).toBeUndefined();
  });
});
