import { type EventDraft } from '../run/event';
import { recorded, say, type Said, type Words } from '../run/said';
import { type RunOptions } from '../run/records';
import { available, deadlinePassed, deepGrant, noneLeft, standardGrant } from './approver';
import { axes, outerAxes, type Amounts, type DepthIntent } from './events';
import { type BudgetState, type Meter } from './state';

/** Used share of an axis, 0 to 1; what is reserved for the end counts as unused. Of nothing, nothing is used. */
const usedShare = ({ grant, spent, unknown }: Meter): number => (grant === null || grant === 0 ? 0 : (spent + unknown) / grant);

/** What a decision on depth looks at beside the budget. */
export interface DepthMoment {
  preference: RunOptions['depth'];
  finalizing: boolean;
  now: string;
}

/** Share of requests or time at which the next request says that deep is possible, and past which it is refused. */
const depthHintAt = 0.5;
const depthRefusedPast = 0.8;

const share = ({ meters }: BudgetState): number => Math.max(usedShare(meters.requests), usedShare(meters.milliseconds));

/** The one decision on deep, made at the moment it would take effect. Null: granted. */
export function depthRefusal(budget: BudgetState, intent: DepthIntent, moment: DepthMoment): Said | null {
  if (budget.depth === 'deep' || budget.depth === 'recorded-pending') return say('Deep is in force already.');
  if (budget.depth === 'unknown') return say('What the log says of the depth cannot be read, so this run stays at standard depth. For deep research ask the question in a new run with deep chosen.');
  if (moment.finalizing) return say('The run is finalizing: what is left is for publishing and finishing.');
  if (budget.deadline !== null && deadlinePassed(budget.deadline, moment.now)) return say('The deadline {0} has passed.', budget.deadline);
  const used = share(budget);
  if (used > depthRefusedPast) return say('{0} % of the requests or the time is used; past {1} % deep cannot pay any more.', Math.round(used * 100), depthRefusedPast * 100);
  const outer = outerAxes.find((axis) => available(budget.meters[axis]) <= 0);
  if (outer) return say('Deep would have nothing to work with: {0}.', noneLeft(budget, outer));
  if (intent !== 'user' && moment.preference === 'standard') return say('The user chose standard depth: it is never raised silently.');
  return null;
}

/** True when the next request may mention that deep is possible. It costs no call. */
export const depthHintDue = (budget: BudgetState, moment: DepthMoment): boolean =>
  budget.depth === 'standard' && moment.preference !== 'standard' && share(budget) >= depthHintAt && depthRefusal(budget, 'suggestion', moment) === null;

const wish = (intent: DepthIntent, reason: Words, by: string): EventDraft => ({ type: 'depth.wanted', by, data: { intent, ...recorded(reason) } });

/** A wish for deep; none where there is nothing more to wish for. */
export const wishDrafts = ({ depth }: BudgetState, intent: DepthIntent, reason: Words, by: string): EventDraft[] =>
  (depth === 'deep' || depth === 'recorded-pending' ? [] : [wish(intent, reason, by)]);

/** The wish that a run begins with: the user's own choice, or where none was made its template's. */
export function firstWish({ depth, template }: Pick<RunOptions, 'depth' | 'template'>): EventDraft[] {
  if (depth === 'deep') return [wish('user', say('chosen at the start'), 'user')];
  return depth === 'auto' && template?.depth === 'deep' ? [wish('template', say('the template “{0}” declares it', template.name), 'host')] : [];
}

/** What is due of depth now, one step: deep that was granted is applied, else an open wish is decided. Recorded apart, so that a crash between them is seen. */
export function depthDrafts(budget: BudgetState, moment: DepthMoment): EventDraft[] {
  if (budget.depth === 'recorded-pending') return [deepDraft(budget)];
  if (!budget.wish) return [];
  const no = depthRefusal(budget, budget.wish.intent, moment);
  return [{ type: 'depth.decided', by: 'host', data: { granted: no === null, ...recorded(no ?? budget.wish.said ?? budget.wish.reason) } }];
}

/**
 * The meters move to the deep column: each limit grows by what the columns differ, so that a grant for a question asked further stays.
 * What was set explicitly stays, counters and reservations too: what the end needs does not grow with what may be searched.
 */
export function deepDraft(budget: BudgetState): EventDraft {
  const grant: Amounts = {};
  for (const axis of axes) {
    const [standard, deep] = [(standardGrant as Amounts)[axis], (deepGrant as Amounts)[axis]];
    if (standard !== undefined && deep !== undefined && !budget.explicit.includes(axis)) grant[axis] = (budget.meters[axis].grant ?? standard) + deep - standard;
  }
  return { type: 'depth.applied', by: 'host', data: { grant } };
}
