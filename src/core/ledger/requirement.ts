import { type Joins, voicesOf, type Voice } from './independence';
import { groupBy, type LiveLedger } from './live';
import { method as methodNames, type Claim, type Evidence, type Method, type Period, type Tier } from './records';
import { type Source } from '../source/records';
import { type SourceState } from '../source/state';
import { byId } from '../immutable';
import { once } from '../once';
import { ledgerWording, type LedgerWording } from './wording';

/**
 * Requirement = slots (section 5 of the design): kinds of source, voices or one authoritative first-hand source, period,
 * method, a voice without interest. The counter-search is a step that is due, not a slot that evidence fills: see `convergence`.
 */
export interface Slot {
  /** `kind`, `voice 1` …, `period`, `method`, `disinterested`; `inference`, `constraint` for analysis and recommendation. */
  name: string;
  filled: boolean;
  /** Evidence that fills it; empty while it is not filled. */
  by: readonly string[];
  /** What is missing, as the object of "lacks". */
  lacks: string;
}

/** The slots of a claim and nothing in them: what a plan asks for. */
export function slotsOf(claim: Claim, w: LedgerWording = ledgerWording(undefined)): Slot[] {
  const empty = (name: string, lacks: string): Slot => ({ name, filled: false, by: [], lacks });
  if (claim.kind === 'analysis') return [empty('inference', w.slotInference)];
  if (claim.kind === 'recommendation') return [empty('inference', w.slotInference), empty('constraint', w.slotConstraint)];
  const { kinds, voices, orFirstHand, period, method, disinterested } = claim.requirement;
  const slots: Slot[] = [];
  if (kinds.length > 0) slots.push(empty('kind', w.slotKind(kinds.join(', '))));
  for (let n = 1; n <= voices; n++) slots.push(empty(`voice ${n}`, w.slotVoice(n, orFirstHand)));
  if (period) slots.push(empty('period', w.slotPeriod(period.from, period.to)));
  if (method) slots.push(empty('method', w.slotMethod(method)));
  if (disinterested) slots.push(empty('disinterested', w.slotDisinterested));
  return slots;
}

export interface Ground {
  ledger: LiveLedger;
  joins: Joins;
  source: SourceState;
  /** Whether another claim meets its own requirement: what an inference stands on. */
  claimMeets: (claim: string) => boolean;
  wording: LedgerWording;
}

/** The claim's slots over evidence of one side; only evidence of an accepted kind and within the period fills any of them. */
export function fillSlots(claim: Claim, evidence: readonly Evidence[], ground: Ground): Slot[] {
  const empty = slotsOf(claim, ground.wording);
  if (claim.kind !== 'fact') {
    const inferences = evidence.filter((item) => item.kind === 'inference' && restsOnMetClaims(item, ground)).map(({ id }) => id);
    // One that would carry but for saying only a part of it: what is missing is the rest, not an inference.
    const partly = (ground.ledger.byClaim.get(claim.id) ?? []).filter((item) => item.kind === 'inference' && item.relation === 'partial' && !ground.ledger.setAside.has(item.id) && restsOnMetClaims(item, ground)).map(({ id }) => id);
    return empty.map((slot) => {
      if (slot.name === 'inference') return inferences.length === 0 && partly.length > 0 ? { ...slot, lacks: ground.wording.slotWholeInference(partly.join(', '), partly.length > 1) } : fill(slot, inferences);
      return claim.constraint === null ? slot : { ...slot, filled: true };
    });
  }
  const { kinds, orFirstHand, period, method } = claim.requirement;
  const ofKind = evidence.filter((item) => isOfKind(item, kinds, ground));
  const dated = ofKind.filter((item) => period === null || isWithin(item, period, ground));
  const voices = voicesOf(ground.ledger, ground.joins, claim.id, dated);
  const firstHand = orFirstHand ? dated.filter((item) => isFirstHand(item, ground)) : [];
  const speaking = once(() => {
    const voiceOf = new Map(voices.flatMap((voice) => voice.sources.map((id): [string, Voice] => [id, voice])));
    const said = dated.flatMap((item) => [...new Set(ground.ledger.sourcesOf(item).flatMap(({ id }) => voiceOf.get(id) ?? []))].map((voice) => ({ voice, id: item.id })));
    return groupBy(said, ({ voice }) => voice);
  });
  const ofVoice = (voice: Voice): string[] => (speaking().get(voice) ?? []).map(({ id }) => id);
  const ids = (items: readonly Evidence[]): string[] => items.map(({ id }) => id);
  return empty.map((slot) => {
    switch (slot.name) {
      case 'kind': return fill(slot, ids(ofKind));
      case 'period': return fill(slot, ids(dated));
      case 'method': return fill(slot, ids(dated.filter((item) => method !== null && methodsOf(item, ground.ledger).includes(method))));
      case 'disinterested': return fill(slot, voices.filter((voice) => !isInterested(voice, ground.source)).flatMap(ofVoice));
      default: {
        const voice = voices[Number(slot.name.slice('voice '.length)) - 1];
        return fill(slot, firstHand.length > 0 ? ids(firstHand) : voice ? ofVoice(voice) : []);
      }
    }
  });
}

