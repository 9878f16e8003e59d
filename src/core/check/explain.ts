import { citationNow } from '../article/citationNow';
import { type Revision } from '../article/records';
import { blockOf, currentRevision } from '../article/state';
import { byId } from '../immutable';
import { type Check } from './events';
import { checksOf, findingLine, findingsOf } from './findings';
import { cellsNamed, resultNamed } from '../ledger/cells';
import { conflictsNow } from '../ledger/live';
import { saysOf } from '../ledger/sayings';
import { ledgerWording } from '../ledger/wording';
import { assess } from '../ledger/assess';
import { type Evidence } from '../ledger/records';
import { type RunState } from '../run/state';
import { type Archive } from '../source/archive';
import { type AskAgain } from './tableResults';
import { sentenceNumbers } from './publication';
import { verifySnapshot } from './verify';

/** Where a sentence's chain breaks, or that it does not. */
export type Fault = 'uncited' | 'unverified' | 'extraction' | 'withdrawn' | 'number' | 'found' | 'superseded' | 'out-of-date' | 'inference' | 'nothing';

export interface Explanation {
  sentence: string;
  fault: Fault;
  /** The fault in words, then every link that was walked. */
  lines: string[];
}

interface Found {
  fault: Fault;
  line: string;
}

/** Earlier in this list is worse: the one that is named when several links break. */
const severity: readonly Fault[] = ['extraction', 'unverified', 'withdrawn', 'number', 'found', 'superseded', 'out-of-date', 'inference', 'uncited', 'nothing'];

const verdicts: Record<Fault, string> = {
  uncited: 'The sentence has no citation, so nothing holds it up.',
  unverified: 'A citation in it proves nothing, and did not when it was written.',
  extraction: 'The extraction is wrong: what is archived is not what was cited.',
  withdrawn: 'What it rests on was withdrawn.',
  number: 'The sentence is wrong: a number in it stands in none of the evidence it cites.',
  found: 'The sentence says something else than its source, as a model that read the source found.',
  superseded: 'It is superseded: an explained conflict gives the statement to the other side.',
  'out-of-date': 'It is out of date: the live source has changed since it was archived.',
  inference: 'It rests on an inference: judge its premises.',
  nothing: 'Nothing is wrong: sentence, citation, span and archived bytes agree.',
};

/** Walks the chain of one sentence: marker → evidence → span → archived bytes, its numbers, conflicts, and what a re-check found. */
export async function explainSentence(state: RunState, block: string, index: number, archive: Archive, askAgain: AskAgain): Promise<Explanation> {
  const known = blockOf(state.article, block);
  if (!known) throw new Error(`There is no part ${block}. Parts: ${state.article.order.join(', ') || 'none'}.`);
  const revision = currentRevision(known);
  const range = revision.sentences[index];
  if (!range) throw new Error(`${block} has ${revision.sentences.length} sentences, counted from 0; there is no ${index}.`);
  const sentence = revision.text.slice(range.start, range.end);
  const found = [...await walk(state, revision, range, archive, askAgain), ...checked(state, revision, index)];
  const fault = severity.find((one) => found.some((link) => link.fault === one)) ?? 'nothing';
  return { sentence, fault, lines: [verdicts[fault], ...found.map(({ line }) => line)] };
}

async function walk(state: RunState, revision: Revision, range: { start: number; end: number }, archive: Archive, askAgain: AskAgain): Promise<Found[]> {
  const citations = revision.citations.filter(({ start, end }) => start >= range.start && end <= range.end);
  if (citations.length === 0) return [{ fault: 'uncited', line: 'No marker stands in it.' }];
  const found: Found[] = [];
  for (const citation of citations) {
    const item = citation.evidence === null ? undefined : byId('evidence', state.ledger.evidence, citation.evidence);
    const marker = revision.text.slice(citation.start, citation.end);
    if (!item) found.push({ fault: 'unverified', line: `${marker} names no evidence of this run.` });
    else if (citationNow(state, citation) === 'unverified') found.push({ fault: 'unverified', line: `${marker} named evidence that did not stand when it was written${item.state === 'active' ? '' : `: ${item.id} is ${item.state}${item.stateReason === null ? '' : ` (${item.stateReason})`}`}.` });
    else found.push(...await links(state, item, archive, askAgain));
  }
  const strange = sentenceNumbers(state, revision, range).strange;
  if (strange.length > 0) found.push({ fault: 'number', line: `${strange.join(', ')}: in none of the cited spans.` });
  return found;
}

