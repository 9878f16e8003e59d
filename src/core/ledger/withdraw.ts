import { type Revision } from '../article/records';
import { currentBlocks } from '../article/state';
import { byId } from '../immutable';
import { type EventDraft } from '../run/event';
import { whatIf, type RunState } from '../run/state';
import { conflictsAfter, conflictsAfterCorrection, type Supersedes } from './conflict';
import { assess } from './assess';
import { calculatedFrom, changedPremise } from './calculated';
import { type LedgerInputs } from './live';
import { canonicalJson } from './plan';
import { type Evidence } from './records';
import { dependents, type Correction, type LedgerState } from './state';

/**
 * Withdrawing a source, an evidence or a snapshot that was found altered takes with it every calculation and inference that
 * rests on it. The reason of each fallen record names its root, so that restoring the root brings back what fell by it and
 * nothing else.
 */
export function withdrawSourceDrafts(state: RunState, source: string, reason: string, by: string): EventDraft[] {
  return [{ type: 'source.withdrawn', by, data: { source, reason, by } }, ...fall(state, source, ofSource(state, source), 'withdrawn', reason, by)];
}

export function restoreSourceDrafts(state: RunState, source: string, reason: string, by: string, supersedes?: Supersedes): EventDraft[] {
  return restored(state, source, [{ type: 'source.restored', by, data: { source, reason, by } }], by, supersedes);
}

/** An evidence that lies already for another reason lies for its own from now on: restoring the other does not bring it back. */
export const withdrawEvidenceDrafts = (state: RunState, evidence: string, reason: string, by: string): EventDraft[] => fall(state, evidence, [evidence], 'withdrawn', reason, by, true);

export const restoreEvidenceDrafts = (state: RunState, evidence: string, by: string, supersedes?: Supersedes): EventDraft[] => restored(state, evidence, [], by, supersedes);

/**
 * The figure of an evidence was corrected (`state` holds the correction): what was calculated from another one falls, and what was
 * calculated from this one stands again, so that a correction that sets a figure back undoes the first with all that followed.
 */
export function figureCorrectedDrafts(state: RunState, evidence: string, reason: string, by: string, supersedes?: Supersedes): EventDraft[] {
  const stale = calculatedFrom(state.ledger, evidence).filter((item) => changedPremise(state.ledger, item) === evidence).map(({ id }) => id);
  const fallen = fall(state, evidence, stale, 'corrected', noLongerFollows(reason), by);
  // What lies itself is not brought up by another figure: only what rests on it is looked at.
  return [...fallen, ...restored(whatIf(state, fallen), evidence, [], by, supersedes, ({ id }) => id !== evidence)];
}

/** Outcome of hashing an archived snapshot again: what does not hold breaks the evidence on it, what holds again mends it. */
export function verifiedDrafts(state: RunState, snapshot: string, holds: boolean, detail: string | null, by = 'host'): EventDraft[] {
  const verdict: EventDraft = { type: 'snapshot.verified', by, data: { snapshot, holds, detail } };
  if (holds) return restored(state, snapshot, [verdict], by);
  const on = state.ledger.evidence.filter((item) => item.snapshot === snapshot).map(({ id }) => id);
  return [verdict, ...fall(state, snapshot, on, 'broken', detail ?? 'its archived text has another hash', by)];
}

const ofSource = (state: RunState, source: string): string[] => state.ledger.evidence.filter((item) => item.source === source).map(({ id }) => id);

type Fallen = 'withdrawn' | 'broken' | 'corrected';
const verbs: Record<Fallen, string> = { withdrawn: 'was withdrawn', broken: 'does not hold', corrected: 'was corrected' };
/** The state of what fell so. */
const stateOf = (how: Fallen): 'withdrawn' | 'broken' => (how === 'broken' ? 'broken' : 'withdrawn');

/** Why what was calculated from a figure falls with it. */
const noLongerFollows = (reason: string): string => `what was calculated from its figure no longer follows (${reason})`;

/** The one place where the root is written into a reason, and read out of it again. */
const fallReason = (root: string, how: Fallen, reason: string): string => `${root} ${verbs[how]}: ${reason}`;
const fellBy = ({ stateReason }: Evidence, root: string): boolean =>
  stateReason !== null && (Object.values(verbs).some((verb) => stateReason.startsWith(`${root} ${verb}: `)) || earlierRoot.exec(stateReason)?.[1] === root);
