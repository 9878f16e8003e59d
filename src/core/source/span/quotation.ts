import { type TextRange } from '../reader';

const opening = '“„«「『《〈‘';
const closing = '”»」』》〉';
const inWord = /[\p{L}\p{N}]/u;
/** A single quotation mark further than this from its partner is an apostrophe. */
const longestSingle = 60;

/**
 * What stands in quotation marks or code marks between `from` and `to`. A mark whose partner lies outside quotes up to that end.
 * Straight marks open before a word and close after one.
 */
export function quotedRanges(text: string, from: number, to: number): TextRange[] {
  const ranges: TextRange[] = [];
  let open: { at: number; mark: string } | null = null;
  let closedOnce = false;
  for (let at = from; at < to; at++) {
    const mark = text[at]!;
    const opens = opening.includes(mark) || ('"\'`'.includes(mark) && (at === from || !inWord.test(text[at - 1]!)) && at + 1 < to && /\S/.test(text[at + 1]!));
    const closes = closing.includes(mark) || ('"\'’`'.includes(mark) && (at + 1 >= to || !inWord.test(text[at + 1]!)));
    const single = "'‘’".includes(mark);
    if (open !== null && closes && single === "'‘".includes(open.mark)) {
      if (!single || at - open.at <= longestSingle) ranges.push({ start: open.at, end: at });
      open = null;
      closedOnce = true;
    } else if (open === null && opens) {
      open = { at, mark };
    } else if (open === null && closes && !single && !closedOnce && at > from) {
      ranges.push({ start: from, end: at });
      closedOnce = true;
    }
  }
  if (open !== null && !"'‘".includes(open.mark) && open.at > from) ranges.push({ start: open.at, end: to });
  return ranges;
}
