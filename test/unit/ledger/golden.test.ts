import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findingLine } from '../../../src/core/check/findings';
import { settleOrder, voidOrder } from '../../../src/core/check/orders';
import { assess } from '../../../src/core/ledger/assess';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { converge } from '../../../src/core/ledger/convergence';
import { correctionDrafts, undoDrafts } from '../../../src/core/ledger/corrections';
import { gainBetween } from '../../../src/core/ledger/gain';
import { flaggedBlocks, restoreSourceDrafts, withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { parseEvent } from '../../../src/core/run/event';
import { replay, type RunState } from '../../../src/core/run/state';
import { LogBuilder, requirementOf } from '../../fakes/builders';

/**
 * One log a rule: `test/golden/RULE.jsonl` is the run's events as they are written, `RULE.txt` what the ledger says after them.
 * A change of a rule shows as a change of these files, read by a person before it is checked in.
 */
const file = (name: string): string => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));

/** Records evidence with the conflicts and the gain that follow, as the host does. */
function record(log: LogBuilder, change: Parameters<LogBuilder['evidence']>[0], supersedes?: (newer: string, older: string) => boolean): void {
  if (change?.source == null && (change?.premises?.length ?? 0) === 0) log.source();
  const before = log.state;
  const source = change?.source ?? before.source.sources.at(-1)?.id ?? null;
  const id = log.evidence((change?.premises?.length ?? 0) > 0 ? change : { ...change, source });
  const evidence = log.state.ledger.evidence.find((item) => item.id === id);
  if (!evidence) throw new Error(`no ${id}`);
  log.append(...conflictsAfter(log.state, evidence, supersedes));
  const gain = gainBetween(before, log.state, evidence.claim);
  if (evidence.search !== null) log.add('gain.credited', { search: evidence.search, gain });
}

const quiet = (log: LogBuilder): void => {
  log.search({ query: 'independent measurements elsewhere' });
  log.search({ query: 'surveys by others' });
  log.search({ intent: 'counter', query: 'collapse failures of spans' });
};

