import { type MathJsInstance, type MathNode, type Unit } from 'mathjs';
import { shownNumber, type Calculated, type Calculator, type Quantity } from '../core/ledger/calculator';
import { isCurrency, printed, writtenUnit, type UnitPart, type WrittenUnit } from './writtenUnits';

/** What an expression may be made of: numbers, names of quantities, operators and these functions. */
const allowedFunctions = new Set(['sum', 'mean', 'median', 'min', 'max', 'abs', 'round', 'sqrt', 'to']);

/** Expressions through mathjs, parsed first and refused when they hold anything but arithmetic. Loaded on first use. */
export const mathCalculator: Calculator = {
  async evaluate(expression, quantities, unit = null) {
    const { create, all } = await import('mathjs');
    const math = create(all ?? {});
    try {
      const parsed = math.parse(expression);
      const strange = unexpected(parsed, quantities);
      return strange === null ? evaluated(math, parsed, quantities, unit) : { ok: false, message: strange };
    } catch (cause) {
      return { ok: false, message: `The expression was not calculated: ${cause instanceof Error ? cause.message : String(cause)}` };
    }
  },
};

/** A value in factors of units, no two of one kind. */
interface Measured {
  value: number;
  parts: readonly UnitPart[];
}

/** Of one reading of the expression, with the constants that it reads as plain numbers. */
interface Result extends Measured {
  constants: readonly number[];
}

