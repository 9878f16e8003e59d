import { inNumber } from '../ids';
import { byId } from '../immutable';
import { type EventData, type EventDraft } from '../run/event';
import { nextId, type RunState } from '../run/state';
import { toldProvenance } from '../source/told';
import { areOpposite, comparabilityOf, comparabilityOver, stanceBetween } from './compare';
import { Union } from './independence';
import { liveLedger } from './live';
import { type Conflict, type Evidence } from './records';
import { sayingOf, shortened } from './sayings';
import { speaksNoLonger } from './settlement';

/** Whether one source is a correction or a newer edition of another by the same publisher: the caller knows, this file asks. */
export type Supersedes = (newer: string, older: string) => boolean;

type Side = Conflict['sides'][number];

/**
 * What the record of a piece of evidence does to the conflicts of its claim: it opens one, joins a side, adds a side, reopens
 * what was settled, or settles it as explained by version. `state` may hold the evidence already or not yet. The sides are never
 * counted against each other: one piece of evidence against ten is a conflict like any other.
 */
export function conflictsAfter(state: RunState, recorded: EventData<'evidence.recorded'>, supersedes: Supersedes = () => false): EventDraft[] {
  const evidence: Evidence = { ...recorded, state: 'active', stateReason: null };
  const others = (liveLedger(state.ledger, state.source).byClaim.get(evidence.claim) ?? []).filter(({ id }) => id !== evidence.id);
  const known = state.ledger.conflicts.filter(({ claim }) => claim === evidence.claim);
  const records = new Map([...others, evidence].map((item) => [item.id, item]));
  const newer = newerThan(state, supersedes);

  const idsIn = (conflict: Conflict): string[] => conflict.sides.flatMap((side) => side.evidence);
  const homes = known.filter((conflict) => idsIn(conflict).includes(evidence.id));
  const met = new Set(homes.flatMap(idsIn));
  const joined: Conflict[] = [];
  // One conflict is enough for two that disagree: what stands against this already in one does not draw it into another.
  for (const conflict of known) {
    const draws = idsIn(conflict).some((id) => { const member = records.get(id); return member !== undefined && !met.has(id) && stanceBetween(evidence, member) === 'disagree'; });
    if (!draws) continue;
    joined.push(conflict);
    for (const id of idsIn(conflict)) met.add(id);
  }
  const opposed = others.filter((item) => !met.has(item.id) && stanceBetween(evidence, item) === 'disagree');
  const home = joined.at(-1) ?? homes.at(-1);
  const drafts = [...new Set([...joined, ...(home ? [home] : [])])].flatMap((conflict) => {
    const placed = [...(joined.includes(conflict) ? [evidence] : []), ...(conflict === home ? opposed : [])];
    return placed.length > 0 ? changeOf(conflict, placed, records, newer) : [];
  });
  if (home) return drafts;
  if (opposed.length === 0) return [];
  const beside = others.filter((item) => !opposed.includes(item) && stanceBetween(evidence, item) === 'agree' && opposed.some((other) => stanceBetween(item, other) === 'disagree'));
  const conflict: Conflict = {
    id: nextId(state, 'conflict'), claim: evidence.claim, sides: inOrder([sideOf([...beside, evidence]), ...sidesOf(opposed, evidence)]),
    comparability: comparabilityOver(opposed.map((item) => comparabilityOf(evidence, item))),
    state: 'open', cause: null, explanation: null, carries: null, needed: null,
  };
  return [{ type: 'conflict.opened', by: 'host', data: conflict }, ...versionDrafts(conflict, conflict.sides, records, newer)];
}

/**
 * The same after a person corrected what evidence says (`state` holds the correction): where it no longer stands against any
 * other side it leaves its own, and a side that it held alone goes with it.
 */
