import { type StepCall } from '../researcher';
import { asArguments, parseArguments, requiredOf, toolName, unwrapped, type Callable } from './arguments';
import { before, behind, matchAt, opening, readCalls, type WrittenCall } from './textForms';

export interface CallsInText {
  /** The words around the calls. */
  text: string;
  calls: StepCall[];
  /** What looked like a call and was not taken for one, and why; for the model. */
  unread: string[];
}

/** UTF-16 code units of a text in which calls are looked for, and places in it that turn out to be broken. */
const searched = 400_000;
const brokenLimit = 1000;

/**
 * Calls that come as text from a model whose server has no tools, or that does not use them, in any form that models learnt. Taken is
 * what is certain: it stands alone, names a tool, and its arguments are an object with what that tool needs. What is quoted is not run.
 * `complete`: the text was not cut at its limit, so that brackets which are missing at its end were forgotten.
 */
export function callsInText(text: string, tools: readonly Callable[], complete: boolean): CallsInText {
  const scanned = text.slice(0, searched);
  const calls = new Map<string, StepCall>();
  const unread: string[] = [];
  let words = '';
  let done = 0;
  let broken = 0;
  for (let place = placeFrom(scanned, 0); place !== null && broken < brokenLimit;) {
    const { start, at, marked, shownUntil } = place;
    if (calls.size > 0 && asHost.test(scanned.slice(done, start))) break;
    const read = readCalls(scanned, at, complete);
    const end = read === null ? Math.max(at, start + 1) : endBehind(scanned, read.end);
    const said = read === null ? [] : read.calls.map((call) => judged(call, tools));
    if (read === null) {
      broken++;
      const name = shownUntil === null ? namedIn(scanned.slice(start, start + 200), marked, tools) : null;
      if (name !== null) unread.push(`${name}: it is not whole, or of no form that is known; write {"tool": "${name}", "arguments": {…}}`);
    } else if (shownUntil !== null || !standsAlone(scanned, start, end, done, marked)) {
      unread.push(...said.filter(({ known }) => known).map(({ name }) => `${name}: it stands among other words or as an example; write a call alone, on lines of its own`));
    } else {
      const unnamed = said.length === 0 ? onlyToolFor(read.object, tools) : null;
      if (unnamed !== null) unread.push(`${unnamed}: the object names no tool; write {"tool": "${unnamed}", "arguments": {…}}`);
      unread.push(...said.flatMap(({ name, known, why }) => (why !== null && (known || marked || scanned.slice(start, end).includes('"tool"')) ? [`${name}: ${why}`] : [])));
      const certain = said.filter(({ why }) => why === null);
      // A model that repeats itself means one call.
      for (const { name, args } of certain) calls.set(JSON.stringify([name, args]), { name, args });
      if (certain.length > 0) {
        words += scanned.slice(done, start);
        done = end;
      }
    }
    place = placeFrom(scanned, Math.max(end, shownUntil ?? 0));
  }
  if (calls.size === 0) return { text, calls: [], unread: [...new Set(unread)] };
  const rest = text.slice(done);
  const invented = asHost.exec(rest);
  if (invented) unread.push('what stands behind your calls as if it were their result: results come from the host');
  return { text: `${words}${rest.slice(0, invented?.index)}`.replace(/\n{3,}/g, '\n\n').trim(), calls: [...calls.values()], unread: [...new Set(unread)] };
}

/** Fences whose content may be a call: what stands in any other is shown, not meant. */
const callFence = /^\s*(?:json[c5]?|tools?|tool_(?:calls?|code|use)|function(?:_calls?)?)?\s*$/i;

interface Place {
  /** With the marks before the call, and where the call itself is. */
  start: number;
  at: number;
  /** It begins with a mark or tag that models learn for calls alone. */
  marked: boolean;
  /** Where a fence that only shows ends; null outside of one. */
  shownUntil: number | null;
}

