import { argumentLimit } from '../../run/records';
import { balancedEnd, openBrackets, readObject, tryParse } from './looseJson';

/** A call as its model wrote it: the arguments still as text, or as the value that they were part of. */
export interface WrittenCall {
  name: string;
  args: unknown;
}

/** What stands at a place: its calls, or the object that is none, and where it ends. */
export interface Reading {
  calls: WrittenCall[];
  object?: unknown;
  end: number;
}

/** A form may know what begins here, and find it broken; null: it begins in another form. */
type Read = Reading | 'broken' | null;

/** UTF-16 code units of a call with all that is written around its arguments. */
const longest = 2 * argumentLimit;

const fence = '(?:`{3,}|~{3})';
const marks = String.raw`<\/?(?:tool_calls?|function_calls?|tools?)>|<\|tool_calls?\|>|^[ \t]*Action:\s*(?=${fence})|\[TOOL_CALLS\]|<\|python_tag\|>|<\|(?:tool_calls_section|tool_call)_begin\|>|<｜tool▁calls?▁begin｜>`;
const closings = String.raw`<\/[a-z_]+>|<\|\/tool_calls?\|>|\[\/TOOL_CALLS\]|<\|(?:tool_calls_section|tool_call)_end\|>|<｜tool▁calls?▁end｜>|<\|(?:eom_id|eot_id|im_end|call|end)\|>`;
/** A call's name, without the namespace that some templates put before it. */
const called = String.raw`(?:functions?[.:])?([\w.-]+?)`;

/** Where a call may begin: at a mark, a tag or a fence, at an object at the start of a line, and at one that looks like a call wherever it stands. */
export const opening = new RegExp(String.raw`${marks}|<\|channel\|>commentary\s+to=|<(?:function|invoke)(?:=|\s+name=)|^[ \t]*${fence}|^[ \t]*Action:(?=[^\n]*\n\s*Action Input:)|^[ \t]*(?=[{[])|^[ \t]*<[a-z_]+>\s*(?=\{)|^[ \t]*\[?[a-z_]+\(|\{\s*["'“](?:tool|name|tool_calls|function)["'”]`, 'gm');
/** What stands before a call and is none of it; a fence comes with its language. Sticky. */
export const before = new RegExp(String.raw`\s*(?:${marks}|(${fence}\`*)([^\n]*)(?=\n|$))`, 'my');
/** What closes a call. Sticky. */
export const behind = new RegExp(String.raw`\s*(?:${closings}|${fence}\`*[ \t]*(?=\n|$))`, 'y');

/** A name in a form of its own, and behind it a JSON object. */
const named = [
  String.raw`<\|channel\|>commentary\s+to=${called}(?=[\s<])[^{]{0,80}?<\|message\|>\s*`,
  String.raw`<([a-z_]+)>\s*`,
  String.raw`Action:\s*${called}[^\S\n]*\n\s*Action Input:\s*`,
  String.raw`(?:function<｜tool▁sep｜>)?${called}(?::\d+)?\s*(?:\[CALL_ID\]\w+\s*)?(?:(?:\[ARGS\]|<｜tool▁sep｜>|<\|tool_call_argument_begin\|>)\s*)?(?:${fence}(?:json)?\s*)?`,
].map((form) => new RegExp(`${form}(?=\\{)`, 'y'));
const tag = /<(function|invoke)(?:=|\s+name=)["']?([\w.-]+)["']?\s*>\s*/y;
const parameter = /<parameter(?:=|\s+name=)["']?([^"'>\s]+)(?:["'\s][^>]*)?>\n?([\s\S]*?)\n?<\/parameter>/g;
const parameterEnd = '</parameter>';
const keyed = /([\w.-]+)\s*((?:<arg_key>[^<]*<\/arg_key>\s*<arg_value>[\s\S]*?<\/arg_value>\s*)+)/y;
const pair = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>\n?([\s\S]*?)\n?<\/arg_value>/g;

/** The forms in which models write calls, in the order in which they are tried. */
const forms: readonly ((text: string, at: number, complete: boolean) => Read)[] = [objects, tagged, ...named.map((form) => (text: string, at: number) => objectBehind(form, text, at)), keyedValues];

/** The calls that stand at this place, in whichever form; null where none can be read. `complete`: nothing was cut off at the end of the text. */
export function readCalls(text: string, at: number, complete: boolean): Reading | null {
  for (const form of forms) {
    const read = form(text, at, complete);
    if (read !== null) return read === 'broken' ? null : read;
  }
  return null;
}

export const matchAt = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

