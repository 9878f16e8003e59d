import { currentBlocks } from '../article/state';
import { groupBy, type LedgerInputs } from './live';

/**
 * Whether what carries a claim was checked by a model, and only by the one that wrote. Checks of earlier revisions, checks that
 * failed or were not done, and the rules applied at publication say nothing here.
 */
export function selfChecks({ article, checks }: Pick<LedgerInputs, 'article' | 'checks'>): (claim: string, sources: ReadonlySet<string>) => boolean {
  const current = new Map(currentBlocks(article).map((revision) => [revision.block, revision]));
  const byClaim = groupBy(
    checks
      .filter(({ checker, verdict, block, revision }) => checker !== 'rules' && verdict !== 'not-checked' && verdict !== 'unknown-failed' && current.get(block)?.revision === revision)
      .flatMap((check) => (current.get(check.block)?.claims ?? []).map((claim) => ({ claim, check }))),
    ({ claim }) => claim,
  );
  return (claim, sources) => {
    const done = (byClaim.get(claim) ?? []).filter(({ check }) => check.source === null || sources.has(check.source));
    return done.length > 0 && done.every(({ check }) => check.selfChecked);
  };
}
