import { describe, expect, test } from 'vitest';
import { calculate } from '../../../src/core/tool/calculateTool';
import { mathCalculator } from '../../../src/node/mathCalculator';
import { LogBuilder } from '../../fakes/builders';
import { callTool } from '../../fakes/callTool';

type Figures = [value: number, unit: string | null][];
const evaluate = (expression: string, figures: Figures, unit: string | null = null) =>
  mathCalculator.evaluate(expression, Object.fromEntries(figures.map(([value, one], at) => [`E${at + 1}`, { value, unit: one }])), unit);
const power: Figures = [[31, 'ct/kWh'], [400, 'kWh']];
const share: Figures = [[12, '%'], [400, 'kWh']];

describe('a derived unit', () => {
  const rows: [expression: string, figures: Figures, value: number, unit: string | null][] = [
    ['E1 - E2', [[118, 'kWh'], [96, 'kWh']], 22, 'kWh'],
    ['E1 * E2', power, 12_400, 'ct'],
    ['E1 * E2', [[31, 'ct/kWh'], [0.4, 'MWh']], 12_400, 'ct'],
    ['E1 / E2', [[500, 'kWh'], [10, 'm²']], 50, 'kWh/m²'],
    ['E1 / E2 / E3', [[500, 'kWh'], [10, 'm²'], [2, 'a']], 25, 'kWh/m²/year'],
    ['(E1 - E2) to MJ', [[118, 'kWh'], [96, 'kWh']], 79.2, 'MJ'],
    ['E1 - E2', [[20, '°C'], [5, '°C']], 15, '°C'],
    ['(E1 - E2) / E2 * 100', [[118, 'kWh'], [96, 'kWh']], 22.9166666667, null],
    ['E1 - E2', [[12, '%'], [9, 'percent']], 3, '%'],
    ['100 - E1', share, 88, '%'],
    ['E1 / 100 * E2', share, 48, 'kWh'],
    ['E1 * E2', share, 48, 'kWh'],
    ['E2 / E1 * 100', share, 3333.33333333, 'kWh'],
    ['100 * E2 / E1', share, 3333.33333333, 'kWh'],
    ['(1 + E1 / 100) * E2', share, 448, 'kWh'],
    ['E1 * E2 / 100', [[12, '%'], [41, '%']], 4.92, '%'],
    ['E1 * E2', [[17.2, 'kWh/100 km'], [300, 'km']], 51.6, 'kWh'],
    ['E1 * E2 / 100', [[17.2, 'kWh/100 km'], [300, 'km']], 51.6, 'kWh'],
    ['mean(E1, E2)', [[57, 'sailings'], [60, 'sailings']], 58.5, 'sailings'],
    ['E1 / E2', [[57, 'sailings'], [60, 'sailings']], 0.95, null],
    ['E1 - E2', [[5, 'million t CO2'], [300, 'kt CO2']], 4.7, 'million t CO2'],
    ['E1 * E2', [[5, 'sailings a day'], [30, 'days']], 150, null],
    ['E1 * E2', [[0.6, '元/千瓦时'], [5, '千瓦时']], 3, 'CNY'],
    ['E1 * E2', [[6.4, 'yuan/m³'], [5, 'm³']], 32, 'CNY'],
    ['E1 * E2', [[2, 'CNY/(m³/day)'], [3, 'm³/day']], 6, 'CNY'],
  ];
  test.each(rows)('%s of %j is %d %s', async (expression, figures, value, unit) => {
    expect(await evaluate(expression, figures)).toMatchObject({ ok: true, value, unit });
  });
});