const between = /[\s,;]*(?=[{[])/y;

/** Objects and lists of them, one behind the other. */
function objects(text: string, at: number, complete: boolean): Read {
  if (text[at] !== '{' && text[at] !== '[') return null;
  const calls: WrittenCall[] = [];
  let end = at;
  for (let next = at; ;) {
    const closed = balancedEnd(text, next, next + longest);
    const value = closed === null ? complete ? unclosed(text.slice(next)) : undefined : valueOf(text.slice(next, closed));
    const found = callsOf(value);
    if (found.length === 0 && calls.length > 0) return { calls, end };
    if (closed === null) return found.length === 0 ? 'broken' : { calls: [...calls, ...found], end: text.length };
    if (value === undefined) return 'broken';
    if (found.length === 0) return { calls, object: value, end: closed };
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
  return read.ok ? read.value : undefined;
}

/** The end of a text whose last brackets were forgotten, where nothing else is missing. */
function unclosed(written: string): unknown {
  if (written.length > argumentLimit) return undefined;
  const bare = written.slice(0, -closingLength) + written.slice(-closingLength).replace(trailing, '');
  const open = openBrackets(bare);
  return open === null || open.length > forgottenAtMost ? undefined : valueOf(bare + open);
}

/** UTF-16 code units at the end in which marks and a fence may close what was forgotten to be closed. */
const closingLength = 200;
const trailing = new RegExp(`(?:\\s*(?:${closings}|${fence}))*\\s*$`);
/** Brackets that a model loses count of; more are missing for another reason. */
const forgottenAtMost = 3;

/** Lists and objects around a call that are looked into: a list of servers' `tool_calls` has four. */
const wrappedAtMost = 8;

/** Spellings of a call as an object: its own, those of servers, and those of other ways to prompt. */
function callsOf(value: unknown, left = wrappedAtMost): WrittenCall[] {
  if (left === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => callsOf(one, left - 1));
  if (typeof value !== 'object' || value === null) return [];
  const said = value as Record<string, unknown>;
  const inside = said['tool_calls'] ?? said['function_call'] ?? said['function'];
  if (typeof inside === 'object' && inside !== null) return callsOf(inside, left - 1);
  const args = said['arguments'] ?? said['parameters'] ?? said['args'] ?? said['input'] ?? said['action_input'];
  const { tool, ...beside } = said;
  const name = tool ?? said['tool_name'] ?? (args === undefined ? undefined : said['name'] ?? said['function'] ?? said['action']);
  if (typeof name === 'string') return [{ name, args: args ?? beside }];
  const [key, only, ...more] = Object.entries(said).flat();
  return typeof key === 'string' && more.length === 0 && typeof only === 'object' && only !== null && !Array.isArray(only) ? [{ name: key, args: only }] : [];
}

/** `<function=NAME>` and its kin, with an object or with parameters in tags of their own. */
function tagged(text: string, at: number): Read {
  const opened = matchAt(tag, text, at);
  if (!opened) return null;
  const [whole, kind = '', name = ''] = opened;
  const from = at + whole.length;
  if (text[from] === '{') return objectFrom(text, from, name);
  const closed = text.indexOf(`</${kind}>`, from);
  const end = closed < 0 ? text.length : closed;
  const inside = text.slice(from, end);
  // Behind the last one that is closed there is none: each that is opened need not be sought to the end of the text.
  const last = inside.lastIndexOf(parameterEnd);
  const read = last < 0 ? '' : inside.slice(0, last + parameterEnd.length);
  const args = Object.fromEntries([...read.matchAll(parameter)].map(([, key = '', value = '']) => [key, value]));
  // Whatever is left over was not read.
  return `${read.replace(parameter, '')}${inside.slice(read.length)}`.trim() === '' ? { calls: [{ name, args }], end } : 'broken';
}

function objectBehind(form: RegExp, text: string, at: number): Read {
  const opened = matchAt(form, text, at);
  return opened ? objectFrom(text, at + opened[0].length, opened[1] ?? '') : null;
}

function objectFrom(text: string, from: number, name: string): Read {
  const end = balancedEnd(text, from, from + longest);
  return end === null ? 'broken' : { calls: [{ name, args: text.slice(from, end) }], end };
}

function keyedValues(text: string, at: number): Read {
  const opened = matchAt(keyed, text, at);
  if (!opened) return null;
  const args = Object.fromEntries([...(opened[2] ?? '').matchAll(pair)].map(([, key = '', value = '']) => [key.trim(), value]));
  return { calls: [{ name: opened[1] ?? '', args }], end: at + opened[0].length };
}
