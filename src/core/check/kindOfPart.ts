import { type Revision } from '../article/records';
import { blockOf } from '../article/state';
import { byId } from '../immutable';
import { type Claim, type Evidence } from '../ledger/records';
import { type RunState } from '../run/state';

const named: Record<Claim['kind'], string> = { fact: 'a part of facts', analysis: 'an analysis', recommendation: 'a recommendation' };

/**
 * Whether a part is of the kind it says: a reader tells facts, analysis and recommendations apart by it. What is inferred is cited
 * by its inference, a recommendation serves a constraint, and a revision keeps the inference it had. Said, never a reason to refuse.
 */
export function kindNotes({ article, ledger }: RunState, revision: Revision): string[] {
  // Quotations chosen by rule are what sources say, whatever claim they were sought for.
  if (revision.quotations) return [];
  const evidenceOf = ({ citations }: Revision): Evidence[] => [...new Set(citations.map(({ evidence }) => evidence))].flatMap((id) => (id === null ? [] : byId('evidence', ledger.evidence, id) ?? []));
  const inferencesOf = (one: Revision): Evidence[] => evidenceOf(one).filter(({ kind, state }) => kind === 'inference' && state === 'active');
  const claims = revision.claims.flatMap((id) => byId('claim', ledger.claims, id) ?? []);
  const cited = evidenceOf(revision);
  const inferences = inferencesOf(revision);
  const before = blockOf(article, revision.block)?.revisions[revision.revision - 2];
  const lost = before === undefined || inferences.length > 0 ? [] : inferencesOf(before);
  const notes: string[] = [];
  if (claims.length > 0 && claims.every(({ kind }) => kind !== revision.kind)) notes.push(`This is ${named[revision.kind]}, and its claims are none: ${claims.map(({ id, kind }) => `${id} ${kind}`).join(', ')}.`);
  if (lost.length > 0) notes.push(`The revision before rested on ${lost.map(({ id }) => id).join(', ')}, an inference that this one no longer cites.`);
  else if (revision.kind !== 'fact' && inferences.length === 0 && !(revision.kind === 'analysis' && cited.some(({ kind }) => kind === 'calculation'))) {
    notes.push(`This is ${named[revision.kind]} and cites no inference: what sources say does not say it yet. record_inference from ${cited.map(({ id }) => id).join(', ') || 'the evidence it stands on'}, and cite that.`);
  }
  if (revision.kind === 'fact' && inferences.length > 0) notes.push(`${inferences.map(({ id }) => id).join(', ')} is inferred: that is analysis, a part of its own kind.`);
  const unbound = revision.kind === 'recommendation' ? claims.filter(({ kind, constraint }) => kind === 'recommendation' && (constraint ?? '').trim() === '') : [];
  if (unbound.length > 0) notes.push(`${unbound.map(({ id }) => id).join(', ')} names no constraint of the user that it serves.`);
  return notes;
}
