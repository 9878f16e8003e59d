import * as z from 'zod';
import { type ModelAnswer } from '../request/modelClient';
import { listInAnswer } from '../researcher/model/listInAnswer';
import { type TextRange } from '../source/reader';
import { type AnchorText } from '../source/span/anchorText';
import { locateQuote } from '../source/span/locate';
import { fitArguments } from '../tool/fitArguments';
import { type Check } from './events';

export const answerTool = 'report_verdicts';

const item = z.object({
  sentence: z.int(),
  verdict: z.enum(['supported', 'partly', 'unsupported', 'contradicted']),
  quote: z.string().nullish(),
  why: z.string(),
});
/** What a verifier is asked for. */
export const answerSchema = z.object({ verdicts: z.array(item) });

export type Judgement = Pick<Check, 'verdict' | 'why' | 'decides'> & { sentence: number };

/** Places of a source where a few characters are words of their own, so that they need no context: in UTF-16 code units of its text. */
export interface OwnPlaces {
  /** Spans that the judged sentences cite. */
  cited: readonly TextRange[];
  /** Cells of its tables. */
  cells: readonly TextRange[];
}

/** UTF-16 code units of a verifier's reason that are kept. */
const reasonLimit = 300;

/**
 * What an answer comes to for each sentence that was asked, counted from 0. The verifier is believed in nothing that can be looked up:
 * a quote that does not stand in the source, a verdict without the quote that decides, or two verdicts on one sentence are a failed
 * check and say nothing. What was not asked is passed over.
 */
export function judgements(answer: ModelAnswer, asked: readonly number[], source: AnchorText, own: OwnPlaces): Judgement[] {
  const given = listInAnswer(answer, answerTool, 'verdicts').flatMap((one) => {
    const fitted = fitArguments(item, lowered(one));
    return fitted.ok ? [fitted.args as z.infer<typeof item>] : [];
  });
  return asked.map((sentence) => {
    const about = given.filter((one) => one.sentence === sentence + 1);
    const [first] = about;
    if (!first) return failed(sentence, answer.finish === 'length' ? 'the answer was cut at its output limit before a verdict' : 'the answer holds no verdict on it that can be read');
    if (about.some(({ verdict }) => verdict !== first.verdict)) return failed(sentence, `the answer says both ${[...new Set(about.map(({ verdict }) => verdict))].join(' and ')}`);
    const quote = first.quote?.trim() ?? '';
    if (quote === '') return first.verdict === 'unsupported' ? { sentence, verdict: first.verdict, why: said(first.why), decides: null } : failed(sentence, `it was called ${first.verdict} without the words that decide`);
    const place = placeOf(source, quote, own);
    if (!place) return failed(sentence, `the words it was called ${first.verdict} by do not stand in the source: “${quote.slice(0, 120)}”`);
    return { sentence, verdict: first.verdict, why: said(first.why), decides: { ...place, quote: source.text.slice(place.start, place.end) } };
  });
}

const failed = (sentence: number, why: string): Judgement => ({ sentence, verdict: 'unknown-failed', why, decides: null });

const said = (why: string): string => why.replace(/\s+/g, ' ').trim().slice(0, reasonLimit) || 'no reason was given';

/** Where the words stand: at a place of their own, a cited one first, else where they are found; words that stand at several decide at the first. */
function placeOf(source: AnchorText, quote: string, own: OwnPlaces): TextRange | null {
  const exact = exactPlace(source.text, quote, own);
  if (exact) return exact;
  // The whole text is the hint: words too short to be found alone are looked for in it.
  const located = locateQuote(source, quote, { within: { start: 0, end: source.text.length } });
  if (located.match !== 'not-found') return located.range;
  return located.reason === 'ambiguous' ? located.nearest[0]?.range ?? null : null;
}

/** In a row of data the marks between cells read like those of a number ("390,69,31"): what is a cell, or stands whole in what was cited, stands there. */
function exactPlace(text: string, quote: string, { cited, cells }: OwnPlaces): TextRange | null {
  const inCited = ({ start, end }: TextRange): boolean => cited.some((span) => span.start <= start && end <= span.end);
  const isCell = cells.filter(({ start, end }) => text.slice(start, end) === quote);
  const whole = cited.flatMap((span) => placesIn(text, quote, span)).filter((place) => isWhole(text, place));
  return isCell.find(inCited) ?? whole[0] ?? isCell[0] ?? null;
}

function placesIn(text: string, quote: string, { start, end }: TextRange): TextRange[] {
  const places: TextRange[] = [];
  for (let at = text.indexOf(quote, start); at >= 0 && at + quote.length <= end; at = text.indexOf(quote, at + 1)) places.push({ start: at, end: at + quote.length });
  return places;
}

/** No letter or digit touches either end, and no sign, decimal point or mark of thousands by which it would be a part of a number. */
function isWhole(text: string, { start, end }: TextRange): boolean {
  const [before, words, after] = [text.slice(Math.max(0, start - 2), start), text.slice(start, end), text.slice(end, end + 5)];
  if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}\p{M}]/u.test(after)) return false;
  const cutBefore = /^\d/.test(words) && (/[-−+]$|\d\.$/.test(before) || (/\d,$/.test(before) && /^\d{3}(?!\d)/.test(words)));
  return !cutBefore && !(/\d$/.test(words) && /^\.\d|^,\d{3}(?!\d)/.test(after));
}

/** `Supported` is meant as `supported`. */
const lowered = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'verdict' in one && typeof one.verdict === 'string' ? { ...one, verdict: one.verdict.trim().toLowerCase() } : one);