function placeFrom(text: string, from: number): Place | null {
  const found = matchAt(opening, text, from);
  if (!found) return null;
  const [opened] = found;
  let at = found.index;
  let shownUntil: number | null = null;
  let forCalls = false;
  for (let skipped = matchAt(before, text, at); skipped; skipped = matchAt(before, text, at)) {
    at += skipped[0].length;
    const [, fence, language = ''] = skipped;
    forCalls ||= /^\s*(?:tool|function)/i.test(language);
    if (fence === undefined || callFence.test(language) || shownUntil !== null) continue;
    const closed = text.indexOf(`\n${fence}`, at);
    shownUntil = closed < 0 ? text.length : closed + 1 + fence.length;
  }
  while (/\s/.test(text[at] ?? '')) at++;
  return { start: found.index, at, marked: forCalls || /^(?:<(?!\w+>\s*$)|<(?:tool|function)|\[T)/.test(opened), shownUntil };
}

function endBehind(text: string, from: number): number {
  let end = from;
  for (let closing = matchAt(behind, text, end); closing; closing = matchAt(behind, text, end)) end += closing[0].length;
  return end;
}

/** A line that ends in a colon and leads to an example, not to a call. */
const toExample = /(?:\b(?:examples?|e\.g\.|for instance|such as|formats?|syntax|templates?|schema|(?:do not|don['’]t|never|instead of) (?:write|send|call|us)\w*)(?![\p{L}\d])|例如|比如|示例|例子|格式)[^\n]*[:：]\s*$/iu;
/** A model that goes on writing what only the host says. */
const asHost = /^[ \t]*(?:Result of K?\d|Result of \w+:|<tool_response>|\[TOOL_RESULTS\]|<｜tool▁outputs?|<\|(?:im_start|start_header_id)\|>|Observation:|Host:|(?:Human|User):)/m;

/** Nothing else is on its lines; words may end right before a mark. A line that announces an example makes it one. */
function standsAlone(text: string, start: number, end: number, done: number, marked: boolean): boolean {
  const line = Math.max(done, text.lastIndexOf('\n', start - 1) + 1);
  const lineEnd = text.indexOf('\n', end);
  const left = text.slice(line, start).trim();
  const right = text.slice(end, lineEnd < 0 ? text.length : lineEnd).trim();
  if (right !== '' && !/^(?:<(?:tool|function|invoke|[|｜])|\[TOOL_CALLS\])/.test(right)) return false;
  if (left !== '' && !(marked && /[.!?…。！？]$/.test(left))) return false;
  const above = text.slice(Math.max(done, line - 300), line).trim();
  return !toExample.test(above.slice(above.lastIndexOf('\n') + 1));
}

/** The one tool whose arguments an object can be by what it holds; null where there is none, or more than one. */
function onlyToolFor(object: unknown, tools: readonly Callable[]): string | null {
  if (typeof object !== 'object' || object === null) return null;
  const [first, ...more] = tools.filter((tool) => requiredOf(tool).length > 0 && requiredOf(tool).every((field) => Object.hasOwn(object, field)));
  return first && more.length === 0 ? first.name : null;
}

/** A call with the reason why it cannot be run; null where it is certain. */
function judged(call: WrittenCall, tools: readonly Callable[]): StepCall & { known: boolean; why: string | null } {
  const name = toolName(call.name);
  const tool = tools.find((one) => one.name === name);
  const args = unwrapped(typeof call.args === 'string' ? parseArguments(call.args) : asArguments(call.args, ''), tool);
  if (!tool) return { name, args, known: false, why: 'there is no tool of that name now' };
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { name, args, known: true, why: 'its arguments are no JSON object' };
  const missing = requiredOf(tool).filter((field) => !Object.hasOwn(args, field));
  return { name, args, known: true, why: missing.length === 0 ? null : `it lacks ${missing.join(', ')}` };
}

/** The tool that a broken call names; null where it names none, or is none. */
function namedIn(written: string, marked: boolean, tools: readonly Callable[]): string | null {
  if (!marked && !/^\s*\[?[a-z_]+\(|["'“](?:tool|name|function)["'”]/.test(written)) return null;
  return written.match(/[\w-]+/g)?.map(toolName).find((word) => tools.some(({ name }) => name === word)) ?? null;
}
