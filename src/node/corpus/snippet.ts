import { tokens } from '../../core/source/tokens';

const longest = 320;

/** The stretch of a passage that holds the most different terms: sentences or lines, at most 320 characters. */
export function snippetOf(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= longest) return text;
  const pieces = piecesOf(text).map((piece) => ({ ...piece, terms: tokens(text.slice(piece.start, piece.end)).filter((token) => terms.has(token)) }));
  let best = { start: 0, end: Math.min(text.length, longest), score: -1 };
  for (let first = 0; first < pieces.length; first += 1) {
    const seen = new Set<string>();
    for (let last = first; last < pieces.length; last += 1) {
      const { start } = pieces[first]!;
      const { end } = pieces[last]!;
      if (end - start > longest && last > first) break;
      for (const term of pieces[last]!.terms) seen.add(term);
      if (seen.size > best.score) best = { start, end: Math.min(end, start + longest), score: seen.size };
    }
  }
  return `${best.start > 0 ? '… ' : ''}${text.slice(best.start, best.end).trim()}${best.end < text.length ? ' …' : ''}`;
}

/** Sentences and lines, with the white space after them. */
function piecesOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/[^\n]+?(?:[。！？；]|[.!?](?=\s)|\n|$)\s*/gu)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
