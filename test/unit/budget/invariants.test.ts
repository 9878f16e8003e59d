import fc from 'fast-check';
import { expect, test } from 'vitest';
import { available, grantDrafts, refusal } from '../../../src/core/budget/approver';
import { depthDrafts, wishDrafts, type DepthMoment } from '../../../src/core/budget/depth';
import { axes, depthIntent, outerAxes, type Amounts, type Axis, type Settlement } from '../../../src/core/budget/events';
import { emptyBudget, finalizationId, reduceBudget, type BudgetState } from '../../../src/core/budget/state';
import { type EventData, type EventDraft, type RunEvent } from '../../../src/core/run/event';

const at = '2026-01-01T00:00:00.000Z';
const inner = axes.filter((axis) => !(outerAxes as readonly Axis[]).includes(axis));
type Usage = EventData<'call.settled'>['usage'];

/** A run's budget as the host moves it: everything goes through the approver first, and nothing is kept but the events. */
class Moves {
  readonly events: RunEvent[] = [];
  budget = emptyBudget;
  readonly children: string[] = [];
  /** Calls that started, settled or not. */
  readonly calls: string[] = [];
  /** What servers used beyond what was expected, which nobody can refuse. */
  readonly beyond = { tokens: 0, money: 0 };

  constructor(explicit: Amounts) {
    this.write(...grantDrafts(explicit, null));
  }

  write(...drafts: EventDraft[]): void {
    for (const draft of drafts) {
      const event: RunEvent = { ...draft, seq: this.events.length + 1, at, v: 1 };
      this.events.push(event);
      const before = this.budget;
      this.budget = reduceBudget(before, event);
      expect([...faults(before, this.budget)]).toEqual([]);
      // So what is kept for the end is there when the run turns to it.
      for (const axis of outerAxes) expect(available(this.budget.meters[axis]) + this.beyond[axis], axis).toBeGreaterThanOrEqual(-1e-9);
    }
  }

  get moment(): DepthMoment {
    return { preference: 'auto', finalizing: !(finalizationId in this.budget.reservations), now: at };
  }

  start(spends: Amounts, reservation: string | null): void {
    if (refusal(this.budget, spends, reservation, { now: at, finalizing: this.moment.finalizing })) return;
    const id = `K${this.calls.length + 1}`;
    this.calls.push(id);
    this.write({ type: 'call.started', by: 'main', data: { id, kind: spends.requests === undefined ? 'tool' : 'request', worker: 'main', turn: 1, name: 'main', sent: { text: 'x' }, spends, reservation, role: 'main', attempt: 1 } });
  }

  settle(id: string, settlement: Settlement, usage: Usage): void {
    const expected = this.budget.open[id]?.spends;
    if (expected && settlement === 'spent') {
      this.beyond.tokens += Math.max(0, (usage?.input ?? 0) + (usage?.output ?? 0) - (expected.tokens ?? 0));
      this.beyond.money += Math.max(0, (usage?.cost ?? 0) - (expected.money ?? 0));
    }
    this.write({ type: 'call.settled', by: 'host', data: { id, settlement, receipt: null, usage: settlement === 'spent' ? usage : null, failure: null } });
  }

  reserve(amounts: Amounts): void {
    if (refusal(this.budget, amounts, null, { now: at, finalizing: this.moment.finalizing })) return;
    const id = `D${this.events.length}`;
    this.children.push(id);
    this.write({ type: 'budget.reserved', by: 'host', data: { id, purpose: 'child', amounts } });
  }

  /** What is in memory is gone; what is open has no answer any more. */
  crash(): void {
    this.budget = this.events.reduce(reduceBudget, emptyBudget);
    for (const id of Object.keys(this.budget.open)) this.settle(id, 'unknown', null);
  }

  /** One step: a crash may come between the decision and its application. */
  deepen(): void {
    this.write(...depthDrafts(this.budget, this.moment));
  }
}

/** What holds of every step, whatever came before it; in words where it does not. */
function* faults(before: BudgetState, after: BudgetState): Generator<string> {
  if (before.depth === 'deep' && after.depth !== 'deep') yield 'deep was lost';
  if (after.depth !== 'deep' && axes.some((axis) => after.meters[axis].grant !== before.meters[axis].grant) && before !== emptyBudget) yield `a grant moved at depth ${after.depth}`;
  for (const axis of axes) {
    const [was, is] = [before.meters[axis], after.meters[axis]];
    if (is.spent < was.spent) yield `less spent of ${axis}`;
    if (is.unknown < was.unknown) yield `less unknown of ${axis}`;
    if (is.reserved < 0) yield `${axis} reserved below zero`;
    // A grant that moves gives more, and leaves a limit alone that was set.
    if (was.grant !== null && is.grant !== was.grant && (after.explicit.includes(axis) || available(is) <= available(was))) yield `the grant of ${axis} moved from ${was.grant} to ${is.grant}`;
    // What is reserved is what reservations hold and open calls may spend, and nothing else.
    const held = [...Object.values(after.reservations).map(({ left }) => left[axis] ?? 0), ...Object.values(after.open).map(({ spends }) => spends[axis] ?? 0)].reduce((sum, one) => sum + one, 0);
    if (Math.abs(is.reserved - held) > 1e-9) yield `${is.reserved} ${axis} reserved, ${held} held`;
    // What servers and clocks report afterwards may go beyond; what the approver lets through may not.
    if (available(is) < 0 && axis !== 'milliseconds' && inner.includes(axis)) yield `${axis} overspent`;
  }
}

