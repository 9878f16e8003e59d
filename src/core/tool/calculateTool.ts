import * as z from 'zod';
import { shownNumber } from '../ledger/calculator';
import { relation, text, type Evidence, type Figure } from '../ledger/records';
import { type EventData } from '../run/event';
import { nextId } from '../run/state';
import { withConsequences } from './consequences';
import { nothing, optional, ref, refused, tool } from './tool';

/** What two figures must share before they are calculated with, unless the call says why not. */
const joins = ['denominator', 'basis', 'sample', 'period'] as const;

export const calculate = tool({
  name: 'calculate',
  description: 'Calculate over recorded figures by their evidence ids, as in "(E12 - E7) / E7 * 100". The result becomes evidence of kind calculation on the claim, resting on them; an inference from it stands on the claims of these figures. Figures that differ in as-of date, basis, sample, period or denominator are refused unless join_reason says why they may be joined. `unit`: what the result is to be in, converted and checked by the host; left out, it follows from the figures.',
  schema: z.object({ claim: ref, relation, expression: text, unit: optional(text), join_reason: optional(text), validity: optional(text) }),
  spends: () => nothing,
  claims: ({ claim }) => [claim],
  effect: false,
  run: async (args, context) => {
    const ids = [...new Set(args.expression.match(/\bE\d+\b/g) ?? [])];
    const items = ids.flatMap((id) => context.state.ledger.evidence.filter((item) => item.id === id));
    const missing = ids.filter((id) => !items.some((item) => item.id === id && item.state === 'active' && item.figure !== null));
    if (ids.length === 0) return () => refused('The expression names no evidence: use ids such as E12.');
    if (missing.length > 0) return () => refused(`Without a live figure: ${missing.join(', ')}. Record the figure with its evidence first.`);
    const differing = differences(items);
    if (differing.length > 0 && args.join_reason === null) return () => refused(`These figures are not alike: ${differing.join('; ')}. Say in join_reason why they may be joined, or use others.`);
    const result = await context.calculator.evaluate(args.expression, Object.fromEntries(items.map((item) => [item.id, { value: item.figure?.value ?? 0, unit: item.figure?.unit ?? null }])), args.unit);
    if (!result.ok) return () => refused(result.message);
    return (state) => {
      if (!state.ledger.claims.some(({ id }) => id === args.claim)) return refused(`There is no claim ${args.claim}.`);
      const figure: Figure = { value: result.value, text: shownNumber(result.value), unit: result.unit, denominator: same(items, 'denominator'), period: same(items, 'period'), basis: same(items, 'basis'), sample: same(items, 'sample'), rowHeading: null, columnHeading: null, formula: args.expression };
      const item: EventData<'evidence.recorded'> = {
        id: nextId(state, 'evidence'), claim: args.claim, relation: args.relation, kind: 'calculation', source: null, snapshot: null, start: null, end: null, quote: null, match: null, differences: [],
        extractor: context.extractor, validity: args.validity, asOf: null, figure, cells: [], headings: [], locator: { page: null, sheet: null, cell: null, row: null },
        premises: ids, reasoning: `${args.expression} = ${result.text}${args.join_reason === null ? '' : ` (joined: ${args.join_reason})`}`, search: null, worker: context.worker,
      };
      return withConsequences(item, state, `${args.expression} = ${result.text}`);
    };
  },
});

const valueOf = (item: Evidence, name: (typeof joins)[number]): string | null => item.figure?.[name] ?? null;

/** A share and what it is a share of differ in their denominator by nature: "12 %" of orders, and 4,000 orders. */
const isShared = (item: Evidence, items: readonly Evidence[]): boolean =>
  valueOf(item, 'denominator') === null && item.figure?.unit != null && items.some((other) => valueOf(other, 'denominator')?.toLowerCase() === item.figure?.unit?.toLowerCase());

function differences(items: readonly Evidence[]): string[] {
  const named = joins.map((name) => ({ name, values: new Set(items.filter((item) => name !== 'denominator' || !isShared(item, items)).map((item) => valueOf(item, name))) }));
  const dates = new Set(items.map(({ asOf }) => asOf?.slice(0, 10) ?? null));
  return [
    ...named.filter(({ values }) => values.size > 1).map(({ name, values }) => `${name} ${[...values].map((value) => value ?? 'not said').join(' / ')}`),
    ...(dates.size > 1 ? [`as of ${[...dates].map((value) => value ?? 'not said').join(' / ')}`] : []),
  ];
}

const same = (items: readonly Evidence[], name: (typeof joins)[number]): string | null => {
  const values = new Set(items.map((item) => valueOf(item, name)));
  return values.size === 1 ? [...values][0] ?? null : null;
};