export function conflictsAfterCorrection(state: RunState, evidence: Evidence, supersedes?: Supersedes): EventDraft[] {
  const { live } = liveLedger(state.ledger, state.source);
  const left: Conflict[] = [];
  const drafts: EventDraft[] = [];
  for (const conflict of state.ledger.conflicts) {
    const own = conflict.sides.findIndex((side) => side.evidence.includes(evidence.id));
    const others = conflict.sides.flatMap((side, index) => (index === own ? [] : side.evidence.flatMap((id) => live.get(id) ?? [])));
    if (own === -1 || others.some((other) => stanceBetween(evidence, other) === 'disagree')) continue;
    const kept = conflict.sides.map((side) => ({ ...side, evidence: side.evidence.filter((id) => id !== evidence.id) }));
    const sides = kept.filter((side) => side.evidence.length > 0);
    const carrier = conflict.carries === null ? undefined : kept[conflict.carries];
    const carries = carrier === undefined || !sides.includes(carrier) ? null : sides.indexOf(carrier);
    const next = { ...conflict, sides, carries };
    left.push(next);
    drafts.push({ type: 'conflict.sidesChanged', by: 'host', data: { id: conflict.id, sides } });
    if (conflict.state !== 'explained' || carries === conflict.carries) continue;
    drafts.push({ type: 'conflict.settled', by: 'host', data: { id: conflict.id, state: carries === null ? 'open' : 'explained', cause: carries === null ? null : conflict.cause, explanation: `${speaksNoLonger(evidence.id)} ${conflict.explanation ?? ''}`.trim(), carries, needed: null, by: 'host' } });
  }
  const conflicts = state.ledger.conflicts.map((conflict) => left.find(({ id }) => id === conflict.id) ?? conflict);
  return [...drafts, ...conflictsAfter({ ...state, ledger: { ...state.ledger, conflicts } }, evidence, supersedes)];
}

const isAside = ({ state, carries }: Conflict, side: number): boolean => state === 'explained' && carries !== null && carries !== side;

/**
 * The side of evidence that agrees with one side and disagrees with none of it; else, where it denies or backs what another side
 * says, and where words stand beside figures, the only one that takes the same stand; -1 when it needs its own.
 */
function sideFor(sides: readonly Side[], evidence: Evidence, records: ReadonlyMap<string, Evidence>): number {
  const members = sides.map((side) => side.evidence.flatMap((id) => records.get(id) ?? []));
  const open = members.map((side, index) => ({ side, index })).filter(({ side }) => side.every((item) => stanceBetween(evidence, item) !== 'disagree'));
  const agreeing = open.find(({ side }) => side.some((item) => stanceBetween(evidence, item) === 'agree'));
  if (agreeing) return agreeing.index;
  const denies = members.flat().some((item) => areOpposite(evidence, item));
  const alike = open.filter(({ side }) => side.some((item) => item.relation === evidence.relation && (denies || item.figure === null || evidence.figure === null)));
  return alike.length === 1 ? alike[0]?.index ?? -1 : -1;
}

/** The side of a settled conflict that carries the statement, when the evidence says what something on it says. */
const carryingSideOf = ({ state, carries, sides }: Conflict, evidence: Evidence, records: ReadonlyMap<string, Evidence>): number | null =>
  state === 'explained' && carries !== null && (sides[carries]?.evidence ?? []).some((id) => { const item = records.get(id); return item !== undefined && stanceBetween(evidence, item) === 'agree'; }) ? carries : null;

/** Drafts for evidence that takes its sides: kept conflicts stay kept when a side only grew; settled ones reopen by what the settlement does not cover. */
function changeOf(before: Conflict, placed: readonly Evidence[], records: ReadonlyMap<string, Evidence>, newer: Newer): EventDraft[] {
  let sides: Side[] = before.sides;
  const uncovered: Evidence[] = [];
  for (const item of placed) {
    const at = carryingSideOf(before, item, records) ?? sideFor(sides, item, records);
    if (at === -1 || at >= before.sides.length || (isAside(before, at) && !isExplainedAlike(before, at, item, records, newer))) uncovered.push(item);
    sides = at === -1 ? [...sides, sideOf([item])] : sides.map((side, index) => (index === at ? { ...side, evidence: inNumber([...side.evidence, item.id]) } : side));
  }
  const drafts: EventDraft[] = [{ type: 'conflict.sidesChanged', by: 'host', data: { id: before.id, sides } }];
  const version = versionDrafts(before, sides, records, newer);
  if (version.length > 0) return [...drafts, ...version];
  if (before.state === 'open' || uncovered.length === 0) return drafts;
  const what = uncovered.map(({ id, source }) => `${id} (${source ?? 'derived'})`).join(', ');
  return [...drafts, { type: 'conflict.settled', by: 'host', data: { id: before.id, state: 'open', cause: null, explanation: `Open again: ${what} is not covered by what settled it.`, carries: null, needed: null, by: 'host' } }];
}

