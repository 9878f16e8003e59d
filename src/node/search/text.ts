import { Parser } from 'htmlparser2';

/** The text of a snippet that may carry tags and entities, on one line. */
export function plainText(markup: string | null | undefined): string {
  if (markup === null || markup === undefined) return '';
  let text = '';
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true });
  parser.end(markup);
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts at a word's end where one is near; never through a surrogate pair. */
export function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, characters);
  const space = cut.lastIndexOf(' ');
  return (space > characters * 0.6 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '').trimEnd();
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (n: number | string): string => String(n).padStart(2, '0');

/**
 * An ISO date as precise as the text says, or null. Reads ISO and slashed year-first dates, `2020 May 1`,
 * `May 1, 2020` and `1 May 2020` with or without a weekday or time; guesses nothing from the order of numbers.
 */
export function isoDate(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const numeric = /^\s*(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?![\d])(?!\s+[A-Za-z])/.exec(text);
  if (numeric !== null) return dateOf(numeric[1], numeric[2] === undefined ? undefined : Number(numeric[2]), numeric[3]);
  const yearFirst = /^\s*(\d{4})\s+([A-Za-z]{3})[a-z]*(?:\s+(\d{1,2}))?/.exec(text);
  if (yearFirst !== null) return dateOf(yearFirst[1], monthOf(yearFirst[2]), yearFirst[3]);
  const monthFirst = /\b([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/.exec(text);
  if (monthFirst !== null) return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const dayFirst = /\b(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4})\b/.exec(text);
  return dayFirst === null ? null : dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
}

const monthOf = (name: string | undefined): number | undefined => {
  const index = months.indexOf(name?.toLowerCase() ?? '');
  return index < 0 ? undefined : index + 1;
};

function dateOf(year: string | undefined, month: number | undefined, day: string | undefined): string | null {
  if (year === undefined) return null;
  if (month === undefined || month < 1 || month > 12) return year;
  if (day === undefined || Number(day) < 1 || Number(day) > 31) return `${year}-${two(month)}`;
  return `${year}-${two(month)}-${two(day)}`;
}

/** The date from numbers, where some are missing, as bibliographic services give them. */
export const dateOfParts = (parts: readonly (number | null)[] | undefined): string | null => {
  const [year, month, day] = parts ?? [];
  return year === null || year === undefined ? null : dateOf(String(year), month ?? undefined, day == null ? undefined : String(day));
};
