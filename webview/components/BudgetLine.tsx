import type { BudgetView, RunView } from '../../src/shared/view';
import { Act } from '../controls';
import { clock, figure } from '../format';
import { usePanel } from '../panel';
import { word, type Strings } from '../strings';
import { Icon, Twist } from './Icon';

type Axis = BudgetView['axes'][string];
const order = ['requests', 'searches', 'reads', 'turns', 'publications', 'revisions', 'milliseconds', 'tokens', 'money'];

function left(axis: Axis): number | null {
  return axis.grant === null ? null : axis.grant - axis.spent - axis.reserved - axis.unknown;
}

/** The axis that will run out first: the largest share used or promised. Requests when nothing is limited. */
export function tightest(axes: BudgetView['axes']): string {
  const used = (axis: Axis) => (axis.grant === null || axis.grant === 0 ? -1 : (axis.spent + axis.reserved + axis.unknown) / axis.grant);
  const names = Object.keys(axes).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return names.reduce((best, name) => (used(axes[name] as Axis) > used(axes[best] as Axis) ? name : best), 'requests' in axes ? 'requests' : (names[0] ?? 'requests'));
}

/** Depth in force and the tightest axis; unfolded, every axis with its four figures and each decision with its reason. */
export function BudgetLine({ view }: { view: RunView }) {
  const { t, send } = usePanel();
  const { budget, run } = view;
  const name = tightest(budget.axes);
  const names = Object.keys(budget.axes).filter((axis) => axis !== 'blockRevisions').sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const mayAsk = run.writer && run.state === 'running' && budget.depth === 'standard';
  return (
    <details class="budget">
      <summary>
        <Twist /><span class="depth"><Icon name="layers" />{word(t.depths, budget.depth)}</span>
        <Meter name={name} axis={budget.axes[name]} />
        <span class="num">{line(name, budget.axes[name], run.state === 'ended', t)}</span>
      </summary>
      <table class="axes">
        <thead><tr><th scope="col">{t.axis}</th><th scope="col">{t.grant}</th><th scope="col"><span class="key m-spent" />{t.spent}</th><th scope="col"><span class="key m-res" />{t.reserved}</th><th scope="col"><span class="key m-unk" />{t.unknown}</th><th scope="col">{t.left}</th><th scope="col" class="o"><span class="sr">{t.bar}</span></th></tr></thead>
        <tbody>{names.map((axis) => <AxisRow key={axis} name={axis} axis={budget.axes[axis] as Axis} />)}</tbody>
      </table>
      {budget.usage.unknownCosts > 0 && <p class="s dim">{t.unknownCalls(budget.usage.unknownCosts)}</p>}
      {budget.decisions.length > 0 && <ul class="decisions s" aria-label={t.decisions}>{budget.decisions.map(({ at, what, reason }) => <li key={at + what}><span class="num dim">{clock(at)}</span> <b>{what}</b> <span class="dim">{reason}</span></li>)}</ul>}
      {mayAsk && <p class="s acts"><span class="dim">{t.deepRule}</span> <Act onPress={() => send({ type: 'control', action: 'deep', text: null })}>{t.askDeep}</Act></p>}
    </details>
  );
}

function line(name: string, axis: Axis | undefined, ended: boolean, t: Strings): string {
  if (!axis) return '';
  const noun = word(t.axisNouns, name);
  const grant = axis.grant === null ? t.unlimited : figure(name, axis.grant);
  if (ended) return t.spentEnd(figure(name, axis.spent), grant, noun);
  const rest = left(axis);
  return [
    t.ofSpent(figure(name, axis.spent), grant, noun), axis.reserved > 0 && t.reservedCount(figure(name, axis.reserved)), axis.unknown > 0 && t.unknownCount(figure(name, axis.unknown)), rest !== null && t.leftCount(figure(name, rest)),
  ].filter(Boolean).join(t.comma);
}

function AxisRow({ name, axis }: { name: string; axis: Axis }) {
  const { t } = usePanel();
  const rest = left(axis);
  return (
    <tr>
      <th scope="row">{word(t.axes, name)}</th><td>{axis.grant === null ? t.unlimited : figure(name, axis.grant)}</td><td>{figure(name, axis.spent)}</td><td>{figure(name, axis.reserved)}</td>
      <td>{figure(name, axis.unknown)}</td><td>{rest === null ? '–' : figure(name, rest)}</td><td class="o"><Meter name={name} axis={axis} hidden /></td>
    </tr>
  );
}

/** Spent solid, reserved hatched, unknown barred. */
function Meter({ name, axis, hidden = false }: { name: string; axis: Axis | undefined; hidden?: boolean }) {
  const { t } = usePanel();
  if (!axis || axis.grant === null || axis.grant === 0) return null;
  const grant = axis.grant;
  const width = (value: number) => ({ width: `${Math.min(100, (value / grant) * 100)}%` });
  const said = t.meterSaid(word(t.axes, name), figure(name, grant), figure(name, axis.spent), figure(name, axis.reserved), figure(name, axis.unknown), figure(name, left(axis) ?? 0));
  return (
    <span class="meter" {...(hidden ? { 'aria-hidden': true } : { role: 'img', 'aria-label': said })}>
      <i class="m-spent" style={width(axis.spent)} /><i class="m-res" style={width(axis.reserved)} /><i class="m-unk" style={width(axis.unknown)} />
    </span>
  );
}