/** What models said of the sentence that read each of its sources; those against which it was not checked stand in one line. */
function checked({ checks }: RunState, revision: Revision, index: number): Found[] {
  const against = new Set<Check>(findingsOf(checks, revision));
  const about = checksOf(checks, revision).filter(({ sentence }) => sentence === index || sentence === null);
  const open = about.filter(({ verdict }) => verdict === 'not-checked');
  const [first] = open;
  const joined = first ? [{ ...first, id: open.map(({ id }) => id).join(', '), source: open.map(({ source }) => source).join(', '), why: [...new Set(open.map(({ why }) => why))].join('; ') }] : [];
  return [...about.filter(({ verdict }) => verdict !== 'not-checked'), ...joined]
    .map((check) => ({ fault: against.has(check) ? 'found' : 'nothing', line: `${check.id}, ${check.checker}: ${findingLine(check)}${check.parts === true ? ' (it saw passages of the source, not the whole)' : ''}.` }));
}

async function links(state: RunState, item: Evidence, archive: Archive, askAgain: AskAgain): Promise<Found[]> {
  const found: Found[] = [];
  const cells = cellsNamed(item);
  if (item.state !== 'active') found.push({ fault: 'withdrawn', line: `${item.id} is ${item.state}: ${item.stateReason ?? ''}` });
  const snapshot = item.snapshot === null ? undefined : byId('snapshot', state.source.snapshots, item.snapshot);
  if (snapshot) {
    const { problem, text } = await verifySnapshot(snapshot, archive);
    const source = byId('source', state.source.sources, snapshot.source);
    if (problem !== null) found.push({ fault: 'extraction', line: `${item.id}: ${problem}` });
    else if (text.slice(item.start ?? 0, item.end ?? 0) !== item.quote) found.push({ fault: 'extraction', line: `${item.id}: the span does not hold the quoted characters.` });
    else found.push({ fault: 'nothing', line: `${item.id} (${item.match ?? ''}) stands in ${snapshot.id} of ${source?.title || snapshot.address}, archived ${snapshot.retrievedAt.slice(0, 10)}: “${item.quote ?? ''}”${cells === null ? '' : ` (${cells})`}` });
    const asked = resultNamed(item);
    if (asked !== null) {
      const changed = problem === null ? await askAgain(item, snapshot) : null;
      found.push(changed === null ? { fault: 'nothing', line: `${item.id} is what the table gave: ${asked}` } : { fault: 'extraction', line: `${item.id}: ${changed}` });
    }
    if (source?.state === 'withdrawn') found.push({ fault: 'withdrawn', line: `${source.id} was withdrawn: ${source.reason ?? ''}` });
    const since = state.source.changedSince[item.id];
    if (since === 'altered' || since === 'gone') found.push({ fault: 'out-of-date', line: `${item.id}: in the live source the passage is ${since}.` });
  } else if (item.kind === 'inference') found.push({ fault: 'inference', line: `${item.id} is inferred from ${item.premises.join(', ')}: ${item.reasoning ?? ''}` });
  else found.push({ fault: 'nothing', line: `${item.id} is calculated from ${item.premises.join(', ')}: ${item.reasoning ?? ''}` });
  for (const conflict of conflictsNow(state).filter(({ sides }) => sides.some(({ evidence }) => evidence.includes(item.id)))) {
    found.push({ fault: assess(state).live.setAside.get(item.id)?.id === conflict.id ? 'superseded' : 'nothing', line: `${conflict.id} is ${conflict.state}: ${conflict.explanation ?? conflict.sides.map((side) => saysOf(side, (id) => byId('evidence', state.ledger.evidence, id), ledgerWording(undefined))).join(' / ')}` });
  }
  for (const id of item.premises) {
    const premise = byId('evidence', state.ledger.evidence, id);
    if (premise) found.push(...await links(state, premise, archive, askAgain));
  }
  return found;
}

/** As people name a sentence: `B1:3`, counted from 1. */
export function sentenceAddress(named: string): { block: string; index: number } {
  const match = /^(B\d+):(\d+)$/.exec(named);
  if (!match?.[1] || Number(match[2]) < 1) throw new Error(`"${named}" names no sentence: write the part and the sentence's number, such as B1:3.`);
  return { block: match[1], index: Number(match[2]) - 1 };
}

