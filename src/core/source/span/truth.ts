import { type TextRange } from '../reader';
import { align, type Hunk } from './align';
import { type AnchorText } from './anchorText';
import { isFunctionWord, looksLikeHanName, negatesHan, oppositeByAffix, type Sense } from './lexicon';
import { quotedRanges } from './quotation';
import { lettersOf } from './skeleton';
import { characterEnd, codePointStart } from './textRange';
import { tokenize, type Token } from './tokens';
import { type Difference } from './types';

/**
 * Edit distance says where a quote stands, never whether it is true. Here quote and text are compared token by token on
 * their original characters, and each difference is judged by the meaning it touches.
 */

/** What a refused difference touches. */
export type Touched = Sense | 'quoted words' | 'words added at the start' | 'words added at the end';

export interface Judgement {
  /** The place, widened to whole tokens and without tokens at its ends that the quote does not have. */
  range: TextRange;
  /** Empty when quote and text say the same in other typography. */
  differences: Difference[];
  /** The first difference that changes the meaning, or null. */
  refused: { touched: Touched; difference: Difference } | null;
}

/** How far around a place the text is read, so that a word or number cut by the quote is seen whole. */
const around = 64;

interface Side {
  text: string;
  tokens: Token[];
  quoted: TextRange[];
}

/** Compares the quote with what stands at `range`. */
export function judge(anchor: AnchorText, range: TextRange, quote: string): Judgement {
  const { text } = anchor;
  const caseMatters = /\p{Lu}/u.test(quote) && /\p{Ll}/u.test(quote);
  const quoteTokens = tokenize(quote, 0, quote.length, caseMatters);
  const from = codePointStart(text, Math.max(0, range.start - around));
  const to = codePointStart(text, Math.min(text.length, range.end + around));
  const window = tokenize(text, from, to, caseMatters).map((token) => clipped(token, range, text));

  let { first, last, hunks } = reach(quoteTokens, window, window.findIndex((token) => token.end > range.start), window.findLastIndex((token) => token.start < range.end));
  const bounds = { start: Math.min(range.start, window[first]?.start ?? range.start), end: Math.max(range.end, window[last]?.end ?? range.end) };
  // Words of the text before or after all that the quote has: the place was found too wide. A mark belongs to its letter, and the letter is then another.
  const [head, tail] = [hunks[0], hunks.at(-1)];
  const tailEnd = tail === undefined ? undefined : window[tail.textFrom - 1]?.end ?? bounds.end;
  if (tail !== undefined && tailEnd !== undefined && isTextOnly(tail) && tail.textTo === last + 1 && characterEnd(text, tailEnd) === tailEnd) {
    last = tail.textFrom - 1;
    bounds.end = tailEnd;
    hunks = hunks.slice(0, -1);
  }
  if (head !== undefined && head !== tail && isTextOnly(head) && head.textFrom === first) {
    first = head.textTo;
    bounds.start = window[first]?.start ?? bounds.start;
    hunks = hunks.slice(1);
  }

  const cut = withCutSigns(window, first, last, text);
  if (cut.first < first) hunks.unshift({ quoteFrom: 0, quoteTo: 0, textFrom: cut.first, textTo: first });
  if (cut.last > last) hunks.push({ quoteFrom: quoteTokens.length, quoteTo: quoteTokens.length, textFrom: last + 1, textTo: cut.last + 1 });

  const ours: Side = { text: quote, tokens: quoteTokens, quoted: quotedRanges(quote, 0, quote.length) };
  const theirs: Side = { text, tokens: window, quoted: quotedRanges(text, bounds.start, bounds.end) };
  const differences: Difference[] = [];
  let refused: Judgement['refused'] = null;
  for (const hunk of hunks) {
    if (isHonest(hunk, ours, theirs)) continue;
    const difference = show(hunk, ours, theirs);
    differences.push(difference);
    const touched: Touched | null = refused === null ? touchedBy(hunk, ours, theirs, anchor, caseMatters, window[last + 1]) : null;
    if (touched !== null) refused = { touched, difference };
  }
  return { range: bounds, differences, refused };
}

