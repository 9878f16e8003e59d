import { beforeAll, describe, expect, test } from 'vitest';
import { receiptLimit } from '../../../src/core/researcher/researcher';
import { planChanges } from '../../../src/core/request/framing';
import { type ModelRequest } from '../../../src/core/request/modelClient';
import { requestTokens } from '../../../src/core/request/size';
import { standingOf } from '../../../src/core/run/state';
import { LogBuilder } from '../../fakes/builders';
import { deepResearch, type DeepResearch } from '../../fakes/deepResearch';
import { bytesOf, median, partsOf, shares } from '../../fakes/requestShape';

let run: DeepResearch;
let main: ModelRequest[];
beforeAll(async () => {
  run = await deepResearch();
  main = run.model.requests.filter(({ about }) => about.worker === 'main');
}, 60_000);

const first = (request: ModelRequest | undefined): string => request?.messages[1]?.content ?? '';
const last = (request: ModelRequest | undefined): string => request?.messages.at(-1)?.content ?? '';
/** What the window begins with: the id of the first call that is shown. */
const windowOf = ({ messages }: ModelRequest): string => messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : []))[0] ?? '';

describe('a deep research of 54 turns', () => {
  test('is one as they are', () => {
    const { turns, ledger, article, children, budget } = run.recorder.state;
    expect(main).toHaveLength(54);
    expect(budget.depth).toBe('deep');
    expect(ledger.plan?.changes.length).toBeGreaterThanOrEqual(9);
    expect(ledger.conflicts.length).toBeGreaterThanOrEqual(3);
    expect(ledger.evidence.length).toBeGreaterThan(30);
    expect(Object.values(article.blocks).filter(({ revisions }) => revisions.length > 1).length).toBeGreaterThan(3);
    expect(children.map(({ ended }) => ended?.ok)).toEqual([true, true, true, true]);
    expect(turns.filter(({ worker }) => worker === 'main').slice(2, 50).reduce((sum, { calls }) => sum + calls.length, 0)).toBeGreaterThan(2.5 * 48);
  });

  test('keeps seven tenths of a request from one to the next, in the median of all pairs', () => {
    expect(median(shares(main))).toBeGreaterThanOrEqual(0.7);
  });

  test('sends less than half of the one before only where phase or depth changed or the window moved on', () => {
    const low = shares(main).flatMap((share, index) => (share < 0.5 ? [index + 1] : []));
    for (const at of low) {
      const [before, after] = [main[at - 1], main[at]];
      expect(before && after && (before.messages[0]?.content !== after.messages[0]?.content || windowOf(before) !== windowOf(after)), `turn ${at + 1}`).toBe(true);
    }
    expect(low.length).toBeLessThan(main.length / 4);
  });

  test('asks at turn 54, and at every turn, for at most one and a half times what it asked at turn 10', () => {
    const sizes = main.map(bytesOf);
    const tenth = sizes[9] ?? 0;
    expect((sizes[53] ?? Infinity) / tenth).toBeLessThanOrEqual(1.5);
    expect(Math.max(...sizes) / tenth).toBeLessThanOrEqual(1.5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3.2 * requestTokens);
  });

  test('spends on the state of now at most a fifth of the largest requests, and little of it on anything but the article', () => {
    const parts = partsOf(main[46] as ModelRequest);
    const now = parts.get('state of now') ?? 0;
    const article = parts.get('state of now: Current article') ?? 0;
    expect(now).toBeLessThan(0.2 * Math.max(...main.map(bytesOf)));
    expect(now - article).toBeLessThan(8000);
  });

  test('offers the same tools as long as phase, depth and window last', () => {
    const sets = new Map<string, Set<string>>();
    for (const { messages, tools } of main) {
      const key = messages[0]?.content ?? '';
      sets.set(key, (sets.get(key) ?? new Set()).add(JSON.stringify(tools)));
    }
    expect([...sets.values()].map(({ size }) => size)).toEqual([1, 1, 1, 2, 1]);
    // The searches run out on the way: the budget line says so at once, the set when the window moves.
    const without = main.findIndex(({ tools }, at) => at > 8 && !tools.some(({ name }) => name === 'search'));
    expect(windowOf(main[without - 1] as ModelRequest)).not.toBe(windowOf(main[without] as ModelRequest));
    expect(last(main[without - 1])).toContain('searches 0');
  });
});

