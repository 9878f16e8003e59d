import { type Heading, type ReadText, type TextRange } from './reader';

/** UTF-16 code units up to which a text is shown whole when it is opened: reading it would cost a turn of its own. */
export const shownWhole = 3000;

/** A piece of a text small enough to be a search result and large enough to be understood. */
export interface Passage {
  /** In the extracted text, without white space at its ends. */
  range: TextRange;
  /** Headings above and at its start, outermost first. */
  headings: string[];
  /** Caption and column headings of the table whose later rows it starts with; empty elsewhere. */
  columns: string[];
  /** False for what stands outside the main text, such as navigation. */
  main: boolean;
}

/** Weight of a full passage: 1,200 characters of English or 500 of Chinese, the sizes `sources.md` section 9 was measured with. */
const fullWeight = 1200;
/** A character of a script without spaces says as much as 2.4 of one with. */
const denseWeight = 2.4;
/** A shorter section shares a passage with what follows, and a shorter rest stays with what stands before it. */
const leastWeight = fullWeight / 4;

/** Cuts a text at headings, paragraphs, lines, sentences or words, in this order of preference. Passages never overlap. */
export function passagesOf({ text, headings, tables, main }: Pick<ReadText, 'text' | 'headings' | 'tables' | 'main'>): Passage[] {
  const passages: Passage[] = [];
  const path = new HeadingPath(headings);
  let tableAt = 0;
  for (const section of sectionsOf(text, headings, main)) {
    for (const range of cut(text, section)) {
      while (tableAt < tables.length && (tables[tableAt]?.range.end ?? 0) <= range.start) tableAt += 1;
      const table = tables[tableAt];
      const inRows = table !== undefined && table.range.start < range.start;
      passages.push({
        range,
        headings: path.at(range.start),
        columns: inRows ? [table.caption ?? '', ...table.columns].filter((name) => name !== '') : [],
        main: main === null || (range.start >= main.start && range.end <= main.end),
      });
    }
  }
  return passages;
}

/** The headings in force at a place; asked with rising places only. */
class HeadingPath {
  private next = 0;
  private open: Heading[] = [];
  constructor(private readonly headings: Heading[]) {}

  at(place: number): string[] {
    for (let heading = this.headings[this.next]; heading !== undefined && heading.start <= place; heading = this.headings[this.next]) {
      const { level } = heading;
      this.open = [...this.open.filter((above) => above.level < level), heading];
      this.next += 1;
    }
    return this.open.map((heading) => heading.text);
  }
}

/** Stretches that a passage may not cross: those between headings, joined while too short to stand alone, and the main text. */
function sectionsOf(text: string, headings: Heading[], main: TextRange | null): TextRange[] {
  const edges = main === null ? [] : [main.start, main.end];
  const starts = [...headings.map((heading) => heading.start), ...edges].filter((at) => at > 0 && at < text.length).sort((a, b) => a - b);
  const sections: TextRange[] = [];
  let start = 0;
  for (const at of starts) {
    if (at === start || (!edges.includes(at) && weigh(text, start, at) < leastWeight)) continue;
    sections.push({ start, end: at });
    start = at;
  }
  sections.push({ start, end: text.length });
  return sections;
}

function cut(text: string, section: TextRange): TextRange[] {
  const ranges: TextRange[] = [];
  let start = skipBlank(text, section.start, section.end);
  while (start < section.end) {
    let end = section.end;
    const full = reach(text, start, end, fullWeight);
    if (full < end && reach(text, full, end, leastWeight) < end) end = borderBefore(text, start, full);
    let last = end;
    while (last > start && isBlank(text.charCodeAt(last - 1))) last -= 1;
    if (last > start) ranges.push({ start, end: last });
    start = skipBlank(text, end, section.end);
  }
  return ranges;
}

/** Best place to cut in the second half of a full passage. */
function borderBefore(text: string, start: number, full: number): number {
  const least = start + ((full - start) >> 1);
  let line = -1;
  let sentence = -1;
  let word = -1;
  for (let at = full; at > least; at -= 1) {
    const unit = text.charCodeAt(at - 1);
    if (unit === 0x0a) {
      if (text.charCodeAt(at - 2) === 0x0a) return at;
      if (line < 0) line = at;
    } else if (sentence < 0 && endsSentence(text, at)) sentence = at;
    else if (word < 0 && isBlank(unit)) word = at;
  }
  const best = [line, sentence, word].find((at) => at >= 0) ?? full;
  return isLowSurrogate(text.charCodeAt(best)) && best > start + 1 ? best - 1 : best;
}

function endsSentence(text: string, at: number): boolean {
  const last = text[at - 1] ?? '';
  return '。！？；'.includes(last) || ('.!?'.includes(last) && isBlank(text.charCodeAt(at)));
}

/** Where the weight is used up, at most `end`. */
function reach(text: string, start: number, end: number, weight: number): number {
  let left = weight;
  let at = start;
  for (; at < end && left > 0; at += 1) left -= isDense(text.charCodeAt(at)) ? denseWeight : 1;
  return at;
}

/** Weight of a stretch, counted no further than what decides. */
const weigh = (text: string, start: number, end: number): number => (reach(text, start, end, leastWeight) < end ? leastWeight : 0);

const isDense = (unit: number): boolean => unit >= 0x2e80 && (unit < 0xa4d0 || (unit >= 0xac00 && unit < 0xfb00) || unit >= 0xff00);
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000;

function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}
