import * as z from 'zod';
import { type Claim, type Relation } from '../../ledger/records';
import { type RunState } from '../../run/state';
import { canonicalAddress } from '../../source/addresses';
import { stems } from '../../source/relevance';
import { isCorrectionTitle } from '../../source/supersedes';
import { type StepCall, type TurnView } from '../researcher';
import { asksForFigure } from './answerType';
import { askedNoun } from './askedNoun';
import { askOf, readingWords } from './ask';
import { answeringFigure, answersOther, denies } from './figures';
import { noteOf, pickQuotations, withRetold, type Picked } from './pick';
import { questionOf } from './question';

/** Results opened of one search, and sources read for one claim. */
const openedPerSearch = 5;
const callsPerTurn = 24;

const readData = z.object({ snapshot: z.string(), passages: z.array(z.object({ start: z.number(), end: z.number(), headings: z.array(z.string()), text: z.string() })) });
const readArgs = z.object({ snapshot: z.string(), words: z.string().nullish() });

/** Opens the best results of each search, drops the rest with the reason, then reads what was opened for the claims of that search. */
export function readCalls(view: TurnView): StepCall[] {
  const { ledger } = view.state;
  const open: StepCall[] = [];
  const drop: string[] = [];
  const addresses = new Set<string>();
  const archived = new Set(view.state.source.snapshots.map(({ requested }) => requested));
  const unavailable = new Set(view.state.source.sources.filter(({ state }) => state === 'failed' || state === 'lead').map(({ address }) => address));
  const tried = ({ address }: { address: string }): boolean => !archived.has(address) && unavailable.has(canonicalAddress(address));
  for (const search of ledger.searches) {
    const results = search.results.flatMap((id) => ledger.results.filter((result) => result.id === id));
    let places = openedPerSearch - results.filter(({ decision, address }) => decision === 'chosen' && !archived.has(address)).length;
    const unseen = results.filter(({ decision }) => decision === 'unseen');
    // What could not be had before is asked for again where a place is left, and never dropped: nobody knows what it says.
    for (const result of [...unseen.filter((one) => !tried(one)), ...unseen.filter(tried)]) {
      // One address is opened once a turn; what is archived already only needs its decision.
      const known = archived.has(result.address);
      if (addresses.has(result.address) && !known) continue;
      addresses.add(result.address);
      if (known || places-- > 0) open.push({ name: 'open_source', args: { target: result.id } });
      else if (!tried(result)) drop.push(result.id);
    }
  }
  const dropped = drop.length === 0 ? [] : [{ name: 'drop_results', args: { results: drop, reason: `Below the best ${openedPerSearch} results of its search.`, only_here: true } }];
  if (open.length + dropped.length > 0) return [...open.slice(0, callsPerTurn), ...dropped];
  return wantedReads(view).slice(0, callsPerTurn).map(({ snapshot, claim }) => ({ name: 'read_source', args: { snapshot, words: readingWords(claim.text, questionOf(view.state)), start: null, end: null } }));
}

