import { type ModelAnswer } from '../../request/modelClient';
import { type StepCall } from '../researcher';
import { parseArguments, toolName, unwrapped, type Callable } from './arguments';
import { callsInText } from './callsInText';
import { withoutReasoning } from './reasoning';

/** Calls taken of one answer: more than a turn has use for, and few enough for the next request to show their receipts. */
const callLimit = 64;

export interface Repaired {
  text: string;
  calls: StepCall[];
  /** Calls beyond the limit. */
  leftOut: number;
  /** What in the text looked like a call and was not run, and why. */
  unread: string[];
}

/** What a model meant, where that is certain; what is not certain is passed on as it is, so that the tool's answer can say what was wrong. */
export function repairAnswer(answer: ModelAnswer, tools: readonly Callable[]): Repaired {
  const text = withoutReasoning(answer.text);
  const calls = answer.calls.map((call): StepCall => {
    const name = toolName(call.name);
    return { name, args: unwrapped(parseArguments(call.arguments), tools.find((tool) => tool.name === name)) };
  });
  const found = calls.length > 0 ? { text, calls, unread: [] } : callsInText(text, tools, answer.finish !== 'length');
  return { ...found, calls: found.calls.slice(0, callLimit), leftOut: Math.max(0, found.calls.length - callLimit) };
}
