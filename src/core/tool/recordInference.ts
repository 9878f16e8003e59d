import * as z from 'zod';
import { assess } from '../ledger/assess';
import { groupBy } from '../ledger/live';
import { relation, text, type Claim } from '../ledger/records';
import { lacking, weakPremises } from '../ledger/requirement';
import { ledgerWording } from '../ledger/wording';
import { type EventData } from '../run/event';
import { nextId, whatIf, type RunState } from '../run/state';
import { withConsequences } from './consequences';
import { nothing, optional, ref, refused, tool } from './tool';

export const recordInference = tool({
  name: 'record_inference',
  description: 'Record a conclusion that rests on evidence you name as premises, for an analysis or recommendation claim (or a cause that no source states: then name the other causes considered among the premises or in the reasoning).',
  schema: z.object({ claim: ref, relation, premises: z.array(ref).min(1), reasoning: text, validity: optional(text) }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const { ledger } = state;
    if (!ledger.claims.some(({ id }) => id === args.claim)) return refused(`There is no claim ${args.claim}. Claims: ${ledger.claims.map(({ id }) => id).join(', ')}.`);
    const missing = args.premises.filter((id) => ledger.evidence.find((item) => item.id === id)?.state !== 'active');
    const live = ledger.evidence.findLast((item) => item.state === 'active');
    if (missing.length > 0) return refused(`Not live evidence: ${missing.join(', ')}. ${live ? `Premises are ids of evidence such as ${live.id}.` : 'There is none yet: record some with record_evidence first.'}`);
    const premises = [...new Set(args.premises)];
    const twin = ledger.evidence.find((item) => item.kind === 'inference' && item.state === 'active' && item.claim === args.claim && item.relation === args.relation && item.reasoning === args.reasoning && item.premises.toSorted().join() === premises.toSorted().join());
    if (twin) return { ok: true, drafts: [], text: `That is inferred already: ${twin.id} ${twin.relation} ${twin.claim}. Cite it as [[cite:${twin.id}]].`, data: { evidence: twin.id } };
    const item: EventData<'evidence.recorded'> = {
      id: nextId(state, 'evidence'), claim: args.claim, relation: args.relation, kind: 'inference', source: null, snapshot: null, start: null, end: null, quote: null, match: null, differences: [],
      extractor: context.extractor, validity: args.validity, asOf: null, figure: null, cells: [], headings: [], locator: { page: null, sheet: null, cell: null, row: null },
      premises, reasoning: args.reasoning, search: null, worker: context.worker,
    };
    const outcome = withConsequences(item, state, `inferred from ${item.premises.join(', ')}`);
    return { ...outcome, text: `${outcome.text}${notCarriedNote(item, whatIf(state, outcome.drafts))}` };
  },
});

/** Why an inference does not carry its analysis or recommendation yet, and so what is still to be found. */
function notCarriedNote(item: EventData<'evidence.recorded'>, state: RunState): string {
  const { claims, live } = assess(state);
  const claimOf = (id: string): Claim | undefined => state.ledger.claims.find((claim) => claim.id === id);
  if (claimOf(item.claim)?.kind === 'fact') return '';
  const weakOf = groupBy(weakPremises(item, { ledger: live, claimMeets: (id) => claims.get(id)?.requirementMet ?? false }), ({ premise, why: weak }) => {
    if (weak === 'set aside') return `set aside by ${live.setAside.get(premise.id)?.id ?? 'a conflict'}`;
    if (weak === 'uncertain') return 'uncertain: no stand is taken';
    const claim = claimOf(premise.claim);
    if (premise.claim === item.claim) return `evidence of ${item.claim} itself: record it on a fact claim, and infer from there`;
    return `evidence of ${premise.claim}, which lacks ${claim ? lacking(claims.get(claim.id)?.slots.each ?? [], claim, ledgerWording(undefined)) : 'its place in the plan'}`;
  });
  const why = [...weakOf].map(([weak, premises]) => `${premises.map(({ premise }) => premise.id).join(', ')} ${premises.length > 1 ? 'are' : 'is'} ${weak}`);
  return why.length === 0 ? '' : `\n${item.id} does not carry ${item.claim} yet: ${why.join('; ')}.`;
}
