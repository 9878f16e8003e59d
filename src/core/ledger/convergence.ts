import { deadlinePassed } from '../budget/approver';
import { axes } from '../budget/events';
import { type RunState } from '../run/state';
import { contentWords } from '../source/tokens';
import { assess, type Assessment } from './assess';
import { type Claim } from './records';
import { lacking } from './requirement';
import { listed } from './status';
import { takenBack } from './takenBack';
import { ledgerWording, type LedgerWording } from './wording';

export type ConditionName = 'high-risk claims' | 'key claims' | 'conflicts' | 'counter-search' | 'quiet searches' | 'budget and deadline';

export interface Condition {
  name: ConditionName;
  holds: boolean;
  /** Names what fails, or on what it holds. */
  why: string;
}

export interface Convergence {
  holds: boolean;
  conditions: readonly Condition[];
}

/** Search entries without a high-value gain that must stand at the end (section 5 of the design). */
export const defaultQuietSearches = 3;

/**
 * Convergence (section 5 of the design), against the plan as frozen at the first search plus the user's own changes: computed
 * from the state, never felt. `now` is an ISO 8601 time in UTC.
 */
export function converge(state: RunState, now: string, quietSearches = defaultQuietSearches): Convergence {
  const assessment = assess(state);
  const frozen = state.ledger.plan?.frozen ?? [];
  const w = ledgerWording(state.ledger.scope?.language);
  const conditions = [
    highRiskClaims(frozen, assessment, w),
    keyClaims(frozen, assessment, w),
    conflicts(state, assessment, w),
    counterSearches(state, frozen, assessment, w),
    quiet(state, frozen, assessment, quietSearches, w),
    budgetAndDeadline(state, now, w),
  ];
  return { holds: conditions.every(({ holds }) => holds), conditions };
}

const condition = (name: ConditionName, failing: readonly string[], holding: string, w: LedgerWording): Condition =>
  ({ name, holds: failing.length === 0, why: failing.length === 0 ? holding : `${failing.join(w.semicolon)}${w.stop}` });

/** Every high-risk claim meets its requirement (with a kept conflict: by the evidence of both sides together). */
function highRiskClaims(frozen: readonly Claim[], assessment: Assessment, w: LedgerWording): Condition {
  const claims = frozen.filter(({ risk }) => risk === 'high');
  return condition('high-risk claims', claims.flatMap((claim) => {
    const { requirementMet, slots } = assessment.standing(claim);
    return requirementMet ? [] : w.claimLacks(claim.id, lacking(slots, claim, w));
  }), claims.length === 0 ? w.noHighRisk : w.meetRequirement(listed(claims), claims.length > 1), w);
}

/** Every key claim has its independent voices or one authoritative first-hand source, as its requirement says; never vacuously. */
function keyClaims(frozen: readonly Claim[], assessment: Assessment, w: LedgerWording): Condition {
  const claims = frozen.filter(({ key }) => key);
  if (claims.length === 0) return condition('key claims', [w.noKeyPlan], '', w);
  return condition('key claims', claims.flatMap((claim) => {
    const voices = assessment.standing(claim).slots.filter(({ name }) => name.startsWith('voice') || name === 'inference');
    return voices.every(({ filled }) => filled) ? [] : w.claimLacks(claim.id, lacking(voices, claim, w));
  }), w.haveVoices(listed(claims), claims.length > 1), w);
}

/** Each conflict is explained or kept, with what would settle it. Counter-evidence that the researcher took back or changed is named: none goes without a word. */
function conflicts({ ledger }: RunState, { live, claims }: Assessment, w: LedgerWording): Condition {
  const back = [...new Set(takenBack(ledger).map(({ before }) => before.id))];
  const standing = [...live.conflicts].flatMap(([claim, list]) => (claims.has(claim) ? list : []));
  return condition('conflicts', standing.flatMap(({ id, claim, state, needed }) => {
    if (state === 'open') return w.conflictOpen(id, claim);
    return state === 'kept' && needed === null ? w.conflictWithoutNeed(id, claim) : [];
  }), `${standing.length === 0 ? w.noConflict : `${standing.map(({ id, state }) => `${id} ${w.conflictStates[state]}`).join(w.comma)}${w.stop}`}${back.length === 0 ? '' : w.takenBack(back.join(', '))}`, w);
}

/** Each key claim that has left open, and each whose requirement says so, has had its counter-search. */
function counterSearches({ ledger }: RunState, frozen: readonly Claim[], { claims }: Assessment, w: LedgerWording): Condition {
  const due = frozen.filter((claim) => (claim.key || claim.requirement.counterSearch) && claims.get(claim.id)?.status !== 'open');
  return condition('counter-search', due.flatMap((claim) => {
    const tried = ledger.searches.filter((search) => search.intent === 'counter' && search.claims.includes(claim.id));
    if (tried.some((search) => !search.failed && asksForOthers(search.query, claim.text))) return [];
    if (tried.length === 0) return w.noCounter(claim.id);
    return w.noCounterThatCounts(claim.id, tried.map(({ id, failed }) => `${id} ${failed ? w.counterFailed : w.counterRepeats}`).join(w.comma));
  }), due.length === 0 ? w.noCounterDue : w.counterDone(listed(due)), w);
}

/** A counter-search shares at most half of its content words with the claim: the claim's own words bring back what states it. */
export function asksForOthers(query: string, claim: string): boolean {
  const words = new Set(contentWords(query));
  const own = new Set(contentWords(claim));
  return words.size > 0 && [...words].filter((word) => own.has(word)).length * 2 <= words.size;
}

/**
 * The last N search entries had no high-value gain, and at least N exist. Failed entries, repeats, and entries for no key or
 * high-risk claim do not count; an entry is without gain only when each of its results was opened and read, or dropped with a reason.
 */
function quiet({ ledger }: RunState, frozen: readonly Claim[], { seeking }: Assessment, wanted: number, w: LedgerWording): Condition {
  const matter = new Set(frozen.filter(({ key, risk }) => key || risk === 'high').map(({ id }) => id));
  const counting = ledger.searches.filter(({ failed, repeats, claims }) => !failed && repeats === null && claims.some((claim) => matter.has(claim)));
  const last = counting.slice(Math.max(0, counting.length - wanted));
  const failing = last.flatMap((search) => {
    if (search.gain.highValue) return w.stillBrought(search.id);
    const { results, snapshots } = seeking.leftOf(search);
    return [...(results.length > 0 ? [w.unseenResults(search.id, results.length)] : []), ...(snapshots.length > 0 ? [w.unreadSnapshots(search.id, listed(snapshots))] : [])];
  });
  if (counting.length < wanted) failing.push(w.tooFewSearches(counting.length, wanted));
  return condition('quiet searches', failing, last.length === 0 ? w.noneAsked : w.quiet(last.length, listed(last)), w);
}

/** Budget and deadline not passed. What was reserved is not yet used. */
function budgetAndDeadline({ budget, ledger }: RunState, now: string, w: LedgerWording): Condition {
  const over = axes.filter((axis) => { const { grant, spent, unknown } = budget.meters[axis]; return grant !== null && spent + unknown > grant; });
  const passed = [budget.deadline, ledger.scope?.deadline ?? null].filter((deadline): deadline is string => deadline !== null && deadlinePassed(deadline, now));
  return condition('budget and deadline', [
    ...over.map((axis) => w.pastGrant(axis === 'milliseconds' ? 'active time' : axis, budget.meters[axis].grant ?? 0)),
    ...passed.map((deadline) => w.pastDeadline(deadline)),
  ], w.notPassed, w);
}
