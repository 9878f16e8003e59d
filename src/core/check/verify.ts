import { byId } from '../immutable';
import { type EventDraft } from '../run/event';
import { type RunState } from '../run/state';
import { type Archive } from '../source/archive';
import { type Snapshot } from '../source/records';
import { currentBlocks } from '../article/state';
import { type AskAgain } from './tableResults';
import { numberCitations } from '../../shared/citations';

export interface VerifyFinding {
  snapshot: string;
  evidence: string | null;
  /** Number of the citation in the current article, when it is cited. */
  citation: number | null;
  message: string;
}

export interface Verification {
  /** Snapshots and spans looked at. */
  snapshots: number;
  spans: number;
  findings: VerifyFinding[];
  /** What changed since the last check, to be written where the run can be written. */
  drafts: EventDraft[];
}

/** Hashes every archived body again, compares every span with its quote, and asks tables again. What does not hold is named, and the reason given. */
export async function verifyRun(state: RunState, archive: Archive, askAgain: AskAgain): Promise<Verification> {
  const findings: VerifyFinding[] = [];
  const drafts: EventDraft[] = [];
  const numbers = numberCitations(currentBlocks(state.article));
  let spans = 0;
  for (const snapshot of state.source.snapshots) {
    const { problem, text } = await verifySnapshot(snapshot, archive);
    const cited = state.ledger.evidence.filter((item) => item.snapshot === snapshot.id);
    spans += cited.length;
    for (const item of cited) {
      const spanProblem = problem ?? spanMismatch(text, item.start, item.end, item.quote) ?? await askAgain(item, snapshot);
      if (spanProblem === null) continue;
      const citation = numbers.get(item.id) ?? null;
      const what = citation === null ? `Evidence ${item.id}` : `Citation ${citation} (${item.id})`;
      findings.push({ snapshot: snapshot.id, evidence: item.id, citation, message: `${what} does not hold: ${spanProblem} Source ${snapshot.source}: ${snapshot.address}` });
    }
    if (problem !== null && cited.length === 0) findings.push({ snapshot: snapshot.id, evidence: null, citation: null, message: `${problem} Source ${snapshot.source}: ${snapshot.address}` });
    const before = state.source.verified[snapshot.id];
    if ((before?.holds ?? true) !== (problem === null)) drafts.push({ type: 'snapshot.verified', by: 'host', data: { snapshot: snapshot.id, holds: problem === null, detail: problem } });
  }
  for (const item of state.ledger.evidence) {
    if (item.premises.some((id) => byId('evidence', state.ledger.evidence, id) === undefined)) findings.push({ snapshot: '', evidence: item.id, citation: numbers.get(item.id) ?? null, message: `Evidence ${item.id} rests on premises that are not in the ledger.` });
  }
  return { snapshots: state.source.snapshots.length, spans, findings, drafts };
}

/** Hashes one snapshot's text and bytes again; `problem` says what does not hold. */
export async function verifySnapshot(snapshot: Snapshot, archive: Archive): Promise<{ problem: string | null; text: string }> {
  const [text, bytes] = await Promise.all([archive.getText(snapshot.textSha256), archive.getBytes(snapshot.rawSha256)]);
  if (text.state === 'missing') return { problem: `the archived text of ${snapshot.id} is missing.`, text: '' };
  if (text.state === 'altered') return { problem: `the archived text of ${snapshot.id} no longer matches its hash.`, text: text.text };
  if (bytes.state !== 'holds') return { problem: `the archived bytes of ${snapshot.id} ${bytes.state === 'missing' ? 'are missing' : 'no longer match their hash'}.`, text: text.text };
  return { problem: null, text: text.text };
}

const spanMismatch = (text: string, start: number | null, end: number | null, quote: string | null): string | null =>
  start === null || end === null || text.slice(start, end) === quote ? null : 'the span does not hold the quoted characters.';
