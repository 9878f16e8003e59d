import { balancedEnd, readObject, tryParse } from './looseJson';

/** A call as its model wrote it: the arguments still as text, or as the value that they were part of. */
export interface WrittenCall {
  name: string;
  args: unknown;
}

/** What stands at a place: its calls, none where it is something else, and where it ends; `cut` where it has no end. */
export type Reading = { calls: WrittenCall[]; end: number } | 'cut' | null;

const marks = String.raw`<\/?(?:tool_calls?|function_calls?|tools?)>|\[TOOL_CALLS\]|<\|python_tag\|>|<\|(?:tool_calls_section|tool_call)_begin\|>|<｜tool▁calls?▁begin｜>`;
const closings = String.raw`<\/(?:tool_calls?|function_calls?|tools?|function|invoke)>|\[\/TOOL_CALLS\]|<\|(?:tool_calls_section|tool_call)_end\|>|<｜tool▁calls?▁end｜>|<\|(?:eom_id|eot_id|im_end|call|end)\|>`;
const fence = '(?:`{3,}|~{3})';
/** A call's name, without the namespace that some templates put before it. */
const called = String.raw`(?:functions?[.:])?([\w.-]+?)`;

/** Where a call may begin: at a mark, a tag or a fence, at an object at the start of a line, and at one that looks like a call wherever it stands. */
export const opening = new RegExp(String.raw`${marks}|<\|channel\|>commentary\s+to=|<(?:function|invoke)(?:=|\s+name=)|^[ \t]*${fence}|^[ \t]*Action:(?=[^\n]*\n\s*Action Input:)|^[ \t]*(?=[{[])|\{\s*"(?:tool|name|tool_calls|function)"`, 'gm');
/** What stands before a call and is none of it; a fence comes with its language. Sticky. */
export const before = new RegExp(String.raw`\s*(?:${marks}|(${fence}\`*)([^\n]*)(?=\n|$))`, 'y');
/** What closes a call. Sticky. */
export const behind = new RegExp(String.raw`\s*(?:${closings}|${fence}\`*[ \t]*(?=\n|$))`, 'y');

/** A name in a form of its own, and behind it a JSON object. */
const named = [
  String.raw`<\|channel\|>commentary\s+to=${called}(?=[\s<])[^{]{0,80}?<\|message\|>\s*`,
  String.raw`Action:\s*${called}\s*\n\s*Action Input:\s*`,
  String.raw`(?:function<｜tool▁sep｜>)?${called}(?::\d+)?\s*(?:\[CALL_ID\]\w+)?(?:\[ARGS\]|<｜tool▁sep｜>|<\|tool_call_argument_begin\|>)?\s*(?:${fence}(?:json)?\s*)?`,
].map((form) => new RegExp(`${form}(?=\\{)`, 'y'));
const tag = /<(function|invoke)(?:=|\s+name=)["']?([\w.-]+)["']?\s*>\s*/y;
const parameter = /<parameter(?:=|\s+name=)["']?([^"'>\s]+)["']?[^>]*>\n?([\s\S]*?)\n?<\/parameter>/g;
const keyed = /([\w.-]+)\s*((?:<arg_key>[^<]*<\/arg_key>\s*<arg_value>[\s\S]*?<\/arg_value>\s*)+)/y;
const pair = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>\n?([\s\S]*?)\n?<\/arg_value>/g;

/** The forms in which models write calls, in the order in which they are tried. */
const forms: readonly ((text: string, at: number) => Reading)[] = [objects, tagged, ...named.map((form) => (text: string, at: number) => objectBehind(form, text, at)), keyedValues];

/** The calls that stand at this place, in whichever form. */
export function readCalls(text: string, at: number): Reading {
  for (const form of forms) {
    const read = form(text, at);
    if (read !== null) return read;
  }
  return null;
}

export const matchAt = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

const between = /[\s,;]*(?=[{[])/y;

/** Objects and lists of them, one behind the other. */
function objects(text: string, at: number): Reading {
  if (text[at] !== '{' && text[at] !== '[') return null;
  const calls: WrittenCall[] = [];
  let end = at;
  for (let next = at; ;) {
    const closed = balancedEnd(text, next);
    if (closed === null) return calls.length > 0 ? { calls, end } : 'cut';
    const found = callsOf(valueOf(text.slice(next, closed)));
    if (found.length === 0) return calls.length > 0 ? { calls, end } : { calls, end: closed };
    calls.push(...found);
    end = closed;
    const gap = matchAt(between, text, end);
    if (!gap) return { calls, end };
    next = end + gap[0].length;
  }
}

function valueOf(written: string): unknown {
  const whole = tryParse(written);
  const read = whole.ok || !written.startsWith('{') ? whole : readObject(written);
  return read.ok ? read.value : null;
}

/** Spellings of a call as an object: its own, those of servers, and those of other ways to prompt. */
function callsOf(value: unknown): WrittenCall[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (typeof value !== 'object' || value === null) return [];
  const said = value as Record<string, unknown>;
  const inside = said['tool_calls'] ?? said['function_call'] ?? said['function'];
  if (typeof inside === 'object' && inside !== null) return callsOf(inside);
  const args = said['arguments'] ?? said['parameters'] ?? said['args'] ?? said['input'] ?? said['action_input'];
  const name = said['tool'] ?? (args === undefined ? undefined : said['name'] ?? said['function'] ?? said['action']);
  return typeof name === 'string' ? [{ name, args: args ?? {} }] : [];
}

/** `<function=NAME>` and its kin, with an object or with parameters in tags of their own. */
function tagged(text: string, at: number): Reading {
  const opened = matchAt(tag, text, at);
  if (!opened) return null;
  const [whole, kind = '', name = ''] = opened;
  const from = at + whole.length;
  if (text[from] === '{') return objectFrom(text, from, name);
  const closed = text.indexOf(`</${kind}>`, from);
  const end = closed < 0 ? text.length : closed;
  const inside = text.slice(from, end);
  const args = Object.fromEntries([...inside.matchAll(parameter)].map(([, key = '', value = '']) => [key, value]));
  // Whatever is left over was not read.
  return inside.replace(parameter, '').trim() === '' ? { calls: [{ name, args }], end } : 'cut';
}

function objectBehind(form: RegExp, text: string, at: number): Reading {
  const opened = matchAt(form, text, at);
  return opened ? objectFrom(text, at + opened[0].length, opened[1] ?? '') : null;
}

function objectFrom(text: string, from: number, name: string): Reading {
  const end = balancedEnd(text, from);
  return end === null ? 'cut' : { calls: [{ name, args: text.slice(from, end) }], end };
}

function keyedValues(text: string, at: number): Reading {
  const opened = matchAt(keyed, text, at);
  if (!opened) return null;
  const args = Object.fromEntries([...(opened[2] ?? '').matchAll(pair)].map(([, key = '', value = '']) => [key.trim(), value]));
  return { calls: [{ name: opened[1] ?? '', args }], end: at + opened[0].length };
}
