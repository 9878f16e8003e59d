import { markerPattern } from '../src/shared/citations';
import type { ArticleView, BlockView, CitationView, EvidenceView, RunView, SourceView } from '../src/shared/view';

/** Rules over the view that the article tab shows. Pure. */

/** `ok` holds; `near` located with a difference; `none` not bound; `changed` holds, but the live source has moved on; `broken` does not hold. */
export type CiteState = 'ok' | 'near' | 'none' | 'changed' | 'broken';

export interface Known { evidence: ReadonlyMap<string, EvidenceView>; sources: ReadonlyMap<string, SourceView> }

export function known(view: RunView): Known {
  return { evidence: byId(view.evidence), sources: byId(view.sources) };
}

function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

export function citeState(citation: Pick<CitationView, 'evidence' | 'state'>, { evidence, sources }: Known): CiteState {
  if (citation.state === 'broken') return 'broken';
  const found = citation.evidence === null ? undefined : evidence.get(citation.evidence);
  if (citation.state === 'unverified' || !found) return 'none';
  const source = found.source === null ? undefined : sources.get(found.source);
  if (found.state !== 'active' || source?.state === 'withdrawn') return 'broken';
  if (found.snapshot === null || !source) return found.match === 'near' ? 'near' : 'ok';
  const snapshot = source.snapshots.find(({ id }) => id === found.snapshot);
  if (snapshot?.holds === false) return 'broken';
  const newest = source.snapshots.at(-1);
  if (snapshot && newest && newest.textSha256 !== snapshot.textSha256) return 'changed';
  return found.match === 'near' ? 'near' : 'ok';
}

/** The blocks as they stood at an article version, in today's order. An old revision carries no notices: they belong to what was published later. */
export function blocksAt(article: ArticleView, version: number | null): BlockView[] {
  if (version === null || version >= article.version) return article.blocks;
  const revisionOf = new Map<string, number>();
  for (const entry of article.versions) if (entry.version <= version) revisionOf.set(entry.block, entry.revision);
  return article.blocks.flatMap((block) => {
    const revision = revisionOf.get(block.id);
    if (revision === undefined) return [];
    if (revision === block.revision) return [block];
    const old = article.revisions.find((one) => one.block === block.id && one.revision === revision);
    return old ? [{ ...block, revision, text: old.text, heading: old.heading, citations: markers(old.text), sentences: [], notices: [], claims: [] }] : [];
  });
}

function markers(text: string): CitationView[] {
  return [...text.matchAll(markerPattern)].map((found, at) => ({ ordinal: at + 1, evidence: found[1] ?? null, state: 'bound', start: found.index, end: found.index + found[0].length }));
}

/** Blocks that a reader who last saw `seen` has not had before them. */
export function newSince(article: ArticleView, seen: number | null): string[] {
  if (seen === null) return [];
  return [...new Set(article.versions.filter(({ version }) => version > seen).map(({ block }) => block))];
}

/** Evidence that the article cites, in the order of its numbers. */
export function citedEvidence(numbers: ReadonlyMap<string, number>, { evidence }: Known): { number: number; evidence: EvidenceView }[] {
  return [...numbers].flatMap(([id, number]) => {
    const found = evidence.get(id);
    return found ? [{ number, evidence: found }] : [];
  });
}

/** The last section of the generated end matter: how the research was done. */
export function methodText(end: string): string {
  const sections = end.split(/^(?=#{1,6}\s)/m).filter((section) => section.trim() !== '');
  return (sections.findLast((section) => /^#+\s*(method|how|方法)/i.test(section)) ?? sections.at(-1) ?? '').replace(/^#+[^\n]*\n+/, '');
}

export function isCjk(language: string): boolean {
  return /^(zh|ja|ko)\b/i.test(language);
}
