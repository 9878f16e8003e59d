import { byId } from '../immutable';
import { isPerson } from '../run/by';
import { type EventData } from '../run/event';
import { liveClaims, type LedgerInputs } from './live';
import { risks, type Claim, type Period, type Requirement, type Scope } from './records';

type PlannedSearch = EventData<'plan.proposed'>['searches'][number];
export type ClaimChange = EventData<'plan.changed'>['changes'][number];

/**
 * What keeps a plan from being accepted (section 5 of the design), a sentence each: every part of the question and every
 * comparison dimension has a claim, at least one claim is key, a recommendation names its constraint, and each requirement can be met.
 */
export function acceptPlan(scope: Scope, claims: readonly Claim[]): string[] {
  const problems: string[] = [];
  const parts = new Set(scope.parts.map(({ id }) => id));
  const dimensions = new Map(scope.dimensions.map((dimension) => [folded(dimension), dimension]));
  if (claims.length === 0) problems.push('The plan has no claim: state what must be found out as claims that sources can support or contradict.');
  for (const { id, text } of scope.parts) if (!claims.some(({ part }) => part === id)) problems.push(`No claim serves part ${id} (${text}).`);
  for (const [key, dimension] of dimensions) if (!claims.some((claim) => claim.dimension !== null && folded(claim.dimension) === key)) problems.push(`No claim serves the dimension "${dimension}".`);
  if (claims.length > 0 && !claims.some(({ key }) => key)) problems.push('No claim is key: mark at least one on which the answer hangs.');

  const ids = new Set<string>();
  for (const claim of claims) {
    if (ids.has(claim.id)) problems.push(`${claim.id} stands twice.`);
    ids.add(claim.id);
  }
  for (const claim of claims) {
    if (!parts.has(claim.part)) problems.push(`${claim.id} names part ${claim.part}, which the scope does not have (${[...parts].join(', ')}).`);
    if (claim.dimension !== null && dimensions.size > 0 && !dimensions.has(folded(claim.dimension))) problems.push(`${claim.id} names the dimension "${claim.dimension}", which the scope does not have (${scope.dimensions.join(', ')}).`);
    if (claim.parent !== null && (!ids.has(claim.parent) || isOwnAncestor(claim, claims))) problems.push(`${claim.id} names ${claim.parent} as its parent, which is ${ids.has(claim.parent) ? 'a circle' : 'no claim of the plan'}.`);
    problems.push(...constraintProblems(claim, scope), ...requirementProblems(claim, scope));
  }
  return problems;
}

function constraintProblems({ id, kind, constraint }: Claim, { constraints }: Scope): string[] {
  if (kind !== 'recommendation') return [];
  const known = constraints.length === 0 ? '' : ` Constraints of the scope: ${constraints.map((one) => `"${one}"`).join(', ')}.`;
  if (constraint === null || constraint.trim() === '') return [`${id} is a recommendation and names no constraint of the user that it serves.${known}`];
  if (constraints.length === 0) return [];
  const of = new Set(constraints.map(folded));
  // A constraint may itself hold a semicolon: whole, it is one.
  const named = of.has(folded(constraint)) ? [] : constraint.split(/[;；]/).filter((one) => one.trim() !== '');
  return named.filter((one) => !of.has(folded(one))).map((one) => `${id} serves the constraint "${one.trim()}", which the scope does not have.${known}`);
}

/** A requirement that nothing can meet would keep the run from ever converging. */
function requirementProblems({ id, requirement: { kinds, period } }: Claim, { acceptableSources }: Scope): string[] {
  const problems: string[] = [];
  if (kinds.length > 0 && acceptableSources.length > 0 && !kinds.some((kind) => acceptableSources.includes(kind))) {
    problems.push(`${id} asks for ${kinds.join(', ')}, and the scope accepts only ${acceptableSources.join(', ')}.`);
  }
  if (endsBeforeItBegins(period)) problems.push(`${id} asks for a period that ends (${period?.to}) before it begins (${period?.from}).`);
  return problems;
}

/** Bounds may be of different precision: a period within 2024 may begin in 2024-05. */
export const endsBeforeItBegins = (period: Period | null): boolean => period?.from != null && period.to !== null && period.from > period.to && !period.from.startsWith(period.to);

