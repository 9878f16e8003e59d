import { cellsNamed } from '../ledger/cells';
import { groupBy, liveClaims, liveSides } from '../ledger/live';
import { type Claim, type Conflict, type Evidence } from '../ledger/records';
import { lacking } from '../ledger/requirement';
import { amountOf, saysOf, withAmount } from '../ledger/sayings';
import { ledgerWording } from '../ledger/wording';
import { receiptLimit, type Exchange, type TurnView } from '../researcher/researcher';
import { facts } from '../run/state';
import { canonicalAddress, shownAddress } from '../source/addresses';

/** Joins of a source that are named. */
const joinsNamed = 2;

/** The claims that a worker is told of: all of them, or a child's own. */
export const isOwnClaim = ({ objective }: TurnView) => (claim: string): boolean => objective?.claims.includes(claim) ?? true;

/** A line for each claim, and one for all of which the same is to be said. */
export function claimLines(view: TurnView): string[] {
  const grouped = new Map<string, string[]>();
  for (const claim of liveClaims(view.state.ledger).filter(({ id }) => isOwnClaim(view)(id))) {
    const said = saidOf(claim, view);
    grouped.set(said, [...(grouped.get(said) ?? []), claim.id]);
  }
  return [...grouped].map(([said, ids]) => `${ids.join(', ')}${said}`);
}

/** How a claim stands. What is settled is short; what is not says what it lacks, and is marked where the run hangs on it. */
function saidOf(claim: Claim, { state: { ledger }, assessment: { claims, live } }: TurnView): string {
  const standing = claims.get(claim.id);
  if (!standing) return '';
  const { status, confidence, reason, requirementMet, slots, apart } = standing;
  const frozen = ledger.plan?.frozen.find(({ id }) => id === claim.id);
  const marks = requirementMet ? [] : [...(frozen?.key ? ['key'] : []), ...(frozen?.risk === 'high' ? ['high risk'] : [])];
  const marked = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  const counted = (live.byClaim.get(claim.id) ?? []).filter(({ id }) => !live.setAside.has(id));
  const speaking = counted.filter(({ relation }) => relation !== 'uncertain');
  if (speaking.length === 0) return `${marked} ${claim.kind !== 'fact' && status === 'open' ? 'open: no inference yet' : reason}`;
  const sides = [...groupBy(counted, ({ relation }) => relation)].map(([relation, items]) => `${items.map(withAmount).join(' ')} ${relation}`).join(', ');
  if (requirementMet) return `${marked} ${status}, ${confidence}: ${sides}`;
  const sources = new Set(speaking.flatMap((item) => live.sourcesOf(item).map(({ id }) => id)));
  const spoken = standing.voices.map((voice) => voice.sources.filter((id) => sources.has(id)).join('+')).filter((voice) => voice !== '').join(', ');
  return `${marked} ${status}, ${confidence}: ${sides} (${spoken}); lacks ${lacking(slots.each, claim, ledgerWording(ledger.scope?.language))}${apart === '' ? '' : `; not counted together: ${apart}`}`;
}

/** Ids of evidence, snapshots, searches and results that receipts above brought, where they can be read: they are not described again. */
export function broughtAbove(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ calls }) => calls).flatMap(({ name, receipt }) => {
    const kind = brings[name];
    if (kind === undefined || !receipt?.ok) return [];
    const shown = new Set(receipt.text.slice(0, receiptLimit).match(/\b[A-Z]\d+\b/g));
    return idsIn(receipt.data).filter((id) => kind.test(id) && shown.has(id));
  }));
}

/** By tool, the ids that its receipt describes. */
const brings: Partial<Record<string, RegExp>> = { search: /^[QR]\d+$/, open_source: /^N\d+$/, record_evidence: /^E\d+$/, record_inference: /^E\d+$/, calculate: /^E\d+$/, delegate: /^E\d+$/ };

function idsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(idsIn) : [];
}

export function evidenceLine(item: Evidence): string {
  const words = item.quote ?? item.reasoning ?? '';
  const cells = cellsNamed(item);
  const figure = item.figure === null ? '' : ` {${[amountOf(item.figure), item.figure.basis ?? ''].filter((part) => part !== '').join('; ')}}`;
  return `[[cite:${item.id}]] ${item.relation} ${item.claim} ${item.source ?? item.premises.join('+')}${item.asOf === null ? '' : ` ${item.asOf.slice(0, 10)}`}${figure}: ${words.replace(/\s+/g, ' ').slice(0, 120)}${cells === null ? '' : ` (${cells.slice(0, 120)})`}`;
}

