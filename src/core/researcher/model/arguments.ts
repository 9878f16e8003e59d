import { type ToolSpec } from '../researcher';
import { readObject, tryParse, withoutFence } from './looseJson';
import { withoutReasoning } from './reasoning';

/**
 * Tools here have short names in lower case: a namespace, a pair of brackets or a model's own mark around one is none of it. What a server
 * would not take back as a name is left out, and a call without one is answered like any that names no tool.
 */
export function toolName(written: string): string {
  const bare = written.replace(/<\|[\s\S]*$/, '').trim().replace(/^(?:functions|tools|default_api)[.:/]/i, '').replace(/\(\)$/, '').toLowerCase().replace(/[^a-z\d]+/g, '_');
  return bare.slice(0, longestName) || 'unnamed';
}

/** Servers take no longer names back. */
const longestName = 64;

/** What is known of a tool that may be called. */
export type Callable = Pick<ToolSpec, 'name' | 'parameters'>;

export const requiredOf = ({ parameters }: Callable): string[] => (Array.isArray(parameters['required']) ? parameters['required'] as string[] : []);

/** Beside the arguments, when these stand once more inside of themselves. */
const labels = new Set(['name', 'tool', 'function', 'type', 'id']);

/** Arguments that stand under a word of their own, such as `parameters`, and have there all that the tool needs: nothing else can be meant. */
export function unwrapped(args: unknown, tool: Callable | undefined): unknown {
  const required = tool ? requiredOf(tool) : [];
  if (required.length === 0 || typeof args !== 'object' || args === null || required.some((field) => Object.hasOwn(args, field))) return args;
  const [inside, ...more] = Object.entries(args).filter(([key]) => !labels.has(key)).map(([, value]: [string, unknown]) => (typeof value === 'string' ? parseArguments(value) : value));
  return more.length === 0 && typeof inside === 'object' && inside !== null && required.every((field) => Object.hasOwn(inside, field)) ? inside : args;
}

/** Arguments as an object; when nothing can be made of them the text itself, which no tool's schema accepts. */
export const parseArguments = (written: string): unknown => asArguments(parsed(written), written);

function parsed(written: string): unknown {
  const valid = tryParse(written);
  if (valid.ok) return typeof valid.value === 'string' ? inner(valid.value) : valid.value;
  const trimmed = withoutFence(withoutReasoning(written));
  if (trimmed === '') return {};
  const read = readObject(trimmed);
  return read.ok ? read.value : written;
}

/** Nothing at all is no arguments; one object in a list is that object. What is nested beyond reason stays as it was `written`. */
export function asArguments(value: unknown, written: string): unknown {
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