const amount = fc.integer({ min: 0, max: 9 });
const money = fc.integer({ min: 0, max: 400 }).map((thousandths) => thousandths / 1000);
const usage: fc.Arbitrary<Usage> = fc.oneof(fc.constant(null), fc.record({
  input: fc.option(fc.integer({ min: 0, max: 9000 })), cached: fc.constant(null), output: fc.option(fc.integer({ min: 0, max: 300 })), cost: fc.option(money),
}));
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('tool' as const), axis: fc.constantFrom(...inner), amount, child: fc.option(fc.nat()) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('request' as const), tokens: fc.integer({ min: 1, max: 9000 }), money, child: fc.option(fc.nat()) }) },
  // Late and repeated settlements included: an id may be settled again, also when its reservation is gone.
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('settle' as const), which: fc.nat(), as: fc.constantFrom<Settlement>('spent', 'released', 'unknown'), usage }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve' as const), requests: amount, reads: amount, searches: amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), milliseconds: fc.nat(10 * 60_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('want' as const), intent: fc.constantFrom(...depthIntent.options) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deepen' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finalize' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unreadable' as const), of: fc.constantFrom('depth.wanted', 'depth.decided', 'depth.applied'), one: fc.nat(9) }) },
  // An event from outside that allows itself what nobody granted.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('apply' as const), axis: fc.constantFrom(...axes), amount: fc.nat(200) }) },
);
const limits: fc.Arbitrary<Amounts> = fc.record({
  requests: fc.nat(90), reads: fc.nat(90), searches: fc.nat(9), turns: fc.nat(40), tokens: fc.nat(90_000), money: fc.nat(9),
}, { requiredKeys: [] });

test('whatever the limits, the order, children, deep, crashes and late settlements: nothing is overspent, lost or counted twice', () => {
  let deepened = 0;
  let kept = 0;
  fc.assert(fc.property(limits, fc.array(step, { minLength: 20, maxLength: 120 }), (explicit, steps) => {
    const moves = new Moves(explicit);
    const child = (n: number | null): string | null => (n === null ? null : moves.children[n % Math.max(1, moves.children.length)] ?? null);
    for (const one of steps) {
      switch (one.kind) {
        case 'tool': moves.start({ [one.axis]: one.amount }, child(one.child)); break;
        case 'request': moves.start({ requests: 1, tokens: one.tokens, money: one.money }, child(one.child)); break;
        case 'settle': if (moves.calls.length > 0) moves.settle(moves.calls[one.which % moves.calls.length] ?? '', one.as, one.usage); break;
        case 'reserve': moves.reserve({ requests: one.requests, reads: one.reads, searches: one.searches }); break;
        case 'release': if (moves.children.length > 0) moves.write({ type: 'budget.released', by: 'host', data: { id: moves.children[one.which % moves.children.length] ?? '' } }); break;
        case 'time': moves.write({ type: 'time.passed', by: 'host', data: { milliseconds: one.milliseconds } }); break;
        case 'want': moves.write(...wishDrafts(moves.budget, one.intent, 'because', 'main')); break;
        case 'deepen': moves.deepen(); break;
        case 'crash': moves.crash(); break;
        case 'finalize': moves.write({ type: 'budget.released', by: 'host', data: { id: finalizationId } }); break;
        case 'unreadable': if (one.one === 0) moves.write({ type: 'depth.unreadable', by: 'host', data: { of: one.of, problem: 'it does not hold', was: null } }); break;
        case 'apply': moves.write({ type: 'depth.applied', by: 'host', data: { grant: { [one.axis]: one.amount } } }); break;
      }
    }
    expect(moves.events.reduce(reduceBudget, emptyBudget)).toEqual(moves.budget);
    if ((moves.budget.reservations[finalizationId]?.left.tokens ?? 0) > available(moves.budget.meters.tokens)) kept++;
    expect(moves.events.filter(({ type }) => type === 'depth.decided').length).toBeLessThanOrEqual(moves.events.filter(({ type }) => type === 'depth.wanted').length);
    if (moves.budget.depth === 'deep') deepened++;
    // Everything settled and everything released: nothing is left reserved.
    moves.crash();
    for (const id of Object.keys(moves.budget.reservations)) moves.write({ type: 'budget.released', by: 'host', data: { id } });
    for (const axis of axes) expect(moves.budget.meters[axis].reserved).toBe(0);
  }), { numRuns: 300 });
  expect(deepened).toBeGreaterThan(20);
  // Runs that had more kept for their end than they could still use before it.
  expect(kept).toBeGreaterThan(10);
});
