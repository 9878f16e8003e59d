import { type TextRange } from '../reader';
import { type AnchorText } from './anchorText';
import { approximatePlaces, exactPlace, foldedPlaces, mostErrors, nextFoldedPlace } from './search';
import { fold } from './skeleton';
import { wellFormed } from './textRange';
import { tokenize } from './tokens';
import { judge, type Touched } from './truth';
import { type Difference, type Located, type QuoteHint, type UnlocatedQuote } from './types';

/**
 * Letters and digits below which a quote stands at many places of any text (sources.md section 1): then a hint is needed. Of ten Chinese
 * characters more stand but once than of twenty Latin letters.
 */
const leastWithoutHint = 20;
/** The same for one part of a quote that was joined with an ellipsis. */
const leastInPart = 6;
/** How much text, in UTF-16 units, one ellipsis may leave out. */
const longestGap = 3_000;
/** A negation among so few letters left out within one sentence turns round what is quoted. */
const shortGap = 24;
/** Share of the letters that may differ in the nearest text shown for a quote that does not stand in it. */
const nearestErrors = 0.4;

const ellipsis = /\s*(?:\[\s*(?:\.{3,}|…+)\s*\]|\(\s*(?:\.{3,}|…+)\s*\)|…+|⋯+|\.{3,}|\.(?: \.){2,})\s*/u;

interface Candidate {
  range: TextRange;
  parts: TextRange[];
  differences: Difference[];
  refused: { touched: Touched; difference: Difference } | null;
}

/**
 * Finds where a quote stands in a text, and whether it is true to it.
 *
 * Exact first, then equal after folding, then approximately within a fifth of its letters; an ellipsis joins parts that
 * follow each other. What was found is then compared on the original characters.
 * @param hint tells one place from another, and allows a short quote
 */
export function locateQuote(anchor: AnchorText, quote: string, hint: QuoteHint = {}): Located {
  const wanted = unwrapped(wellFormed(quote).trim());
  const located = locateAsWritten(anchor, wanted, hint);
  if (located.match !== 'not-found' || located.reason !== 'absent') return located;
  // A quote copied from a rendered link may carry the address, which the text does not.
  const withoutLinks = wanted.replace(/!?\[([^\]\n]*)\]\([^()\s]*(?: "[^"]*")?\)/g, '$1');
  return withoutLinks === wanted ? located : locateAsWritten(anchor, withoutLinks, hint);
}

/** Without the one pair of quotation marks that says no more than that it is a quote. */
function unwrapped(quote: string): string {
  const inner = /^(?:“([^“”]+)”|"([^"]+)"|「([^「」]+)」|«([^«»]+)»)$/u.exec(quote);
  return (inner?.slice(1).find((one) => one !== undefined) ?? quote).trim();
}

function locateAsWritten(anchor: AnchorText, quote: string, hint: QuoteHint): Located {
  const { text: letters, map } = fold(quote);
  const hinted = hint.within !== undefined || (hint.prefix ?? '') !== '' || (hint.suffix ?? '') !== '';
  if (letters.length === 0 || (weight(letters) < leastWithoutHint && !hinted)) {
    return unlocated('too-short', `The quote has ${letters.length} letters and digits; quote at least ${leastWithoutHint}, of Chinese or Japanese ${leastWithoutHint / 2}, or say near which character it stands.`);
  }
  // A short quote counts only where it was read: elsewhere it may mean anything.
  const everywhere = weight(letters) >= leastWithoutHint || hint.within === undefined;
  const reaches = hint.within !== undefined && everywhere ? [hint.within, undefined] : [hint.within];
  let judged: Candidate[] = [];
  for (const within of reaches) {
    const folded = foldedPlaces(anchor, letters, within);
    // What stands there character for character is among what is equal after folding, so one search serves both.
    const exact = folded.map(({ firstLetter }) => exactPlace(anchor.text, quote, firstLetter - map[0]!)).filter((place) => place !== null);
    const equal = folded.map((place) => withPunctuation(anchor.text, place, quote));
    for (const places of [exact, equal]) {
      const candidates = places.map((place) => candidate(anchor, place, quote));
      const verbatim = candidates.filter(isVerbatim);
      if (verbatim.length > 0) return settle(anchor, verbatim, hint);
      if (candidates.length > 0) judged = candidates;
    }
  }
  if (judged.length > 0) return settle(anchor, judged, hint);

  const parts = partsOf(anchor, quote);
  const joined = parts.length > 1 ? locateParts(anchor, parts, hint) : null;
  if (joined !== null && (joined.match !== 'not-found' || joined.reason !== 'absent')) return joined;

  const like = near(anchor, letters, hint, mostErrors, everywhere);
  if (like.length > 0) return settle(anchor, like.map((place) => candidate(anchor, place, quote)), hint);
  return joined ?? absent(anchor, quote, near(anchor, letters, hint, nearestErrors, everywhere));
}