const fill = (slot: Slot, by: readonly string[]): Slot => ({ ...slot, filled: by.length > 0, by });

/** Whether any one piece of evidence fills it, so that more evidence never takes that away. */
export const isFilledByOne = ({ name }: Slot): boolean => name === 'kind' || name === 'period' || name === 'method';

export const meets = (slots: readonly Slot[]): boolean => slots.every(({ filled }) => filled);

/** What keeps the slots from being met, as the object of "lacks"; empty when nothing does. Several missing voices are counted, not listed. */
export function lacking(slots: readonly Slot[], claim: Claim, w: LedgerWording): string {
  const isVoice = ({ name }: Slot): boolean => name.startsWith('voice');
  const missing = slots.filter(({ filled }) => !filled);
  const voices = missing.filter(isVoice);
  const [first] = voices;
  if (voices.length < 2 || !first) return missing.map(({ lacks }) => lacks).join(w.semicolon);
  const some = slots.some((slot) => isVoice(slot) && slot.filled);
  const counted = w.slotVoices(voices.length, some, claim.requirement.orFirstHand);
  return missing.flatMap((slot) => (slot === first ? [counted] : isVoice(slot) ? [] : [slot.lacks])).join(w.semicolon);
}

/** What keeps an inference from carrying: a premise that does not count, or one whose claim lacks something. */
export interface WeakPremise {
  premise: Evidence;
  why: 'set aside' | 'uncertain' | 'claim';
}

/**
 * An inference carries when each premise is live, not set aside, takes a stand, and its claim meets its own requirement. A
 * calculation, and an inference on the same claim, is looked through: what must belong to such claims is what they stand on.
 */
export function weakPremises(inference: Pick<Evidence, 'claim' | 'premises'>, ground: Pick<Ground, 'ledger' | 'claimMeets'>): WeakPremise[] {
  const { live, setAside } = ground.ledger;
  const weak = new Map<string, WeakPremise>();
  const look = (ids: readonly string[]): void => ids.forEach((id) => {
    const premise = live.get(id);
    if (!premise) return;
    if (setAside.has(id)) weak.set(id, { premise, why: 'set aside' });
    else if (premise.relation === 'uncertain') weak.set(id, { premise, why: 'uncertain' });
    else if (isLookedThrough(premise, inference)) look(premise.premises);
    else if (!ground.claimMeets(premise.claim)) weak.set(id, { premise, why: 'claim' });
  });
  look(inference.premises);
  return [...weak.values()];
}

/** What an inference stands on, calculations and its claim's other inferences looked through. */
export const groundOf = (inference: Pick<Evidence, 'claim' | 'premises'>, live: LiveLedger['live']): Evidence[] =>
  inference.premises.flatMap((id) => {
    const premise = live.get(id);
    if (!premise) return [];
    return isLookedThrough(premise, inference) ? groundOf({ claim: inference.claim, premises: premise.premises }, live) : [premise];
  });

const isLookedThrough = (premise: Evidence, { claim }: Pick<Evidence, 'claim'>): boolean =>
  premise.premises.length > 0 && (premise.kind === 'calculation' || (premise.kind === 'inference' && premise.claim === claim));

/** Live evidence has live premises: none of them is missing. */
const restsOnMetClaims = (inference: Evidence, ground: Ground): boolean => inference.premises.length > 0 && weakPremises(inference, ground).length === 0;

