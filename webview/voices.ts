import type { ClaimView, EvidenceView, RunView, SourceView } from '../src/shared/view';

/** How sources become voices, and voices marks. Pure rules over the view. */

export type Side = 'for' | 'against' | 'beside';

export interface Voice {
  side: Side;
  /** In the order of their provenance: what others repeat comes first. */
  sources: { source: SourceView; depth: number }[];
  /** Edges inside this voice. */
  edges: { from: string; to: string; relation: string }[];
  evidence: EvidenceView[];
}

/** One mark a voice: `s` supports, `x` contradicts, `p` partial, `u` uncertain or broken; and how many other sources repeat it. */
export interface Mark { kind: 's' | 'x' | 'p' | 'u'; reprints: number }

const kindOf: Record<EvidenceView['relation'], Mark['kind']> = { supports: 's', contradicts: 'x', partial: 'p', uncertain: 'u' };
const strength: Mark['kind'][] = ['s', 'x', 'p', 'u'];

export function evidenceOf(view: RunView, claim: string): EvidenceView[] {
  return view.evidence.filter((one) => one.claim === claim);
}

export function marksOf(claim: ClaimView, evidence: readonly EvidenceView[]): Mark[] {
  const live = evidence.filter(({ state }) => state === 'active');
  const spoken = claim.voices.flatMap((voice): Mark[] => {
    const kinds = live.filter(({ source }) => source !== null && voice.includes(source)).map(({ relation }) => kindOf[relation]);
    const kind = strength.find((one) => kinds.includes(one));
    return kind ? [{ kind, reprints: voice.length - 1 }] : [];
  });
  const derived = live.filter(({ source }) => source === null).map((one): Mark => ({ kind: kindOf[one.relation], reprints: 0 }));
  const unheard = live.filter(({ source }) => source !== null && !claim.voices.some((voice) => voice.includes(source))).map((one): Mark => ({ kind: kindOf[one.relation], reprints: 0 }));
  const fallen = evidence.filter(({ state }) => state !== 'active').map((): Mark => ({ kind: 'u', reprints: 0 }));
  return [...spoken, ...derived, ...unheard, ...fallen].sort((a, b) => order(a) - order(b));
}

function order({ kind }: Mark): number {
  return { s: 0, p: 1, u: 2, x: 3 }[kind];
}

/** Voices that speak for a claim, against it, or beside it, and how many the requirement asks for. */
export function heard(claim: ClaimView, evidence: readonly EvidenceView[]): number {
  return marksOf(claim, evidence.filter(({ source }) => source !== null)).filter(({ kind }) => kind === 's').length;
}

export function voicesFor(view: RunView, claim: ClaimView): Voice[] {
  const evidence = evidenceOf(view, claim.id).filter(({ state }) => state === 'active');
  return claim.voices.flatMap((ids) => {
    const own = evidence.filter(({ source }) => source !== null && ids.includes(source));
    const edges = view.provenance.filter(({ from, to }) => ids.includes(from) && ids.includes(to));
    const depth = (id: string, seen: readonly string[] = []): number => Math.max(0, ...edges.filter(({ from, to }) => from === id && !seen.includes(to)).map(({ to }) => 1 + depth(to, [...seen, id])));
    const sources = ids.flatMap((id) => {
      const source = view.sources.find((one) => one.id === id);
      return source ? [{ source, depth: depth(id) }] : [];
    }).sort((a, b) => a.depth - b.depth);
    if (sources.length === 0) return [];
    const relations = own.map(({ relation }) => relation);
    const side: Side = relations.includes('contradicts') ? 'against' : relations.includes('supports') || relations.includes('partial') ? 'for' : 'beside';
    return [{ side, sources, edges, evidence: own }];
  });
}

/** What is missing comes first; among equals the higher risk. */
const statusRank: ClaimView['status'][] = ['conflicting', 'partial', 'uncertain', 'unknown-failed', 'open', 'contradicted', 'supported'];
const riskRank = ['high', 'medium', 'low'];
export type Sorting = 'missing' | 'plan' | 'risk';

/** Claims in the order asked for, each child right after its parent. */
export function sortClaims(claims: readonly ClaimView[], by: Sorting): { claim: ClaimView; level: number }[] {
  const rank = (claim: ClaimView) => {
    const risk = riskRank.indexOf(claim.risk);
    if (by === 'plan') return 0;
    return by === 'risk' ? risk * 10 : statusRank.indexOf(claim.status) * 10 + risk;
  };
  const ids = new Set(claims.map(({ id }) => id));
  const under = (parent: string | null, level: number): { claim: ClaimView; level: number }[] => claims
    .filter((claim) => (parent === null ? claim.parent === null || !ids.has(claim.parent) : claim.parent === parent))
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((claim) => [{ claim, level }, ...under(claim.id, level + 1)]);
  return under(null, 1);
}

export function matchesFilter(claim: ClaimView, view: RunView, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return true;
  const evidence = evidenceOf(view, claim.id);
  const titles = view.sources.filter(({ id }) => evidence.some(({ source }) => source === id)).flatMap(({ title, publisher }) => [title, publisher ?? '']);
  return [claim.id, claim.text, ...evidence.flatMap(({ id, quote, reasoning }) => [id, quote ?? '', reasoning ?? '']), ...titles].some((text) => text.toLowerCase().includes(wanted));
}