describe('the plan in a request', () => {
  const planOf = (text: string): Map<string, string> => new Map([...text.matchAll(/^(C\d+) \(P\d.* — needs .*$/gm)].map(([line, id]) => [id ?? '', line]));

  test('stands as it was when what is shown began, with what changed since at the end: together they are the plan of now', () => {
    const turns = run.recorder.state.turns.filter(({ worker }) => worker === 'main');
    let apart = 0;
    main.slice(2).forEach((request, index) => {
      const asked = turns[index + 2]?.asked;
      const [before, changed] = [planOf(first(request)), planOf(last(request))];
      for (const [id, line] of changed) expect(before.get(id), 'nothing is said twice').not.toBe(line);
      const together = new Map([...before, ...changed]);
      expect([...together.keys()].sort()).toEqual(asked?.claims.map(({ id }) => id).sort());
      for (const claim of asked?.claims ?? []) expect(together.get(claim.id)).toContain(`${claim.risk} risk${claim.key ? ', key' : ''}) ${claim.text} — needs ${claim.kind === 'fact' ? claim.requirement.voices : 'an inference'}`);
      if (changed.size > 0) apart++;
    });
    expect(apart).toBeGreaterThan(10);
  });

  test('changes in its place only when the window moves on, or phase or depth change', () => {
    main.slice(1).forEach((request, index) => {
      const before = main[index] as ModelRequest;
      if (windowOf(request) === windowOf(before) && request.messages[0]?.content === before.messages[0]?.content) expect(first(request)).toBe(first(before));
    });
  });

  test('names at the end what was dropped', () => {
    const log = new LogBuilder().plan({ key: true }, { text: 'A claim that falls' });
    const standing = standingOf(log.state);
    log.add('plan.changed', { version: 2, reason: 'not asked', budgetEffect: 'none', by: 'user:Ada', changes: [{ change: 'drop', claim: log.state.ledger.claims[1]!, reason: 'not asked' }] }, 'user:Ada');
    expect(planChanges({ state: log.state, standing, objective: null })).toEqual(['C2 is dropped']);
  });
});

describe('the state of now', () => {
  test('describes no evidence, source or result that a receipt above describes', () => {
    for (const request of main) {
      const above = request.messages.flatMap((message) => (message.role === 'tool' ? [message.content.slice(0, receiptLimit)] : [])).join('\n');
      const now = last(request);
      const evidence = [...now.matchAll(/^\[\[cite:(E\d+)\]\]/gm)].map(([, id]) => id ?? '');
      for (const id of evidence) expect(above, `turn ${request.about.turn}`).not.toMatch(new RegExp(`^${id} \\w+ C\\d+, verbatim`, 'm'));
      for (const [, snapshot] of now.matchAll(/^S\d+ (N\d+),/gm)) expect(above).not.toContain(`archived as ${snapshot}:`);
      for (const [, result] of now.matchAll(/(R\d+) \w+-\w+\.md/g)) expect(above).not.toContain(`  ${result} `);
    }
  });

  test('still has every piece of evidence that no part cites: above, or in its list', () => {
    const { events, state } = run.recorder;
    const cited = new Set(Object.values(state.article.blocks).flatMap(({ revisions }) => revisions).flatMap(({ citations }) => citations.map(({ evidence }) => evidence)));
    for (const request of main) {
      const text = request.messages.map(({ content }) => content).join('\n');
      const answered = events.find((event) => event.type === 'turn.answered' && event.data.worker === 'main' && event.data.turn === request.about.turn)?.seq ?? 0;
      const recorded = events.flatMap((event) => (event.type === 'evidence.recorded' && event.seq < answered && !cited.has(event.data.id) ? [event.data.id] : []));
      for (const id of recorded) expect(text.includes(`[[cite:${id}]]`), `${id} at turn ${request.about.turn}`).toBe(true);
    }
  });
});