function isOfKind(item: Evidence, kinds: readonly Tier[], { ledger }: Ground): boolean {
  const sources = ledger.sourcesOf(item);
  return sources.length > 0 && (kinds.length === 0 || sources.every(({ tier }) => kinds.includes(tier)));
}

/** Tiers whose sources speak of what they themselves made, measured, ruled or lived. */
const firstHandTiers: readonly Tier[] = ['specification', 'source-code', 'paper', 'filing', 'statistics', 'first-hand'];

/**
 * Whether evidence is authoritative first-hand: every source it rests on is of such a tier and does not take this from another
 * one; a paper counts for its own measurements only.
 */
export function isFirstHand(item: Evidence, { ledger, joins }: Pick<Ground, 'ledger' | 'joins'>): boolean {
  const sources = ledger.sourcesOf(item);
  const taking = joins.taking.get(item.claim);
  return sources.length > 0 && sources.every((source) => {
    if (!firstHandTiers.includes(source.tier) || taking?.has(source.id)) return false;
    if (source.tier !== 'paper' || (!item.method && source.method === null)) return true;
    const method = item.method ?? methodOf(source);
    return method === 'measurement' || method === 'statistics';
  });
}

/** By what evidence is known: as was said of it, else what it is derived from, else its source. */
function methodsOf(item: Evidence, ledger: LiveLedger): (Method | null)[] {
  if (item.method) return [item.method];
  if (item.premises.length > 0) return item.premises.flatMap((id) => { const premise = ledger.live.get(id); return premise ? methodsOf(premise, ledger) : []; });
  return ledger.sourcesOf(item).map(methodOf);
}

/** Words by which sources name their method, the more exact ones first: a field measurement is a measurement. */
const methodWords: readonly (readonly [RegExp, Method])[] = [
  [/statisti|survey|census|questionnaire|regist(?:er|ry)|统计|普查|问卷/i, 'statistics'],
  [/measur|experiment|benchmark|laborator|(?:^|\W)(?:test(?:s|ed|ing)?|trials?|logged|metered)(?:$|\W)|测量|实测|实验|试验|测试/i, 'measurement'],
  [/field|experience|practice|in (?:use|service|operation)|case stud|实地|经验|案例/i, 'field-experience'],
  [/specif|standard|datasheet|data sheet|norm(?:s|ative)?(?:$|\W)|规范|标准|规格/i, 'specification'],
];

/** The method that a source names in its own words; one that names none has the one its tier implies, if any. */
function methodOf({ method, tier }: Source): Method | null {
  if (method !== null) return methodNames.options.find((name) => name === method) ?? methodWords.find(([words]) => words.test(method))?.[1] ?? null;
  return tier === 'specification' || tier === 'statistics' ? tier : null;
}

/** A repost of an interested party's text is that party's voice: one interest in a voice is enough. */
const isInterested = (voice: Voice, source: SourceState): boolean =>
  [...voice.joined].some((id) => { const interest = byId('source', source.sources, id)?.interest; return interest !== null && interest !== undefined; });

/**
 * Whether evidence speaks of a day within the period, by its as-of date, else the period of its figure when that is a date, else
 * when its snapshot was published; a calculation or inference without a date, by all its premises. What has no date is not
 * shown to be within.
 */
function isWithin(item: Evidence, period: Period, ground: Ground): boolean {
  const published = item.snapshot === null ? null : byId('snapshot', ground.source.snapshots, item.snapshot)?.published?.value;
  const date = item.asOf ?? dateIn(item.figure?.period ?? null) ?? published ?? null;
  if (date === null) return item.premises.length > 0 && item.premises.every((id) => { const premise = ground.ledger.live.get(id); return premise !== undefined && isWithin(premise, period, ground); });
  return (period.from === null || upTo(period.from, date)) && (period.to === null || upTo(date, period.to));
}

/** Dates are as precise as their source: `2024` lies within a period when some day of it does. */
const upTo = (a: string, b: string): boolean => a.slice(0, b.length) <= b.slice(0, a.length);

const dateIn = (text: string | null): string | null => (text === null ? null : /^\d{4}(-\d{2}(-\d{2})?)?$/.exec(text.trim())?.[0] ?? null);
