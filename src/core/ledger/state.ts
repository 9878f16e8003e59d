import { byId, changed, changedAll, type Change, type Ordered, type Table } from '../immutable';
import { isPerson } from '../run/by';
import { type EventData, type RunEvent } from '../run/event';
import { type Claim, type Conflict, type Evidence, type Result, type Scope, type Search } from './records';

export interface PlanState {
  version: number;
  hash: string;
  approvedBy: string;
  /** The claims as frozen at the first search plus the user's own changes: what convergence is measured against. */
  frozen: readonly Claim[];
  changes: readonly (EventData<'plan.changed'> & { at: string })[];
  searches: readonly { claim: string; query: string }[];
}

export interface Correction extends EventData<'correction.made'> {
  at: string;
}

export interface LedgerState {
  scope: (Scope & { version: number }) | null;
  proposedScope: EventData<'scope.proposed'> | null;
  proposed: EventData<'plan.proposed'> | null;
  plan: PlanState | null;
  claims: Ordered<Claim>;
  /** Claims that a plan change dropped: they keep their id and count no more. */
  dropped: readonly string[];
  searches: Ordered<Search>;
  results: Ordered<Result>;
  /** Addresses that were dropped for every search, with the reason. */
  droppedPages: Table<string>;
  evidence: Ordered<Evidence>;
  conflicts: Ordered<Conflict>;
  corrections: Ordered<Correction>;
  /** How many corrections there were when a calculation was recorded, by its id: those after them may have changed a figure that it took. */
  calculated: Table<number>;
}

export const emptyLedger: LedgerState = {
  scope: null, proposedScope: null, proposed: null, plan: null, claims: [], dropped: [], searches: [], results: [], droppedPages: {}, evidence: [], conflicts: [], corrections: [], calculated: {},
};

/** Evidence that stands on `ids`, directly or through other evidence, and `ids` themselves: what falls when they fall. */
export function dependents(evidence: Ordered<Evidence>, ids: readonly string[]): string[] {
  const fallen = new Set(ids);
  for (let grew = true; grew; ) {
    grew = false;
    for (const item of evidence) {
      if (!fallen.has(item.id) && item.premises.some((premise) => fallen.has(premise))) {
        fallen.add(item.id);
        grew = true;
      }
    }
  }
  return [...fallen];
}

function pagesDropped({ droppedPages, results }: LedgerState, { results: ids, decision, reason, everywhere }: EventData<'results.decided'>, by: Change): LedgerState['droppedPages'] {
  if (decision !== 'dropped' || reason === null || everywhere !== true) return droppedPages;
  return ids.flatMap((id) => byId('result', results, id) ?? []).reduce((pages, { address }) => by.put(pages, address, reason), droppedPages);
}

export function reduceLedger(state: LedgerState, event: RunEvent, by: Change): LedgerState {
  switch (event.type) {
    case 'scope.proposed':
      return { ...state, proposedScope: event.data };
    case 'scope.frozen':
      return { ...state, proposedScope: null, scope: { ...event.data.scope, version: event.data.version } };
    case 'plan.proposed':
      return { ...state, proposed: event.data };
    case 'plan.frozen': {
      const { version, hash, claims, searches, approvedBy } = event.data;
      return { ...state, proposed: null, plan: { version, hash, approvedBy, frozen: claims, changes: state.plan?.changes ?? [], searches }, claims };
    }
    case 'plan.changed':
      return changePlan(state, event.data, event.at, isPerson(event.by));
    case 'search.executed':
      return { ...state, searches: by.appended(state.searches, event.data.search), results: by.appended(state.results, ...event.data.results) };
    case 'results.decided':
      return { ...state, droppedPages: pagesDropped(state, event.data, by), results: changedAll('result', state.results, event.data.results, (result) => ({ ...result, decision: event.data.decision, reason: event.data.reason }), by) };
    case 'gain.credited':
      return {
        ...state,
        searches: changed('search', state.searches, event.data.search, (search) => ({
          ...search,
          gain: {
            slots: search.gain.slots + event.data.gain.slots,
            confidence: search.gain.confidence + event.data.gain.confidence,
            conflicts: search.gain.conflicts + event.data.gain.conflicts,
            highValue: search.gain.highValue || event.data.gain.highValue,
          },
        }), by),
      };
    case 'evidence.recorded':
      return {
        ...state, evidence: by.appended(state.evidence, { ...event.data, state: 'active', stateReason: null }),
        calculated: event.data.kind === 'calculation' ? by.put(state.calculated, event.data.id, state.corrections.length) : state.calculated,
      };
    case 'evidence.stateChanged':
      return { ...state, evidence: changedAll('evidence', state.evidence, event.data.evidence, (item) => ({ ...item, state: event.data.state, stateReason: event.data.state === 'active' ? null : event.data.reason }), by) };
    case 'conflict.opened':
      return { ...state, conflicts: by.appended(state.conflicts, event.data) };
    case 'conflict.sidesChanged':
      return { ...state, conflicts: changed('conflict', state.conflicts, event.data.id, (conflict) => ({ ...conflict, sides: event.data.sides }), by) };
    case 'conflict.settled': {
      const { id, state: settled, cause, explanation, carries, needed } = event.data;
      return { ...state, conflicts: changed('conflict', state.conflicts, id, (conflict) => ({
        ...conflict, state: settled, cause, explanation, carries, needed,
        // An explanation is itself a comparison: what it names does differ.
        comparability: settled === 'explained' && cause !== null ? { ...conflict.comparability, [cause]: 'different' } : conflict.comparability,
      }), by) };
    }
    case 'correction.made':
      return applyCorrection({ ...state, corrections: by.appended(state.corrections, { ...event.data, at: event.at }) }, event.data, by);
    default:
      return state;
  }
}

function changePlan(state: LedgerState, change: EventData<'plan.changed'>, at: string, byUser: boolean): LedgerState {
  if (!state.plan) return state;
  let { claims, dropped } = state;
  let { frozen } = state.plan;
  for (const { change: kind, claim } of change.changes) {
    if (kind === 'add') claims = [...claims, claim];
    else if (kind === 'drop') dropped = [...dropped, claim.id];
    else claims = changed('claim', claims, claim.id, () => claim);
    // Convergence is measured against the frozen plan plus the user's own changes; the researcher's additions do not move it.
    if (byUser) frozen = kind === 'drop' ? frozen.filter(({ id }) => id !== claim.id) : [...frozen.filter(({ id }) => id !== claim.id), claim].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  }
  return { ...state, claims, dropped, plan: { ...state.plan, version: change.version, frozen, changes: [...state.plan.changes, { ...change, at }] } };
}

/** Fields that may be set on ledger records; sources and snapshots have theirs in their own reducer. */
function applyCorrection(state: LedgerState, correction: EventData<'correction.made'>, by: Change): LedgerState {
  const { target, field, after } = correction;
  const set = <T extends object>(record: T): T => ({ ...record, [field]: after });
  switch (target[0]) {
    case 'C': {
      const claims = changed('claim', state.claims, target, set);
      const plan = state.plan && { ...state.plan, frozen: state.plan.frozen.map((claim) => (claim.id === target ? set(claim) : claim)) };
      return { ...state, claims, plan };
    }
    // What is taken back or brought back is a state of the evidence, and an event of its own with all that falls or rises with it.
    case 'E': return field === 'withdrawn' ? state : { ...state, evidence: changed('evidence', state.evidence, target, set, by) };
    default: return state;
  }
}
