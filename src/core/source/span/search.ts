import approximate from 'approx-string-match';
import { type TextRange } from '../reader';
import { type AnchorText } from './anchorText';
import { likelyStarts } from './grams';
import { characterEnd, characterStart } from './textRange';

/** More places than this of one quote are not told apart; it is ambiguous anyway. */
const mostPlaces = 50;
/** Share of a quote's letters that may differ. Above it halves of two passages begin to pass as one quote (sources.md section 1). */
export const mostErrors = 0.2;
/** Skeletons up to this length are searched whole; in longer ones shared runs choose the windows. */
const shortText = 10_000;
const mostWindows = 6;
/** Skeleton length of the longest quote that is searched approximately, and of the shortest: below it anything is alike. */
const approximateLength = { least: 12, most: 20_000 };

/** The range at `start` when the quote stands there character for character. */
export function exactPlace(text: string, quote: string, start: number): TextRange | null {
  return start >= 0 && text.startsWith(quote, start) ? { start: characterStart(text, start), end: characterEnd(text, start + quote.length) } : null;
}

export interface FoldedPlace extends TextRange {
  /** Where the first letter stands; the range begins before it when a joiner stands between. */
  firstLetter: number;
}

/** Where the skeleton of the quote stands, as ranges of the original text; with `within`, only places that touch it. */
export function foldedPlaces(anchor: AnchorText, letters: string, within?: TextRange): FoldedPlace[] {
  const { text } = anchor.skeleton;
  const from = within === undefined ? 0 : Math.max(0, foldedOffset(anchor, within.start) - letters.length + 1);
  const to = within === undefined ? text.length : foldedOffset(anchor, within.end) + letters.length - 1;
  return occurrences(text, letters, from, to).map((start) => ({ ...original(anchor, start, start + letters.length), firstLetter: anchor.skeleton.map[start]! }));
}

/** The first place of the skeleton that begins at or after `from` and ends before `to` (offsets in the original). */
export function nextFoldedPlace(anchor: AnchorText, letters: string, from: number, to: number): TextRange | null {
  const start = anchor.skeleton.text.indexOf(letters, foldedOffset(anchor, from));
  if (start < 0) return null;
  const place = original(anchor, start, start + letters.length);
  return place.end <= to ? place : null;
}

/**
 * The places with the fewest differences, several when they tie; none when more than `errors` of the letters differ.
 * @param within look only here
 * @param errors share of the letters, 0 to 1
 */
export function approximatePlaces(anchor: AnchorText, letters: string, within: TextRange | undefined, errors: number): TextRange[] {
  if (letters.length < approximateLength.least || letters.length > approximateLength.most) return [];
  const whole = anchor.skeleton.text;
  const most = Math.floor(letters.length * errors);
  const from = within === undefined ? 0 : foldedOffset(anchor, within.start);
  const to = within === undefined ? whole.length : foldedOffset(anchor, within.end);
  const found: Match[] = [];
  for (const [start, end] of to - from <= shortText ? [[from, to] as const] : windows(anchor, letters, most)) {
    const [low, high] = [Math.max(start, from), Math.min(end, to)];
    if (low >= high) continue;
    const best = closestInLength(approximate(whole.slice(low, high), letters, most), letters.length);
    for (const match of best) found.push({ start: match.start + low, end: match.end + low, errors: match.errors });
  }
  const fewest = Math.min(...found.map((match) => match.errors));
  const places: TextRange[] = [];
  for (const match of found.filter((one) => one.errors === fewest).sort((one, other) => one.start - other.start)) {
    const place = original(anchor, match.start, match.end);
    const before = places.at(-1);
    if (before === undefined || place.start >= before.end) places.push(place);
  }
  return places;
}

interface Match {
  start: number;
  end: number;
  errors: number;
}

function windows(anchor: AnchorText, letters: string, most: number): [number, number][] {
  const slack = Math.max(32, most);
  const starts = likelyStarts(anchor.grams, anchor.skeleton.text.length, letters, slack, mostWindows);
  return starts.map((start) => [start - 2 * slack, start + letters.length + 2 * slack]);
}

/** Matches that overlap are one place, found with several ends; the one nearest to the quote's own length is taken. */
function closestInLength(matches: Match[], length: number): Match[] {
  const away = (match: Match): number => Math.abs(match.end - match.start - length);
  const chosen: Match[] = [];
  for (const match of matches) {
    const before = chosen.at(-1);
    if (before === undefined || match.start >= before.end) chosen.push(match);
    else if (away(match) < away(before)) chosen[chosen.length - 1] = match;
  }
  return chosen;
}

function occurrences(text: string, wanted: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(wanted, from); at >= 0 && at + wanted.length <= to && starts.length < mostPlaces; at = text.indexOf(wanted, at + 1)) starts.push(at);
  return starts;
}

/** The range of the original that a range of the skeleton came from, on whole characters. */
function original({ skeleton, text }: AnchorText, start: number, end: number): TextRange {
  const last = skeleton.map[end - 1]!;
  return { start: characterStart(text, skeleton.map[start]!), end: characterEnd(text, last + (text.codePointAt(last)! > 0xffff ? 2 : 1)) };
}

/** The first unit of the skeleton that came from `offset` or later. */
function foldedOffset({ skeleton: { map } }: AnchorText, offset: number): number {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (map[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
