import { type Token } from './tokens';

/** Tokens `quote[quoteFrom…quoteTo)` stand where the text has `text[textFrom…textTo)`. One side may be empty. */
export interface Hunk {
  quoteFrom: number;
  quoteTo: number;
  textFrom: number;
  textTo: number;
}

const lettersOf = (tokens: Token[]): string => tokens.map((token) => token.letters).join('');

/** The places where two lists of tokens differ, in order; what lies between them is equal. */
export function align(quote: Token[], text: Token[]): Hunk[] {
  return lettersOf(quote) === lettersOf(text) ? alignEqualLetters(quote, text) : alignByContent(quote, text);
}

/** Both sides have the same letters, cut differently at most: walk them in step and pair what covers the same letters. */
function alignEqualLetters(quote: Token[], text: Token[]): Hunk[] {
  const hunks: Hunk[] = [];
  let atQuote = 0;
  let atText = 0;
  const close = (quoteFrom: number, textFrom: number): void => {
    const equal =
      atQuote - quoteFrom === atText - textFrom &&
      quote.slice(quoteFrom, atQuote).every((token, index) => token.key === text[textFrom + index]!.key);
    if (!equal) hunks.push({ quoteFrom, quoteTo: atQuote, textFrom, textTo: atText });
  };
  while (atQuote < quote.length || atText < text.length) {
    const [quoteFrom, textFrom] = [atQuote, atText];
    // Signs without letters stand between the pairs.
    while (quote[atQuote]?.letters === '') atQuote++;
    while (text[atText]?.letters === '') atText++;
    close(quoteFrom, textFrom);
    if (atQuote >= quote.length || atText >= text.length) continue;
    const [pairedQuote, pairedText] = [atQuote, atText];
    let ahead = quote[atQuote++]!.letters.length - text[atText++]!.letters.length;
    while (ahead !== 0) {
      if (ahead < 0) ahead += quote[atQuote++]!.letters.length;
      else ahead -= text[atText++]!.letters.length;
    }
    close(pairedQuote, pairedText);
  }
  return hunks;
}

/** Heaviest common subsequence, a token weighing its letters, so that rare long words hold the alignment and not "the". */
function alignByContent(quote: Token[], text: Token[]): Hunk[] {
  let head = 0;
  while (head < quote.length && head < text.length && quote[head]!.key === text[head]!.key) head++;
  let tail = 0;
  while (tail < quote.length - head && tail < text.length - head && quote.at(-1 - tail)!.key === text.at(-1 - tail)!.key) tail++;
  const [rows, columns] = [quote.length - head - tail, text.length - head - tail];
  const weights = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number): number => row * (columns + 1) + column;
  for (let row = rows - 1; row >= 0; row--) {
    const token = quote[head + row]!;
    for (let column = columns - 1; column >= 0; column--) {
      const skip = Math.max(weights[at(row + 1, column)]!, weights[at(row, column + 1)]!);
      const take = token.key === text[head + column]!.key ? weights[at(row + 1, column + 1)]! + token.letters.length + 1 : 0;
      weights[at(row, column)] = Math.max(skip, take);
    }
  }
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  for (let row = 0, column = 0; row < rows || column < columns; ) {
    const equal = row < rows && column < columns && quote[head + row]!.key === text[head + column]!.key;
    if (equal && weights[at(row, column)] === weights[at(row + 1, column + 1)]! + quote[head + row]!.letters.length + 1) {
      open = null;
      row++;
      column++;
      continue;
    }
    if (open === null) hunks.push((open = { quoteFrom: head + row, quoteTo: head + row, textFrom: head + column, textTo: head + column }));
    if (column >= columns || (row < rows && weights[at(row + 1, column)]! >= weights[at(row, column + 1)]!)) open.quoteTo = head + ++row;
    else open.textTo = head + ++column;
  }
  return hunks;
}
