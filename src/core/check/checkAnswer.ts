import * as z from 'zod';
import { type ModelAnswer } from '../request/modelClient';
import { listInAnswer } from '../researcher/model/listInAnswer';
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

/** UTF-16 code units of a verifier's reason that are kept. */
const reasonLimit = 300;

/**
 * What an answer comes to for each sentence that was asked, counted from 0. The verifier is believed in nothing that can be looked up:
 * a quote that does not stand in the source, a verdict without the quote that decides, or two verdicts on one sentence are a failed
 * check and say nothing. What was not asked is passed over.
 */
export function judgements(answer: ModelAnswer, asked: readonly number[], source: AnchorText): Judgement[] {
  const given = listInAnswer(answer, answerTool, 'verdicts').flatMap((one) => {
    const fitted = fitArguments(item, lowered(one));
    return fitted.ok ? [fitted.args as z.infer<typeof item>] : [];
  });
  return asked.map((sentence) => {
    const own = given.filter((one) => one.sentence === sentence + 1);
    const [first] = own;
    if (!first) return failed(sentence, answer.finish === 'length' ? 'the answer was cut at its output limit before a verdict' : 'the answer holds no verdict on it that can be read');
    if (own.some(({ verdict }) => verdict !== first.verdict)) return failed(sentence, `the answer says both ${[...new Set(own.map(({ verdict }) => verdict))].join(' and ')}`);
    const quote = first.quote?.trim() ?? '';
    if (quote === '') return first.verdict === 'unsupported' ? { sentence, verdict: first.verdict, why: said(first.why), decides: null } : failed(sentence, `it was called ${first.verdict} without the words that decide`);
    const place = placeOf(source, quote);
    if (!place) return failed(sentence, `the words it was called ${first.verdict} by do not stand in the source: “${quote.slice(0, 120)}”`);
    return { sentence, verdict: first.verdict, why: said(first.why), decides: { ...place, quote: source.text.slice(place.start, place.end) } };
  });
}

const failed = (sentence: number, why: string): Judgement => ({ sentence, verdict: 'unknown-failed', why, decides: null });

const said = (why: string): string => why.replace(/\s+/g, ' ').trim().slice(0, reasonLimit) || 'no reason was given';

/** Where the words stand; words that stand at several places decide at the first. */
function placeOf(source: AnchorText, quote: string): { start: number; end: number } | null {
  // The whole text is the hint: words too short to be found alone are looked for in it.
  const located = locateQuote(source, quote, { within: { start: 0, end: source.text.length } });
  if (located.match !== 'not-found') return located.range;
  return located.reason === 'ambiguous' ? located.nearest[0]?.range ?? null : null;
}

/** `Supported` is meant as `supported`. */
const lowered = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'verdict' in one && typeof one.verdict === 'string' ? { ...one, verdict: one.verdict.trim().toLowerCase() } : one);