/** Snapshot and claim pairs that a search joined and nobody has read yet. */
function wantedReads(view: TurnView): { snapshot: string; claim: Claim }[] {
  const { ledger, source } = view.state;
  const done = new Set(view.state.turns.flatMap(({ calls }) => calls.flatMap(({ name, args }) => {
    const parsed = name === 'read_source' ? readArgs.safeParse(args) : null;
    return parsed?.success ? [`${parsed.data.snapshot} ${parsed.data.words ?? ''}`] : [];
  })));
  const latest = new Map(source.snapshots.map((snapshot) => [snapshot.source, snapshot]));
  const pairs: { snapshot: string; claim: Claim; rank: number }[] = [];
  for (const search of ledger.searches) {
    const addresses = new Map(search.results.flatMap((id) => ledger.results.filter((result) => result.id === id && result.decision === 'chosen')).map(({ address, rank }) => [address, rank]));
    for (const snapshot of latest.values()) {
      const rank = addresses.get(snapshot.requested);
      if (rank === undefined || source.sources.find(({ id }) => id === snapshot.source)?.state !== 'archived') continue;
      for (const id of search.claims) {
        const claim = ledger.claims.find((known) => known.id === id);
        if (claim && !done.has(`${snapshot.id} ${readingWords(claim.text, questionOf(view.state))}`)) pairs.push({ snapshot: snapshot.id, claim, rank });
      }
    }
  }
  const seen = new Set<string>();
  return pairs.toSorted((a, b) => a.rank - b.rank).filter(({ snapshot, claim }) => {
    const key = `${snapshot} ${claim.id}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** From this score on a quotation says what was asked; below, it says a part of it. */
const whole = 0.5;

/** Least share of the subject in a quotation that answers with a figure, and in one whose figure is set against others: half, and two of three words. */
const answersFrom = 0.5;
const comparesFrom = 0.66;

/**
 * Whether a quotation says what was asked: a figure of something else does not, however many of the words stand around it, nor does
 * what never names the noun that is asked after.
 */
export const saysWhole = ({ text, around, score, onSubject }: Omit<Picked, 'start' | 'end' | 'answer'>, claim: string): boolean =>
  score >= whole && (asksForFigure(claim) ? onSubject >= answersFrom : hasNoun(`${text}\n${around}`, claim)) && !answersOther(text, claim);

function hasNoun(text: string, claim: string): boolean {
  const noun = askedNoun(claim);
  return noun === null || stems(text).includes(noun);
}

/** A denial supports nothing; one that holds little of what is asked may deny something else. */
const relationOf = (picked: Picked, claim: string): Relation =>
  denies(picked.answer, claim) ? (saysWhole(picked, claim) ? 'contradicts' : 'uncertain') : saysWhole(picked, claim) ? 'supports' : 'partial';

/** A source that denies a figure and also tells it ("they claim 412,000") does not say it itself. */
function withoutDenied(picked: readonly Picked[], claim: string): Picked[] {
  const denied = picked.filter(({ answer }) => denies(answer, claim)).map(({ answer }) => answer);
  return picked.filter(({ answer }) => {
    const figure = answeringFigure(answer, claim);
    return figure === null || denied.every((sentence) => !sentence.includes(figure.text));
  });
}

/** A correction repeats what it corrects ("the release said that …"): what it retells is not its own statement. */
function retells({ source }: RunState, snapshot: string, sentence: string): boolean {
  const id = source.snapshots.find((known) => known.id === snapshot)?.source;
  return isCorrectionTitle(source.sources.find((known) => known.id === id)?.title ?? '') && /\b(?:said|stated|gave|reported|wrote|wrong|instead)\b|写作|误|曾/i.test(sentence);
}

/** What the last turn read becomes evidence: its best quotations, word for word. */
export function recordCalls(view: TurnView): StepCall[] {
  const last = view.exchanges.at(-1);
  if (!last) return [];
  const question = questionOf(view.state);
  return last.calls.flatMap((call) => {
    if (call.name !== 'read_source' || call.receipt?.ok !== true) return [];
    const read = readData.safeParse(call.receipt.data);
    const args = readArgs.safeParse(call.args);
    if (!read.success || !args.success) return [];
    const claims = view.state.ledger.claims.filter(({ text }) => readingWords(text, question) === args.data.words);
    const retold = (sentence: string): boolean => retells(view.state, read.data.snapshot, sentence);
    return claims.flatMap((claim) => withoutDenied(pickQuotations(askOf(claim.text, question), read.data.passages, (sentence) => !retold(sentence)), claim.text).map((picked) => withRetold(picked, read.data.passages, retold)).map((picked) => ({
      name: 'record_evidence',
      args: {
        claim: claim.id, relation: relationOf(picked, claim.text), snapshot: read.data.snapshot, quote: picked.text, near: picked.start, validity: null, as_of: null,
        figure: picked.score >= whole && picked.onSubject >= comparesFrom ? answeringFigure(picked.answer, claim.text) : null, note: noteOf(picked.score),
      },
    })));
  });
}
