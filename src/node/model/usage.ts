import { costOf, type Price, type Usage } from '../../core/run/records';

/** More than any model reads or writes in one answer. */
const most = 1e9;

/** What a server says is data: a budget must neither grow nor break by it. What is no count of tokens is not known. */
const count = (said: unknown): number | null => (typeof said === 'number' && Number.isInteger(said) && said >= 0 && said <= most ? said : null);

/** Tokens of one answer as its server counted them, the cost not known yet. More cached than there was input is not believed. */
export function usageSaid(said: { input: unknown; cached: unknown; output: unknown }): Usage {
  const [input, cached] = [count(said.input), count(said.cached)];
  return { input, cached: cached !== null && cached <= (input ?? 0) ? cached : null, output: count(said.output), cost: null };
}

/** Usage with what it cost; without a price, or without the server’s figures, the cost is unknown. */
export function priced(usage: Usage | null, price: Price | undefined): Usage | null {
  if (!usage || !price || usage.input === null || usage.output === null) return usage;
  return { ...usage, cost: costOf({ input: usage.input, cached: usage.cached ?? 0, output: usage.output }, price) };
}