/** Conflicts between sides that live evidence holds: an open one with its sides by number, a settled one in short. */
export function conflictLines(view: TurnView): string[] {
  const { live } = view.assessment;
  const sidesOf = (conflict: Conflict): string => liveSides(conflict, live.live).map(({ index, says, evidence }) => `${conflict.state === 'open' ? `side ${index}: ` : ''}${saysOf({ says, evidence }, (id) => live.live.get(id), ledgerWording(undefined))} (${evidence.join(', ')})`).join(' against ');
  return [...live.conflicts].flatMap(([claim, list]) => (isOwnClaim(view)(claim) ? list : [])).map((conflict) => {
    const head = `${conflict.id} on ${conflict.claim} ${conflict.state}`;
    if (conflict.state !== 'explained') return `${head}: ${sidesOf(conflict)}`;
    const aside = [...live.setAside].flatMap(([id, by]) => (by.id === conflict.id ? [id] : []));
    return `${head}${conflict.cause === null ? '' : ` (${conflict.cause})`}${aside.length === 0 ? '' : `: ${aside.join(', ')} set aside`}`;
  });
}

/** Sources with their last snapshot: to quote from, to read on in. A child is told of those it was given, and of those that concern its claims. */
export function sourceLines(view: TurnView, above: ReadonlySet<string>): string[] {
  const { source: { sources, snapshots, provenance } } = view.state;
  const { folders } = facts(view.state).options;
  const own = view.objective === null ? null : sourcesOfTask(view, view.objective);
  const snapshotOf = new Map(snapshots.map((snapshot) => [snapshot.source, snapshot]));
  const joinsOf = groupBy(provenance, ({ from }) => from);
  return sources.flatMap((source) => {
    const snapshot = snapshotOf.get(source.id);
    if ((snapshot && above.has(snapshot.id) && source.state === 'archived') || own?.has(source.id) === false) return [];
    const about = [snapshot?.id ?? '', source.state === 'archived' ? '' : source.state, source.tier, source.publisher ?? '', snapshot?.published?.value.slice(0, 10) ?? ''].filter((part) => part !== '');
    const joins = joinsOf.get(source.id) ?? [];
    const joined = joins.slice(0, joinsNamed).map(({ to, relation }) => ` (${relation} ${to})`).join('');
    return `${source.id} ${about.join(', ')}: ${source.title || shownAddress(source.address, folders)}${joined}${joins.length > joinsNamed ? ` (and ${joins.length - joinsNamed} more)` : ''}`;
  });
}

function sourcesOfTask({ state: { ledger, source } }: TurnView, { claims, sources: given }: NonNullable<TurnView['objective']>): Set<string> {
  const found = new Set(ledger.searches.filter((search) => search.claims.some((id) => claims.includes(id))).flatMap(({ results }) => results));
  const pages = new Set(ledger.results.flatMap(({ id, address }) => (found.has(id) || given.includes(id) ? [canonicalAddress(address)] : [])));
  return new Set([
    ...ledger.evidence.flatMap((item) => (item.source !== null && claims.includes(item.claim) ? [item.source] : [])),
    ...source.snapshots.flatMap((snapshot) => (pages.has(canonicalAddress(snapshot.address)) || pages.has(canonicalAddress(snapshot.requested)) || given.includes(snapshot.id) ? [snapshot.source] : [])),
    ...source.sources.flatMap(({ id, address, title }) => (given.includes(id) || given.includes(address) || given.includes(title) ? [id] : [])),
  ]);
}

/** The search ledger in brief: what failed, what each brought, and the pages that nobody looked at, each described once and by one id. What stands above says only what is still to be done. */
export function searchLines(view: TurnView, above: ReadonlySet<string>): string[] {
  const { state, assessment: { seeking } } = view;
  const named = new Map<string, string>();
  return state.ledger.searches.filter(({ claims }) => claims.length === 0 || claims.some(isOwnClaim(view))).flatMap((entry) => {
    const isAbove = above.has(entry.id);
    const head = isAbove ? entry.id : `${entry.id} ${entry.intent} "${entry.query}" for ${entry.claims.join(',')}`;
    if (entry.failed) return `${head}: FAILED (${entry.failures.map(({ message }) => message).join(' ')})`;
    const unseen = seeking.resultsOf(entry, 'unseen').map(({ id, address, title }) => {
      const first = named.get(address);
      if (first !== undefined) return first;
      named.set(address, id);
      return above.has(id) || title === '' ? id : `${id} ${title.slice(0, 60)}`;
    });
    if (isAbove && unseen.length === 0) return [];
    const { slots, confidence, conflicts } = entry.gain;
    const gain = slots + confidence + conflicts;
    return `${head}${entry.results.length === 0 ? ', no results' : ''}${gain === 0 || isAbove ? '' : `, gain ${gain}`}${unseen.length === 0 ? '' : `; not looked at: ${unseen.join('; ')}`}`;
  });
}
