import { citationNow } from '../article/citationNow';
import { currentBlocks } from '../article/state';
import { flaggedBlocks } from '../ledger/withdraw';
import { type TurnView } from '../researcher/researcher';

interface ProjectedArticle {
  sections: ({ id: string; revision: number; kind: string; heading: string | null; text: string } | { id: string; revision: number; heading: string | null; claims: string[]; omitted: string })[];
  omittedCount: number;
}

/**
 * The current article as it stands, with nothing withdrawn in it: a flagged part leaves its id, revision, claims and the reason.
 * When it does not fit, the parts whose claims are settled best are left out first, and among them the oldest. `limit` in UTF-16 code units.
 */
export function currentArticle({ state, assessment }: Pick<TurnView, 'state' | 'assessment'>, limit: number): ProjectedArticle {
  const blocks = currentBlocks(state.article);
  const flagged = new Set([...blocks.filter((block) => block.citations.some((citation) => citationNow(state, citation) === 'broken')).map(({ block }) => block), ...flaggedBlocks(state).map(({ block }) => block)]);
  const openness = (claims: readonly string[]): number => Math.max(0, ...claims.map((id) => (assessment.claims.get(id)?.requirementMet === false ? 1 : 0)));
  const kept = new Set<string>();
  let held = 0;
  for (const block of blocks.filter(({ block: id }) => !flagged.has(id)).toReversed().toSorted((a, b) => openness(b.claims) - openness(a.claims))) {
    const size = block.text.length + 80;
    if (held + size > limit) continue;
    held += size;
    kept.add(block.block);
  }
  const sections = blocks.map(({ block: id, revision, kind, heading, text, claims }) => (kept.has(id)
    ? { id, revision, kind, heading, text }
    : { id, revision, heading, claims, omitted: flagged.has(id) ? 'evidence it cites was withdrawn, corrected or no longer holds: revise it' : 'left out for length; recall it by id' }));
  return { sections, omittedCount: sections.filter((section) => 'omitted' in section).length };
}
