import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grantDrafts } from '../../../src/core/budget/approver';
import { deepDraft, depthDrafts, depthHintDue, depthRefusal, firstWish, wishDrafts, type DepthMoment } from '../../../src/core/budget/depth';
import { spoken } from '../../../src/core/run/said';
import { emptyBudget, reduceBudget, type BudgetState } from '../../../src/core/budget/state';
import { parseEvent, type EventDraft, type RunEvent } from '../../../src/core/run/event';
import { replay } from '../../../src/core/run/state';
import { LogBuilder } from '../../fakes/builders';

const at = '2026-01-01T00:00:00.000Z';
const apply = (state: BudgetState, ...drafts: EventDraft[]): BudgetState => drafts.reduce((now, draft) => reduceBudget(now, { ...draft, seq: 1, at, v: 1 }), state);
const granted = apply(emptyBudget, ...grantDrafts({}, null));
const moment: DepthMoment = { preference: 'auto', finalizing: false, now: at };
const usedRequests = (spent: number): BudgetState => ({ ...granted, meters: { ...granted.meters, requests: { grant: 100, spent, reserved: 0, unknown: 0 } } });
const whyNot = (...given: Parameters<typeof depthRefusal>): string => spoken(depthRefusal(...given) ?? '');
const decision = (yes: boolean): EventDraft => ({ type: 'depth.decided', by: 'host', data: { granted: yes, reason: 'asked' } });

describe('the decision', () => {
  test('is possible at half, and refused past 80 %, in finalization, after the deadline, without an outer limit left and without permission, each with its reason', () => {
    expect(depthHintDue(usedRequests(49), moment)).toBe(false);
    expect(depthHintDue(usedRequests(50), moment)).toBe(true);
    expect(depthHintDue(usedRequests(50), { ...moment, preference: 'standard' })).toBe(false);
    expect(depthRefusal(usedRequests(80), 'researcher', moment)).toBeNull();
    expect(whyNot(usedRequests(81), 'researcher', moment)).toContain('81 %');
    expect(whyNot(granted, 'user', { ...moment, finalizing: true })).toContain('finalizing');
    expect(whyNot({ ...granted, deadline: at }, 'user', { ...moment, now: '2026-01-01T00:00:00.001Z' })).toContain('deadline');
    expect(whyNot({ ...granted, meters: { ...granted.meters, tokens: { grant: 10, spent: 4, reserved: 0, unknown: 6 } } }, 'user', moment)).toContain('no tokens are left (4 of 10 spent, 0 reserved, 6 unknown)');
    for (const intent of ['researcher', 'template', 'suggestion'] as const) expect(whyNot(granted, intent, { ...moment, preference: 'standard' })).toContain('never raised silently');
    expect(depthRefusal(granted, 'user', { ...moment, preference: 'standard' })).toBeNull();
  });

  test('is one for each wish, recorded and then applied, and keeps the counters', () => {
    const [wish] = wishDrafts(granted, 'user', 'because', 'user');
    let budget = apply({ ...granted, meters: { ...granted.meters, requests: { ...granted.meters.requests, spent: 1 } } }, wish as EventDraft);
    const steps: string[] = [];
    for (let drafts = depthDrafts(budget, moment); drafts.length > 0; drafts = depthDrafts(budget, moment)) {
      steps.push(...drafts.map(({ type }) => type));
      budget = apply(budget, ...drafts);
      if (budget.depth === 'recorded-pending') expect(budget.meters.requests.grant).toBe(57);
    }
    expect(steps).toEqual(['depth.decided', 'depth.applied']);
    expect(budget.meters.requests).toEqual({ grant: 85, spent: 1, reserved: 4, unknown: 0 });
    expect(wishDrafts(budget, 'user', 'again', 'user')).toEqual([]);
    expect(whyNot(budget, 'user', moment)).toContain('in force');
  });

  test('is on the user’s own wish where another came later', () => {
    const both = apply(granted, ...wishDrafts(granted, 'user', 'mine', 'user'), ...wishDrafts(granted, 'researcher', 'its', 'main'));
    expect(depthDrafts(both, { ...moment, preference: 'standard' })).toMatchObject([{ data: { granted: true, reason: 'mine' } }]);
  });

  test('has a first wish by the user’s choice, or where none was made by the template', () => {
    const template = { name: 'Market', depth: 'deep', planHints: [], preferredSources: [] } as const;
    const intent = (depth: 'auto' | 'standard' | 'deep') => firstWish({ depth, template: { ...template, planHints: [], preferredSources: [] } }).map(({ data }) => data);
    expect(intent('deep')).toMatchObject([{ intent: 'user' }]);
    expect(intent('auto')).toMatchObject([{ intent: 'template' }]);
    expect(intent('standard')).toEqual([]);
    expect(firstWish({ depth: 'auto' })).toEqual([]);
  });
});

