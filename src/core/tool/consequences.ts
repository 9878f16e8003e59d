import { differingDimensions } from '../ledger/compare';
import { conflictsAfter } from '../ledger/conflict';
import { gainBetween } from '../ledger/gain';
import { type EventData, type EventDraft } from '../run/event';
import { whatIf, type RunState } from '../run/state';
import { supersedesIn } from '../source/supersedes';
import { type ToolOutcome } from './tool';

/** Evidence with what follows from it in the same breath: whom it takes this from (`linked`), conflicts that it opens, and the gain of the search that led to it. */
export function withConsequences(item: EventData<'evidence.recorded'>, state: RunState, how: string, linked: readonly EventDraft[] = []): ToolOutcome {
  const recorded: EventDraft = { type: 'evidence.recorded', by: item.worker, data: item };
  const conflicts = conflictsAfter(state, item, supersedesIn(state));
  const drafts = [recorded, ...linked, ...conflicts];
  const gain = gainBetween(state, whatIf(state, drafts), item.claim);
  const credited: EventDraft[] = item.search === null || gain.slots + gain.confidence + gain.conflicts === 0 ? [] : [{ type: 'gain.credited', by: 'host', data: { search: item.search, gain } }];
  return { ok: true, drafts: [...drafts, ...credited], data: { evidence: item.id }, text: `${item.id} ${item.relation} ${item.claim}, ${how}. Cite it as [[cite:${item.id}]].${openedNote(conflicts)}${apartNote(item, state, conflicts)}` };
}

/** Conflicts that were opened, and what to do where there is none. */
export const openedNote = (drafts: readonly EventDraft[]): string =>
  drafts.map((draft) => (draft.type === 'conflict.opened' ? `\nConflict ${draft.data.id} is open on ${draft.data.claim}: ${draft.data.sides.map(({ says, evidence }) => `${says} (${evidence.join(', ')})`).join(' against ')}. Where they do not disagree, say with correct_evidence what each is stated for.` : '')).join('');

/** Other figures that are named beside a new one. */
const apartNamed = 3;

/** The nearest figures on the claim that stand for something else, each with the words that keep it apart, so that a mere difference of words is seen. */
function apartNote(item: EventData<'evidence.recorded'>, { ledger }: RunState, conflicts: readonly EventDraft[]): string {
  const { figure } = item;
  // What is given as partial or uncertain is meant to stand apart, and what a conflict was opened with does not.
  if (figure === null || item.relation === 'partial' || item.relation === 'uncertain') return '';
  const opposed = new Set(conflicts.flatMap((draft) => (draft.type === 'conflict.opened' ? draft.data.sides.flatMap(({ evidence }) => evidence) : [])));
  const apart = ledger.evidence.flatMap((other) => {
    if (other.claim !== item.claim || other.state !== 'active' || other.figure === null || other.snapshot === item.snapshot || opposed.has(other.id)) return [];
    const differs = differingDimensions(other.figure, figure);
    return differs.length === 0 || differs.includes('unit') ? [] : [{ id: other.id, figure: other.figure, differs }];
  });
  const nearest = apart.toSorted((a, b) => a.differs.length - b.differs.length || Math.abs(a.figure.value - figure.value) - Math.abs(b.figure.value - figure.value)).slice(0, apartNamed);
  const named = nearest.map((other) => `${other.id} (${other.differs.map((name) => `${name} "${other.figure[name] ?? ''}", here "${figure[name] ?? ''}"`).join('; ')})`);
  return apart.length === 0 ? '' : `\nNeither against nor a voice beside ${named.join(', ')}${apart.length > named.length ? ` and ${apart.length - named.length} more` : ''}: where they mean the same, correct_evidence gives them the same words.`;
}
