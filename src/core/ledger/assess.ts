import { faultedClaims } from '../check/findings';
import { groupsThatAgree } from './agreement';
import { differingDimensions, type Dimension } from './compare';
import { confidenceOf, confidenceRank, lowest, type Confidence } from './confidence';
import { toldProvenance } from '../source/told';
import { joinsOf, voicesOf, type Voice } from './independence';
import { once } from '../once';
import { groupBy, liveClaims, liveLedger, type LedgerInputs, type LiveLedger } from './live';
import { type Claim, type Conflict, type Evidence } from './records';
import { readSnapshots } from './readSnapshots';
import { fillSlots, groundOf, isFilledByOne, isFirstHand, lacking, meets, type Ground, type Slot } from './requirement';
import { saysOf } from './sayings';
import { seeking, type Seeking } from './seeking';
import { selfChecks } from './selfChecked';
import { listed, statusOf, type ClaimFacts, type SideFacts, type Status } from './status';
import { type LedgerState } from './state';
import { ledgerWording } from './wording';

export interface ClaimAssessment {
  claim: string;
  status: Status;
  /** A sentence or two: what the status rests on, or what is missing. */
  reason: string;
  confidence: Confidence;
  /** Evidence of the side that is counted which says another thing than the rest, each with what it differs in, in words; empty when none does. */
  apart: string;
  /** Voices of all live evidence on the claim, what is set aside included. */
  voices: readonly Voice[];
  slots: { filled: number; of: number; each: readonly Slot[] };
  /** One side meets the requirement; with a kept conflict, both sides together. */
  requirementMet: boolean;
}

/** What the ledger says at this moment: the state of now, and nothing that anybody felt. Each part is worked out when it is asked for. */
export interface Assessment {
  /** Every claim that counts, in the order of the plan. */
  readonly claims: ReadonlyMap<string, ClaimAssessment>;
  readonly live: LiveLedger;
  readonly seeking: Seeking;
  /** How a claim stands when its requirement is read from this record of it, such as the one in the frozen plan; a fact without a look at the others. */
  standing(claim: Claim): Standing;
}

export interface Standing {
  requirementMet: boolean;
  slots: readonly Slot[];
  confidence: Confidence;
}

/** The last assessment of a ledger: a memory of a pure function, gone with the state that it belongs to. */
const remembered = new WeakMap<LedgerState, { inputs: LedgerInputs; read: () => ReadonlySet<string>; assessment: Assessment }>();

/** Every claim by the tables of section 5 of the design. Asking again for the same state costs nothing. */
export function assess(state: LedgerInputs): Assessment {
  const last = remembered.get(state.ledger);
  const { ledger, source, article, checks, turns } = state;
  const isSame = last?.inputs.source === source && last.inputs.article === article && last.inputs.checks === checks;
  if (isSame && last.inputs.turns === turns) return last.assessment;
  const inputs = { ledger, source, article, checks, turns };
  const read = once(() => readSnapshots(inputs));
  // Most turns read nothing new: then what was assessed still holds.
  const assessment = isSame && areSame(last.read(), read()) ? last.assessment : assessAnew(inputs, read);
  remembered.set(ledger, { inputs, read, assessment });
  return assessment;
}

const areSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((id) => b.has(id));

/** The sides of one claim, and how each stands to its requirement. */
interface Weighed {
  facts: ClaimFacts;
  slots: readonly Slot[];
  requirementMet: boolean;
  apart: string;
  /** The evidence that carries the status. */
  carrying: readonly Evidence[];
}

