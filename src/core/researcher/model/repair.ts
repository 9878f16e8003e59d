import { type ModelAnswer } from '../../request/modelClient';
import { type StepCall } from '../researcher';

/** Reasoning that some models write into their answer, closed or not. It is neither article nor call. */
const reasoning = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;

export interface Repaired {
  text: string;
  calls: StepCall[];
}

/** What a model meant, where that is certain; what is not certain is passed on as it is, so that the tool's answer can say what was wrong. */
export function repairAnswer(answer: ModelAnswer): Repaired {
  const text = answer.text.replace(reasoning, '').trim();
  const calls = answer.calls.map(({ name, arguments: written }): StepCall => ({ name: name.trim(), args: parseArguments(written) }));
  if (calls.length > 0) return { text, calls };
  const inText = callsInText(text);
  return inText.length > 0 ? { text: '', calls: inText } : { text, calls: [] };
}

/** Arguments as an object; when nothing can be made of them the text itself, which no tool's schema accepts. */
export function parseArguments(written: string): unknown {
  const trimmed = written.replace(reasoning, '').trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (trimmed === '') return {};
  for (const candidate of candidates(trimmed)) {
    const parsed = tryParse(candidate);
    if (parsed.ok) return typeof parsed.value === 'string' ? inner(parsed.value) : parsed.value;
  }
  return written;
}

/** A string that holds JSON was encoded once too often. */
function inner(value: string): unknown {
  const again = tryParse(value);
  return again.ok ? again.value : value;
}

function* candidates(text: string): Generator<string> {
  yield text;
  yield withEscapes(text);
  const first = firstObject(text);
  if (first !== null) {
    yield first;
    yield withEscapes(first);
    yield first.replace(/,\s*([}\]])/g, '$1');
  }
}

const tryParse = (text: string): { ok: true; value: unknown } | { ok: false } => {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
};

/** A backslash before a letter that JSON does not know, as in `\upcite`, stands for itself; a raw line end inside a string is `\n`. */
function withEscapes(text: string): string {
  let inString = false;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? '';
    if (unit === '"') inString = !inString;
    if (inString && unit === '\\') {
      const next = text[at + 1] ?? '';
      const known = '"\\/bfnrt'.includes(next) || (next === 'u' && /^[0-9a-fA-F]{4}/.test(text.slice(at + 2, at + 6)));
      out += known ? unit + next : `\\\\${next}`;
      at++;
    } else out += inString && unit === '\n' ? '\\n' : inString && unit === '\t' ? '\\t' : unit;
  }
  return out;
}

/** The first balanced object of a text, without what trails it. */
function firstObject(text: string): string | null {
  const start = text.indexOf('{');
  let depth = 0;
  let inString = false;
  for (let at = start; at >= 0 && at < text.length; at++) {
    const unit = text[at];
    if (inString) {
      if (unit === '\\') at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === '{') depth++;
    else if (unit === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** Calls that a server without tool support gets as text: `{"tool": "…", "arguments": {…}}`, one a line or a fence. */
function callsInText(text: string): StepCall[] {
  const calls: StepCall[] = [];
  let rest = text;
  for (;;) {
    const at = rest.search(/\{\s*"(?:tool|name)"\s*:/);
    if (at < 0) return calls;
    const object = firstObject(rest.slice(at));
    if (object === null) return calls;
    const parsed = tryParse(object);
    const value = parsed.ok ? parsed.value : tryParse(withEscapes(object));
    if (typeof value === 'object' && value !== null) {
      const record = value as Record<string, unknown>;
      const name = record['tool'] ?? record['name'];
      const args = record['arguments'] ?? record['parameters'] ?? {};
      if (typeof name === 'string') calls.push({ name, args: typeof args === 'string' ? parseArguments(args) : args });
    }
    rest = rest.slice(at + object.length);
  }
}
