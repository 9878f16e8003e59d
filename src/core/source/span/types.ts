import { type TextRange } from '../reader';

/**
 * How a quote stands to the archived text.
 * - `verbatim`: equal after folding, and equal in the digits, signs and punctuation of numbers.
 * - `near`: located, and its difference is shown; never one that touches a number, sign, unit, date, negation, hedge, name or quoted word.
 * - `not-found`: never clickable.
 */
export type Match = 'verbatim' | 'near' | 'not-found';

/** One place where quote and text differ, in the original characters of each. */
export interface Difference {
  quote: string;
  text: string;
}

export interface LocatedSpan {
  match: 'verbatim' | 'near';
  /** The whole span, from the first part to the last. */
  range: TextRange;
  /** One range a part; several when the quote was joined with an ellipsis. */
  parts: TextRange[];
  /** Empty for verbatim. */
  differences: Difference[];
}

export interface UnlocatedQuote {
  match: 'not-found';
  /** `altered`: the place is known, and what differs there changes the meaning. */
  reason: 'absent' | 'ambiguous' | 'altered' | 'too-short';
  /** A sentence for the one who quoted: what is wrong and what to do. */
  message: string;
  /** The nearest text, when there is one; for `ambiguous` the first two places. */
  nearest: { range: TextRange; differences: Difference[]; what: string | null }[];
}

export type Located = LocatedSpan | UnlocatedQuote;

export interface QuoteHint {
  /** A range of the text in which the quote was read. */
  within?: TextRange;
  /** What stands before and after, when the caller knows it. */
  prefix?: string;
  suffix?: string;
}
