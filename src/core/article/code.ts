import { type TextRange } from '../source/reader';

/** Code that a Markdown text holds, and the fence that ends it where the text leaves one open. */
interface Code {
  ranges: TextRange[];
  open: string | null;
}

const tableRule = /^(?=.*-)(?:[^\S\n\r\u2028\u2029]|[>|:*+\d.)-])+$/m;

/**
 * Where a text has code, fenced and in line, read as CommonMark 0.31 reads it. Null where that hangs on the list, quotation, table or
 * formula around it, or on a mark without its partner: then nothing may be taken for code, since a viewer may take it for live text.
 */
export function codeIn(text: string): Code | null {
  const ranges: TextRange[] = [];
  const cells = tableRule.test(text) ? /[^|]+/g : /.+/gs;
  let fence: { mark: string; start: number } | null = null;
  let prose = '';
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (fence) {
      const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
      if (mark.startsWith(fence.mark)) {
        ranges.push({ start: fence.start, end });
        fence = null;
      }
    } else {
      // Only at the very beginning of a line is it a fence whatever stands around it.
      const [, mark = ''] = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
      if (mark !== '') fence = { mark, start: at };
      else {
        if (line.includes('~~~')) return null;
        for (const { 0: cell, index } of line.matchAll(cells)) {
          const found = spansIn(cell, at + index);
          if (found === null) return null;
          ranges.push(...found);
        }
        prose += line;
      }
    }
    at = end + 1;
  }
  if (fence) ranges.push({ start: fence.start, end: text.length });
  return ranges.length > 0 && prose.includes('$') ? null : { ranges, open: fence?.mark ?? null };
}

/** Code spans of one line or cell; null where a run of backticks has no partner in it. */
function spansIn(line: string, offset: number): TextRange[] | null {
  const spans: TextRange[] = [];
  for (let at = 0; at < line.length;) {
    if (line[at] === '\\') at += 2;
    else if (line[at] !== '`') at++;
    else {
      const length = runAt(line, at);
      let close = at + length;
      while (close < line.length && !(line[close] === '`' && runAt(line, close) === length)) close += Math.max(1, runAt(line, close));
      if (close >= line.length) return null;
      spans.push({ start: offset + at, end: offset + close + length });
      at = close + length;
    }
  }
  return spans;
}

function runAt(line: string, at: number): number {
  let end = at;
  while (line[end] === '`') end++;
  return end - at;
}
