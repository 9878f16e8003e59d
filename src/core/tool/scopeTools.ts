import * as z from 'zod';
import { acceptPlan, addedShare, canonicalJson, endsBeforeItBegins, judgeChange, loweredIn, planHash, sinceFrozen } from '../ledger/plan';
import { date, claimKinds, method, risks, text, tiers, type Claim, type Requirement, type Scope } from '../ledger/records';
import { facts, nextId, whatIf, type RunState } from '../run/state';
import { type EventDraft } from '../run/event';
import { nothing, optional, ref, refused, tool } from './tool';

const unclear = z.object({ field: text, question: text, suggestion: text });

export const setScope = tool({
  name: 'set_scope',
  description: 'Draft the boundary of the research from the question, before any search: its parts (sub-questions), period, regions, terms, comparison dimensions, constraints of the user. `acceptable_sources` empty: any. `delivery`: a brief answer or a full one. `language`: the tag of the article’s language. `assumed`: what you take for granted. `unclear`: only what would change the answer, each with a sensible default.',
  schema: z.object({
    parts: z.array(text).min(1).max(12),
    period: optional(z.object({ from: optional(date), to: optional(date) })),
    regions: z.array(text),
    terms: z.array(z.object({ term: text, meaning: text })),
    dimensions: z.array(text),
    acceptable_sources: z.array(z.enum(tiers)),
    constraints: z.array(text),
    delivery: z.enum(['brief', 'full']),
    language: z.string().regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, 'A language is named by its tag, such as en or zh-CN'),
    assumed: z.array(text),
    unclear: z.array(unclear),
  }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const run = facts(state);
    if (endsBeforeItBegins(args.period)) return refused(`The period ends (${args.period?.to}) before it begins (${args.period?.from}).`);
    if (state.ledger.scope && run.state !== 'drafting' && run.state !== 'planning') return refused('The scope is frozen. A changed question is asked by the user.');
    const scope: Scope = {
      question: run.followUps.at(-1) ?? run.question,
      // A follow-up widens the boundary: what was asked before stays part of it.
      parts: [...plannedParts(state), ...args.parts.map((words, index) => ({ id: nextId(state, 'part', index), text: words }))],
      period: args.period, regions: args.regions, terms: args.terms, dimensions: args.dimensions, acceptableSources: args.acceptable_sources,
      constraints: args.constraints, delivery: args.delivery, deadline: state.budget.deadline, language: run.options.language ?? args.language, assumed: args.assumed,
    };
    const ask = run.options.askScope && args.unclear.length > 0;
    const drafts: EventDraft[] = ask
      ? [
          { type: 'scope.proposed', by: context.worker, data: { scope, unclear: args.unclear } },
          { type: 'run.stateChanged', by: 'host', data: { state: 'awaiting-scope', waitingFor: 'scope', reason: null } },
        ]
      : freezeScope(state, { ...scope, assumed: [...scope.assumed, ...args.unclear.map(({ question, suggestion }) => `${question} ${suggestion}`)] }, 'host');
    return { ok: true, drafts, data: { parts: scope.parts }, text: ask ? 'The scope waits for the user.' : `The scope is frozen, with ${inOrder(scope.parts.slice(-args.parts.length))}.` };
  },
});

/** Ids of what was just given; its words stand at the head of every request. */
function inOrder(items: readonly { id: string }[]): string {
  const [first, last] = [items[0]?.id, items.at(-1)?.id];
  return first === last ? `${first}` : `${first} to ${last} in the order given`;
}

/** Parts that claims serve already. */
const plannedParts = ({ ledger }: RunState): Scope['parts'] => (ledger.scope?.parts ?? []).filter(({ id }) => ledger.claims.some(({ part }) => part === id));

export const freezeScope = (state: RunState, scope: Scope, by: string): EventDraft[] => [
  { type: 'scope.frozen', by, data: { version: (state.ledger.scope?.version ?? 0) + 1, scope, by } },
  { type: 'run.stateChanged', by: 'host', data: { state: 'planning', waitingFor: 'nothing', reason: null } },
];