/** Earlier logs named the calculation as the root, and the evidence whose figure was corrected in the reason. */
const earlierRoot = /^E\d+ was withdrawn: the figure of (E\d+), from which it was calculated, was corrected \(/;

function fall(state: RunState, root: string, ids: readonly string[], how: Fallen, reason: string, by: string, evenIfDown = false): EventDraft[] {
  const falling = new Set(dependents(state.ledger.evidence, ids));
  const evidence = state.ledger.evidence.filter((item) => falling.has(item.id) && (item.state === 'active' || (evenIfDown && ids.includes(item.id) && !fellBy(item, root)))).map(({ id }) => id);
  return evidence.length === 0 ? [] : [{ type: 'evidence.stateChanged', by, data: { evidence, state: stateOf(how), reason: fallReason(root, how, reason) } }];
}

/**
 * What fell by the root stands again, unless something else under it still lies: then it lies for that. Evidence that comes back
 * may disagree with what was recorded meanwhile.
 */
function restored(state: RunState, root: string, first: EventDraft[], by: string, supersedes?: Supersedes, concerns: (item: Evidence) => boolean = () => true): EventDraft[] {
  let after = whatIf(state, first);
  const drafts = [...first];
  const emit = (...more: EventDraft[]): void => { drafts.push(...more); after = whatIf(after, more); };
  const rising: string[] = [];
  const lying = new Map<string, { how: Fallen; reason: string; evidence: string[] }>();
  const down = new Map(after.ledger.evidence.filter(({ state: held }) => held !== 'active').map((item) => [item.id, item]));
  for (const item of after.ledger.evidence) {
    if (!down.has(item.id) || !fellBy(item, root) || !concerns(item)) continue;
    const other = otherRoot(after, item, down);
    if (other?.reason === item.stateReason) continue;
    if (other === null) {
      rising.push(item.id);
      down.delete(item.id);
    } else {
      const group = lying.get(other.reason) ?? { ...other, evidence: [] };
      lying.set(other.reason, { ...group, evidence: [...group.evidence, item.id] });
      down.set(item.id, { ...item, state: stateOf(other.how), stateReason: other.reason });
    }
  }
  if (rising.length > 0) emit({ type: 'evidence.stateChanged', by, data: { evidence: rising, state: 'active', reason: `${root} stands again` } });
  for (const { how, reason, evidence } of lying.values()) emit({ type: 'evidence.stateChanged', by, data: { evidence, state: stateOf(how), reason } });
  for (const id of rising) {
    const evidence = byId('evidence', after.ledger.evidence, id);
    // Corrected while it lay, it may not stand against anything any more.
    const corrected = after.ledger.corrections.some(({ target, field }) => target === id && (field === 'figure' || field === 'relation'));
    if (evidence) emit(...(corrected ? conflictsAfterCorrection : conflictsAfter)(after, evidence, supersedes));
  }
  return drafts;
}

/** What else keeps an evidence down: its source, its snapshot, a premise that lies or has another figure now. Premises stand before what rests on them. */
function otherRoot({ source, ledger }: RunState, item: Evidence, down: ReadonlyMap<string, Evidence>): { how: Fallen; reason: string } | null {
  const own = item.source === null ? undefined : byId('source', source.sources, item.source);
  if (own?.state === 'withdrawn') return { how: 'withdrawn', reason: fallReason(own.id, 'withdrawn', own.reason ?? 'withdrawn') };
  const verdict = item.snapshot === null ? undefined : source.verified[item.snapshot];
  if (item.snapshot !== null && verdict?.holds === false) return { how: 'broken', reason: fallReason(item.snapshot, 'broken', verdict.detail ?? 'its archived text has another hash') };
  const premise = item.premises.flatMap((id) => down.get(id) ?? [])[0];
  if (premise) return { how: premise.state === 'broken' ? 'broken' : 'withdrawn', reason: premise.stateReason ?? fallReason(premise.id, 'withdrawn', 'withdrawn') };
  const other = changedPremise(ledger, item);
  const correction = other === undefined ? undefined : ledger.corrections.findLast(({ target, field }) => target === other && field === 'figure');
  return correction ? { how: 'corrected', reason: fallReason(correction.target, 'corrected', noLongerFollows(correction.reason)) } : null;
}

export interface FlaggedBlock {
  block: string;
  revision: number;
  claims: readonly string[];
  /** Cited evidence that no longer stands. */
  evidence: readonly string[];
  reason: string;
}

/** Blocks whose current revision cites evidence that no longer stands, or says something else since: flagged until they are revised. */
export function flaggedBlocks(state: LedgerInputs): FlaggedBlock[] {
  const { live } = assess(state).live;
  return currentBlocks(state.article).flatMap((revision) => {
    const cited = new Set(revision.citations.flatMap(({ evidence, state: bound }) => (evidence === null || bound === 'unverified' ? [] : evidence)));
    const fallen = state.ledger.evidence.filter(({ id }) => cited.has(id) && !live.has(id)).map(({ id, stateReason }) => ({ id, reason: stateReason ?? `${id} no longer stands` }));
    const corrected = correctedSince(state.ledger, revision).filter(({ target }) => live.has(target)).map(({ target, field, reason }) => ({ id: target, reason: `${field} of ${target} was corrected: ${reason}` }));
    const flags = [...fallen, ...corrected];
    if (flags.length === 0) return [];
    return [{ block: revision.block, revision: revision.revision, claims: revision.claims, evidence: [...new Set(flags.map(({ id }) => id))], reason: [...new Set(flags.map(({ reason }) => reason))].join('; ') }];
  });
}

/** Corrections, after a revision was published, of what the evidence that it cites says; none of what was set back since. */
export function correctedSince({ corrections }: Pick<LedgerState, 'corrections'>, { at, citations }: Revision): Correction[] {
  const cited = new Set(citations.map(({ evidence }) => evidence));
  const later = corrections.filter(({ target, field, at: corrected }) => cited.has(target) && (field === 'relation' || field === 'figure') && corrected > at);
  return later.filter(({ target, field }) => {
    const own = later.filter((one) => one.target === target && one.field === field);
    return canonicalJson(own[0]?.before ?? null) !== canonicalJson(own.at(-1)?.after ?? null);
  });
}
