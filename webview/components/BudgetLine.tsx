import { useState } from 'preact/hooks';
import type { RunView } from '../../src/shared/view';
import { leftOf, tightest, type Axis } from '../budget';
import { figure } from '../format';
import { lazy } from '../lazy';
import { usePanel } from '../panel';
import { word, type Strings } from '../strings';
import { Icon, Twist } from './Icon';

const BudgetDetails = lazy(async () => (await import('./BudgetDetails')).BudgetDetails);

/** Depth in force and the tightest axis; the rest when it is unfolded. */
export function BudgetLine({ view }: { view: RunView }) {
  const { t } = usePanel();
  const [open, setOpen] = useState(false);
  const { budget, run } = view;
  const name = tightest(budget.axes);
  return (
    <details class="budget" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Twist /><span class="depth"><Icon name="layers" />{word(t.depths, budget.depth)}</span>
        <Meter name={name} axis={budget.axes[name]} />
        <span class="num">{line(name, budget.axes[name], run.state === 'ended', t)}</span>
      </summary>
      {open && <BudgetDetails view={view} />}
    </details>
  );
}

function line(name: string, axis: Axis | undefined, ended: boolean, t: Strings): string {
  if (!axis) return '';
  const noun = word(t.axisNouns, name);
  const grant = axis.grant === null ? t.unlimited : figure(name, axis.grant);
  if (ended) return t.spentEnd(figure(name, axis.spent), grant, noun);
  const rest = leftOf(axis);
  return [
    t.ofSpent(figure(name, axis.spent), grant, noun), axis.reserved > 0 && t.reservedCount(figure(name, axis.reserved)), axis.unknown > 0 && t.unknownCount(figure(name, axis.unknown)), rest !== null && t.leftCount(figure(name, rest)),
  ].filter(Boolean).join(t.comma);
}

/** Spent solid, reserved hatched, unknown barred. */
export function Meter({ name, axis, hidden = false }: { name: string; axis: Axis | undefined; hidden?: boolean }) {
  const { t } = usePanel();
  if (!axis || axis.grant === null || axis.grant === 0) return null;
  const grant = axis.grant;
  const width = (value: number) => ({ width: `${Math.min(100, (value / grant) * 100)}%` });
  const said = t.meterSaid(word(t.axes, name), figure(name, grant), figure(name, axis.spent), figure(name, axis.reserved), figure(name, axis.unknown), figure(name, leftOf(axis) ?? 0));
  return (
    <span class="meter" {...(hidden ? { 'aria-hidden': true } : { role: 'img', 'aria-label': said })}>
      <i class="m-spent" style={width(axis.spent)} /><i class="m-res" style={width(axis.reserved)} /><i class="m-unk" style={width(axis.unknown)} />
    </span>
  );
}
