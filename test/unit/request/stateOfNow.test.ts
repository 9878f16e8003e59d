import { describe, expect, test } from 'vitest';
import { framing } from '../../../src/core/request/framing';
import { stateOfNow } from '../../../src/core/request/stateOfNow';
import { type TurnView } from '../../../src/core/researcher/researcher';
import { turnView } from '../../../src/core/researcher/turnView';
import { toolset } from '../../../src/core/tool/toolset';
import { LogBuilder } from '../../fakes/builders';
import { memoryArchive } from '../../fakes/memoryWorld';

const viewOf = (log: LogBuilder, worker = 'main'): Promise<TurnView> =>
  turnView({ state: log.state, tools: toolset, archive: memoryArchive(), now: '2026-03-04T05:06:07.000Z', worker, news: [] });

/** The lines below a title of the state of now. */
async function section(log: LogBuilder, title: string, worker = 'main'): Promise<string[]> {
  const found = stateOfNow(await viewOf(log, worker), 10_000).split('\n\n').find((part) => part.startsWith(title));
  return found?.split('\n').slice(1) ?? [];
}

describe('claims', () => {
  test('what is settled is a short line; what is not says who speaks, as which voices, and what it lacks', async () => {
    const log = new LogBuilder().plan({ key: true }, { risk: 'high', requirement: { kinds: [], voices: 3, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: false } }, { kind: 'analysis' }, { text: 'Fourth' }, { text: 'Fifth' });
    const [a, b] = [log.source(), log.source()];
    for (const [source, claim, relation] of [[a, 'C1', 'supports'], [b, 'C1', 'supports'], [a, 'C2', 'supports'], [b, 'C2', 'partial'], [log.source(), 'C2', 'uncertain']] as const) log.evidence({ source, claim, relation });
    expect(await section(log, 'Claims')).toEqual([
      'C1 supported, medium: E1 E2 supports',
      expect.stringMatching(/^C2 \(high risk\) partial, low: E3 supports, E4 partial, E5 uncertain \(S1, S2\); lacks 2 more independent voices$/) as string,
      'C3 open: no inference yet',
      'C4, C5 Open: not searched yet.',
    ]);
  });

  test('figures that stand apart are named with what they differ in, and an inference that is only partial as such', async () => {
    const log = new LogBuilder().plan({ key: true }, { kind: 'analysis' }, { requirement: { kinds: [], voices: 1, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: false } });
    log.evidence({ figure: { value: 5, unit: 'percent', basis: 'sailings' } });
    log.evidence({ figure: { value: 5, unit: 'percent', basis: 'passengers' } });
    log.evidence({ figure: { value: 40, unit: 'trips' } });
    log.evidence({ claim: 'C3' });
    log.evidence({ claim: 'C2', relation: 'partial', premises: ['E4'] });
    const lines = await section(log, 'Claims');
    expect(lines[0]).toMatch(/^C1 \(key\) partial, low: E1 \(.*\) E2 \(.*\) E3 \(.*\) supports \(S1, S2, S3\); lacks a second independent voice.*; not counted together: E1 \(another unit\), E2 \(another unit\)$/);
    expect(lines[1]).toBe('C2 partial, low: E5 partial (S4); lacks an inference that supports it whole (E5 is only partial)');
  });

  test('two sources that are one voice are joined in it', async () => {
    const log = new LogBuilder().plan({ key: true });
    const [a, b] = [log.source(), log.source()];
    for (const source of [a, b]) log.evidence({ source });
    log.link(b, 'reposts', a);
    expect((await section(log, 'Claims'))[0]).toMatch(/^C1 \(key\) partial, low: E1 E2 supports \(S1\+S2\); lacks a second independent voice/);
  });
});

test('an open conflict stands with its sides by number, a kept one with both, an explained one with what it set aside', async () => {
  const log = new LogBuilder().plan({ key: true }, {}, {});
  const pair = (claim: string): string[][] => [[log.evidence({ claim })], [log.evidence({ claim, relation: 'contradicts' })]];
  const [open, kept, explained] = ['C1', 'C2', 'C3'].map((claim) => log.conflict(...pair(claim)));
  log.settle(kept ?? '').settle(explained ?? '', { state: 'explained', cause: 'time', carries: 0, needed: null });
  expect(await section(log, 'Conflicts')).toEqual([
    expect.stringMatching(new RegExp(`^${open} on C1 open: side 0: .+ \\(E1\\) against side 1: .+ \\(E2\\)$`)) as string,
    expect.stringMatching(new RegExp(`^${kept} on C2 kept: .+ \\(E3\\) against .+ \\(E4\\)$`)) as string,
    `${explained} on C3 explained (time): E6 set aside`,
  ]);
});

test('a page that several searches brought is described once, and named by one id', async () => {
  const log = new LogBuilder().plan({ key: true });
  const page = { address: 'https://one.example/', title: 'One page' };
  log.search({ query: 'first', results: [page] });
  log.search({ query: 'second', results: [page, { address: 'https://two.example/', title: 'Two' }] });
  expect(await section(log, 'Searches')).toEqual(['Q1 explore "first" for C1; not looked at: R1 One page', 'Q2 explore "second" for C1; not looked at: R1; R3 Two']);
});

test('a child is told what the sources are called that it was given by an id', () => {
  const log = new LogBuilder().plan({ key: true });
  log.search({ results: [{ address: 'https://one.example/', title: 'One page' }] });
  const source = log.source({ title: 'A report' });
  const text = framing({ state: log.state, standing: { ...log.state.ledger, phase: 'running', budget: log.state.budget }, objective: { id: 'D1', objective: 'o', output: 'p', boundaries: 'b', claims: ['C1'], sources: ['R1', source, 'https://else.example/'] } });
  expect(text).toContain(`Sources to look at: R1 One page; ${source} A report; https://else.example/`);
});

test('the day it is stands in it', async () => {
  expect(stateOfNow(await viewOf(new LogBuilder().plan({ key: true })), 10_000)).toMatch(/^State at turn 1, 2026-03-04:/);
});

test('when every condition holds that is said, with the parts that the article does not answer', async () => {
  const log = new LogBuilder().plan({});
  const said = async (holds: boolean): Promise<string> => stateOfNow({ ...(await viewOf(log)), convergence: { holds, conditions: [] } }, 10_000);
  expect(await said(false)).not.toContain('Every condition');
  expect(await said(true)).toContain('Every condition of convergence holds. The article does not answer P1 yet: publish on that, if only that nothing was found, then finish.');
  log.block({ claims: ['C1'] });
  expect(await said(true)).toContain('Every condition of convergence holds. Mend what is to be mended, then finish.');
});
