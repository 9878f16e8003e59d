import { byId } from '../immutable';
import { canonicalJson } from './plan';
import { type Evidence } from './records';
import { type LedgerState } from './state';

type Known = Pick<LedgerState, 'evidence' | 'corrections' | 'calculated'>;

/** The premise whose figure is another one than this was calculated from; undefined while all are the same, and for what is no calculation. */
export function changedPremise(ledger: Known, item: Evidence): string | undefined {
  const since = Object.hasOwn(ledger.calculated, item.id) ? ledger.calculated[item.id] : undefined;
  if (since === undefined) return undefined;
  const later = ledger.corrections.slice(since).filter(({ field }) => field === 'figure');
  return item.premises.find((premise) => {
    const first = later.find(({ target }) => target === premise);
    return first !== undefined && canonicalJson(first.before) !== canonicalJson(byId('evidence', ledger.evidence, premise)?.figure ?? null);
  });
}

/** What was calculated from the figure of a piece of evidence. */
export const calculatedFrom = ({ evidence }: Known, premise: string): Evidence[] => evidence.filter(({ kind, premises }) => kind === 'calculation' && premises.includes(premise));

/** What was calculated from the figure of corrected evidence and stood neither before nor does now, a line each with its reason: setting a figure back does not bring up what lies for another. */
export function stillDown(before: Known, after: Known, corrected: string): string[] {
  const figureIn = ({ evidence }: Known): string => canonicalJson(byId('evidence', evidence, corrected)?.figure ?? null);
  if (figureIn(before) === figureIn(after)) return [];
  return calculatedFrom(after, corrected).flatMap(({ id, state, stateReason }) => (state === 'active' || byId('evidence', before.evidence, id)?.state === 'active' ? [] : [`${id} stays ${state}: ${stateReason ?? ''}`]));
}
