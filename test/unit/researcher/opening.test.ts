import { expect, test } from 'vitest';
import { readCalls } from '../../../src/core/researcher/extractive/reading';
import { type TurnView } from '../../../src/core/researcher/researcher';
import { LogBuilder } from '../../fakes/builders';

const pages = Array.from({ length: 8 }, (_, at) => `https://site.example/${at + 1}`);

/** What would be opened, by address, and what dropped. */
function next(log: LogBuilder): { opened: string[]; dropped: string[] } {
  const at = (id: string): string => log.state.ledger.results.find((result) => result.id === id)?.address ?? id;
  const calls = readCalls({ state: log.state, exchanges: [] } as unknown as TurnView);
  return {
    opened: calls.flatMap(({ name, args }) => (name === 'open_source' ? [at((args as { target: string }).target)] : [])),
    dropped: calls.flatMap(({ name, args }) => (name === 'drop_results' ? (args as { results: string[] }).results.map(at) : [])),
  };
}

/** A search whose first results failed or were archived, and its others dropped; then another that brings the same. */
function again(failed: number): LogBuilder {
  const log = new LogBuilder().plan({});
  log.search({ results: pages.map((address, at) => (at < 5 ? { address, decision: 'chosen' } : { address, decision: 'dropped', reason: 'Below the best.' })) });
  const sample = new LogBuilder();
  sample.source();
  pages.slice(0, failed).forEach((address, at) => log.add('source.notArchived', { source: { ...sample.state.source.sources[0]!, id: `S${at + 1}`, address, state: 'failed', reason: 'It hangs.' }, attempted: address }));
  pages.slice(failed, 5).forEach((address) => log.source({ address }));
  log.search({ results: pages });
  return log;
}

test('what could not be had gives its place to what nobody asked for yet, and is not dropped for it', () => {
  expect(next(again(5))).toEqual({ opened: [...pages.slice(5), ...pages.slice(0, 2)], dropped: [] });
});

test('what is archived already takes no place', () => {
  expect(next(again(0))).toEqual({ opened: pages, dropped: [] });
});
