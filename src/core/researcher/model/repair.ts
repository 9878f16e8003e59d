import { type ModelAnswer } from '../../request/modelClient';
import { type StepCall } from '../researcher';
import { firstObject, readObject, tryParse } from './looseJson';

/** Reasoning that some models write into their answer, closed or not. It is neither article nor call. */
const reasoning = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
/** Reasoning whose opening tag the server's own template swallowed. */
const headlessReasoning = /^[\s\S]*<\/(?:think|thinking|reasoning)>/i;

export const withoutReasoning = (text: string): string => text.replace(reasoning, '').replace(headlessReasoning, '').trim();

export interface Repaired {
  text: string;
  calls: StepCall[];
}

/** What a model meant, where that is certain; what is not certain is passed on as it is, so that the tool's answer can say what was wrong. */
export function repairAnswer(answer: ModelAnswer): Repaired {
  const text = withoutReasoning(answer.text);
  const calls = answer.calls.map(({ name, arguments: written }): StepCall => ({ name: name.trim(), args: parseArguments(written) }));
  return calls.length > 0 ? { text, calls } : callsInText(text);
}

/** Arguments as an object; when nothing can be made of them the text itself, which no tool's schema accepts. */
export function parseArguments(written: string): unknown {
  const valid = tryParse(written);
  if (valid.ok) return typeof valid.value === 'string' ? inner(valid.value) : valid.value;
  const trimmed = withoutReasoning(written).replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (trimmed === '') return {};
  const read = readObject(trimmed);
  return read.ok ? read.value : written;
}

/** A string that holds JSON was encoded once too often. */
function inner(value: string): unknown {
  const again = tryParse(value);
  return again.ok ? again.value : value;
}

/** Calls that come as text from a model whose server has no tools: `{"tool": "…", "arguments": {…}}` or one of its other spellings, bare, in a fence or in a tag. */
function callsInText(text: string): Repaired {
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
  const record = read.value as Record<string, unknown>;
  const args = record['arguments'] ?? record['parameters'];
  const name = record['tool'] ?? (args === undefined ? undefined : record['name']);
  return typeof name === 'string' ? { name: name.trim(), args: typeof args === 'string' ? parseArguments(args) : args ?? {} } : null;
}