/** Whether what set a side aside also sets aside this evidence on it: dated before what superseded it, a repost, or the same in what differs. */
function isExplainedAlike(conflict: Conflict, side: number, evidence: Evidence, records: ReadonlyMap<string, Evidence>, newer: Newer): boolean {
  const items = (index: number): Evidence[] => (conflict.sides[index]?.evidence ?? []).flatMap((id) => records.get(id) ?? []);
  const { cause, carries } = conflict;
  if (cause === 'version') return carries !== null && items(carries).some((carrying) => newer.supersedes(carrying, evidence) || newer.isDatedAfter(carrying, evidence));
  return cause !== null && items(side).some((item) => comparabilityOf(evidence, item)[cause] === 'same');
}

/** "Explained: version", when every live piece of evidence on the other sides is superseded by one side. */
function versionDrafts(conflict: Conflict, sides: readonly Side[], records: ReadonlyMap<string, Evidence>, newer: Newer): EventDraft[] {
  const live = sides.map(({ evidence }) => evidence.flatMap((id) => records.get(id) ?? []));
  const carries = live.findIndex((side, index) => {
    const others = live.filter((_, other) => other !== index).flat();
    return others.length > 0 && others.every((older) => side.some((item) => newer.supersedes(item, older)));
  });
  if (carries === -1 || (conflict.state === 'explained' && conflict.cause === 'version' && conflict.carries === carries)) return [];
  const others = live.filter((_, index) => index !== carries).flat();
  return [explainedByVersion(conflict, carries, `${supersessions(live[carries] ?? [], others, newer).join('; ')}: the newer edition carries the statement.`)];
}

/** What supersedes what, by source; what only agrees with the newer edition supersedes nothing. */
function supersessions(side: readonly Evidence[], others: readonly Evidence[], newer: Newer): string[] {
  const bySource = new Map(side.map((item) => [item.source, item]));
  return [...bySource.values()].flatMap((item) => {
    const older = [...new Set(others.flatMap((other) => (newer.supersedes(item, other) ? (other.source ?? []) : [])))];
    const dated = newer.dateOf(item);
    return older.length === 0 ? [] : [`${item.source ?? 'The newer edition'}${dated === null ? '' : ` (${dated})`} supersedes ${older.join(', ')}`];
  });
}

/** Settles a conflict as explained by version: the newer edition carries the statement, the superseded one stays listed and counts no more. */
const explainedByVersion = ({ id }: Pick<Conflict, 'id'>, carries: number, explanation: string, by = 'host'): EventDraft =>
  ({ type: 'conflict.settled', by, data: { id, state: 'explained', cause: 'version', explanation, carries, needed: null, by } });

/** The sides of a conflict once several of them carry the statement together: they are one side then, in the place of the first, and none is set aside. */
export function carriedTogether({ sides }: Pick<Conflict, 'sides'>, carries: readonly number[]): { sides: Side[]; carries: number | null } {
  const [first] = carries.toSorted((a, b) => a - b);
  const together = sides.filter((_, index) => carries.includes(index));
  if (first === undefined || together.length < 2) return { sides, carries: first ?? null };
  const side = { says: together.map(({ says }) => says).join('; '), evidence: inNumber(together.flatMap(({ evidence }) => evidence)) };
  return { sides: sides.flatMap((one, index) => (index === first ? [side] : carries.includes(index) ? [] : [one])), carries: first };
}

/** Sides that cannot carry the statement together, since live evidence on them disagrees. */
export function disagreeingSides(state: RunState, { sides }: Pick<Conflict, 'sides'>, carries: readonly number[]): [number, number][] {
  const { live } = liveLedger(state.ledger, state.source);
  const items = (index: number): Evidence[] => (sides[index]?.evidence ?? []).flatMap((id) => live.get(id) ?? []);
  return carries.flatMap((a) => carries.filter((b) => a < b && items(a).some((one) => items(b).some((other) => stanceBetween(one, other) === 'disagree'))).map((b): [number, number] => [a, b]));
}