const requirementArgs = z.object({
  kinds: z.array(z.enum(tiers)),
  voices: z.int().min(1).max(9),
  or_first_hand: z.boolean(),
  period: optional(z.object({ from: optional(date), to: optional(date) })),
  method: optional(method),
  disinterested: z.boolean(),
});

const claimArgs = z.object({
  text,
  part: ref,
  dimension: optional(text),
  parent: optional(ref),
  kind: z.enum(claimKinds),
  risk: z.enum(risks),
  key: z.boolean(),
  constraint: optional(text),
  requirement: optional(requirementArgs),
});
type ClaimArgs = z.infer<typeof claimArgs>;

/** What is asked of a claim when nothing else is said: more of what matters more. */
function defaultRequirement(claim: Pick<Claim, 'key' | 'risk'>): Requirement {
  const weighty = claim.key || claim.risk === 'high';
  return { kinds: [], voices: weighty ? 2 : 1, orFirstHand: weighty, period: null, method: null, disinterested: false, counterSearch: claim.key };
}

function makeClaim(args: ClaimArgs, id: string): Claim {
  const base = defaultRequirement(args);
  const given = args.requirement;
  return {
    id, parent: args.parent, part: args.part, dimension: args.dimension, text: args.text, kind: args.kind, risk: args.risk, key: args.key, constraint: args.constraint,
    requirement: given
      ? { kinds: given.kinds, voices: given.voices, orFirstHand: given.or_first_hand, period: given.period, method: given.method, disinterested: given.disinterested, counterSearch: args.key }
      : base,
  };
}

export const setPlan = tool({
  name: 'set_plan',
  description: 'Split the question into claims that can be checked, each with the part it serves, its kind (fact, analysis, recommendation), risk, whether it is key, and what evidence it needs. Every part and every comparison dimension needs a claim; at least one claim is key. Left out, the requirement is two independent voices or one first-hand source for a key or high-risk claim, else one voice. `constraint`: which of the scope’s constraints a recommendation serves, word for word; several with ";" between them. `searches`: queries meant for them, noted and not run. Claims are named C1, C2, … in the order given.',
  schema: z.object({ claims: z.array(claimArgs).min(1).max(40), searches: z.array(z.object({ claim: ref, query: text })) }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const { scope } = state.ledger;
    if (!scope) return refused('There is no scope yet: call set_scope first.');
    if (facts(state).state !== 'planning') return refused('The plan is frozen: use change_plan, with a reason.');
    const claims = [...state.ledger.claims, ...args.claims.map((claim, index) => makeClaim(claim, nextId(state, 'claim', index)))];
    const problems = [...acceptPlan(scope, claims), ...args.searches.filter(({ claim }) => !claims.some(({ id }) => id === claim)).map(({ claim, query }) => `The search "${query}" names ${claim}, which is no claim of the plan.`)];
    if (problems.length > 0) return refused(`The plan was not accepted:\n- ${problems.join('\n- ')}`);
    const hash = planHash(claims, args.searches, context.sha256);
    const proposed: EventDraft = { type: 'plan.proposed', by: context.worker, data: { claims, searches: args.searches, hash } };
    const { reviewPlan } = facts(state).options;
    const review = reviewPlan === 'always' || (reviewPlan === 'deep' && state.budget.depth === 'deep');
    const names = inOrder(claims.slice(-args.claims.length));
    return review
      ? { ok: true, text: `The plan waits for the user, with ${names}.${notRun(args.searches.length)}`, data: { claims }, drafts: [proposed, { type: 'run.stateChanged', by: 'host', data: { state: 'awaiting-plan', waitingFor: 'plan', reason: null } }] }
      : { ok: true, text: `The plan is frozen, with ${names}; later at most ${Math.floor(claims.length * addedShare)} claims may be added.${notRun(args.searches.length)}`, data: { claims }, drafts: [proposed, ...freezePlan(state, claims, args.searches, hash, 'host')] };
  },
});

/** A plan only notes its searches: each costs one of few, so that who plans also chooses when. */
const notRun = (searches: number): string => (searches === 0 ? '' : `\nNoted, not run: ${searches === 1 ? 'its search' : `its ${searches} searches`}. Nothing is searched until you call search.`);