function assessAnew(inputs: LedgerInputs, read: () => ReadonlySet<string>): Assessment {
  const live = liveLedger(inputs.ledger, inputs.source);
  const sought = once(() => seeking(inputs, read()));
  const recorded = groupBy(inputs.ledger.evidence, ({ claim }) => claim);
  const met = new Set<string>();
  const ground: Ground = { ledger: live, joins: joinsOf(toldProvenance(inputs.source)), source: inputs.source, claimMeets: (claim) => met.has(claim), wording: ledgerWording(inputs.ledger.scope?.language) };
  const checked = once((): Checked => ({ isSelfChecked: selfChecks(inputs), faulted: faultedClaims(inputs) }));

  // A fact stands on its own evidence alone.
  const facts = new Map<Claim, Weighed>();
  const weighed = (claim: Claim): Weighed => {
    const result = facts.get(claim) ?? weigh(claim, recorded.get(claim.id) ?? [], ground, sought);
    if (claim.kind === 'fact') facts.set(claim, result);
    return result;
  };

  const claims = liveClaims(inputs.ledger);
  // Inferences stand on claims that meet theirs: from the facts upward until nothing more is met, so that no circle holds itself up.
  const settled = once(() => {
    const results = new Map(claims.map((claim) => [claim.id, weighed(claim)]));
    const markMet = (): boolean => [...results].reduce((grew, [id, { requirementMet }]) => (requirementMet && !met.has(id) ? Boolean(met.add(id)) : grew), false);
    const inferred = claims.filter(({ kind }) => kind !== 'fact');
    while (markMet()) for (const claim of inferred) results.set(claim.id, weighed(claim));
    return { results, confidences: confidencesOf(claims, results, ground, checked()) };
  });

  const all = once(() => new Map(claims.map((claim): [string, ClaimAssessment] => {
    const { results, confidences } = settled();
    const { facts: found, slots, requirementMet, apart } = results.get(claim.id) ?? weighed(claim);
    const voices = once(() => voicesOf(live, ground.joins, claim.id, live.byClaim.get(claim.id) ?? []));
    return [claim.id, {
      claim: claim.id, ...statusOf(found, ground.wording), confidence: confidences.get(claim.id) ?? 'none', requirementMet, apart,
      get voices() { return voices(); },
      slots: { filled: slots.filter(({ filled }) => filled).length, of: slots.length, each: slots },
    }];
  })));
  return {
    live,
    get claims() { return all(); },
    get seeking() { return sought(); },
    standing: (claim) => {
      const confidences = claim.kind === 'fact' ? null : settled().confidences;
      const result = weighed(claim);
      return { requirementMet: result.requirementMet, slots: result.slots, get confidence() { return confidences?.get(claim.id) ?? confidenceAlone(claim, result, ground, checked()); } };
    },
  };
}

function weigh(claim: Claim, recorded: readonly Evidence[], ground: Ground, sought: () => Seeking): Weighed {
  const live = ground.ledger.byClaim.get(claim.id) ?? [];
  const counts = live.filter(({ id }) => !ground.ledger.setAside.has(id));
  const of = (relation: Evidence['relation']): Evidence[] => counts.filter((item) => item.relation === relation);
  const [supports, contradicts, partial, uncertain] = [of('supports'), of('contradicts'), of('partial'), of('uncertain')];
  const conflicts = ground.ledger.conflicts.get(claim.id) ?? [];
  const { forIt, against, both } = sidesOf(claim, supports, contradicts, conflicts.filter(({ state }) => state === 'kept'), ground);
  const apartOf = ({ apart, evidence }: Stand): string => apart.map((item) => ground.wording.one(item.id, ground.wording.differs[differenceFrom(item, evidence)])).join(ground.wording.comma);
  const side = (stand: Stand): SideFacts => {
    const { slots, evidence } = stand;
    const apart = apartOf(stand);
    return {
      met: meets(slots), lacks: lacking(slots, claim, ground.wording), words: () => (claim.kind === 'fact' || meets(slots) ? wordsOf(claim, evidence, ground) : ''),
      apart: apart === '' ? '' : ground.wording.apart(apart),
    };
  };
  const known = (id: string): Evidence | undefined => recorded.find((item) => item.id === id);
  const facts: ClaimFacts = {
    conflicts: conflicts.map((conflict) => ({ ...conflict, sides: conflict.sides.map((one) => ({ ...one, says: saysOf(one, known, ground.wording) })) })), supports, contradicts, partial, uncertain,
    setAside: live.filter(({ id }) => ground.ledger.setAside.has(id)),
    fallen: recorded.filter(({ id }) => !ground.ledger.live.has(id)),
    support: side(forIt), contradiction: side(against),
    get sought() { return sought().soughtFor(claim.id); },
  };
  if (both) return { facts, slots: both.slots, requirementMet: meets(both.slots), apart: apartOf(both), carrying: both.evidence };
  if (facts.contradiction.met) return { facts, slots: against.slots, requirementMet: true, apart: apartOf(against), carrying: against.evidence };
  if (facts.support.met) return { facts, slots: forIt.slots, requirementMet: true, apart: apartOf(forIt), carrying: forIt.evidence };
  const counted = supports.length === 0 && contradicts.length > 0 ? against : forIt;
  return { facts, slots: counted.slots, requirementMet: false, apart: apartOf(counted), carrying: [...supports, ...contradicts, ...partial] };
}