const rules: Record<string, (log: LogBuilder) => void> = {
  'status-table': (log) => {
    log.plan({}, {}, {}, {}, {}, {}, {}, {});
    for (const relation of ['supports', 'contradicts'] as const) for (const claim of ['C1', 'C2']) record(log, { claim, relation });
    log.settle('X2');
    for (const relation of ['contradicts', 'contradicts'] as const) record(log, { claim: 'C3', relation });
    for (const relation of ['supports', 'supports'] as const) record(log, { claim: 'C4', relation });
    record(log, { claim: 'C5', relation: 'partial' });
    log.search({ claims: ['C6'] });
    log.search({ claims: ['C7'], failed: true, failures: [{ provider: 'web', message: 'throttled (429)' }] });
  },
  'reposts-are-one-voice': (log) => {
    log.plan({ key: true });
    for (let n = 0; n < 5; n++) record(log, {});
    for (const repost of ['S2', 'S3', 'S4', 'S5']) log.link(repost, 'reposts', 'S1', { score: 0.97, why: '97 % of the shorter text stands in both' });
  },
  'cites-join-one-claim': (log) => {
    log.plan({ key: true }, {});
    for (const claim of ['C1', 'C2']) for (const source of ['S1', 'S2']) record(log, log.state.source.sources.some(({ id }) => id === source) ? { claim, source } : { claim });
    log.link('S2', 'cites', 'S1', { claim: 'C1', why: 'the sentence links to it' });
  },
  'conflict-explained-by-version': (log) => {
    log.plan({ key: true });
    log.source({ publisher: 'Port Board', title: 'Trial ends' }, { published: { value: '2025-05-20', origin: 'front matter', guessed: false } });
    record(log, { source: 'S1', figure: { value: 98.2, text: '98.2 %', unit: '%' } });
    log.source({ title: 'Trial ends (reprint)' });
    log.link('S2', 'reposts', 'S1', { score: 0.85, why: '85 % of the shorter text stands in both' });
    record(log, { source: 'S2', figure: { value: 98.2, text: '98.2 %', unit: '%' } });
    log.source({ publisher: 'Port Board', title: 'Correction', tier: 'first-hand' }, { published: { value: '2025-06-12', origin: 'front matter', guessed: false } });
    record(log, { source: 'S3', figure: { value: 91.4, text: '91.4 %', unit: '%' } }, (newer, older) => newer === 'S3' && older === 'S1');
  },
  'conflict-kept-with-both-sides': (log) => {
    log.plan({ key: true, risk: 'high' });
    record(log, { figure: { value: 40, text: '40 t', unit: 't' } });
    record(log, { figure: { value: 38, text: '38 t', unit: 't' } });
    log.settle('X1', { needed: 'the builder\'s load test' });
    quiet(log);
  },
  'conflict-is-only-a-definition': (log) => {
    log.plan({ key: true });
    record(log, { source: log.source({ tier: 'statistics' }), figure: { value: 5, text: '5 %', unit: '%', basis: 'year on year' } });
    record(log, { relation: 'contradicts', figure: { value: 0.4, text: '0.4 %', unit: '%', basis: 'month on month' } });
    log.settle('X1', { state: 'explained', cause: 'definition', explanation: 'One is year on year, the other month on month.', carries: 0, needed: null });
  },
  'figures-of-another-basis-are-apart': (log) => {
    log.plan({});
    record(log, { figure: { value: 5, text: '5 %', unit: '%', basis: 'year on year' } });
    record(log, { figure: { value: 0.4, text: '0.4 %', unit: '%', basis: 'month on month' } });
  },
  'no-majority': (log) => {
    log.plan({ key: true });
    for (let n = 0; n < 6; n++) record(log, {});
    record(log, { relation: 'contradicts' });
  },
  'inference-falls-with-its-premises': (log) => {
    log.plan({ key: true }, { kind: 'analysis' }, { kind: 'recommendation', constraint: 'at most 40 t' });
    record(log, { source: log.source({ tier: 'filing' }) });
    record(log, { claim: 'C2', premises: ['E1'] });
    record(log, { claim: 'C3', premises: ['E2'] });
    log.block({ text: 'So it should. [[cite:E3]]', claims: ['C3'], kind: 'recommendation' });
    log.append(...withdrawSourceDrafts(log.state, 'S1', 'fabricated', 'user:Ada'));
  },
  'withdrawn-and-restored': (log) => {
    rules['inference-falls-with-its-premises']?.(log);
    log.append(...restoreSourceDrafts(log.state, 'S1', 'the original was found', 'user:Ada'));
  },
  'gain-of-searches': (log) => {
    log.plan({ key: true }, {});
    log.search({ query: 'load of the bridge' });
    record(log, { search: 'Q1' });
    log.search({ query: 'load of the bridge', repeats: 'Q1' });
    log.search({ query: 'bridge survey' });
    record(log, { search: 'Q3' });
    log.search({ query: 'length', claims: ['C2'] });
    record(log, { claim: 'C2', search: 'Q4' });
    log.search({ query: 'contrary reports', intent: 'counter' });
    record(log, { relation: 'contradicts', search: 'Q5' });
  },
  'counter-search-due': (log) => {
    log.plan({ key: true });
    record(log, { source: log.source({ tier: 'filing' }) });
    log.search({ intent: 'counter', query: 'bridge carries heavy lorries' });
    log.search({ intent: 'counter', query: 'cracks and closures', failed: true });
  },
  'converged': (log) => {
    log.plan({ key: true, risk: 'high' }, { kind: 'analysis' });
    record(log, { source: log.source({ tier: 'filing' }) });
    record(log, { claim: 'C2', premises: ['E1'] });
    quiet(log);
  },
  'nothing-to-find': (log) => {
    log.plan({ key: true, risk: 'high' });
    quiet(log);
  },
  'only-the-user-lowers': (log) => {
    log.plan({ key: true, requirement: requirementOf({ voices: 3, orFirstHand: false }) });
    record(log, {});
    quiet(log);
    const claim = log.state.ledger.claims[0];
    if (claim) log.add('plan.changed', { version: 2, changes: [{ change: 'lower', claim: { ...claim, requirement: requirementOf({ voices: 1 }) }, reason: 'one is enough for me' }], reason: 'one is enough for me', budgetEffect: 'none', by: 'user:Ada' }, 'user:Ada');
  },
  'checked-against-the-source': (log) => {
    log.plan({ key: true }, {}, { kind: 'analysis' });
    record(log, { source: log.source({ tier: 'filing' }) });
    record(log, { claim: 'C2', source: log.source({ tier: 'filing' }) });
    record(log, { claim: 'C3', premises: ['E2'] });
    const said = 'The bridge carries heavy lorries [[cite:E1]]. It is red [[cite:E2]]. So it may be used [[cite:E3]].';
    log.published(said);
    const [first, second] = log.state.orders;
    if (first) log.append(...settleOrder(log.state, first, [{ sentence: 0, verdict: 'contradicted', why: 'only empty ones', decides: { start: 0, end: 10, quote: 'it is so' }, parts: false }], { checker: 'quay', selfChecked: false }));
    if (second) log.append(...voidOrder(log.state, second, 'unknown-failed', 'the server failed (503)'));
    log.published(said.replace('heavy lorries', 'lorries when they are empty'), { block: 'B1', revision: 2, claims: ['C1', 'C2', 'C3'] });
    const [again, also] = log.state.orders.slice(2);
    if (again) log.append(...settleOrder(log.state, again, [{ sentence: 0, verdict: 'supported', why: 'empty ones', decides: { start: 0, end: 10, quote: 'it is so' }, parts: true }], { checker: 'quay', selfChecked: false }));
    if (also) log.append(...settleOrder(log.state, also, also.sentences.map((sentence) => ({ sentence, verdict: sentence === 2 ? 'unsupported' as const : 'partly' as const, why: 'said otherwise', decides: null, parts: false })), { checker: 'quay', selfChecked: false }));
    log.published('It is red [[cite:E2]].');
  },
  'corrected-and-undone': (log) => {
    log.plan({ key: true });
    record(log, {});
    record(log, {});
    log.link('S2', 'reposts', 'S1');
    const steps = [
      (state: RunState) => correctionDrafts(state, 'S2', 'reposts', [], 'another text', 'user:Ada'),
      (state: RunState) => correctionDrafts(state, 'S1', 'tier', 'filing', 'it is the filing itself', 'user:Ada'),
      (state: RunState) => undoDrafts(state, 'M1', 'it is a repost after all', 'user:Ada'),
    ];
    for (const step of steps) {
      const outcome = step(log.state);
      if (!outcome.ok) throw new Error(outcome.problem);
      log.append(...outcome.drafts);
    }
  },
};