function evaluated(math: MathJsInstance, parsed: MathNode, quantities: Readonly<Record<string, Quantity>>, declared: string | null): Calculated {
  const named = Object.entries(quantities);
  const known = (unit: string | null): WrittenUnit => (unit === null ? { scale: 1, parts: [], counts: [] } : writtenUnit(unit, (name) => math.Unit.isValuelessUnit(name)));
  const units = new Map(named.map(([id, { unit }]) => [id, known(unit)]));
  const wanted = known(declared);
  define(math, [...units.values(), wanted].flatMap(({ parts }) => parts));

  const results = readings(math, parsed).map((reading): Result | Error => {
    try {
      const scope = new Map<string, unknown>(named.map(([id, { value }]) => {
        const { scale, parts } = units.get(id) ?? known(null);
        return [id, amount(math, value * (reading.constants.some((constant) => isFactor(constant, scale)) ? 1 : scale), parts)];
      }));
      scope.set('round', (value: number | Unit, digits = 0) => { const plain = measured(math, value); return amount(math, math.round(plain.value, digits), plain.parts); });
      return { ...measured(math, reading.node.compile().evaluate(scope)), constants: reading.constants };
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
  });
  const fitting = results.filter((result): result is Result => !(result instanceof Error));
  const [sparing] = fitting.toSorted((a, b) => Math.abs(percentPower(a.parts)) - Math.abs(percentPower(b.parts)));
  if (!sparing) return { ok: false, message: unfit(results[0], quantities) };

  if (declared === null) {
    const { value, parts } = withoutStrayPercent(sparing);
    // Sums and means are in the unit that their figures share, which may also say what they count; a ratio of counts is none of them.
    const shared = named.map(([, { unit }]) => unit).find((unit) => unit !== null && isSame(known(unit).parts, parts) && (parts.length > 0 || isSum(parsed, quantities)));
    return shared === undefined ? said(value, parts.length === 0 ? null : printed(parts)) : said(value / known(shared).scale, shared);
  }
  const exact = fitting.find(({ parts }) => percentPower(parts) === percentPower(wanted.parts) && isOfOneKind(math, parts, wanted.parts));
  const value = valueIn(math, exact ?? sparing, wanted);
  const { parts } = withoutStrayPercent(sparing);
  return value === null
    ? { ok: false, message: `The result is ${parts.length === 0 ? 'a plain number' : `in ${printed(parts)}`}, which cannot be given in the declared unit ${declared}: mend the expression, or declare the unit that it has.${countsNote([...units.values(), wanted])}` }
    : said(value, declared);
}

/** Words that were read as what is counted, which may have been meant as a measure. */
function countsNote(units: readonly WrittenUnit[]): string {
  const counts = [...new Set(units.flatMap((unit) => unit.counts))];
  return counts.length === 0 ? '' : ` No measure: ${counts.join(', ')} (a currency is known by its code, as CNY).`;
}

/** The library's own words on units name its functions; what they come to is said with the units there are. */
function unfit(cause: unknown, quantities: Readonly<Record<string, Quantity>>): string {
  const message = cause instanceof Error ? cause.message : 'it has no result';
  const units = Object.entries(quantities).map(([id, { unit }]) => `${id} ${unit === null ? 'has no unit' : `in ${unit}`}`).join(', ');
  return `The expression was not calculated: ${/units do not match|unexpected type of argument/i.test(message) ? `its units do not fit together (${units})` : message}.`;
}

/** Whether nothing but figures of one unit is added, subtracted, averaged or compared. */
function isSum(parsed: MathNode, quantities: Readonly<Record<string, Quantity>>): boolean {
  let holds = new Set(Object.values(quantities).map(({ unit }) => unit)).size === 1;
  parsed.traverse((node) => {
    if (isConstant(node) || (node.type === 'OperatorNode' && !['+', '-'].includes((node as MathNode & { op: string }).op)) || (node as MathNode & { name?: string }).name === 'sqrt') holds = false;
  });
  return holds;
}

const isSame = (a: readonly UnitPart[], b: readonly UnitPart[]): boolean => joined(a) === joined(b);

/** Percent, cents and currencies are measures of their own; the one currency there is has 100 cents. */
function define(math: MathJsInstance, parts: readonly UnitPart[]): void {
  const money = [...new Set(parts.map(({ name }) => name).filter(isCurrency))];
  math.createUnit('percent');
  math.createUnit('cents');
  for (const name of money) {
    if (money.length === 1) math.createUnit(name, '100 cents');
    else math.createUnit(name);
  }
}

const amount = (math: MathJsInstance, value: number, parts: readonly UnitPart[]): number | Unit => (parts.length === 0 ? value : math.unit(value, joined(parts)));
const joined = (parts: readonly UnitPart[]): string => parts.map(({ name, power }) => `${name}^${power}`).join(' ');

const percentPower = (parts: readonly UnitPart[]): number => parts.find(({ name }) => name === 'percent')?.power ?? 0;
const withoutPercent = (parts: readonly UnitPart[]): UnitPart[] => parts.filter(({ name }) => name !== 'percent');

/** Alone, per cent are what was calculated; beside another unit they are hundredths of it. */
function withoutStrayPercent(result: Measured): Measured {
  const power = percentPower(result.parts);
  if (result.parts.length < 2 && Math.abs(power) < 2) return result;
  const rest = withoutPercent(result.parts);
  const kept = rest.length === 0 && power > 0 ? 1 : 0;
  return { value: result.value / 100 ** (power - kept), parts: kept === 1 ? [{ name: 'percent', power: 1 }] : rest };
}

/**
 * A 100 in an expression may be a number, or the hundred per cent that turn a share into a factor and back: every reading of it,
 * plain numbers first.
 */
function readings(math: MathJsInstance, parsed: MathNode): { node: MathNode; constants: number[] }[] {
  const constants: (MathNode & { value: number })[] = [];
  parsed.traverse((node) => { if (isConstant(node)) constants.push(node); });
  const hundreds = constants.filter(({ value }) => value === 100 || value === 0.01).slice(0, 4);
  return Array.from({ length: 2 ** hundreds.length }, (_, choice) => {
    const perCent = new Set<MathNode>(hundreds.filter((_hundred, at) => (choice >> at) % 2 === 1));
    return {
      node: parsed.transform((node) => (perCent.has(node) ? math.parse(isConstant(node) && node.value === 100 ? '(100 percent)' : '(0.01 / percent)') : node)),
      constants: constants.flatMap((node) => (perCent.has(node) ? [] : [node.value])),
    };
  });
}

const isConstant = (node: MathNode): node is MathNode & { value: number } => node.type === 'ConstantNode' && 'value' in node && typeof node.value === 'number';

function measured(math: MathJsInstance, result: unknown): Measured {
  if (typeof result === 'number') return { value: finite(result), parts: [] };
  if (!math.isUnit(result)) throw new Error('the result is not one number');
  const parts: (UnitPart & { dimensions: string })[] = [];
  for (const { unit, prefix, power } of (result as unknown as { units: { unit: { name: string; dimensions: number[] }; prefix: { name: string }; power: number }[] }).units) {
    const dimensions = unit.dimensions.join();
    const same = parts.find((part) => part.dimensions === dimensions);
    if (same) same.power += power;
    else parts.push({ name: `${prefix.name}${unit.name}`, power, dimensions });
  }
  const left = parts.flatMap(({ name, power }) => (power === 0 ? [] : [{ name, power }]));
  return { value: finite(result.toNumber(joined(left))), parts: left };
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error('the result is not a finite number');
  return value;
}

const isOfOneKind = (math: MathJsInstance, a: readonly UnitPart[], b: readonly UnitPart[]): boolean => {
  const [one, other] = [withoutPercent(a), withoutPercent(b)];
  return one.length === 0 || other.length === 0 ? one.length === other.length : math.unit(1, joined(one)).equalBase(math.unit(1, joined(other)));
};

/** How near a constant must be to the factor between two units to be that factor: a year is 365 days, 8,760 hours or 52 weeks. */
const nearly = 0.02;

/** Whether a constant of the expression is the factor between two units: 12 months a year, 100 cents, a million. */
const isFactor = (constant: number, factor: number): boolean =>
  Math.abs(factor - 1) > nearly && [factor, 1 / factor].some((one) => Math.abs(constant / one - 1) <= nearly);

/** The value in the wanted unit, or null when it is of another kind. What the expression converted itself is in that unit already. */
function valueIn(math: MathJsInstance, { value, parts, constants }: Result, { scale, parts: wanted }: WrittenUnit): number | null {
  if (!isOfOneKind(math, parts, wanted)) return null;
  const rest = withoutPercent(parts);
  const factor = (rest.length === 0 ? 1 : math.unit(1, joined(rest)).toNumber(joined(withoutPercent(wanted)))) / scale;
  return (value * (constants.some((constant) => isFactor(constant, factor)) ? 1 : factor)) / 100 ** (percentPower(parts) - percentPower(wanted));
}

function said(value: number, unit: string | null): Calculated {
  const exact = Number(value.toPrecision(12)); // what comes from binary fractions is cut off
  return { ok: true, value: exact, unit, text: unit === null ? shownNumber(exact) : `${shownNumber(exact)} ${unit}` };
}

function unexpected(parsed: MathNode, quantities: Readonly<Record<string, Quantity>>): string | null {
  let problem: string | null = null;
  parsed.traverse((node, path) => {
    if (problem !== null) return;
    const { name = '', fn } = node as { name?: string; fn?: { name?: string } };
    if (node.type === 'FunctionNode' && !allowedFunctions.has(fn?.name ?? '')) problem = `The function ${fn?.name ?? ''} is not allowed. Functions: ${[...allowedFunctions].join(', ')}.`;
    else if (node.type === 'SymbolNode' && path !== 'fn' && !Object.hasOwn(quantities, name) && (!/^[A-Za-z°%]{1,12}$/.test(name) || /^E\d+$/.test(name))) problem = `"${name}" is no evidence with a figure.`;
    else if (!['OperatorNode', 'ConstantNode', 'SymbolNode', 'ParenthesisNode', 'FunctionNode'].includes(node.type)) problem = 'Only arithmetic over figures is calculated.';
  });
  return problem;
}
