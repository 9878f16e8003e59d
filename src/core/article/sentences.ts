import { markerPattern } from '../../shared/citations';
import { type Citation, type Revision, type Sentence } from './records';

/** A full stop after one of these ends no sentence. Lower-case, without the stop. */
const abbreviations = new Set([
  'dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'vs', 'etc', 'e.g', 'i.e', 'cf', 'al', 'fig', 'figs', 'no', 'nos', 'vol', 'pp', 'p', 'ch', 'sec', 'art', 'eq', 'ref', 'refs',
  'inc', 'ltd', 'co', 'corp', 'dept', 'est', 'approx', 'ca', 'jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec', 'u.s', 'u.k', 'a.m', 'p.m', 'ed', 'eds',
]);
const closers = '"\'”’)]}»」』）】》〉';
const latinEnds = '.!?…';
const hanEnds = '。！？；…';

/**
 * Cuts a text into sentences once; the offsets are stored, so that every check and complaint uses the same ones.
 * Paragraphs are set apart by blank lines; a list item, a heading or a table row is a sentence of its own.
 */
export function cutSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = -1;
  for (const block of text.matchAll(/[^\n](?:[^\n]|\n(?!\s*\n))*/g)) {
    if (block[0].trim() === '') continue;
    paragraph++;
    for (const line of lines(block[0])) {
      for (const [start, end] of cutLine(text, block.index + line.start, block.index + line.end)) sentences.push({ start, end, paragraph });
    }
  }
  return sentences;
}

/** Wrapped lines belong together; a line that begins a list item, a heading, a quote or a table row stands alone, and a heading ends with its line. */
function lines(block: string): { start: number; end: number }[] {
  const starts = [0, ...[...block.matchAll(/\n(?=\s*(?:[-*+•]\s|\d+[.)]\s|#{1,6}\s|>|\|))|\n(?<=(?:^|\n)[ \t]*#{1,6}\s[^\n]*\n)/g)].map((match) => match.index + 1)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? block.length }));
}

function cutLine(text: string, from: number, to: number): [number, number][] {
  const cuts: [number, number][] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const mark = text[at] ?? '';
    const han = hanEnds.includes(mark);
    if (!han && !latinEnds.includes(mark)) continue;
    let end = at + 1;
    while (end < to && (latinEnds + hanEnds + closers).includes(text[end] ?? '')) end++;
    // Markers that follow the full stop belong to the sentence they prove.
    const markers = /^(?:\s*\[\[cite:[^\]]*\]\])+/.exec(text.slice(end, to));
    if (markers) end += markers[0].length;
    if (!han && end < to && !endsSentence(text, start, at, end)) {
      // A run of marks is judged once: the dots of a table of contents are thousands.
      at = end - 1;
      continue;
    }
    push(cuts, text, start, end);
    start = end;
    at = end - 1;
  }
  push(cuts, text, start, to);
  return cuts;
}

function endsSentence(text: string, start: number, stop: number, end: number): boolean {
  const next = text.slice(end, end + 3);
  if (text[stop] === '.' || text[stop] === '…') {
    if (!/^\s/.test(next) && !/^[\u3400-\u9fff]/.test(next)) return false;
    const word = /([\p{L}.]+)$/u.exec(text.slice(Math.max(start, stop - 24), stop))?.[1]?.toLowerCase() ?? '';
    if (abbreviations.has(word.replace(/^\.+/, ''))) return false;
    // An initial ("J. Smith") or an enumeration ("2. The") is no end.
    if (/^\p{L}$/u.test(word) && /^\s\p{Lu}/u.test(next)) return false;
    if (/^\s*\d+$/.test(text.slice(start, stop))) return false;
    return !/^\s*\p{Ll}/u.test(next);
  }
  return /^\s/.test(next) || next === '' || /^[\u3400-\u9fff]/.test(next);
}

function push(cuts: [number, number][], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  if (to > from) cuts.push([from, to]);
}

/** A sentence's words without its markers. */
export const withoutMarkers = (text: string): string => text.replace(markerPattern, '').replace(/[ \t]{2,}/g, ' ').replace(/(?<!\s)\s+([.,;:!?。，；：！？])/g, '$1').trim();

/** Citations whose markers stand in the n-th sentence of a revision, counted from 0. */
export const citationsIn = ({ citations, sentences }: Pick<Revision, 'citations' | 'sentences'>, n: number): Citation[] =>
  citations.filter(({ start, end }) => start >= (sentences[n]?.start ?? Infinity) && end <= (sentences[n]?.end ?? 0));

/** The words of the n-th sentence, markers included; undefined when there is none. */
export function sentenceAt(revision: Pick<Revision, 'text' | 'sentences'> | undefined, n: number): string | undefined {
  const range = revision?.sentences[n];
  return range && revision?.text.slice(range.start, range.end);
}