/** What keeps a settlement from being recorded: an explanation names its cause and the side that carries the statement, a kept conflict what would settle it. */
export function settlementProblems(state: RunState, { id, state: settled, cause, carries, needed }: EventData<'conflict.settled'>): string[] {
  const conflict = byId('conflict', state.ledger.conflicts, id);
  if (!conflict) return [`There is no conflict ${id}.${state.ledger.conflicts.length > 0 ? ` Known: ${state.ledger.conflicts.map((one) => one.id).join(', ')}.` : ''}`];
  const sides = conflict.sides.map(({ says, evidence }, index) => `${index} (${says}: ${evidence.join(', ')})`).join(', ');
  if (settled === 'explained') {
    return [
      ...(cause === null ? [`Say on what the sides of ${id} are not comparable: definition, time, sample, environment or version.`] : []),
      ...(carries === null || !conflict.sides[carries] ? [`Say which side of ${id} carries the statement: ${sides}.`] : []),
    ];
  }
  return settled === 'kept' && needed === null ? [`Say what evidence would settle ${id}.`] : [];
}

interface Newer {
  supersedes(newer: Evidence, older: Evidence): boolean;
  isDatedAfter(newer: Evidence, older: Evidence): boolean;
  dateOf(evidence: Evidence): string | null;
}

/** A source supersedes another also through reposts of it, and its own earlier snapshot. */
function newerThan({ source }: RunState, supersedes: Supersedes): Newer {
  const reposts = new Union();
  for (const { relation, from, to, claim } of toldProvenance(source)) if (relation === 'reposts' && claim === null) reposts.join(from, to);
  const members = reposts.members();
  const snapshotOf = ({ snapshot }: Evidence) => (snapshot === null ? undefined : byId('snapshot', source.snapshots, snapshot));
  const dateOf = (evidence: Evidence): string | null => snapshotOf(evidence)?.modified?.value ?? snapshotOf(evidence)?.published?.value ?? evidence.asOf;
  return {
    dateOf,
    supersedes: (newer, older) => {
      const [by, of] = [newer.source, older.source];
      if (by === null || of === null) return false;
      if (by === of) return newer.snapshot !== older.snapshot && (snapshotOf(newer)?.retrievedAt ?? '') > (snapshotOf(older)?.retrievedAt ?? '');
      return supersedes(by, of) || (members.get(reposts.find(of)) ?? []).some((one) => one !== by && supersedes(by, one));
    },
    isDatedAfter: (newer, older) => {
      const [later, earlier] = [dateOf(newer), dateOf(older)];
      return later !== null && earlier !== null && earlier < later.slice(0, earlier.length);
    },
  };
}

/**
 * What stands against one piece of evidence, grouped into sides: with what it agrees. A denial of the statement has all that backs
 * it on the other side, and the other way round, as long as that does not disagree among itself.
 */
function sidesOf(items: readonly Evidence[], opposed: Evidence): Side[] {
  const areOneSide = (a: Evidence, b: Evidence): boolean => {
    const stance = stanceBetween(a, b);
    return stance === 'agree' || (stance === 'apart' && areOpposite(a, opposed) && areOpposite(b, opposed));
  };
  const groups: Evidence[][] = [];
  for (const item of items) {
    const group = groups.find((members) => members.every((member) => areOneSide(item, member)));
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups.map(sideOf);
}

/** What a side says as it is recorded: its figure, else its words. Readers are told what it says now, see `saysOf`. */
function sideOf(items: readonly Evidence[]): Side {
  const [first] = items;
  const { figure, relation, quote } = first ?? {};
  const words = quote ? `${relation}: “${shortened(quote)}”` : (relation ?? 'nothing');
  return { says: figure ? sayingOf(figure) : words, evidence: inNumber(items.map(({ id }) => id)) };
}


const inOrder = (sides: Side[]): Side[] => sides.sort((a, b) => Number(a.evidence[0]?.slice(1)) - Number(b.evidence[0]?.slice(1)));