/**
 * Scripts without spaces may be cut anywhere: of a term that reaches over an end only the part inside counts, unless what is
 * cut off turns it round.
 */
function clipped(token: Token, range: TextRange, text: string): Token {
  const [start, end] = [Math.max(token.start, range.start), Math.min(token.end, range.end)];
  if (token.kind !== 'character' || start >= end || (start === token.start && end === token.end)) return token;
  if (negatesHan(text.slice(token.start, start)) || negatesHan(text.slice(end, token.end))) return token;
  const raw = text.slice(start, end);
  const letters = lettersOf(raw);
  return { ...token, start, end, raw, letters, key: letters };
}

/** The quote laid beside the tokens `first` to `last` of the window; the hunks count in the window. */
interface Aligned {
  first: number;
  last: number;
  hunks: Hunk[];
}

function alignWith(quote: Token[], window: Token[], first: number, last: number): Aligned {
  const hunks = align(quote, window.slice(first, last + 1));
  return { first, last, hunks: hunks.map((hunk) => ({ ...hunk, textFrom: hunk.textFrom + first, textTo: hunk.textTo + first })) };
}

/**
 * Aligns the quote with the tokens from `first` to `last`. The fewest errors may end a place too early (a word left out before the
 * last one costs more than a wrong ending), so where an end does not agree, the quote's last word is looked for a little further out.
 */
function reach(quote: Token[], window: Token[], first: number, last: number): Aligned {
  let best = alignWith(quote, window, first, last);
  const unmatched = ({ hunks }: Aligned): number => hunks.reduce((sum, hunk) => sum + hunk.quoteTo - hunk.quoteFrom, 0);
  const attempt = (from: number, to: number): void => {
    const other = alignWith(quote, window, from, to);
    if (unmatched(other) < unmatched(best)) best = other;
  };
  const tail = best.hunks.at(-1);
  if (tail !== undefined && tail.quoteTo === quote.length && tail.quoteFrom < tail.quoteTo) {
    const further = window.findIndex((token, index) => index > last && token.key === quote.at(-1)?.key);
    if (further > 0 && further - last <= reachTokens) attempt(first, further);
  }
  const [head] = best.hunks;
  if (head?.quoteFrom === 0 && head.quoteTo > 0) {
    const further = window.findLastIndex((token, index) => index < first && token.key === quote[0]?.key);
    if (further >= 0 && first - further <= reachTokens) attempt(further, best.last);
  }
  return best;
}

const reachTokens = 6;

const isTextOnly = (hunk: Hunk): boolean => hunk.quoteFrom === hunk.quoteTo;
const quoteSide = (hunk: Hunk, side: Side): Token[] => side.tokens.slice(hunk.quoteFrom, hunk.quoteTo);
const textSide = (hunk: Hunk, side: Side): Token[] => side.tokens.slice(hunk.textFrom, hunk.textTo);
const sliceOf = (tokens: Token[], side: Side): string => (tokens.length === 0 ? '' : side.text.slice(tokens[0]!.start, tokens.at(-1)!.end));
const keys = (tokens: Token[]): string => tokens.map((token) => token.key).join(' ');
const raws = (tokens: Token[]): string => tokens.map((token) => token.raw).join(' ');
const firm = (tokens: Token[]): Token[] => tokens.filter((token) => !token.loose);

const signsBefore = new Set('- ~ + < > ≤ ≥ ± ≈ $ € £ ¥ ₹ ₽ ₩'.split(' '));
const signsAfter = new Set('% ‰ ‱ °'.split(' '));
const magnitude = /^(?:hundred|thousand|million|billion|trillion|mn|bn|tn|dozen)s?$/;
const negativePrefix = /^(?:non|anti|un)$/;
/** Words that look like a unit after a number and seldom are: "in 2019 in the north". */
const seldomUnits = new Set(['in', 'a', 'second', 'b', 'c', 'd', 'ha', 'has', 'min', 'pt', 'foot', 'yard']);