describe('a depth that cannot be read', () => {
  const line = (log: LogBuilder, type: string, data: unknown): RunEvent => parseEvent({ seq: log.events.length + 1, at, v: 1, type, by: 'host', data });
  const asked = () => new LogBuilder().append(...grantDrafts({}, null), ...firstWish({ depth: 'deep' }));
  const then = (log: LogBuilder, type: string, data: unknown) => replay([...log.events, line(log, type, data)]);

  test.each([['depth.wanted', { intent: 'whim', reason: 'x' }], ['depth.decided', { granted: 'yes' }], ['depth.applied', { grant: { requests: 'many' } }], ['depth.applied', null]])('%s with %j leaves it unknown, and the rest of the log whole', (type, data) => {
    const { budget, notices, run } = then(asked(), type, data);
    expect(budget.depth).toBe('unknown');
    expect(run?.question).toBe('What is asked?');
    expect(notices.map(({ text }) => text)).toEqual([expect.stringMatching(/cannot be read.*\(event 4\).*standard depth.*new run/)]);
    expect(budget.meters.requests.grant).toBe(57);
  });

  test('the event is kept as it was read, and reads the same again', () => {
    const read = line(asked(), 'depth.decided', { granted: 'yes', more: [1] });
    expect(read).toMatchObject({ type: 'depth.unreadable', data: { of: 'depth.decided', problem: expect.stringContaining('granted') as string, was: { granted: 'yes', more: [1] } } });
    expect(parseEvent(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  test('whatever stands in it: the event is read, as it is or as unreadable, and reads the same again', () => {
    fc.assert(fc.property(fc.constantFrom('depth.wanted', 'depth.decided', 'depth.applied', 'depth.unreadable'), fc.oneof(fc.jsonValue(), fc.record({ granted: fc.jsonValue(), reason: fc.string(), intent: fc.string(), grant: fc.dictionary(fc.constantFrom('requests', 'reads', 'x'), fc.jsonValue()) })), (type, data) => {
      const log = asked();
      const read = line(log, type, JSON.parse(JSON.stringify(data)));
      expect(read.type === type || read.type === 'depth.unreadable').toBe(true);
      expect(parseEvent(JSON.parse(JSON.stringify(read)))).toEqual(read);
      const { budget } = replay([...log.events, read]);
      expect(budget.meters).toEqual(log.state.budget.meters);
      if (read.type !== type) expect(budget.depth).toBe('unknown');
    }));
  });

  test('no other event is read like that', () => {
    expect(() => line(asked(), 'budget.reserved', { id: 1 })).toThrow('does not hold');
    expect(() => line(asked(), 'depth.lowered', {})).toThrow('unknown type');
    expect(() => parseEvent({ seq: 1, at, v: 2, type: 'depth.decided', by: 'host', data: {} })).toThrow('update Research Ledger');
  });

  test.each([
    ['without a decision', [], { requests: 85 }],
    ['after a refusal', [decision(false)], { requests: 85 }],
    ['lowering a limit', [decision(true)], { requests: 20 }],
    ['limiting what has no limit', [decision(true)], { tokens: 20 }],
  ] as const)('deep applied %s makes no sense and moves no meter', (_what, before, grant) => {
    const log = asked().append(...before);
    const { budget } = then(log, 'depth.applied', { grant });
    expect(budget.depth).toBe('unknown');
    expect(budget.meters).toEqual(log.state.budget.meters);
  });

  test('an explicit limit is not applied over', () => {
    const log = new LogBuilder().append(...grantDrafts({ searches: 0 }, null), decision(true));
    expect(then(log, 'depth.applied', { grant: { searches: 9 } }).budget).toMatchObject({ depth: 'unknown', meters: { searches: { grant: 0 } } });
  });

  test('a wish is refused with what to do, once, and no hint is given', () => {
    const { budget } = then(asked(), 'depth.decided', {});
    const [refused] = depthDrafts(budget, moment);
    expect(refused).toMatchObject({ type: 'depth.decided', data: { granted: false, reason: expect.stringMatching(/cannot be read.*new run/) as string } });
    const after = apply(budget, refused as EventDraft);
    expect(after.depth).toBe('unknown');
    expect(depthDrafts(after, moment)).toEqual([]);
    expect(depthHintDue({ ...after, meters: usedRequests(60).meters }, moment)).toBe(false);
  });

  test('what is in force is not lost by what is read after it, and is applied once', () => {
    const log = asked().append(decision(true));
    log.append(deepDraft(log.state.budget));
    for (const [type, data] of [['depth.wanted', {}], ['depth.decided', {}], ['depth.decided', { granted: true, reason: 'again' }], ['depth.applied', { grant: { requests: 900 } }], ['depth.applied', {}]] as const) {
      const { budget, notices } = then(log, type, data);
      expect(budget.depth).toBe('deep');
      expect(budget.meters.requests.grant).toBe(85);
      expect(notices).toEqual([]);
    }
  });

  test('a whole decision and its application after it say what is in force', () => {
    const log = asked().append({ type: 'depth.unreadable', by: 'host', data: { of: 'depth.wanted', problem: 'x', was: null } }, decision(true));
    expect(log.state.budget.depth).toBe('recorded-pending');
    expect(log.append(deepDraft(log.state.budget)).state.budget.depth).toBe('deep');
  });
});
