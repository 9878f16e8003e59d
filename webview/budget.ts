import type { BudgetView } from '../src/shared/view';

export type Axis = BudgetView['axes'][string];

/** Axes in the order in which a reader looks for them. */
export const axisOrder = ['requests', 'searches', 'reads', 'turns', 'publications', 'revisions', 'milliseconds', 'tokens', 'money'];

export const leftOf = ({ grant, spent, reserved, unknown }: Axis): number | null => (grant === null ? null : grant - spent - reserved - unknown);

/** The axis that will run out first: the largest share used or promised. Requests when nothing is limited. */
export function tightest(axes: BudgetView['axes']): string {
  const used = ({ grant, spent, reserved, unknown }: Axis) => (grant === null || grant === 0 ? -1 : (spent + reserved + unknown) / grant);
  const names = Object.keys(axes).sort((a, b) => axisOrder.indexOf(a) - axisOrder.indexOf(b));
  return names.reduce((best, name) => (used(axes[name] as Axis) > used(axes[best] as Axis) ? name : best), 'requests' in axes ? 'requests' : (names[0] ?? 'requests'));
}
