import { cellsNamed } from '../ledger/cells';
import { liveSides } from '../ledger/live';
import { type Conflict, type Evidence } from '../ledger/records';
import { lacking } from '../ledger/requirement';
import { saysOf } from '../ledger/sayings';
import { ledgerWording } from '../ledger/wording';
import { receiptLimit, type Exchange, type TurnView } from '../researcher/researcher';
import { facts } from '../run/state';
import { shownAddress } from '../source/addresses';

/** Joins of a source that are named; the voices of each claim say the rest. */
const joinsNamed = 2;

/** The claims that a worker is told of: all of them, or a child's own. */
export const isOwnClaim = ({ objective }: TurnView) => (claim: string): boolean => objective?.claims.includes(claim) ?? true;

/** A line for each claim, and one for all of which the same is to be said. What is settled is short; what is not says what it lacks. */
export function claimLines(view: TurnView): string[] {
  const { ledger } = view.state;
  const wording = ledgerWording(ledger.scope?.language);
  const frozen = new Map(ledger.plan?.frozen.map((claim) => [claim.id, claim]));
  const grouped = new Map<string, string[]>();
  for (const { claim: id, status, confidence, reason, requirementMet, voices, slots } of view.assessment.claims.values()) {
    if (!isOwnClaim(view)(id)) continue;
    const claim = ledger.claims.find((one) => one.id === id);
    const live = view.assessment.live.byClaim.get(id) ?? [];
    const stands = `${status}, ${confidence}${voices.length === 0 ? '' : ` (${voices.map(({ sources }) => sources.join('+')).join(', ')})`}`;
    const said = ['supports', 'contradicts', 'partial'].flatMap((relation) => {
      const items = live.filter((item) => item.relation === relation && !view.assessment.live.setAside.has(item.id));
      return items.length === 0 ? [] : [`${items.map((item) => item.id).join(' ')} ${relation}`];
    }).join(', ');
    const lacks = requirementMet || !claim ? '' : `; lacks ${lacking(slots.each, claim, wording)}`;
    const marks = requirementMet ? [] : [...(frozen.get(id)?.key ? ['key'] : []), ...(frozen.get(id)?.risk === 'high' ? ['high risk'] : [])];
    // The sides of a conflict stand under Conflicts; what else is open says why.
    const line = said === '' ? (claim?.kind === 'fact' || status !== 'open' ? reason : 'open: no inference yet') : `${stands}${requirementMet ? '' : `: ${said}`}${lacks}`;
    const tail = `${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${line}`;
    grouped.set(tail, [...(grouped.get(tail) ?? []), id]);
  }
  return [...grouped].map(([tail, ids]) => `${ids.join(', ')}${tail}`);
}

/** Ids of evidence, snapshots, searches and results that receipts above brought, where they can be read: they are not described again. */
export function broughtAbove(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const brought = exchanges.flatMap(({ calls }) => calls).flatMap(({ name, receipt }) => (bringing.has(name) && receipt?.ok ? [receipt] : []));
  return new Set(brought.flatMap(({ text, data }) => {
    const shown = new Set(text.slice(0, receiptLimit).match(/\b[ENQR]\d+\b/g));
    return idsIn(data).filter((id) => shown.has(id));
  }));
}

const bringing = new Set(['search', 'open_source', 'record_evidence', 'record_inference', 'calculate', 'delegate']);

function idsIn(data: unknown): string[] {
  if (typeof data === 'string') return /^[ENQR]\d+$/.test(data) ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(idsIn) : [];
}

export function evidenceLine(item: Evidence): string {
  const words = item.quote ?? item.reasoning ?? '';
  const cells = cellsNamed(item);
  const figure = item.figure === null ? '' : ` {${[/[\p{L}%]/u.test(item.figure.text) ? item.figure.text : `${item.figure.text} ${item.figure.unit ?? ''}`.trim(), item.figure.basis ?? ''].filter((part) => part !== '').join('; ')}}`;
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
  return sources.flatMap((source) => {
    const snapshot = snapshots.findLast((one) => one.source === source.id);
    if ((snapshot && above.has(snapshot.id) && source.state === 'archived') || own?.has(source.id) === false) return [];
    const about = [snapshot?.id ?? '', source.state === 'archived' ? '' : source.state, source.tier, source.publisher ?? '', snapshot?.published?.value.slice(0, 10) ?? ''].filter((part) => part !== '');
    const joins = provenance.filter(({ from }) => from === source.id);
    const joined = joins.slice(0, joinsNamed).map(({ to, relation }) => ` (${relation} ${to})`).join('');
    return `${source.id} ${about.join(', ')}: ${source.title || shownAddress(source.address, folders)}${joined}${joins.length > joinsNamed ? ` (and ${joins.length - joinsNamed} more)` : ''}`;
  });
}

function sourcesOfTask({ state: { ledger, source } }: TurnView, { claims, sources: given }: NonNullable<TurnView['objective']>): Set<string> {
  const found = new Set(ledger.searches.filter((search) => search.claims.some((id) => claims.includes(id))).flatMap(({ results }) => results));
  return new Set([
    ...ledger.evidence.flatMap((item) => (item.source !== null && claims.includes(item.claim) ? [item.source] : [])),
    ...source.snapshots.flatMap((snapshot) => (found.has(snapshot.result ?? '') || given.includes(snapshot.id) || given.includes(snapshot.result ?? '') ? [snapshot.source] : [])),
    ...source.sources.flatMap(({ id, address, title }) => (given.includes(id) || given.includes(address) || given.includes(title) ? [id] : [])),
  ]);
}

/** The search ledger in brief: what failed, what each brought, and the pages that nobody looked at, each named once. What stands above says only what is still to be done. */
export function searchLines(view: TurnView, above: ReadonlySet<string>): string[] {
  const { state, assessment: { seeking } } = view;
  const named = new Map<string, string>();
  return state.ledger.searches.filter(({ claims }) => claims.length === 0 || claims.some(isOwnClaim(view))).flatMap((entry) => {
    const isAbove = above.has(entry.id);
    const head = isAbove ? entry.id : `${entry.id} ${entry.intent} "${entry.query}" for ${entry.claims.join(',')}`;
    if (entry.failed) return `${head}: FAILED (${entry.failures.map(({ message }) => message).join(' ')})`;
    const unseen = seeking.resultsOf(entry, 'unseen').map(({ id, address, title }) => {
      const first = named.get(address);
      if (first !== undefined) return `${id} (${first})`;
      named.set(address, id);
      return above.has(id) || title === '' ? id : `${id} ${title.slice(0, 60)}`;
    });
    if (isAbove && unseen.length === 0) return [];
    const { slots, confidence, conflicts } = entry.gain;
    const gain = slots + confidence + conflicts;
    return `${head}${entry.results.length === 0 ? ', no results' : ''}${gain === 0 || isAbove ? '' : `, gain ${gain}`}${unseen.length === 0 ? '' : `; not looked at: ${unseen.join('; ')}`}`;
  });
}
