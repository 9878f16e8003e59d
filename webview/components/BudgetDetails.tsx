import type { BudgetView, RunView } from '../../src/shared/view';
import { axisOrder, leftOf, type Axis } from '../budget';
import { Act } from '../controls';
import { clock, figure, thousands } from '../format';
import { usePanel } from '../panel';
import { word, type Strings } from '../strings';
import { Meter } from './BudgetLine';

/** Every axis with its four figures, what is set aside for what, what is known of tokens and money, and each decision with its moment and reason. */
export function BudgetDetails({ view: { run, budget } }: { view: RunView }) {
  const { t, send } = usePanel();
  const names = Object.keys(budget.axes).filter((axis) => axis !== 'blockRevisions').sort((a, b) => axisOrder.indexOf(a) - axisOrder.indexOf(b));
  const held = heldFor(budget, t);
  return (
    <>
      <table class="axes">
        <thead><tr><th scope="col">{t.axis}</th><th scope="col">{t.grant}</th><th scope="col"><span class="key m-spent" />{t.spent}</th><th scope="col"><span class="key m-res" />{t.reserved}</th><th scope="col"><span class="key m-unk" />{t.unknown}</th><th scope="col">{t.left}</th><th scope="col" class="o"><span class="sr">{t.bar}</span></th></tr></thead>
        <tbody>{names.map((axis) => <AxisRow key={axis} name={axis} axis={budget.axes[axis] as Axis} known={axis !== 'money' || budget.usage.cost !== null || budget.usage.unknownCosts === 0} />)}</tbody>
      </table>
      <dl class="facts s">
        {held.length > 0 && <div><dt>{t.setAside}</dt>{held.map(({ what, amounts }) => <dd key={what}>{t.for(what)} <span class="dim">{amounts}</span></dd>)}</div>}
        {(budget.usage.input !== null || budget.usage.unknownCosts > 0) && <div><dt>{t.used}</dt>{usageLines(budget, t).map((line) => <dd key={line}>{line}</dd>)}</div>}
        {budget.decisions.length > 0 && (
          <div class="decisions">
            <dt>{t.decisions}</dt>
            {budget.decisions.map(({ at, what, reason }) => <dd key={at + what}><time class="num dim" dateTime={at} title={at}>{clock(at)}</time> <b>{what}</b> <span class="dim">{reason}</span></dd>)}
          </div>
        )}
      </dl>
      {run.writer && run.state === 'running' && budget.depth === 'standard' && <p class="s acts"><span class="dim">{t.deepRule}</span> <Act onPress={() => send({ type: 'control', action: 'deep', text: null })}>{t.askDeep}</Act></p>}
    </>
  );
}

/** A cost that nobody knows is no zero. */
function AxisRow({ name, axis, known }: { name: string; axis: Axis; known: boolean }) {
  const { t } = usePanel();
  const rest = leftOf(axis);
  return (
    <tr>
      <th scope="row">{word(t.axes, name)}</th><td>{axis.grant === null ? t.unlimited : figure(name, axis.grant)}</td><td>{known ? figure(name, axis.spent) : '–'}</td><td>{figure(name, axis.reserved)}</td>
      <td>{known ? figure(name, axis.unknown) : t.all}</td><td>{rest === null || !known ? '–' : figure(name, rest)}</td><td class="o">{known && <Meter name={name} axis={axis} hidden />}</td>
    </tr>
  );
}

/** What is set aside and not spent, each for its purpose; what is under way stands beside it. */
function heldFor({ axes, reservations }: BudgetView, t: Strings): { what: string; amounts: string }[] {
  const underWay = Object.fromEntries(Object.entries(axes).map(([axis, { reserved }]) => [axis, reserved - reservations.reduce((sum, { left }) => sum + (left[axis] ?? 0), 0)]));
  return [...reservations.map(({ purpose, left }) => ({ what: purpose, amounts: inWords(left, t) })), { what: t.underWay, amounts: inWords(underWay, t) }].filter(({ amounts }) => amounts !== '');
}

/** Amounts that a reader would see as something. */
const inWords = (amounts: Readonly<Record<string, number>>, t: Strings): string =>
  axisOrder.map((axis) => ({ axis, value: figure(axis, amounts[axis] ?? 0) })).filter(({ value }) => Number.parseFloat(value) > 0).map(({ axis, value }) => t.amount(value, axis)).join(t.comma);

function usageLines({ usage: { input, cached, output, cost, unknownCosts } }: BudgetView, t: Strings): string[] {
  return [
    ...(input === null ? [] : [t.tokensUsed(thousands(input), thousands(cached ?? 0), thousands(output ?? 0))]),
    ...(cost === null ? [] : [t.costKnown(figure('money', cost))]),
    ...(unknownCosts > 0 ? [t.costUnknown(unknownCosts)] : []),
  ];
}