/** What of one side says the same thing and so counts together, and what stands apart from it. */
interface Stand {
  slots: readonly Slot[];
  evidence: readonly Evidence[];
  apart: readonly Evidence[];
}

interface Sides {
  forIt: Stand;
  against: Stand;
  /** A kept conflict has both sides: together they cover what was asked, whichever may be right. */
  both: Stand | null;
}

/** The last sides of a claim, with what they were made from: most events change nothing of that. A memory of a pure function, gone with the claim's record. */
const lastSides = new WeakMap<Claim, { from: readonly unknown[]; sides: Sides }>();

function sidesOf(claim: Claim, supports: readonly Evidence[], contradicts: readonly Evidence[], kept: readonly Conflict[], ground: Ground): Sides {
  const make = (): Sides => ({
    forIt: standOf(claim, supports, ground), against: standOf(claim, contradicts, ground),
    both: kept.length === 0 ? null : standOf(claim, [...supports, ...contradicts], ground, new Set(kept.flatMap(({ sides }) => sides.flatMap((one) => one.evidence)))),
  });
  // What was inferred or calculated stands on evidence of other claims as well.
  if (claim.kind !== 'fact' || [...supports, ...contradicts].some(({ premises }) => premises.length > 0)) return make();
  const from = [ground.source, ground.wording, ...kept, ...supports, null, ...contradicts];
  const last = lastSides.get(claim);
  const sides = last?.from.length === from.length && last.from.every((value, index) => value === from[index]) ? last.sides : make();
  lastSides.set(claim, { from, sides });
  return sides;
}

/** Voices that meet a requirement must say the same: of the groups of figures that agree, the one that meets it, else comes nearest. */
function standOf(claim: Claim, evidence: readonly Evidence[], ground: Ground, rivals?: ReadonlySet<string>): Stand {
  const groups = claim.kind === 'fact' ? groupsThatAgree(evidence, rivals) : [[...evidence]];
  const stand = (group: readonly Evidence[]): Omit<Stand, 'apart'> => ({ slots: fillSlots(claim, group, ground), evidence: group });
  const filled = ({ slots }: Omit<Stand, 'apart'>): number => slots.filter((slot) => slot.filled).length;
  // What no evidence of the side fills, none of its groups does; voices are counted anew in each.
  const reachable = once(() => stand(evidence).slots.filter((slot) => slot.filled || !isFilledByOne(slot)).length);
  // The longest first: of those that fill as many slots it counts, and one that fills all that can be filled is not surpassed.
  const [longest = [], ...others] = groups.toSorted((one, other) => other.length - one.length);
  let best = stand(longest);
  for (const group of others) {
    if (meets(best.slots) || filled(best) >= reachable()) break;
    const next = stand(group);
    if (filled(next) > filled(best)) best = next;
  }
  const together = new Set(best.evidence);
  return { ...best, apart: evidence.filter((item) => !together.has(item)) };
}

