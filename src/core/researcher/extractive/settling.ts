import { conflictsNow } from '../../ledger/live';
import { type Conflict, type Evidence } from '../../ledger/records';
import { cutSentences } from '../../article/sentences';
import { isCorrectionTitle } from '../../source/supersedes';
import { facts, type RunState } from '../../run/state';
import { type StepCall, type TurnView } from '../researcher';
import { frameOf } from './words';

const correction = /\b(?:correct(?:ion|ed|s)|erratum|errata|amend(?:ed|ment)|supersedes?|restated|replaces the figure)\b|更正|勘误|修正|订正/i;

/** Settles what a rule can: a later correction explains by version, a stated difference of basis or period by definition or time; the rest is kept. */
export function settleCalls(view: TurnView): StepCall[] {
  return conflictsNow(view.state).flatMap((conflict): StepCall[] => {
    if (conflict.state === 'explained') return [];
    const args = settle(view.state, conflict);
    // What was kept is taken up again when evidence that came later explains it.
    return conflict.state === 'open' || args.state === 'explained' ? [{ name: 'settle_conflict', args }] : [];
  });
}

function settle(state: RunState, conflict: Conflict): Record<string, unknown> {
  const frame = frameOf(facts(state).language);
  const sides = conflict.sides.map(({ evidence }) => evidence.flatMap((id) => state.ledger.evidence.filter((item) => item.id === id)));
  const corrected = sides.findIndex((items) => items.some((item) => isCorrection(state, item)));
  const correcting = sides[corrected]?.find((item) => isCorrection(state, item));
  if (correcting && sides.filter((items) => items.some((item) => isCorrection(state, item))).length === 1) {
    return { conflict: conflict.id, state: 'explained', cause: 'version', explanation: frame.corrects(correcting.source ?? correcting.id), carries: corrected, needed: null };
  }
  for (const [carries, items] of sides.entries()) {
    const said = explanationOf(items, sides.filter((_, index) => index !== carries).flat());
    if (said) return { conflict: conflict.id, state: 'explained', cause: 'definition', explanation: frame.explains(publisherOf(state, said.by), said.words), carries, needed: null };
  }
  const differs = (['definition', 'environment', 'sample', 'time'] as const).find((what) => conflict.comparability[what] === 'different' && (what !== 'time' || periodsDiffer(sides)));
  if (differs) return { conflict: conflict.id, state: 'explained', cause: differs, explanation: frame.differ(frame.causes[differs]), carries: 0, needed: null };
  return { conflict: conflict.id, state: 'kept', cause: null, explanation: frame.keep, carries: null, needed: frame.needed };
}

/** Words that say what a figure counts and what it leaves out. */
const defines = /\b(?:alone|only|counts?|includes?|excludes?|excluding|measured|not (?:part|directly comparable|comparable)|defin(?:ed|ition))\b|不含|仅|口径|只(?:计|算|含)|不能直接比较/i;

/** A sentence in which one side says what the figure of another side counts. */
function explanationOf(items: readonly Evidence[], others: readonly Evidence[]): { by: Evidence; words: string } | null {
  const figures = others.flatMap(({ figure }) => (figure ? [figure.text] : []));
  for (const by of items) {
    const quote = by.quote ?? '';
    const sentence = cutSentences(quote).map(({ start, end }) => quote.slice(start, end)).find((words) => defines.test(words) && figures.some((text) => new RegExp(`(?<![\\d.,])${text.replace(/[.]/g, '\\.')}(?![\\d]|[.,]\\d)`).test(words)) && !(by.figure && words.includes(by.figure.text)));
    if (sentence) return { by, words: sentence };
  }
  return null;
}

const publisherOf = (state: RunState, item: Evidence): string => {
  const source = state.source.sources.find(({ id }) => id === item.source);
  return source?.publisher ?? source?.title ?? source?.id ?? '';
};

/** Published at another time is not measured over another time: only stated periods count here. */
const periodsDiffer = (sides: readonly (readonly Evidence[])[]): boolean => {
  const periods = sides.map((items) => items.find(({ figure }) => figure?.period != null)?.figure?.period ?? null);
  return periods.every((period) => period !== null) && new Set(periods).size > 1;
};

/** A correction says so in its title or in the quoted sentence. */
export const isCorrection = (state: RunState, item: Evidence): boolean => isCorrectionItself(state, item) || correction.test(item.quote ?? '');

/** Whether its source is the correction, not one that only tells of it. */
export const isCorrectionItself = (state: RunState, item: Evidence): boolean =>
  isCorrectionTitle(state.source.sources.find(({ id }) => id === item.source)?.title ?? '');
