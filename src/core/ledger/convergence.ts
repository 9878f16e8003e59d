import { axes } from '../budget/events';
import { type RunState } from '../run/state';
import { contentWords } from '../source/tokens';
import { assess, type Assessment } from './assess';
import { type Claim } from './records';
import { lacking } from './requirement';
import { listed } from './status';

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
  const conditions = [
    highRiskClaims(frozen, assessment),
    keyClaims(frozen, assessment),
    conflicts(assessment),
    counterSearches(state, frozen, assessment),
    quiet(state, frozen, assessment, quietSearches),
    budgetAndDeadline(state, now),
  ];
  return { holds: conditions.every(({ holds }) => holds), conditions };
}

const condition = (name: ConditionName, failing: readonly string[], holding: string): Condition =>
  ({ name, holds: failing.length === 0, why: failing.length === 0 ? holding : `${failing.join('; ')}.` });

/** Every high-risk claim meets its requirement (with a kept conflict: by the evidence of both sides together). */
function highRiskClaims(frozen: readonly Claim[], assessment: Assessment): Condition {
  const claims = frozen.filter(({ risk }) => risk === 'high');
  return condition('high-risk claims', claims.flatMap((claim) => {
    const { requirementMet, slots } = assessment.standing(claim);
    return requirementMet ? [] : `${claim.id} lacks ${lacking(slots)}`;
  }), claims.length === 0 ? 'The plan has no high-risk claim.' : `${listed(claims)} meet${claims.length === 1 ? 's its' : ' their'} requirement.`);
}

/** Every key claim has its independent voices or one authoritative first-hand source, as its requirement says; never vacuously. */
function keyClaims(frozen: readonly Claim[], assessment: Assessment): Condition {
  const claims = frozen.filter(({ key }) => key);
  if (claims.length === 0) return condition('key claims', ['no plan with a key claim was frozen'], '');
  return condition('key claims', claims.flatMap((claim) => {
    const voices = assessment.standing(claim).slots.filter(({ name }) => name.startsWith('voice') || name === 'inference');
    return voices.every(({ filled }) => filled) ? [] : `${claim.id} lacks ${lacking(voices)}`;
  }), `${listed(claims)} ha${claims.length === 1 ? 's its' : 've their'} voices.`);
}

/** Each conflict is explained or kept, with what would settle it. */
function conflicts({ live, claims }: Assessment): Condition {
  const standing = [...live.conflicts].flatMap(([claim, list]) => (claims.has(claim) ? list : []));
  return condition('conflicts', standing.flatMap(({ id, claim, state, needed }) => {
    if (state === 'open') return `${id} on ${claim} is open`;
    return state === 'kept' && needed === null ? `${id} on ${claim} is kept without what would settle it` : [];
  }), standing.length === 0 ? 'No conflict.' : `${standing.map(({ id, state }) => `${id} ${state}`).join(', ')}.`);
}

/** Each key claim that has left open, and each whose requirement says so, has had its counter-search. */
function counterSearches({ ledger }: RunState, frozen: readonly Claim[], { claims }: Assessment): Condition {
  const due = frozen.filter((claim) => (claim.key || claim.requirement.counterSearch) && claims.get(claim.id)?.status !== 'open');
  return condition('counter-search', due.flatMap((claim) => {
    const tried = ledger.searches.filter((search) => search.intent === 'counter' && search.claims.includes(claim.id));
    if (tried.some((search) => !search.failed && asksForOthers(search.query, claim.text))) return [];
    if (tried.length === 0) return `${claim.id} has had no counter-search`;
    return `${claim.id} has had no counter-search that counts (${tried.map(({ id, failed }) => `${id} ${failed ? 'failed' : 'repeats the words of the claim'}`).join(', ')})`;
  }), due.length === 0 ? 'No counter-search is due yet.' : `Done for ${listed(due)}.`);
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
function quiet({ ledger }: RunState, frozen: readonly Claim[], { seeking }: Assessment, wanted: number): Condition {
  const matter = new Set(frozen.filter(({ key, risk }) => key || risk === 'high').map(({ id }) => id));
  const counting = ledger.searches.filter(({ failed, repeats, claims }) => !failed && repeats === null && claims.some((claim) => matter.has(claim)));
  const last = counting.slice(Math.max(0, counting.length - wanted));
  const failing = last.flatMap((search) => {
    if (search.gain.highValue) return `${search.id} still brought something that matters`;
    const unseen = seeking.isSeenThrough(search) ? 0 : seeking.resultsOf(search, 'unseen', 'failed').filter(({ decision }) => decision !== 'dropped').length;
    return unseen > 0 ? `${search.id} has ${unseen} result${unseen === 1 ? '' : 's'} neither opened nor dropped with a reason` : [];
  });
  if (counting.length < wanted) failing.push(`${counting.length} of the ${wanted} searches for a key or high-risk claim that are needed`);
  return condition('quiet searches', failing, last.length === 0 ? 'None asked for.' : `The last ${last.length} (${listed(last)}) brought nothing more that matters.`);
}

/** Budget and deadline not passed. What was reserved is not yet used. */
function budgetAndDeadline({ budget, ledger }: RunState, now: string): Condition {
  const over = axes.filter((axis) => { const { grant, spent, unknown } = budget.meters[axis]; return grant !== null && spent + unknown > grant; });
  const passed = [budget.deadline, ledger.scope?.deadline ?? null].filter((deadline): deadline is string => deadline !== null && isPast(deadline, now));
  return condition('budget and deadline', [
    ...over.map((axis) => `${axis} passed its grant of ${budget.meters[axis].grant}`),
    ...passed.map((deadline) => `the deadline ${deadline} has passed`),
  ], 'Not passed.');
}

/** A deadline that is a day, month or year lasts to its end. Times with an offset are compared as instants. */
const isPast = (deadline: string, now: string): boolean =>
  (deadline.includes('T') ? Date.parse(now) > Date.parse(deadline) : now.slice(0, deadline.length) > deadline);