export function freezePlan(state: RunState, claims: readonly Claim[], searches: readonly { claim: string; query: string }[], hash: string, approvedBy: string): EventDraft[] {
  return [
    { type: 'plan.frozen', by: approvedBy, data: { version: (state.ledger.plan?.version ?? 0) + 1, claims: [...claims], searches: [...searches], hash, approvedBy } },
    { type: 'run.stateChanged', by: 'host', data: { state: 'running', waitingFor: 'nothing', reason: null } },
  ];
}

export const changePlan = tool({
  name: 'change_plan',
  description: 'Change the plan with a reason: add a claim (bounded), or raise a risk, key mark or requirement of one that is there. Only the user may lower or drop.',
  schema: z.object({
    reason: text,
    budget_effect: text,
    add: z.array(claimArgs),
    raise: z.array(z.object({ claim: ref, risk: optional(z.enum(risks)), key: optional(z.boolean()), voices: optional(z.int().min(1).max(9)), disinterested: optional(z.boolean()) })),
  }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => {
    const { plan, claims } = state.ledger;
    if (!plan) return refused('There is no plan yet: call set_plan.');
    const added = args.add.map((claim, index) => ({ change: 'add' as const, claim: makeClaim(claim, nextId(state, 'claim', index)), reason: args.reason }));
    const raised = args.raise.flatMap((wish) => {
      const known = claims.find(({ id }) => id === wish.claim);
      if (!known) return [];
      const requirement = { ...known.requirement, voices: wish.voices ?? known.requirement.voices, disinterested: wish.disinterested ?? known.requirement.disinterested, counterSearch: known.requirement.counterSearch || wish.key === true };
      return [{ change: 'raise' as const, claim: { ...known, risk: wish.risk ?? known.risk, key: wish.key ?? known.key, requirement }, reason: args.reason }];
    });
    const unknown = args.raise.filter(({ claim }) => !claims.some(({ id }) => id === claim)).map(({ claim }) => claim);
    if (unknown.length > 0) return refused(`There is no claim ${unknown.join(', ')}. Claims: ${claims.map(({ id }) => id).join(', ')}.`);
    const lowered = raised.flatMap(({ claim }) => loweredIn(claims.find(({ id }) => id === claim.id) ?? claim, claim).map((what) => `${claim.id} ${what}`));
    if (lowered.length > 0) return refused(`The plan was not changed. Only the user lowers what a claim asks for: ${lowered.join(', ')}.`);
    const same = raised.filter(({ claim }) => canonicalJson(claim) === canonicalJson(claims.find(({ id }) => id === claim.id)));
    if (same.length > 0) return refused(`The plan was not changed: ${same.map(({ claim }) => claim.id).join(', ')} asks for that already.`);
    const changes = [...added, ...raised];
    if (changes.length === 0) return refused('The change names nothing to add or raise.');
    const problems = judgeChange(state, changes, false);
    if (problems.length > 0) return refused(`The plan was not changed:\n- ${problems.join('\n- ')}`);
    const drafts: EventDraft[] = [{ type: 'plan.changed', by: context.worker, data: { version: plan.version + 1, changes, reason: args.reason, budgetEffect: args.budget_effect, by: context.worker } }];
    return {
      ok: true,
      text: [`Plan version ${plan.version + 1}.`, ...(added.length > 0 ? [`Added: ${added.map(({ claim }) => `${claim.id} ${claim.text}`).join('; ')}`] : []), ...unjudgedNote(whatIf(state, drafts), changes.map(({ claim }) => claim))].join(' '),
      data: { added: added.map(({ claim }) => claim.id) },
      drafts,
    };
  },
});

function unjudgedNote({ ledger }: RunState, changed: readonly Claim[]): string[] {
  const unjudged = changed.filter((claim) => sinceFrozen(ledger, claim) !== null).map(({ id }) => id);
  return unjudged.length === 0 ? [] : [`(Convergence is judged by the plan as frozen, without this; ${unjudged.join(', ')} ${unjudged.length > 1 ? 'are' : 'is'} listed as not covered while evidence for it is lacking.)`];
}