/** A quote must not leave off the minus before its first number, nor the unit after its last: those tokens belong to it. */
function withCutSigns(window: Token[], first: number, last: number, text: string): { first: number; last: number } {
  const gap = (left: number): string => text.slice(window[left]!.end, window[left + 1]!.start);
  let [from, to] = [first, last];
  while (from > 0 && window[from] !== undefined) {
    const [before, token] = [window[from - 1]!, window[from]!];
    const sign = before.kind === 'sign' && !before.loose && signsBefore.has(before.key) && (token.kind === 'number' || token.kind === 'sign') && /^[^\S\n]?$/.test(gap(from - 1));
    const prefix = before.kind === 'word' && token.kind === 'word' && negativePrefix.test(before.key) && gap(from - 1) === '-';
    if (!sign && !prefix) break;
    from--;
  }
  const [end, after] = [window[last], window[last + 1]];
  if (end?.kind === 'number' && after !== undefined && /^[^\S\n]?-?$/.test(gap(last))) {
    const unit = after.sense === 'unit' && !seldomUnits.has(after.letters);
    if (unit || signsAfter.has(after.key) || magnitude.test(after.letters) || (after.kind === 'character' && after.sense === 'number')) to++;
  }
  return { first: from, last: to };
}

/** The same letters cut otherwise ("well-known", "well known", "inter-\nnational") are no difference, as long as numbers, signs and a free "not" are the same. */
function isHonest(hunk: Hunk, ours: Side, theirs: Side): boolean {
  const [quote, text] = [firm(quoteSide(hunk, ours)), firm(textSide(hunk, theirs))];
  // What stands around decides whether "A" is an article or an ampere; the same characters are no difference.
  if (raws(quoteSide(hunk, ours)) === raws(textSide(hunk, theirs))) return true;
  if (keys(quote) === keys(text) || keys(quoteSide(hunk, ours)) === keys(textSide(hunk, theirs))) return true;
  if (joined(quote) !== joined(text)) return false;
  if (keys(quote.filter(isExact)) !== keys(text.filter(isExact))) return false;
  const hyphenated = /[\p{Pd}\u00ad]/u.test(sliceOf(quote, ours) + sliceOf(text, theirs));
  return hyphenated || quote.some(isFreeNegation) === text.some(isFreeNegation);
}

const joined = (tokens: Token[]): string => tokens.map((token) => token.letters).join('');
const isExact = (token: Token): boolean => token.kind === 'number' || token.kind === 'sign' || token.key !== token.letters;
const isFreeNegation = (token: Token): boolean => token.kind === 'word' && (token.key === 'no' || token.key === 'not');

/** The difference as a reader sees it; a sign alone takes its number along. */
function show(hunk: Hunk, ours: Side, theirs: Side): Difference {
  const shown = { ...hunk };
  if ([...quoteSide(hunk, ours), ...textSide(hunk, theirs)].every((token) => token.kind === 'sign')) {
    const numberAt = (quoteAt: number, textAt: number): boolean => ours.tokens[quoteAt]?.kind === 'number' && theirs.tokens[textAt]?.kind === 'number';
    if (numberAt(hunk.quoteTo, hunk.textTo)) {
      shown.quoteTo++;
      shown.textTo++;
    } else if (numberAt(hunk.quoteFrom - 1, hunk.textFrom - 1)) {
      shown.quoteFrom--;
      shown.textFrom--;
    }
  }
  return { quote: sliceOf(quoteSide(shown, ours), ours), text: sliceOf(textSide(shown, theirs), theirs) };
}

