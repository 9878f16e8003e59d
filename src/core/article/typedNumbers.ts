import { markerPattern } from '../../shared/citations';
import { quotedRanges } from '../source/span/quotation';
import { type TextRange } from '../source/reader';
import { codeIn } from './code';

/**
 * Numbers in brackets where a citation stands: at the beginning, after white space, punctuation or a Han character; one, several or a
 * range. What a link follows is the text of that link.
 */
const typed = /(?<=^|[\s\p{P}\p{Script=Han}])\\?[[［【]\s*[1-9]\d{0,2}(?:\s*[-–—,，、;；]\s*[1-9]\d{0,2})*\s*\\?[\]］】](?!\()/gu;
/** What is indexed in prose (`a[3]`, `m[1][2]`): no number in it cites anything, nor does one in code. */
const indexed = /[\p{Script=Latin}\p{Script=Greek}\d_](?:\[\d+\])+/gu;

/** Where a text has plain numbers in brackets that a reader would take for citations. */
export function typedNumbers(text: string): TextRange[] {
  const masked = (words: string): string => 'x'.repeat(words.length);
  const prose = (codeIn(text)?.ranges ?? []).reduce((all, { start, end }) => all.slice(0, start) + masked(all.slice(start, end)) + all.slice(end), text).replace(indexed, masked);
  return [...prose.matchAll(typed)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
}

/** UTF-16 code units before a number that must stand in the quotation with it. */
const context = 24;

/** Those that no source wrote: outside a quotation, or in one whose words stand in none of `quotes`. */
export function strangeTypedNumbers(text: string, quotes: readonly string[]): string[] {
  const known = quotes.map(levelled);
  return typedNumbers(text).flatMap(({ start, end }) => {
    const from = text.lastIndexOf('\n', start) + 1;
    const line = text.slice(from).split('\n', 1)[0] ?? '';
    const quotation = /^\s*>/.test(line) ? from + line.indexOf('>') : quotedRanges(text, from, from + line.length).find((range) => range.start < start && range.end >= end)?.start;
    if (quotation !== undefined) {
      const words = levelled(text.slice(Math.max(quotation + 1, start - context), end)).replace(/^[\s"']+/, '');
      if (known.some((quote) => quote.includes(words))) return [];
    }
    return [text.slice(start, end).replaceAll('\\', '')];
  });
}

/** Words without what typography, escapes and markers make of them. */
const levelled = (words: string): string => words.replace(markerPattern, '').replace(/\\(?=[[\]])/g, '').replace(/[“”„«»]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ');
