import { type EventDraft } from '../run/event';
import { axes, type Amounts, type Axis } from './events';
import { reservationOf, type BudgetState, type Meter } from './state';

const minute = 60_000;

/** The two columns of the resource table; `revisions` is per run, `blockRevisions` per block (docs/architecture.md). */
export const standardGrant = { turns: 36, requests: 57, reads: 72, searches: 6, publications: 48, milliseconds: 60 * minute, revisions: 8, blockRevisions: 2 } as const;
export const deepGrant = { turns: 54, requests: 85, reads: 108, searches: 9, publications: 72, milliseconds: 90 * minute, revisions: 24, blockRevisions: 6 } as const;

/** A limit the user set explicitly wins over both columns, an explicit 0 too. */
export const grantOf = (column: Amounts, explicit: Amounts): Amounts => ({ ...column, ...explicit });

/** 4 requests, 4 publications and 5 % of the time wait for the end, never more than half of a grant. A turn each for the requests. */
export function finalizationOf(grant: Amounts): Amounts {
  const half = (axis: Axis, wanted: number): number => Math.min(wanted, Math.floor((grant[axis] ?? Infinity) / 2));
  return {
    requests: half('requests', 4),
    turns: half('turns', 4),
    publications: half('publications', 4),
    milliseconds: half('milliseconds', Math.floor((grant.milliseconds ?? 0) * 0.05)),
  };
}

/** available = grant − spent − reserved − unknown; Infinity without a grant. */
export const available = (meter: Meter): number => (meter.grant === null ? Infinity : meter.grant - meter.spent - meter.reserved - meter.unknown);

export interface Refusal {
  axis: Axis | 'deadline';
  message: string;
}

/**
 * May this be spent now? Null when yes. A call that draws on a reservation has what the reservation holds besides what is free.
 * After the deadline only a finalizing run may still spend: on publishing and finishing.
 */
export function refusal(budget: BudgetState, spends: Amounts, reservation: string | null, moment: { now: string; finalizing: boolean }): Refusal | null {
  if (budget.deadline !== null && moment.now >= budget.deadline && !moment.finalizing) {
    return { axis: 'deadline', message: `The deadline ${budget.deadline} has passed: publish what stands and finish.` };
  }
  if (spends.requests !== undefined) {
    // What a request will use is known only from its answer: with nothing left of an outer limit none is sent any more.
    const used = outerAxes.find((axis) => available(budget.meters[axis]) <= 0);
    if (used) return { axis: used, message: `No ${axisWords[used]} left: ${describe(budget.meters[used])}.` };
  }
  const held = reservationOf(budget, reservation);
  for (const axis of axes) {
    const amount = spends[axis];
    if (amount === undefined || amount === 0) continue;
    const meter = budget.meters[axis];
    const free = available(meter) + (held?.left[axis] ?? 0);
    if (amount > free) return { axis, message: `No ${axisWords[axis]} left: ${describe(meter)}.` };
  }
  return null;
}

/** Limits over what servers report afterwards. */
export const outerAxes = ['tokens', 'money'] as const;

export const axisWords: Record<Axis, string> = {
  turns: 'main turns', requests: 'model requests', reads: 'reads', searches: 'searches', publications: 'publications',
  milliseconds: 'active time', revisions: 'revisions', blockRevisions: 'revisions of one block', tokens: 'tokens', money: 'money',
};

const describe = (meter: Meter): string =>
  `${meter.spent} of ${meter.grant ?? '∞'} spent, ${meter.reserved} reserved${meter.unknown > 0 ? `, ${meter.unknown} unknown` : ''}`;

/** Grant events of a new run. */
export function grantDrafts(explicit: Amounts, deadline: string | null): EventDraft[] {
  const grant = grantOf(standardGrant, explicit);
  return [{
    type: 'budget.granted', by: 'host',
    data: { grant, explicit: axes.filter((axis) => explicit[axis] !== undefined), deadline, finalization: finalizationOf(grant) },
  }];
}
