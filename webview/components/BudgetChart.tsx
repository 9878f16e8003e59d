import type { RunView } from '../../src/shared/view';
import { usePanel } from '../panel';

const plot = { left: 28, right: 330, top: 18, bottom: 132 };
/** Shares of the grant at which deep may be asked for, and from which it is refused (docs/architecture.md). */
const deepOpens = 0.5;
const deepCloses = 0.8;
/** Pixels that keep two labels beside the plot apart. */
const labelGap = 13;

/** Requests over the turns: spent as a line, reserved above it, the grant, and where deep opens and closes. */
export function BudgetChart({ view }: { view: RunView }) {
  const { t } = usePanel();
  const axis = view.budget.axes['requests'];
  const last = view.turns.at(-1);
  if (!axis || !last) return null;
  const top = axis.grant ?? Math.max(1, last.spent + last.reserved);
  const x = (at: number) => plot.left + (view.turns.length === 1 ? 0 : (at / (view.turns.length - 1)) * (plot.right - plot.left));
  const y = (value: number) => plot.bottom - (Math.min(value, top) / top) * (plot.bottom - plot.top);
  const points = view.turns.map((turn, at) => ({ x: x(at), spent: y(turn.spent), reserved: y(turn.spent + turn.reserved) }));
  const line = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x} ${point.spent}`).join('');
  const area = `${points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x} ${point.reserved}`).join('')}${[...points].reverse().map((point) => `L${point.x} ${point.spent}`).join('')}Z`;
  // Where deep is in force there is nothing to open or close any more.
  const marks = axis.grant === null || view.budget.depth !== 'standard' ? [] : [deepCloses, deepOpens].map((share) => y(top * share));
  const labels = spread([
    ...(axis.grant === null ? [] : [{ y: y(top), text: t.grantIs(String(top)), class: '' }]), ...marks.map((at, index) => ({ y: at, text: index === 0 ? t.deepCloses : t.deepOpens, class: 'tdim' })),
    ...(axis.reserved > 0 ? [{ y: y(axis.spent + axis.reserved), text: t.reservedIs(axis.reserved), class: 'tdim' }] : []), { y: y(axis.spent), text: t.spentIs(axis.spent), class: 'strong' },
  ]);
  return (
    <section aria-labelledby="h-bu">
      <h2 class="h" id="h-bu">{t.budgetRequests}</h2>
      <svg class="chart" viewBox="0 0 416 156" role="img" aria-label={t.chartSaid(view.turns.length, axis.spent, axis.reserved, axis.grant === null ? t.unlimited : String(axis.grant))}>
        {steps(top).map((value) => <g key={value}><path class="c-grid" d={`M${plot.left} ${y(value)}H${plot.right}`} /><text class="tdim" x={plot.left - 8} y={y(value) + 4} text-anchor="end">{value}</text></g>)}
        {marks.map((at) => <path key={at} class="c-mark" d={`M${plot.left} ${at}H${plot.right}`} />)}
        <path class="c-res" d={area} /><path class="c-spent" d={line} />
        {axis.grant !== null && <path class="c-grant" d={`M${plot.left} ${plot.top}H${plot.right}`} />}
        {labels.map(({ y: at, text, class: name }) => <text key={text} class={name} x={plot.right + 6} y={at + 4}>{text}</text>)}
        <text class="tdim" x={plot.left} y="150">{t.turn1(1)}</text><text class="tdim" x={plot.right} y="150" text-anchor="end">{last.turn}</text>
      </svg>
    </section>
  );
}

/** Two round values between nothing and the top. */
function steps(top: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, top)));
  const step = [0.5, 1, 2, 5].map((factor) => factor * size).find((candidate) => top / candidate < 4) ?? size;
  return [0, step, step * 2].filter((value) => value < top);
}

/** Moves labels down until none covers another. */
function spread<T extends { y: number }>(labels: readonly T[]): T[] {
  let free = -Infinity;
  return [...labels].sort((a, b) => a.y - b.y).map((label) => {
    const y = Math.max(label.y, free);
    free = y + labelGap;
    return { ...label, y };
  });
}