function isOwnAncestor(claim: Claim, claims: readonly Claim[]): boolean {
  const seen = new Set<string>();
  for (let at: Claim | undefined = claim; at?.parent != null; at = claims.find(({ id }) => id === at?.parent)) {
    if (seen.has(at.id)) return true;
    seen.add(at.id);
  }
  return false;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** What is approved by its hash: claims and searches as canonical JSON, so that what was approved is what runs. */
export const planHash = (claims: readonly Claim[], searches: readonly PlannedSearch[], sha256: (text: string) => string): string => sha256(canonicalJson({ claims, searches }));

/** JSON with the keys of every object in one order and no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, held]) => held !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`;
}

/** Share of the first plan that may be added later without asking the user (section 5 of the design). */
export const addedShare = 0.5;

/**
 * What keeps a change of the plan from being recorded, a sentence each. After the first search only the user lowers a
 * requirement, a risk or a key mark, or drops a claim; the researcher adds at most half as many claims as the plan began with.
 */
export function judgeChange({ ledger }: Pick<LedgerInputs, 'ledger'>, changes: readonly ClaimChange[], byUser: boolean): string[] {
  const { plan, scope } = ledger;
  if (!plan || !scope) return ['There is no plan to change yet.'];
  const problems: string[] = [];
  const searched = ledger.searches.length > 0;
  const live = new Map(liveClaims(ledger).map((claim) => [claim.id, claim]));
  const after = new Map(live);
  for (const { change, claim } of changes) {
    const before = live.get(claim.id);
    if (change === 'add') {
      if (byId('claim', ledger.claims, claim.id)) problems.push(`${claim.id} is there already.`);
      after.set(claim.id, claim);
      continue;
    }
    if (!before) {
      problems.push(`There is no claim ${claim.id} to ${change}.`);
      continue;
    }
    const lowered = change === 'drop' ? ['the claim itself'] : loweredIn(before, claim);
    if (lowered.length > 0 && searched && !byUser) problems.push(`After the first search only the user may lower what ${claim.id} asks for (${lowered.join(', ')}).`);
    if (lowered.length > 0 && change !== 'lower' && change !== 'drop') problems.push(`The change of ${claim.id} lowers ${lowered.join(', ')}: call it "lower".`);
    if (change === 'drop') after.delete(claim.id);
    else after.set(claim.id, claim);
  }
  if (!byUser) problems.push(...tooMany(ledger.claims.length, plan.changes, changes));
  return problems.length > 0 ? problems : acceptPlan(scope, [...after.values()]);
}

function tooMany(claims: number, earlier: readonly EventData<'plan.changed'>[], changes: readonly ClaimChange[]): string[] {
  const added = (all: readonly ClaimChange[]): number => all.filter(({ change }) => change === 'add').length;
  const before = earlier.reduce((sum, change) => sum + added(change.changes), 0);
  const byResearcher = earlier.filter(({ by }) => !isPerson(by)).reduce((sum, change) => sum + added(change.changes), 0);
  const began = claims - before;
  const allowed = Math.floor(began * addedShare);
  const wanted = byResearcher + added(changes);
  return added(changes) > 0 && wanted > allowed ? [`The plan began with ${began} claim${began === 1 ? '' : 's'}: at most ${allowed} may be added, this would make ${wanted}. The user must be asked.`] : [];
}

/** What of a claim convergence does not judge, since the researcher added or raised it after the plan was frozen; null where it is judged as it stands. */
export function sinceFrozen({ plan }: LedgerInputs['ledger'], claim: Claim): 'added' | 'raised' | null {
  if (!plan) return null;
  const frozen = plan.frozen.find(({ id }) => id === claim.id);
  return !frozen ? 'added' : loweredIn(claim, frozen).length > 0 ? 'raised' : null;
}

/** What is lower in the second record than in the first, named. */
export function loweredIn(before: Claim, after: Claim): string[] {
  return [
    ...(before.key && !after.key ? ['key mark'] : []),
    // Risks are listed from high to low.
    ...(risks.indexOf(after.risk) > risks.indexOf(before.risk) ? ['risk'] : []),
    ...(before.kind !== after.kind ? ['kind'] : []),
    ...requirementLowered(before.requirement, after.requirement),
  ];
}

function requirementLowered(before: Requirement, after: Requirement): string[] {
  const narrower = before.kinds.length === 0 || (after.kinds.length > 0 && after.kinds.every((kind) => before.kinds.includes(kind)));
  return [
    ...(narrower ? [] : ['kinds of source']),
    ...(after.voices < before.voices ? ['voices'] : []),
    ...(after.orFirstHand && !before.orFirstHand ? ['voices (first-hand instead)'] : []),
    ...(isWider(before.period, after.period) ? ['period'] : []),
    ...(before.method !== null && after.method !== before.method ? ['method'] : []),
    ...(before.disinterested && !after.disinterested ? ['disinterested voice'] : []),
    ...(before.counterSearch && !after.counterSearch ? ['counter-search'] : []),
  ];
}

/** A bound that moved outward or went away. */
function isWider(before: Requirement['period'], after: Requirement['period']): boolean {
  const { from, to } = before ?? { from: null, to: null };
  return (from !== null && (after?.from == null || after.from < from)) || (to !== null && (after?.to == null || after.to > to));
}
