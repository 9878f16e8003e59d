import { type EventDraft } from '../run/event';
import { type Price } from '../run/records';
import { say, spoken, type Said } from '../run/said';
import { axisWords } from './axisWords';
import { axes, outerAxes, type Amounts, type Axis } from './events';
import { finalizationOf, nothingKeptDrafts } from './finalization';
import { finalizationId, reservationOf, type BudgetState, type Meter } from './state';

const minute = 60_000;

/** The two columns of the resource table; `revisions` is per run, `blockRevisions` per block (docs/architecture.md). */
export const standardGrant = { turns: 36, requests: 57, reads: 72, searches: 6, publications: 48, milliseconds: 60 * minute, revisions: 8, blockRevisions: 2 } as const;
export const deepGrant = { turns: 54, requests: 85, reads: 108, searches: 9, publications: 72, milliseconds: 90 * minute, revisions: 24, blockRevisions: 6 } as const;

/** A limit the user set explicitly wins over both columns, an explicit 0 too. */
const grantOf = (column: Amounts, explicit: Amounts): Amounts => ({ ...column, ...explicit });

/** available = grant − spent − reserved − unknown; Infinity without a grant. */
export const available = (meter: Meter): number => (meter.grant === null ? Infinity : meter.grant - meter.spent - meter.reserved - meter.unknown);

export interface Refusal {
  axis: Axis | 'deadline';
  /** What is used up, with its figures: for people. */
  said: Said;
  /** The same with what can still be done: for the researcher. */
  message: string;
}

/** A deadline that is a day, month or year lasts to its end. Times with an offset are compared as instants. */
export const deadlinePassed = (deadline: string, now: string): boolean =>
  (deadline.includes('T') ? Date.parse(now) > Date.parse(deadline) : now.slice(0, deadline.length) > deadline);

export interface Moment {
  now: string;
  finalizing: boolean;
  /** What is left free for others. */
  kept?: Amounts | undefined;
}

/**
 * May this be spent now? Null when yes. A call that draws on a reservation has what the reservation holds besides what is free.
 * After the deadline only a finalizing run may still spend: on publishing and finishing.
 */
export function refusal(budget: BudgetState, spends: Amounts, reservation: string | null, moment: Moment): Refusal | null {
  if (budget.deadline !== null && deadlinePassed(budget.deadline, moment.now) && !moment.finalizing) {
    const said = say('the deadline {0} has passed', budget.deadline);
    return { axis: 'deadline', said, message: sentences(said, publishAndFinish) };
  }
  const held = reservationOf(budget, reservation);
  for (const axis of axes) {
    const own = available(budget.meters[axis]);
    const kept = moment.kept?.[axis];
    const free = (kept === undefined ? own : Math.max(0, own - kept)) + (held?.left[axis] ?? 0);
    // What a request will use of an outer limit is known only from its answer: with nothing left none is sent any more.
    const used = free <= 0 && spends.requests !== undefined && isOuter(axis);
    const amount = spends[axis] ?? 0;
    if (!used && (amount === 0 || amount <= free)) continue;
    const said = noneLeft(budget, axis, amount);
    return { axis, said, message: sentences(said, wayOut[axis] ?? publishAndFinish) };
  }
  return null;
}

const isOuter = (axis: Axis): boolean => (outerAxes as readonly Axis[]).includes(axis);

const publishAndFinish = 'Publish what stands and finish.';
/** What a researcher can do that spends no more of an axis, where that is not only to end. */
const wayOut: Partial<Record<Axis, string>> = {
  searches: 'Open and read what was found, then publish and finish.', reads: 'Record and publish what was read, then finish.',
  publications: 'Nothing more can be published: finish.', revisions: 'Say what is new in a new part.',
};

const sentences = (said: Said, next: string): string => {
  const words = spoken(said);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. ${next}`;
};

/** "no searches are left (6 of 6 spent, 0 reserved)". `amount`: what was asked for, said where something is left and less than that. */
export function noneLeft({ meters }: BudgetState, axis: Axis, amount = 1): Said {
  const { grant, spent, reserved, unknown } = meters[axis];
  const shown = (figure: number): string => (axis === 'milliseconds' ? `${Math.round(figure / minute)} min` : String(figure));
  const [used, of, kept] = [shown(spent), grant === null ? '∞' : shown(grant), shown(reserved)];
  const figures = unknown > 0 ? say('{0} of {1} spent, {2} reserved, {3} unknown', used, of, kept, shown(unknown)) : say('{0} of {1} spent, {2} reserved', used, of, kept);
  const word = axisWords[axis];
  if (available(meters[axis]) > 0 && amount > 0) return say('not enough {0} for {1} more ({2})', word, shown(amount), figures);
  return axis === 'money' || axis === 'milliseconds' ? say('no {0} is left ({1})', word, figures) : say('no {0} are left ({1})', word, figures);
}

/** Grant events of a new run. `price`: of the model that will publish and finish. */
export function grantDrafts(explicit: Amounts, deadline: string | null, price: Price | null = null): EventDraft[] {
  const grant = grantOf(standardGrant, explicit);
  const finalization = finalizationOf(grant, price);
  return [
    { type: 'budget.granted', by: 'host', data: { grant, explicit: axes.filter((axis) => explicit[axis] !== undefined), deadline, finalization } },
    ...nothingKeptDrafts(grant, finalization),
  ];
}

/**
 * A question asked further brings a grant of its own: what was used stays used, and each axis may use the column of the depth in
 * force once more. A limit that the user set holds for the run as a whole; a deadline that has passed was that of the question before.
 */
export function furtherGrantDrafts(budget: BudgetState, now: string, price: Price | null = null): EventDraft[] {
  const column: Amounts = budget.depth === 'deep' ? deepGrant : standardGrant;
  const grant: Amounts = {};
  const free: Amounts = {};
  for (const axis of axes) {
    const { grant: limit, spent, unknown } = budget.meters[axis];
    if (limit === null) continue;
    const more = column[axis];
    // Revisions of one block are counted on the block.
    const raised = more === undefined || axis === 'blockRevisions' || budget.explicit.includes(axis) ? limit : Math.max(limit, spent + unknown + more);
    grant[axis] = raised;
    free[axis] = Math.max(0, raised - spent - unknown);
  }
  const finalization = finalizationOf(free, price);
  return [
    ...(reservationOf(budget, finalizationId) ? [{ type: 'budget.released' as const, by: 'host', data: { id: finalizationId } }] : []),
    { type: 'budget.granted', by: 'host', data: { grant, explicit: [...budget.explicit], deadline: budget.deadline !== null && deadlinePassed(budget.deadline, now) ? null : budget.deadline, finalization } },
    ...nothingKeptDrafts(free, finalization),
  ];
}
