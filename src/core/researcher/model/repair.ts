import { type ModelAnswer } from '../../request/modelClient';
import { type StepCall } from '../researcher';
import { firstObject, readObject, tryParse } from './looseJson';

/** Reasoning that some models write into their answer, closed or not. It is neither article nor call. */
const reasoning = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
/** Reasoning whose opening tag the server's own template swallowed. */
const headlessReasoning = /^[\s\S]*<\/(?:think|thinking|reasoning)>/i;

export const withoutReasoning = (text: string): string => text.replace(reasoning, '').replace(headlessReasoning, '').trim();

/** Calls taken of one answer: more than a turn has use for, and few enough for the next request to show their receipts. */
const callLimit = 64;

export interface Repaired {
  text: string;
  calls: StepCall[];
  /** Calls beyond the limit. */
  leftOut: number;
}

/** What a model meant, where that is certain; what is not certain is passed on as it is, so that the tool's answer can say what was wrong. */
export function repairAnswer(answer: ModelAnswer): Repaired {
  const text = withoutReasoning(answer.text);
  const calls = answer.calls.map(({ name, arguments: written }): StepCall => ({ name: toolName(name), args: parseArguments(written) }));
  const found = calls.length > 0 ? { text, calls } : callsInText(text);
  return { text: found.text, calls: found.calls.slice(0, callLimit), leftOut: Math.max(0, found.calls.length - callLimit) };
}

/**
 * Tools here have short names in lower case: a namespace, a pair of brackets or a model's own mark around one is none of it. What a server
 * would not take back as a name is left out, and a call without one is answered like any that names no tool.
 */
function toolName(written: string): string {
  const bare = written.replace(/<\|[\s\S]*$/, '').trim().replace(/^(?:functions|tools|default_api)[.:/]/i, '').replace(/\(\)$/, '').toLowerCase().replace(/[^a-z\d]+/g, '_');
  return bare.slice(0, longestName) || 'unnamed';
}

/** Servers take no longer names back. */
const longestName = 64;

/** Arguments as an object; when nothing can be made of them the text itself, which no tool's schema accepts. */
export const parseArguments = (written: string): unknown => asArguments(parsed(written), written);

function parsed(written: string): unknown {
  const valid = tryParse(written);
  if (valid.ok) return typeof valid.value === 'string' ? inner(valid.value) : valid.value;
  const trimmed = withoutReasoning(written).replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (trimmed === '') return {};
  const read = readObject(trimmed);
  return read.ok ? read.value : written;
}

/** Nothing at all is no arguments; one object in a list is that object. What is nested beyond reason stays as it was written. */
function asArguments(value: unknown, written: string): unknown {
  if (value === null) return {};
  if (isDeep(value)) return written;
  if (!Array.isArray(value) || value.length > 1) return value;
  const [only] = value as unknown[];
  return only === undefined ? {} : typeof only === 'object' && only !== null ? only : value;
}

/** Deeper than any tool's arguments: whoever walks through it would run out of stack. */
const isDeep = (value: unknown, left = 32): boolean => typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

/** A string that holds JSON was encoded once too often. */
function inner(value: string): unknown {
  const again = tryParse(value);
  return again.ok ? again.value : value;
}

/** Calls that come as text from a model whose server has no tools: `{"tool": "…", "arguments": {…}}` or one of its other spellings, bare, in a fence or in a tag. */
function callsInText(text: string): Omit<Repaired, 'leftOut'> {
  const calls: StepCall[] = [];
  let words = '';
  let rest = text;
  for (let object = firstObject(rest); object !== null; object = firstObject(rest)) {
    const at = rest.indexOf('{');
    const call = callOf(object);
    words += rest.slice(0, call ? at : at + object.length);
    if (call) calls.push(call);
    rest = rest.slice(at + object.length);
  }
  if (calls.length === 0) return { text, calls };
  const said = (words + rest).replace(/```(?:json)?|<\/?tool_calls?>/g, '');
  return { text: said.replace(/\n{3,}/g, '\n\n').trim(), calls };
}

function callOf(written: string): StepCall | null {
  const read = readObject(written);
  if (!read.ok || typeof read.value !== 'object' || read.value === null) return null;
  const said = read.value as Record<string, unknown>;
  const record = typeof said['function'] === 'object' && said['function'] !== null ? said['function'] as Record<string, unknown> : said;
  const args = record['arguments'] ?? record['parameters'];
  const name = record['tool'] ?? (args === undefined ? undefined : record['name']);
  return typeof name === 'string' ? { name: toolName(name), args: typeof args === 'string' ? parseArguments(args) : asArguments(args ?? {}, written) } : null;
}
