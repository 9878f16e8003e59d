import { byId } from '../immutable';
import { type RunState } from '../run/state';
import { type Source } from '../source/records';
import { type SourceState } from '../source/state';
import { stanceBetween } from './compare';
import { type Claim, type Conflict, type Evidence } from './records';
import { asItStands } from './settlement';
import { type LedgerState } from './state';

/** The parts of a run's state that the ledger's rules read. */
export type LedgerInputs = Pick<RunState, 'ledger' | 'source' | 'article' | 'checks' | 'turns'>;

/** What stands at this moment: evidence that is live, what explained conflicts set aside, and the conflicts that are still between live sides. */
export interface LiveLedger {
  /** Evidence that is active, of an archived source whose snapshot holds, with every premise live; by id. */
  readonly live: ReadonlyMap<string, Evidence>;
  /** Live evidence by claim, in the order of its ids. */
  readonly byClaim: ReadonlyMap<string, readonly Evidence[]>;
  /** Evidence that an explained conflict sets aside → that conflict. */
  readonly setAside: ReadonlyMap<string, Conflict>;
  /** All conflicts as they stand now: one whose settlement rested on what has fallen is open again. */
  readonly known: readonly Conflict[];
  /** Those of them with at least two live sides, by claim. */
  readonly conflicts: ReadonlyMap<string, readonly Conflict[]>;
  /** Sources that an evidence rests on: its own, or those of all its premises. */
  sourcesOf(evidence: Evidence): readonly Source[];
}

/** The last look at a ledger: a memory of a pure function, gone with the state that it belongs to. */
const remembered = new WeakMap<LedgerState, { source: SourceState; live: LiveLedger }>();

/** A fallen source, snapshot or premise takes with it what stands on it, whether or not the fall was written into each record. */
export function liveLedger(ledger: LedgerState, source: SourceState): LiveLedger {
  const last = remembered.get(ledger);
  if (last?.source === source) return last.live;
  const live = look(ledger, source);
  remembered.set(ledger, { source, live });
  return live;
}

function look(ledger: LedgerState, source: SourceState): LiveLedger {
  const live = liveEvidence(ledger, source);
  const byClaim = groupBy(live.values(), ({ claim }) => claim);
  const known = ledger.conflicts.map((conflict) => asItStands(conflict, ledger, source, live));
  const conflicts = known.filter((conflict) => liveSides(conflict, live).length >= 2);
  const resting = new Map<string, readonly Source[]>();
  const sourcesOf = (evidence: Evidence): readonly Source[] => {
    const known = resting.get(evidence.id);
    if (known) return known;
    resting.set(evidence.id, []);
    const found = new Set<Source>();
    const own = evidence.source === null ? undefined : byId('source', source.sources, evidence.source);
    if (own) found.add(own);
    for (const id of evidence.premises) {
      const premise = live.get(id);
      if (premise) for (const one of sourcesOf(premise)) found.add(one);
    }
    const sources = [...found];
    resting.set(evidence.id, sources);
    return sources;
  };
  return { live, byClaim, setAside: evidenceSetAside(known, ledger.evidence, live), known, conflicts: groupBy(conflicts, ({ claim }) => claim), sourcesOf };
}

/** All conflicts as they stand now. */
export const conflictsNow = ({ ledger, source }: Pick<RunState, 'ledger' | 'source'>): readonly Conflict[] => liveLedger(ledger, source).known;

/** Claims that still count: those that a plan change dropped keep their id and nothing else. */
export function liveClaims(ledger: LedgerState): Claim[] {
  const dropped = new Set(ledger.dropped);
  return ledger.claims.filter(({ id }) => !dropped.has(id));
}

/** The sides of a conflict that live evidence still holds, each with its index. */
export function liveSides(conflict: Conflict, live: ReadonlyMap<string, Evidence>): { index: number; says: string; evidence: string[] }[] {
  return conflict.sides
    .map(({ says, evidence }, index) => ({ index, says, evidence: evidence.filter((id) => live.has(id)) }))
    .filter(({ evidence }) => evidence.length > 0);
}

function liveEvidence(ledger: LedgerState, source: SourceState): Map<string, Evidence> {
  // Without a snapshot a source is a lead and supports nothing; a snapshot that was found altered neither.
  const archived = new Set(source.sources.flatMap(({ id, state }) => (state === 'archived' ? id : [])));
  const altered = new Set(Object.entries(source.verified).flatMap(([id, { holds }]) => (holds ? [] : id)));
  const standsAlone = (evidence: Evidence): boolean =>
    evidence.state === 'active' && (evidence.source === null || archived.has(evidence.source)) && (evidence.snapshot === null || !altered.has(evidence.snapshot));
  const verdicts = new Map<string, boolean>();
  const stands = (evidence: Evidence): boolean => {
    if (evidence.premises.length === 0) return standsAlone(evidence);
    const known = verdicts.get(evidence.id);
    if (known !== undefined) return known;
    verdicts.set(evidence.id, false); // what rests on itself does not stand
    const verdict = standsAlone(evidence) && evidence.premises.every((id) => {
      const premise = byId('evidence', ledger.evidence, id);
      return premise !== undefined && stands(premise);
    });
    verdicts.set(evidence.id, verdict);
    return verdict;
  };
  const live = new Map<string, Evidence>();
  for (const evidence of ledger.evidence) if (stands(evidence)) live.set(evidence.id, evidence);
  return live;
}

/**
 * What an explained conflict sets aside: what disagrees with the side that carries the statement. What only stands beside it on
 * another side took no part in that disagreement and still counts. A superseded edition comes back when what superseded it falls;
 * what speaks of another definition, period, sample or environment does so in any case.
 */
function evidenceSetAside(conflicts: readonly Conflict[], evidence: readonly Evidence[], live: ReadonlyMap<string, Evidence>): Map<string, Conflict> {
  const aside = new Map<string, Conflict>();
  for (const conflict of conflicts) {
    if (conflict.state !== 'explained' || conflict.carries === null) continue;
    const carrying = (conflict.sides[conflict.carries]?.evidence ?? []).flatMap((id) => byId('evidence', evidence, id) ?? []);
    if (conflict.cause === 'version' && !carrying.some(({ id }) => live.has(id))) continue;
    for (const id of conflict.sides.flatMap((side, index) => (index === conflict.carries ? [] : side.evidence))) {
      const item = byId('evidence', evidence, id);
      if (item && carrying.some((one) => stanceBetween(item, one) === 'disagree')) aside.set(id, conflict);
    }
  }
  return aside;
}

export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
