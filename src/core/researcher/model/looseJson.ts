/** The object that a text holds, where what was meant is certain; `ok` false where it is not. */
export function readObject(text: string): { ok: true; value: unknown } | { ok: false } {
  const first = firstObject(text);
  for (const candidate of [text, mended(text), first, first === null ? null : mended(first)]) {
    const parsed = candidate === null ? null : tryParse(candidate);
    if (parsed?.ok) return parsed;
  }
  return { ok: false };
}

export const tryParse = (text: string): { ok: true; value: unknown } | { ok: false } => {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
};

/** What stands in a fence, where one is around the whole. */
export function withoutFence(text: string): string {
  const opened = text.trim().replace(/^```(?:json)?/, '');
  return (opened.endsWith('```') ? opened.slice(0, -3) : opened).trim();
}

/** A backslash before a letter that JSON does not know, as in `\upcite`, stands for itself; a raw line end inside a string is `\n`; a comma before a closing bracket is none. */
function mended(text: string): string {
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
    } else if (inString) out += unit === '\n' ? '\\n' : unit === '\t' ? '\\t' : unit === '\r' ? '\\r' : unit;
    else if (unit !== ',' || !/^\s*[}\]]/.test(text.slice(at + 1, at + 40))) out += unit;
  }
  return out;
}

/** The first balanced object of a text, without what trails it. */
function firstObject(text: string): string | null {
  const start = text.indexOf('{');
  const end = start < 0 ? null : balancedEnd(text, start);
  return end === null ? null : text.slice(start, end);
}

/** Where the object or list ends that begins at `start`; null where it does not, or not before `limit`. */
export function balancedEnd(text: string, start: number, limit = text.length): number | null {
  const open = text[start];
  const close = open === '[' ? ']' : '}';
  let depth = 0;
  let inString = false;
  for (let at = start; at < Math.min(limit, text.length); at++) {
    const unit = text[at];
    if (inString) {
      if (unit === '\\') at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === open) depth++;
    else if (unit === close && --depth === 0) return at + 1;
  }
  return null;
}

/** The brackets that close what a text leaves open; null where it ends inside a string, or closes what it did not open. */
export function openBrackets(text: string): string | null {
  const open: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? '';
    if (inString) {
      if (unit === '\\') at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === '{') open.push('}');
    else if (unit === '[') open.push(']');
    else if ((unit === '}' || unit === ']') && open.pop() !== unit) return null;
  }
  return inString ? null : open.reverse().join('');
}