/** In what a figure differs from those it is not counted with. */
function differenceFrom({ figure }: Evidence, group: readonly Evidence[]): Dimension | 'value' {
  const other = group.find((item) => item.figure !== null)?.figure;
  return (figure && other ? differingDimensions(figure, other)[0] : undefined) ?? 'value';
}

/** "2 independent voices: S1, S2 (one voice: …); S5". */
function wordsOf(claim: Claim, evidence: readonly Evidence[], ground: Ground): string {
  const { wording: w } = ground;
  if (claim.kind !== 'fact') return w.inference(listed(evidence.filter(({ kind }) => kind === 'inference')));
  const voices = voicesOf(ground.ledger, ground.joins, claim.id, evidence);
  const named = voices.map((voice) => (voice.sources.length === 1 ? voice.sources.join() : w.oneVoice(voice.sources.join(', '), voice.why.slice(0, 3).join(' ').replace(/\.$/, '')))).join(w.semicolon);
  return w.voices(voices.length, evidence.some((item) => isFirstHand(item, ground)), named);
}

/** A near match, or what stands on one. */
const isNear = ({ match, premises }: Evidence, ledger: LiveLedger): boolean =>
  match === 'near' || premises.some((id) => { const premise = ledger.live.get(id); return premise !== undefined && isNear(premise, ledger); });

/** What model checks say of claims. */
interface Checked {
  isSelfChecked: ReturnType<typeof selfChecks>;
  faulted: ReadonlySet<string>;
}

/** The confidence of a claim by its own evidence; what an inference has of the claims it stands on comes after. */
function confidenceAlone(claim: Claim, { requirementMet, facts, slots, carrying: all }: Weighed, ground: Ground, { isSelfChecked, faulted }: Checked): Confidence {
  if (claim.kind !== 'fact' && requirementMet) return 'none';
  // What meets a requirement is what fills its slots: a source of another kind beside it makes nothing surer.
  const filling = new Set(slots.flatMap(({ by }) => by));
  const carrying = requirementMet ? all.filter(({ id }) => filling.has(id)) : all;
  return confidenceOf({
    some: carrying.length > 0, met: requirementMet,
    firstHand: carrying.some((item) => isFirstHand(item, ground)),
    disputed: facts.conflicts.some(({ state }) => state !== 'explained'),
    nearOnly: carrying.every((item) => isNear(item, ground.ledger)),
    selfCheckedOnly: isSelfChecked(claim.id, new Set(carrying.flatMap((item) => ground.ledger.sourcesOf(item).map(({ id }) => id)))),
    faulted: faulted.has(claim.id),
  });
}

function confidencesOf(claims: readonly Claim[], results: ReadonlyMap<string, Weighed>, ground: Ground, checked: Checked): Map<string, Confidence> {
  const confidences = new Map(claims.flatMap((claim): [string, Confidence][] => { const result = results.get(claim.id); return result ? [[claim.id, confidenceAlone(claim, result, ground, checked)]] : []; }));
  // An inference is as sure as the least sure claim it stands on, the best of several inferences counts; grown from below like what they meet.
  const inferred = claims.filter(({ id, kind }) => kind !== 'fact' && results.get(id)?.requirementMet);
  for (let grew = true; grew; ) {
    grew = false;
    for (const claim of inferred) {
      const standing = (results.get(claim.id)?.slots.find(({ name }) => name === 'inference')?.by ?? []).flatMap((id) => ground.ledger.live.get(id) ?? []);
      const best = standing
        .map((item) => lowest(groundOf(item, ground.ledger.live).map((premise) => confidences.get(premise.claim) ?? 'none')))
        .reduce<Confidence>((a, b) => (confidenceRank(b) > confidenceRank(a) ? b : a), 'none');
      const sure = checked.faulted.has(claim.id) ? lowest([best, 'low']) : best;
      if (confidenceRank(sure) > confidenceRank(confidences.get(claim.id) ?? 'none')) {
        confidences.set(claim.id, sure);
        grew = true;
      }
    }
  }
  return confidences;
}
