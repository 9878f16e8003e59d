import * as z from 'zod';

export type Fitted = { ok: true; args: unknown } | { ok: false; problem: string };

/** Arguments by their schema; a value in the wrong wrapping is taken out of it where only one thing can be meant. */
export function fitArguments(schema: z.ZodType, given: unknown): Fitted {
  const first = schema.safeParse(given);
  if (first.success) return { ok: true, args: first.data };
  // What was wrapped once more inside shows only when its outside fits.
  let { issues } = first.error;
  for (let depth = 0, value = given; depth < 3 && typeof value === 'object' && value !== null; depth++) {
    value = unwrapped(value, issues);
    const again = schema.safeParse(value);
    if (again.success) return { ok: true, args: again.data };
    issues = again.error.issues;
  }
  return { ok: false, problem: typeof given === 'string' ? `they are no JSON object: ${given.slice(0, 120)}` : `\n${inWords(first.error.issues)}` };
}

/** Problems that are named; what is wrong a hundred times over is seen from the first ones. */
const named = 8;

const inWords = (issues: readonly z.core.$ZodIssue[]): string =>
  z.prettifyError({ issues: issues.slice(0, named) }) + (issues.length > named ? `\n… and ${issues.length - named} more` : '');

/** JSON in a string, one thing where a list of such is asked for, a number or yes-and-no in quotation marks, an option in capitals. */
function unwrapped(given: object, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(given) as Record<PropertyKey, unknown>;
  for (const issue of issues) {
    if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') continue;
    const last = issue.path.at(-1);
    const holder = issue.path.slice(0, -1).reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined), copy);
    if (last === undefined || typeof holder !== 'object' || holder === null) continue;
    const record = holder as Record<PropertyKey, unknown>;
    record[last] = issue.code === 'invalid_type' ? oneMeaning(record[last], issue.expected) : oneOption(record[last], issue.values);
  }
  return copy;
}

function oneMeaning(value: unknown, expected: string): unknown {
  const parsed = typeof value === 'string' ? parse(value) : undefined;
  switch (expected) {
    case 'array': return Array.isArray(parsed) ? parsed : value === null || value === undefined ? value : [value];
    case 'object': return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : value;
    case 'number': case 'int': return typeof parsed === 'number' ? parsed : value;
    case 'boolean': return typeof parsed === 'boolean' ? parsed : value;
    case 'string': return typeof value === 'number' ? String(value) : value;
    default: return value;
  }
}

/** An option in other capitals or with blanks around it. */
function oneOption(value: unknown, options: readonly unknown[]): unknown {
  const meant = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return options.find((option) => option === meant) ?? value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
