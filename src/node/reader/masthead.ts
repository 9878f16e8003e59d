import { type Found } from '../../core/source/reader';
import { isoDate } from './dates';

/** Who published a text and when, as many reports and articles say it under their title: "Institute X, Report 7, published 14 March 2023". */
export interface Masthead {
  publisher: Found<string> | null;
  published: Found<string> | null;
}

const longestLine = 160;
/** Lines below the title in which it is looked for. */
const linesBelow = 3;
const label = /^(?:published|issued|released|posted|dated|date)\s*(?:on|:)?\s*/i;
const notAName = /^(?:by\b|\d|page\b|version\b|draft\b|https?:)/i;

/** Only a line that ends in a date, or has one between its commas, is a masthead; both facts are guesses. */
export function mastheadOf(start: string): Masthead {
  const lines = start.split('\n').map((line) => line.replace(/^[#>*_\s]+|[*_\s]+$/g, '')).filter((line) => line !== '');
  for (const line of lines.slice(1, 1 + linesBelow)) {
    if (line.length > longestLine || /[.!?。！？]\s+\S/.test(line)) return none;
    const segments = line.split(/\s*(?:[,，·|]|\s[–—-]\s)\s*/).map((segment) => segment.replace(label, '').trim()).filter((segment) => segment !== '');
    // "March 5, 2024" has a comma of its own.
    const dates = segments.map((segment, index) => isoDate(segment) ?? (/^\d{4}$/.test(segments[index + 1] ?? '') ? isoDate(`${segment}, ${segments[index + 1] ?? ''}`) : null) ?? (/^(?:19|20)\d\d$/.test(segment) ? segment : null));
    const at = dates.findIndex((date) => date !== null);
    const date = dates[at];
    if (date == null) continue;
    const [name] = segments;
    const publisher = at > 0 && name !== undefined && name.length < 90 && !notAName.test(name) ? name : null;
    const guess = (value: string): Found<string> => ({ value, origin: 'masthead', guessed: true });
    return { publisher: publisher === null ? null : guess(publisher), published: guess(date) };
  }
  return none;
}

const none: Masthead = { publisher: null, published: null };
