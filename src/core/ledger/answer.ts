import { contentWords } from '../source/tokens';
import { byId } from '../immutable';
import { type RunState } from '../run/state';
import { assess } from './assess';
import { cellsNamed } from './cells';
import { type Evidence } from './records';
import { type Status } from './status';

export interface AnswerItem {
  evidence: string;
  claim: string;
  status: Status;
  /** The conflict that sets it aside, or null: it is shown, and does not carry the statement. */
  setAside: string | null;
  quote: string;
  /** What the quoted cells are, by their headings. */
  cells: string | null;
  source: { id: string; title: string; address: string } | null;
  asOf: string | null;
}

/** What a ledger says on a question: nothing is searched or read for it, and nothing that it does not hold is said. */
export interface LedgerAnswer {
  items: readonly AnswerItem[];
  /** Words of the question on which no item says anything. */
  missing: readonly string[];
  /** Those of them on which no live evidence at all says anything. */
  absent: readonly string[];
  /** Claims among the items that are not settled, with why. */
  open: readonly { claim: string; status: Status; reason: string }[];
}

const itemLimit = 6;
/** Words of asking, on which no source needs to say anything. */
const asking = new Set(['many', 'much', 'long', 'often', 'tell', 'show', 'give', '多少', '什么', '如何', '怎样', '为何']);
/** Share of a question's words, weighted by how rare they are, that an item must hold. */
const enough = 0.34;

/** The evidence that best matches a question, by the words they share; both sides of a conflict come together. */
export function answerFromLedger(state: RunState, question: string): LedgerAnswer {
  const assessment = assess(state);
  const { live, setAside } = assessment.live;
  const wordsOf = new Map([...live.values()].map((item) => [item.id, new Set(contentWords(textOf(state, item)))]));
  const wanted = [...new Set(contentWords(question))].filter((word) => !asking.has(word));
  const weight = new Map(wanted.map((word) => [word, Math.log(1 + (wordsOf.size + 1) / (1 + [...wordsOf.values()].filter((words) => words.has(word)).length))]));
  const total = wanted.reduce((sum, word) => sum + (weight.get(word) ?? 0), 0);
  const scored = [...live.values()].map((item) => ({ item, score: total === 0 ? 0 : wanted.reduce((sum, word) => sum + (wordsOf.get(item.id)?.has(word) ? weight.get(word) ?? 0 : 0), 0) / total }));
  const best = scored.filter(({ score }) => score >= enough).sort((a, b) => b.score - a.score).slice(0, itemLimit).map(({ item }) => item);
  const opposed = assessment.live.conflicts;
  const beside = best.flatMap(({ claim, id }) => (opposed.get(claim) ?? []).filter(({ sides }) => sides.some(({ evidence }) => evidence.includes(id))).flatMap(({ sides }) => sides.flatMap(({ evidence }) => evidence)));
  const chosen = [...new Set([...best.map(({ id }) => id), ...beside])].flatMap((id) => live.get(id) ?? []);
  const held = new Set(chosen.flatMap(({ id }) => [...(wordsOf.get(id) ?? [])]));
  const missing = wanted.filter((word) => !held.has(word));
  return {
    items: chosen.map((item) => itemOf(state, item, assessment.claims.get(item.claim)?.status ?? 'open', setAside.get(item.id)?.id ?? null)),
    missing, absent: missing.filter((word) => [...wordsOf.values()].every((words) => !words.has(word))),
    open: [...new Set(chosen.map(({ claim }) => claim))].flatMap((id) => {
      const claim = assessment.claims.get(id);
      return claim && claim.status !== 'supported' && claim.status !== 'contradicted' ? [{ claim: id, status: claim.status, reason: claim.reason }] : [];
    }),
  };
}

/** What an item is about: its own words, its claim's, and where it stands in its source. */
function textOf({ ledger, source }: RunState, item: Evidence): string {
  return [item.quote, item.reasoning, item.validity, item.figure?.unit, item.figure?.basis, ...item.headings, cellsNamed(item), byId('claim', ledger.claims, item.claim)?.text, item.source === null ? null : byId('source', source.sources, item.source)?.title].filter(Boolean).join(' ');
}

function itemOf({ source }: RunState, item: Evidence, status: Status, setAside: string | null): AnswerItem {
  const from = item.source === null ? undefined : byId('source', source.sources, item.source);
  return { evidence: item.id, claim: item.claim, status, setAside, quote: item.quote ?? item.reasoning ?? '', cells: cellsNamed(item), source: from ? { id: from.id, title: from.title, address: from.address } : null, asOf: item.asOf };
}