describe('a declared unit', () => {
  const rows: [expression: string, figures: Figures, unit: string, value: number][] = [
    ['E1 * E2', power, '€', 124],
    ['E1 * E2 / 100', power, '€', 124],
    ['E1 / E2', [[31, 'kWh'], [100, 'kWh']], '%', 31],
    ['E1 / E2 * 100', [[31, 'kWh'], [100, 'kWh']], '%', 31],
    ['round(E1 / E2 * 100, 1)', [[31.26, 'kWh'], [100, 'kWh']], 'percent', 31.3],
    ['E1 / 100 * E3 * E2', [[12, '%'], [400, 'kWh'], [31, 'ct/kWh']], '€', 14.88],
    ['E1 - E2', [[12, '%'], [9, '%']], 'percentage points', 3],
    ['E1 / 100 * E2', [[12, '% of orders'], [400, 'orders']], 'orders', 48],
    ['E1', [[50, '€ per month']], '€/year', 600],
    ['E1 * 12', [[50, '€/month']], '€ per year', 600],
    ['E1 * 8760', [[2, 'kW']], 'kWh/a', 17_520],
    ['(E1 + E2) / 2', [[500, 'kWh'], [700, 'kWh']], 'MWh', 0.6],
    ['E1 / E2', [[2, 'kWh'], [4, 'sailings']], 'kWh per sailing', 0.5],
    ['E1 / 1000000', [[5_300_000, 't']], 'million t', 5.3],
    ['E1 / E2 * 1000', [[57, 'accidents'], [30_000, 'inhabitants']], 'per 1,000 inhabitants', 1.9],
    ['E1 / E2', [[57, 'accidents'], [30_000, 'inhabitants']], 'per 1,000 inhabitants', 1.9],
    ['E1 / E2', [[20, '万吨'], [5, '年']], '万吨/年', 4],
    ['E1 / E2', [[48, 'million yuan'], [3000, 'm³/day']], 'yuan/(m³/day)', 16_000],
    ['E1 / E2', [[1100, '万元'], [0.9, 'ML/day']], 'yuan per (m³ per day)', 12_222.2222222],
  ];
  test.each(rows)('%s of %j in %s is %d', async (expression, figures, unit, value) => {
    expect(await evaluate(expression, figures, unit)).toMatchObject({ ok: true, value, unit });
  });

  const wrong: [expression: string, figures: Figures, unit: string, problem: string][] = [
    ['E1 * E2', power, 'kWh', 'The result is in ct, which cannot be given in the declared unit kWh: mend the expression, or declare the unit that it has.'],
    ['E1 / E2', power, '€', 'The result is in ct/kWh², which cannot be given in the declared unit €'],
    ['E1 / E2', [[2, 'kWh'], [3, 'kWh']], 'kWh', 'The result is a plain number, which cannot be given in the declared unit kWh'],
    ['E1 / E2', [[2, 'kWh'], [3, 'sailings']], 'sailings', 'The result is in kWh'],
    ['E1 / E2', [[2, 'kronor'], [3, 'm³']], 'SEK/m³', 'declare the unit that it has. No measure: kronor (a currency is known by its code, as CNY).'],
    ['E1 + E2', [[2, '€'], [3, 'US$']], '€', 'its units do not fit together (E1 in €, E2 in US$)'],
    ['E1 + E2', [[2, 'kWh'], [3, null]], 'kWh', 'its units do not fit together (E1 in kWh, E2 has no unit)'],
    ['E1 + E2', [[2, 'kWh'], [3, '%']], 'kWh', 'its units do not fit together'],
  ];
  test.each(wrong)('not %s of %j in %s', async (expression, figures, unit, problem) => {
    expect(await evaluate(expression, figures, unit)).toMatchObject({ ok: false, message: expect.stringContaining(problem) as string });
  });
});

test('a result is written with six digits, and with all of those before the point', async () => {
  expect(await evaluate('E1 / E2', [[11, 'kWh'], [9, 'm³']])).toMatchObject({ text: '1.22222 kWh/m³' });
  expect(await evaluate('E1 - E2', [[1_905_766.4, 'm³'], [1, 'm³']])).toMatchObject({ text: '1905765 m³' });
});

test('nothing but arithmetic over the figures is calculated', async () => {
  for (const hostile of ['import({a: 1})', 'f(x) = x', 'E1; E2', '[E1, E2]', 'E1.constructor', 'createUnit("x")', '"a"', 'E1 + E9', 'E1 / 0']) expect((await evaluate(hostile, power)).ok, hostile).toBe(false);
});

test('a share and what it is a share of may be multiplied; shares of different things need a reason', async () => {
  const log = new LogBuilder().plan({});
  log.evidence({ figure: { value: 12, unit: '%', denominator: 'orders' } });
  log.evidence({ figure: { value: 4_000, unit: 'orders' } });
  log.evidence({ figure: { value: 41, unit: '%', denominator: 'customers' } });
  const call = (expression: string) => callTool(log, calculate, { claim: 'C1', relation: 'supports', expression, unit: 'orders' });
  expect(await call('E1 / 100 * E2')).toMatchObject({ ok: true, text: expect.stringContaining('E4 supports C1, E1 / 100 * E2 = 480 orders') as string });
  expect(await call('E3 / 100 * E2')).toMatchObject({ ok: false, text: expect.stringContaining('denominator customers / not said') as string });
});
