import * as z from 'zod';
import { assess } from '../ledger/assess';
import { carriedTogether, disagreeingSides, settlementProblems } from '../ledger/conflict';
import { cause, text, type Conflict } from '../ledger/records';
import { lacking } from '../ledger/requirement';
import { ledgerWording } from '../ledger/wording';
import { type EventDraft } from '../run/event';
import { whatIf, type RunState } from '../run/state';
import { nothing, optional, ref, refused, tool } from './tool';

export const settleConflict = tool({
  name: 'settle_conflict',
  description: 'Explain a conflict (the sides differ in definition, time, sample, environment or version; `carries` names each side that carries the statement, counted from 0: the others are set aside), or keep it with both sides shown and say what would settle it. Sides that do not disagree at all are no conflict: correct_evidence says what each is stated for. Never settle by counting sources.',
  schema: z.object({ conflict: ref, state: z.enum(['explained', 'kept']), cause: optional(cause), explanation: text, carries: z.preprocess((value) => (typeof value === 'number' ? [value] : value ?? null), z.array(z.int().min(0)).nullable()), needed: optional(text) }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const conflict = state.ledger.conflicts.find(({ id }) => id === args.conflict);
    const wanted = args.state === 'explained' ? [...new Set(args.carries ?? [])] : [];
    const settled = { id: args.conflict, state: args.state, cause: args.cause, explanation: args.explanation, carries: wanted.find((side) => !conflict?.sides[side]) ?? wanted[0] ?? null, needed: args.needed, by: context.worker };
    const problems = settlementProblems(state, settled);
    if (problems.length > 0 || !conflict) return refused(problems.join(' '));
    const [apart] = disagreeingSides(state, conflict, wanted);
    if (apart) return refused(`Sides ${apart.join(' and ')} of ${conflict.id} disagree with each other, so they cannot carry the statement together: name one of them, or keep the conflict; where they only seem to disagree, say with correct_evidence what each is stated for.`);
    const { sides, carries } = carriedTogether(conflict, wanted);
    if (sides.length < 2 && carries !== null) return refused(`Each side of ${conflict.id} would carry the statement: name what is set aside, or keep the conflict.`);
    const drafts: EventDraft[] = [
      ...(sides === conflict.sides ? [] : [{ type: 'conflict.sidesChanged' as const, by: context.worker, data: { id: conflict.id, sides } }]),
      { type: 'conflict.settled', by: context.worker, data: { ...settled, carries } },
    ];
    return { ok: true, drafts, text: `${conflict.id} is ${args.state}.${settlementNote(state, whatIf(state, drafts), conflict)}` };
  },
});

/** What a settlement took out of the count, and which claims lack something by it. */
function settlementNote(before: RunState, after: RunState, conflict: Conflict): string {
  const [then, now] = [assess(before), assess(after)];
  const aside = [...now.live.setAside].flatMap(([id, { id: by }]) => (by === conflict.id && now.live.live.has(id) ? [id] : []));
  const lacks = after.ledger.claims.flatMap((claim) => {
    const standing = now.claims.get(claim.id);
    if (!standing || standing.requirementMet || !(claim.id === conflict.claim || then.claims.get(claim.id)?.requirementMet)) return [];
    return [` ${claim.id} now lacks ${lacking(standing.slots.each, claim, ledgerWording(undefined))}.`];
  });
  return `${aside.length === 0 ? '' : ` Set aside: ${aside.join(', ')}.`}${lacks.join('')}${lacks.length === 0 ? '' : ' If the sides do not disagree, correct_evidence says what each is stated for, and nothing is set aside.'}`;
}