/** What the ledger says, in lines. */
function said(state: RunState): string {
  const { claims } = assess(state);
  const { holds, conditions } = converge(state, '2026-02-01T00:00:00.000Z');
  return [
    ...[...claims.values()].flatMap(({ claim, status, confidence, reason, slots, voices }) => [
      `${claim} ${status}, confidence ${confidence}, ${slots.filled} of ${slots.of} slots`,
      `   ${reason}`,
      `   voices: ${voices.map(({ sources }) => sources.join('+')).join(' | ') || 'none'}`,
    ]),
    ...state.ledger.conflicts.map(({ id, claim, state: held, cause, sides, explanation }) => `${id} on ${claim} ${held}${cause === null ? '' : ` (${cause})`}: ${sides.map(({ says, evidence }) => `${says} [${evidence.join()}]`).join(' / ')}${explanation === null ? '' : `; ${explanation}`}`),
    ...state.checks.map((check) => `${check.id} ${findingLine(check)}${check.kept == null ? '' : `, as ${check.kept}`}`),
    ...state.ledger.searches.map(({ id, intent, gain, repeats, failed }) => `${id} ${intent}: ${failed ? 'failed' : `slots ${gain.slots}, confidence ${gain.confidence}, conflicts ${gain.conflicts}${gain.highValue ? ', high value' : ''}`}${repeats === null ? '' : `, repeats ${repeats}`}`),
    ...flaggedBlocks(state).map(({ block, revision, evidence, reason }) => `${block}:${revision} flagged for ${evidence.join()}: ${reason}`),
    holds ? 'converged' : 'not converged',
    ...conditions.map((condition) => `   ${condition.holds ? 'holds' : 'fails'} ${condition.name}: ${condition.why}`),
    '',
  ].join('\n');
}

describe('golden logs', () => {
  test.each(Object.entries(rules))('%s', async (name, build) => {
    const log = new LogBuilder(undefined, name.startsWith('checked') ? { researcher: 'openai:harbor', roles: { verifier: { researcher: 'openai:quay' } } } : {});
    build(log);
    await expect(log.jsonl).toMatchFileSnapshot(file(`${name}.jsonl`));
    const events = log.jsonl.trimEnd().split('\n').map((line) => parseEvent(JSON.parse(line)));
    await expect(said(replay(events))).toMatchFileSnapshot(file(`${name}.txt`));
  });
});
