import { markerPattern } from '../src/shared/citations';

/**
 * The little Markdown a block's text may hold, as data: paragraphs, lists, tables, headings, quotations, code, emphasis and
 * citation markers. Nothing of it becomes HTML; what is not understood stays text. Every token knows where it stands in the
 * block's text (UTF-16 code units), so that sentences and citations, which are stored as offsets, can be found again.
 */
export interface Text { kind: 'text'; text: string; start: number; strong: boolean; em: boolean; code: boolean; held: boolean }
export interface Marker { kind: 'cite'; evidence: string; start: number; held: boolean }
export type Inline = Text | Marker;
/** Inline tokens that must stay on one line: the last word, its markers, the punctuation after them. */
export interface Bound { kind: 'bound'; held: boolean; parts: Inline[] }
export type Run = Inline | Bound;

export type Piece =
  | { kind: 'paragraph' | 'quote'; inline: Inline[] }
  | { kind: 'heading'; level: number; inline: Inline[] }
  | { kind: 'list'; ordered: boolean; items: { level: number; inline: Inline[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

/** Pieces of each paragraph: what stands between empty lines. Notices and sentences count paragraphs the same way. */
export function parseParagraphs(text: string): Piece[][] {
  return paragraphs(text).map(([from, to]) => pieces(text, from, to));
}

function paragraphs(text: string): [number, number][] {
  const found: [number, number][] = [];
  let from = -1;
  let last = 0;
  let fenced = false;
  for (const [start, end] of lines(text, 0, text.length)) {
    const line = text.slice(start, end);
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (line.trim() === '' && !fenced) {
      if (from >= 0) found.push([from, last]);
      from = -1;
    } else {
      if (from < 0) from = start;
      last = end;
    }
  }
  if (from >= 0) found.push([from, last]);
  return found;
}

function* lines(text: string, from: number, to: number): Generator<[number, number]> {
  for (let start = from; start <= to;) {
    const at = text.indexOf('\n', start);
    const end = at < 0 || at > to ? to : at;
    yield [start, end];
    if (at < 0 || at >= to) return;
    start = end + 1;
  }
}

const bullet = /^(\s*)(?:[-*+•]|(\d{1,3})[.)])\s+(?=\S)/;
const rule = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

function pieces(text: string, from: number, to: number): Piece[] {
  const rows = [...lines(text, from, to)];
  const out: Piece[] = [];
  const line = (at: number) => (rows[at] ? text.slice(rows[at][0], rows[at][1]) : '');
  for (let at = 0; at < rows.length;) {
    const [start, end] = rows[at] ?? [0, 0];
    const here = line(at);
    const first = at;
    const heading = /^(#{1,6})\s+(?=\S)/.exec(here);
    if (/^\s*```/.test(here)) {
      for (at++; at < rows.length && !/^\s*```/.test(line(at));) at++;
      // What stands behind the opening fence may be more than the name of a language.
      const behind = here.replace(/^\s*`+/, '').trim();
      out.push({ kind: 'code', text: [...(behind === '' ? [] : [behind]), ...rows.slice(first + 1, at).map(([a, b]) => text.slice(a, b))].join('\n') });
      at++;
    } else if (heading) {
      out.push({ kind: 'heading', level: heading[1]?.length ?? 1, inline: inline(text, start + heading[0].length, end) });
      at++;
    } else if (here.includes('|') && rule.test(line(at + 1))) {
      for (at += 2; at < rows.length && line(at).includes('|');) at++;
      const body = rows.slice(first + 2, at).map(([a, b]) => cells(text, a, b));
      out.push({ kind: 'table', head: cells(text, start, end), rows: body });
    } else if (bullet.test(here)) {
      const items: { level: number; inline: Inline[] }[] = [];
      const ordered = bullet.exec(here)?.[2] !== undefined;
      while (at < rows.length) {
        const mark = bullet.exec(line(at));
        if (!mark) break;
        const contentFrom = (rows[at]?.[0] ?? 0) + mark[0].length;
        let contentTo = rows[at]?.[1] ?? 0;
        for (at++; at < rows.length && /^\s+\S/.test(line(at)) && !bullet.test(line(at)); at++) contentTo = rows[at]?.[1] ?? contentTo;
        items.push({ level: (mark[1]?.length ?? 0) >= 2 ? 2 : 1, inline: inline(text, contentFrom, contentTo) });
      }
      out.push({ kind: 'list', ordered, items });
    } else if (/^\s*>/.test(here)) {
      for (at++; at < rows.length && /^\s*>/.test(line(at));) at++;
      const inside = rows.slice(first, at).flatMap(([a, b]) => inline(text, a + (/^\s*>\s?/.exec(text.slice(a, b))?.[0].length ?? 0), b, true));
      out.push({ kind: 'quote', inline: inside });
    } else {
      for (at++; at < rows.length && !startsPiece(line(at), line(at + 1));) at++;
      out.push({ kind: 'paragraph', inline: inline(text, start, rows[at - 1]?.[1] ?? end) });
    }
  }
  return out;
}

function startsPiece(line: string, next: string): boolean {
  return /^\s*```/.test(line) || /^#{1,6}\s+\S/.test(line) || bullet.test(line) || /^\s*>/.test(line) || (line.includes('|') && rule.test(next));
}

function cells(text: string, from: number, to: number): Inline[][] {
  const out: Inline[][] = [];
  const line = text.slice(from, to);
  let at = /^\s*\|/.exec(line)?.[0].length ?? 0;
  for (const part of line.slice(at).replace(/\|\s*$/, '').split(/(?<!\\)\|/)) {
    const lead = /^\s*/.exec(part)?.[0].length ?? 0;
    out.push(inline(text, from + at + lead, from + at + lead + part.trim().length));
    at += part.length + 1;
  }
  return out;
}

/** Bounded where a missing end would otherwise make every start look through the rest. */
const special = new RegExp(`${markerPattern.source}|(\`[^\`\\n]{1,500}\`)|(\\*\\*|__|\\*|_)|\\[([^\\]\\n]{1,300})\\]\\(([^)\\s]{1,500})\\)|\\\\([\\\\\`*_[\\]|<&])`, 'g');

function inline(text: string, from: number, to: number, newLineAfter = false): Inline[] {
  const out: Inline[] = [];
  const open = { strong: '', em: '' };
  const put = (start: number, end: number, code = false) => {
    if (end > start) out.push({ kind: 'text', text: text.slice(start, end), start, strong: open.strong !== '', em: open.em !== '', code, held: false });
  };
  let done = from;
  special.lastIndex = from;
  for (let found = special.exec(text); found && found.index < to; found = special.exec(text)) {
    const [whole, evidence, code, mark, label, address, escaped] = found;
    const at = found.index;
    const end = at + whole.length;
    if (end > to) break;
    if (mark !== undefined && !toggles(text, at, end, to, mark, open)) continue;
    put(done, at);
    done = end;
    if (evidence !== undefined) out.push({ kind: 'cite', evidence, start: at, held: false });
    else if (code !== undefined) put(at + 1, end - 1, true);
    else if (label !== undefined) {
      // An address in a model's text is shown, never opened: opening goes through a source's id.
      put(at + 1, at + 1 + label.length);
      if (address !== undefined && address !== label) out.push({ kind: 'text', text: ` (${address})`, start: at + label.length + 2, strong: false, em: false, code: false, held: false });
    } else if (escaped !== undefined) put(at + 1, end);
    else if (mark !== undefined) {
      const which = mark.length === 2 ? 'strong' : 'em';
      open[which] = open[which] === '' ? mark : '';
    }
  }
  put(done, to);
  if (newLineAfter) out.push({ kind: 'text', text: '\n', start: to, strong: false, em: false, code: false, held: false });
  return out;
}

/** Whether emphasis opens or closes here: not at `2 * 3`, not inside snake_case, and only with a partner later on. */
function toggles(text: string, at: number, end: number, to: number, mark: string, open: { strong: string; em: string }): boolean {
  const before = text[at - 1] ?? ' ';
  const after = end < to ? (text[end] ?? ' ') : ' ';
  const underscored = mark.startsWith('_');
  const opened = mark.length === 2 ? open.strong : open.em;
  if (opened === mark) return !/\s/.test(before) && !(underscored && /\w/.test(after));
  if (opened !== '' || /\s/.test(after) || (underscored && /\w/.test(before))) return false;
  const partner = text.indexOf(mark, end);
  return partner > end && partner < to;
}

/** Splits text tokens at the ends of the ranges and marks what lies inside. */
export function hold(tokens: readonly Inline[], ranges: readonly { start: number; end: number }[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    if (token.kind === 'cite') return [{ ...token, held: ranges.some((range) => token.start >= range.start && token.start < range.end) }];
    const stop = token.start + token.text.length;
    const cuts = [token.start, ...ranges.flatMap(({ start, end }) => [start, end]).filter((cut) => cut > token.start && cut < stop).sort((a, b) => a - b), stop];
    return cuts.slice(0, -1).map((start, at) => {
      const end = cuts[at + 1] ?? stop;
      return { ...token, start, text: token.text.slice(start - token.start, end - token.start), held: ranges.some((range) => start >= range.start && end <= range.end) };
    });
  });
}

const lastWord = /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,3}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,20})$/u;
const closing = /^[\p{Pe}\p{Pf}.,;:!?…。，；：！？、"'”’]{1,3}/u;

/** Binds a marker to the word before it and the punctuation after it, so that a line never begins with either. */
export function bindMarkers(tokens: readonly Inline[]): Run[] {
  const out: Run[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'text') {
      out.push(token);
      at++;
      continue;
    }
    const parts: Inline[] = [];
    const before = out.at(-1);
    if (before?.kind === 'text' && !before.code) {
      const word = lastWord.exec(before.text)?.[0] ?? '';
      if (word !== '') {
        out.pop();
        const cut = before.text.length - word.length;
        if (cut > 0) out.push({ ...before, text: before.text.slice(0, cut) });
        parts.push({ ...before, start: before.start + cut, text: word });
      }
    }
    for (let next = tokens[at]; next?.kind === 'cite'; next = tokens[++at]) parts.push(next);
    const after = tokens[at];
    if (after?.kind === 'text' && !after.code) {
      const mark = closing.exec(after.text)?.[0] ?? '';
      if (mark !== '') parts.push({ ...after, text: mark });
      const rest = after.text.slice(mark.length);
      if (rest !== '') out.push({ kind: 'bound', held: token.held, parts }, { ...after, start: after.start + mark.length, text: rest });
      else out.push({ kind: 'bound', held: token.held, parts });
      at++;
    } else out.push({ kind: 'bound', held: token.held, parts });
  }
  return out;
}
