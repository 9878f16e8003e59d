import { type RunState } from './state';

/** Turns without anything that matters before it is named to the researcher, and again before the run ends. */
export const stallLimit = 4;

/** A number that grows with everything that matters; updates, refusals and repeats do not. */
export function progressMark(state: RunState): number {
  const { ledger, source, article } = state;
  return ledger.searches.filter(({ failed, repeats }) => !failed && repeats === null).length + ledger.evidence.length + ledger.conflicts.length
    + ledger.conflicts.filter((conflict) => conflict.state !== 'open').length + ledger.results.filter(({ decision }) => decision !== 'unseen').length
    + (ledger.plan?.version ?? 0) + (ledger.scope?.version ?? 0) + source.snapshots.length + source.provenance.length + article.versions.length
    + state.children.filter(({ ended }) => ended !== null).length + readings(state);
}

/** Different readings of sources; the same one again is no progress. */
function readings(state: RunState): number {
  return new Set(state.turns.flatMap(({ calls }) => calls.filter(({ name, receipt }) => receipt?.ok === true && (name === 'read_source' || name === 'query_table' || name === 'calculate')).map(({ name, args }) => `${name} ${JSON.stringify(args)}`))).size;
}
