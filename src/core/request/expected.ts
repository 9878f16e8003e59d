import { type Amounts } from '../budget/events';
import { costOf, type Price } from '../run/records';
import { facts, type RunState } from '../run/state';
import { unitsPerToken } from './size';

/** Output tokens that an answer is taken to have where no limit was named: a call with its arguments, or a part of the article. */
const usualOutput = 1_000;

export interface AskedModel {
  maxOutput: number | null;
  price: Price | null;
}

/**
 * What a request of so many UTF-16 code units is expected to use of the outer limits. It is reserved while the request is under
 * way, and is what stays unknown where no server says better. Without a price no money can be named.
 */
export function expectedUse(state: RunState, { maxOutput, price }: AskedModel, units: number): Amounts {
  const input = Math.ceil(units / unitsPerToken(state.budget.measured, facts(state).language));
  const output = maxOutput ?? usualOutput;
  return { tokens: input + output, ...(price ? { money: costOf({ input, cached: 0, output }, price) } : {}) };
}
