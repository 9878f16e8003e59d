import { type Claim } from '../../ledger/records';
import { facts } from '../../run/state';
import { type StepCall, type TurnView } from '../researcher';
import { antecedentOf, subjectOf, writtenWords } from './ask';
import { queryOf } from './opening';
import { languageOf, questionOf } from './question';
import { frameOf } from './words';

const perCall = 4;
/** Entries without a high-value gain after which nothing more is sought; convergence asks for as many. */
const quietEntries = 3;

interface Wish {
  query: string;
  intent: 'explore' | 'verify' | 'counter' | 'find-primary';
  claims: string[];
}

/** First each claim's own search, then its counter-search, then other words for what still falls short, until the last entries were quiet. */
export function searchCalls(view: TurnView): StepCall[] {
  const { ledger } = view.state;
  const claims = ledger.claims.filter(({ id }) => !ledger.dropped.includes(id));
  const unsearched = claims.filter(({ id }) => !ledger.searches.some((entry) => entry.claims.includes(id) && !entry.failed));
  if (unsearched.length > 0) {
    const asked = tried(view, 'explore');
    const fresh = unsearched.filter(({ id }) => (asked.get(id) ?? 0) < 2);
    if (fresh.length > 0) return [update(view, fresh.length), ...searches(fresh.map((claim) => ({ query: planned(view, claim), intent: 'explore', claims: [claim.id] })))];
  }
  const counter = claims.filter(({ id, key }) => key && (tried(view, 'counter').get(id) ?? 0) === 0 && view.assessment.claims.get(id)?.status !== 'open');
  if (counter.length > 0) return searches(counter.map((claim) => ({ query: counterQuery(view, claim), intent: 'counter', claims: [claim.id] })));
  const verify = wanting(view, claims);
  return verify.length > 0 ? searches(verify) : [];
}

const update = (view: TurnView, claims: number): StepCall => ({
  name: 'send_research_update', args: { text: frameOf(facts(view.state).language).searching(claims), about: [] },
});

const searches = (wishes: readonly Wish[]): StepCall[] =>
  Array.from({ length: Math.ceil(wishes.length / perCall) }, (_, index) => ({
    name: 'search',
    args: { queries: wishes.slice(index * perCall, (index + 1) * perCall).map((wish) => ({ ...wish, from: null, to: null, language: null, providers: null })) },
  }));

/** How often a claim was searched for with this intent, failures included: a provider that is down is not asked for ever. */
function tried(view: TurnView, intent: Wish['intent']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of view.state.ledger.searches) {
    if (entry.intent === intent) for (const id of entry.claims) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const planned = (view: TurnView, claim: Claim): string =>
  view.state.ledger.plan?.searches.find((entry) => entry.claim === claim.id)?.query ?? queryOf(claim.text, facts(view.state).question);

/** The claim's two rarest-looking words and words for what would speak against it: it shares at most half with the claim. */
function counterQuery(view: TurnView, claim: Claim): string {
  const frame = frameOf(languageOf(claim.text));
  return [...subject(view, claim, 2), ...frame.counter].join(' ');
}

/** The longest words of a claim, with as many of what its "it" stands for. */
function subject(view: TurnView, claim: Claim, count: number): string[] {
  const texts = [antecedentOf(claim.text, questionOf(view.state)), subjectOf(claim.text)].filter((text) => text !== '');
  // Of a Chinese phrase its first four characters: more would repeat the claim.
  if (languageOf(claim.text) === 'zh') return [...new Set(texts.map((named) => named.split(' ').toSorted((a, b) => b.length - a.length)[0]?.slice(0, 4) ?? named))];
  return writtenWords(texts.map((text) => longest(text, count)).join(' '));
}

function longest(text: string, count: number): string {
  const words = writtenWords(text);
  return words.toSorted((a, b) => b.length - a.length || words.indexOf(a) - words.indexOf(b)).slice(0, count).join(' ');
}

/** Other errands for claims that fall short or, when none does, for key claims: until the last entries brought nothing of weight. */
function wanting(view: TurnView, claims: readonly Claim[]): Wish[] {
  const { ledger } = view.state;
  const last = ledger.searches.filter((entry) => !entry.failed && entry.repeats === null).slice(-quietEntries);
  const quiet = last.length >= quietEntries && last.every(({ gain }) => !gain.highValue);
  const short = claims.filter(({ id }) => view.assessment.claims.get(id)?.requirementMet === false);
  for (const intent of ['verify', 'find-primary'] as const) {
    const asked = tried(view, intent);
    const open = (short.length > 0 ? short : quiet ? [] : claims.filter(({ key }) => key)).filter(({ id }) => !asked.has(id));
    if (open.length > 0) return open.slice(0, perCall).map((claim) => ({ query: [...subject(view, claim, 4), ...frameOf(languageOf(claim.text)).other[intent]].join(' '), intent, claims: [claim.id] }));
  }
  return [];
}