function touchedBy(hunk: Hunk, ours: Side, theirs: Side, anchor: AnchorText, caseMatters: boolean, next: Token | undefined): Touched | null {
  const [quote, text] = [quoteSide(hunk, ours), textSide(hunk, theirs)];
  const added = touchedAtEdge(hunk, ours, theirs, next);
  if (added !== null && quote.length > 1) return added;
  const inQuote = quote.map((token) => ({ token, sense: senseIn(token, ours, anchor, caseMatters) })).filter(({ sense }) => sense !== null);
  const inText = text.map((token) => ({ token, sense: senseIn(token, theirs, anchor, true) })).filter(({ sense }) => sense !== null);
  const differing = Array.from({ length: Math.max(inQuote.length, inText.length) }, (_, index) => index).find((index) => inQuote[index]?.token.key !== inText[index]?.token.key);
  if (differing !== undefined) return inText[differing]?.sense ?? inQuote[differing]?.sense ?? null;

  if (quote.length === 1 && text.length === 1 && oppositeByAffix(quote[0]!.letters, text[0]!.letters)) return 'negation';
  if (isHanName(quote, ours) || isHanName(text, theirs)) return 'name';
  if (quote.some((token) => isQuoted(token, ours)) || text.some((token) => isQuoted(token, theirs))) return 'quoted words';
  return added;
}

/** The sense of a token where it stands: what the lexicon says, else whether it is a name. */
function senseIn(token: Token, side: Side, anchor: AnchorText, caseMatters: boolean): Sense | null {
  if (token.loose) return null;
  if (token.sense !== null) return token.sense;
  if (token.kind !== 'word') return null;
  // Beside Chinese or Japanese characters a Latin word is a name or a term.
  const at = side.tokens.indexOf(token);
  if (token.letters.length > 1 && [side.tokens[at - 1], side.tokens[at + 1]].some((beside) => beside?.kind === 'character')) return 'name';
  if (!caseMatters || isFunctionWord(token.letters)) return null;
  if (/\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(token.raw)) return 'name';
  if (!/^\p{Lu}/u.test(token.raw)) return null;
  return token.opensSentence && anchor.hasInLowerCase(token.raw) ? null : 'name';
}

function isHanName(tokens: Token[], side: Side): boolean {
  if (tokens.length === 0 || tokens.some((token) => token.kind !== 'character')) return false;
  const [start, end] = [tokens[0]!.start, tokens.at(-1)!.end];
  return looksLikeHanName(side.text.slice(start, end), side.text.slice(Math.max(0, start - 4), start), side.text.slice(end, end + 4));
}

const isQuoted = (token: Token, side: Side): boolean => side.quoted.some(({ start, end }) => token.start >= start && token.end <= end);

/** Words of the quote before or after all that it shares with the text were added to it, unless one word stands for the one word that begins or ends the sentence. */
function touchedAtEdge(hunk: Hunk, ours: Side, theirs: Side, next: Token | undefined): Touched | null {
  const [quote, text] = [quoteSide(hunk, ours), textSide(hunk, theirs)];
  if (quote.length === 0) return null;
  const atEnd = hunk.quoteTo === ours.tokens.length;
  if (!atEnd && hunk.quoteFrom > 0) return null;
  const touched = atEnd ? 'words added at the end' : 'words added at the start';
  if (quote.length !== 1 || text.length !== 1) return touched;
  if (alike(quote[0]!.letters, text[0]!.letters)) return null;
  const endsSentence = next === undefined || /[.!?。！？\n]/.test(theirs.text.slice(text[0]!.end, next.start));
  return (atEnd ? endsSentence : text[0]!.opensSentence) ? null : touched;
}

/** Two forms of one word, or a word and what a cut left of it. */
function alike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let head = 0;
  while (head < short.length && short[head] === long[head]) head++;
  let tail = 0;
  while (tail < short.length - head && short.at(-1 - tail) === long.at(-1 - tail)) tail++;
  return head + tail === short.length || head + tail >= long.length * 0.6;
}