function near(anchor: AnchorText, letters: string, hint: QuoteHint, errors: number, everywhere: boolean): TextRange[] {
  const here = hint.within === undefined ? [] : approximatePlaces(anchor, letters, hint.within, errors);
  return here.length > 0 || !everywhere ? here : approximatePlaces(anchor, letters, undefined, errors);
}

function candidate(anchor: AnchorText, place: TextRange, quote: string): Candidate {
  const { range, differences, refused } = judge(anchor, place, quote);
  return { range, parts: [range], differences, refused };
}

const isVerbatim = (one: Candidate): boolean => one.differences.length === 0;
const overlaps = (one: TextRange, other: TextRange): boolean => one.start < other.end && other.start < one.end;

/** Letters, a Chinese or Japanese character counting for two: it tells more. */
const weight = (letters: string): number => letters.length + (letters.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu)?.length ?? 0);

/** The quote cut at its ellipses, except those that stand in the text itself. */
function partsOf(anchor: AnchorText, quote: string): string[] {
  const parts: string[] = [];
  const pieces = quote.split(new RegExp(`(${ellipsis.source})`, 'u'));
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = pieces[index]!;
    const joined = parts.length === 0 ? piece : parts.at(-1)! + pieces[index - 1]! + piece;
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    if (parts.length > 0 && anchor.skeleton.text.includes(fold(joined).text)) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

/** The quote's parts in order, each after the one before and not too far from it. */
function locateParts(anchor: AnchorText, parts: string[], hint: QuoteHint): Located {
  const letters = parts.map((part) => fold(part).text);
  const short = parts.find((_, index) => weight(letters[index]!) < leastInPart);
  if (short !== undefined) return unlocated('too-short', `The part “${short}” beside the ellipsis is too short to be found; quote more of it, or leave it out.`);
  const firsts = foldedPlaces(anchor, letters[0]!);
  const starts = firsts.length > 0 ? firsts : near(anchor, letters[0]!, hint, mostErrors, true);
  const chains = new Map<number, TextRange[]>();
  for (const start of starts) {
    const chain = [start];
    for (const part of letters.slice(1)) {
      const from = chain.at(-1)!.end;
      const to = Math.min(anchor.text.length, from + longestGap + part.length * 2);
      const next = nextFoldedPlace(anchor, part, from, to) ?? approximatePlaces(anchor, part, { start: from, end: to }, mostErrors)[0];
      if (next === undefined) break;
      chain.push(next);
    }
    // Of two chains with one end the shorter counts, which comes later.
    if (chain.length === parts.length) chains.set(chain.at(-1)!.end, chain);
  }
  if (chains.size === 0) {
    return unlocated('absent', 'The parts of this quote do not stand in this text in this order, near each other. Quote each part by itself, copied exactly.');
  }
  return settle(anchor, [...chains.values()].map((chain) => joinedCandidate(anchor, chain, parts)), hint);
}

function joinedCandidate(anchor: AnchorText, chain: TextRange[], parts: string[]): Candidate {
  const all = chain.map((place, index) => candidate(anchor, withPunctuation(anchor.text, place, parts[index]!), parts[index]!));
  const ranges = all.map((part) => part.range);
  let refused = all.find((part) => part.refused !== null)?.refused ?? null;
  const differences = all.flatMap((part) => part.differences);
  for (let index = 1; index < ranges.length && refused === null; index++) {
    const leftOut = anchor.text.slice(ranges[index - 1]!.end, ranges[index]!.start);
    if (weight(fold(leftOut).text) > shortGap || /[.!?。！？]/.test(leftOut)) continue;
    if (tokenize(leftOut, 0, leftOut.length, true).some((token) => token.sense === 'negation')) {
      refused = { touched: 'negation', difference: { quote: '…', text: leftOut.trim() } };
      differences.push(refused.difference);
    }
  }
  return { range: { start: ranges[0]!.start, end: ranges.at(-1)!.end }, parts: ranges, differences, refused };
}

/** One answer out of the candidates: the true ones before the near, the near before the refused. */
function settle(anchor: AnchorText, candidates: Candidate[], hint: QuoteHint): Located {
  const accepted = candidates.filter((one) => one.refused === null);
  const verbatim = accepted.filter(isVerbatim);
  const best = narrow(anchor, verbatim.length > 0 ? verbatim : accepted, hint);
  if (best.length > 1) {
    return {
      ...unlocated('ambiguous', `The quote stands at ${best.length} places of this text. Quote more of what stands around it, or name the passage.`),
      nearest: best.slice(0, 2).map(({ range, differences }) => ({ range, differences, what: null })),
    };
  }
  const [one] = best;
  if (one !== undefined) return { match: isVerbatim(one) ? 'verbatim' : 'near', range: one.range, parts: one.parts, differences: one.differences };
  const refused = narrow(anchor, candidates, hint).slice(0, 2);
  return {
    ...unlocated('altered', refusal(refused[0]!.refused!)),
    nearest: refused.map(({ range, differences, refused }) => ({ range, differences, what: refused!.touched })),
  };
}

/** What the hint leaves; everything when it says nothing. */
function narrow(anchor: AnchorText, candidates: Candidate[], hint: QuoteHint): Candidate[] {
  const within = hint.within;
  const inside = within === undefined ? candidates : candidates.filter(({ range }) => overlaps(range, within));
  const left = inside.length > 0 ? inside : candidates;
  if (left.length < 2) return left;
  const scores = left.map(({ range }) => contextScore(anchor.text, range, hint));
  const best = Math.max(...scores);
  return left.filter((_, index) => scores[index] === best);
}

/** How many letters around the range agree with the hint's prefix and suffix. */
function contextScore(text: string, range: TextRange, { prefix = '', suffix = '' }: QuoteHint): number {
  const around = (hint: string): number => hint.length * 2 + 32;
  const [before, wantedBefore] = [fold(text.slice(Math.max(0, range.start - around(prefix)), range.start)).text, fold(prefix).text];
  const [after, wantedAfter] = [fold(text.slice(range.end, range.end + around(suffix))).text, fold(suffix).text];
  let score = 0;
  for (let at = 1; at <= wantedBefore.length && before.at(-at) === wantedBefore.at(-at); at++) score++;
  for (let at = 0; at < wantedAfter.length && after[at] === wantedAfter[at]; at++) score++;
  return score;
}

const sameMark = (one: string, other: string): boolean =>
  one === other || ['"“”„«»', "'‘’", '-–—‐‑', '.。．', ',，', '!！', '?？', ';；', ':：', '(（', ')）'].some((kind) => kind.includes(one) && kind.includes(other));

/** The place with the punctuation that the quote begins and ends with, as far as the text has the same. */
function withPunctuation(text: string, { start, end }: TextRange, quote: string): TextRange {
  const before = /^[\p{P}]*/u.exec(quote)![0];
  const after = /[\p{P}]*$/u.exec(quote)![0];
  let [from, to] = [start, end];
  for (let at = before.length - 1; at >= 0 && from > 0 && sameMark(before[at]!, text[from - 1]!); at--) from--;
  for (let at = 0; at < after.length && to < text.length && sameMark(after[at]!, text[to]!); at++) to++;
  return { start: from, end: to };
}

function unlocated(reason: UnlocatedQuote['reason'], message: string): UnlocatedQuote {
  return { match: 'not-found', reason, message, nearest: [] };
}

function absent(anchor: AnchorText, quote: string, places: TextRange[]): UnlocatedQuote {
  const nearest = places.slice(0, 1).map((place) => {
    const { range, differences } = judge(anchor, place, quote);
    return { range, differences, what: null };
  });
  return { ...unlocated('absent', 'These words do not stand in this text. Quote a passage exactly as it was shown, or withdraw the quote.'), nearest };
}

function refusal({ touched, difference: { quote, text } }: NonNullable<Candidate['refused']>): string {
  const where =
    text === '' ? `The text does not have “${quote}”` : quote === '' ? `The text has “${text}” here, which the quote leaves out` : `The text says “${text}” where the quote says “${quote}”`;
  return `${where} (${touched}). Quote it exactly as it stands.`;
}
