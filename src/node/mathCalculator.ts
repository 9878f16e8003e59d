import { type Calculated, type Calculator, type Quantity } from '../core/ledger/calculator';

/** Written units and what the library calls them. Money and counts are plain numbers: nothing converts between them. */
const aliases: Readonly<Record<string, string>> = { '°C': 'degC', '℃': 'degC', t: 'tonne', '%': '' };
/** What an expression may be made of: numbers, names of quantities, operators and these functions. */
const allowedFunctions = new Set(['sum', 'mean', 'median', 'min', 'max', 'abs', 'round', 'sqrt', 'to']);

/** Expressions through mathjs, parsed first and refused when they hold anything but arithmetic. Loaded on first use. */
export const mathCalculator: Calculator = {
  async evaluate(expression, quantities) {
    const { create, all } = await import('mathjs');
    const math = create(all ?? {});
    try {
      const parsed = math.parse(expression);
      const strange = unexpected(parsed, quantities);
      if (strange !== null) return { ok: false, message: strange };
      const scope = Object.fromEntries(Object.entries(quantities).map(([id, quantity]) => [id, asValue(quantity)]));
      return described(parsed.compile().evaluate(scope));
    } catch (cause) {
      return { ok: false, message: `The expression was not calculated: ${cause instanceof Error ? cause.message : String(cause)}` };
    }

    function asValue({ value, unit }: Quantity): unknown {
      const known = unit === null ? '' : aliases[unit] ?? unit;
      if (known === '') return value;
      try {
        return math.unit(value, known);
      } catch {
        return value;
      }
    }

    function described(result: unknown): Calculated {
      if (typeof result === 'number') return Number.isFinite(result) ? { ok: true, value: result, unit: null, text: trim(result) } : { ok: false, message: 'The result is not a finite number.' };
      if (math.isUnit(result)) {
        const unit = result.formatUnits();
        const value = result.toNumber(unit);
        return { ok: true, value, unit, text: `${trim(value)} ${unit}` };
      }
      return { ok: false, message: 'The result is not one number.' };
    }
  },
};

interface Node {
  type: string;
  name?: string;
  fn?: { name?: string };
  traverse(visit: (node: Node, path: string) => void): void;
}

function unexpected(parsed: unknown, quantities: Readonly<Record<string, Quantity>>): string | null {
  let problem: string | null = null;
  (parsed as Node).traverse((node, path) => {
    if (problem !== null) return;
    if (node.type === 'FunctionNode' && !allowedFunctions.has(node.fn?.name ?? '')) problem = `The function ${node.fn?.name ?? ''} is not allowed. Functions: ${[...allowedFunctions].join(', ')}.`;
    else if (node.type === 'SymbolNode' && path !== 'fn' && !Object.hasOwn(quantities, node.name ?? '') && !/^[A-Za-z°%]{1,12}$/.test(node.name ?? '')) problem = `"${node.name ?? ''}" is no evidence with a figure.`;
    else if (node.type === 'SymbolNode' && path !== 'fn' && /^E\d+$/.test(node.name ?? '') && !Object.hasOwn(quantities, node.name ?? '')) problem = `${node.name ?? ''} is no evidence with a figure.`;
    else if (!['OperatorNode', 'ConstantNode', 'SymbolNode', 'ParenthesisNode', 'FunctionNode'].includes(node.type)) problem = 'Only arithmetic over figures is calculated.';
  });
  return problem;
}

/** Twelve significant digits: what comes from binary fractions is cut off. */
const trim = (value: number): string => String(Number(value.toPrecision(12)));
