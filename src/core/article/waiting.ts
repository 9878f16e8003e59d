import { byId } from '../immutable';
import { type Evidence } from '../ledger/records';
import { restoreEvidenceDrafts, withdrawEvidenceDrafts } from '../ledger/withdraw';
import { type EventData, type EventDraft } from '../run/event';
import { whatIf, type RunState } from '../run/state';
import { citationNow } from './citationNow';
import { type Revision } from './records';
import { citationsIn, sentenceAt, withoutMarkers } from './sentences';
import { blockOf, currentRevision, type Review } from './state';

export interface WaitingSentence {
  block: string;
  /** Index into the sentences of the block's revision. */
  sentence: number;
  /** The high-risk claims that it bears on. */
  claims: string[];
}

/**
 * Sentences that wait for a person's word: they cite live evidence on a claim of high risk, and nobody has approved or rejected these
 * very words. A quotation chosen by rule does not: its words are the source's, and were compared with it.
 */
export function waitingSentences(state: RunState, revisions: readonly Revision[]): WaitingSentence[] {
  return revisions.flatMap((revision) => revision.sentences.flatMap((_range, sentence) => {
    const live = citationsIn(revision, sentence).filter((citation) => citationNow(state, citation) === 'bound');
    const written = highRisk(state, live).filter((item) => !revision.quotations || !isQuoted(sentenceAt(revision, sentence) ?? '', item));
    const claims = [...new Set(written.map(({ claim }) => claim))];
    return claims.length === 0 || reviewOf(state, revision, sentence) ? [] : [{ block: revision.block, sentence, claims }];
  }));
}

function highRisk({ ledger }: RunState, citations: Revision['citations']): Evidence[] {
  const cited = citations.flatMap(({ evidence }) => (evidence === null ? [] : byId('evidence', ledger.evidence, evidence) ?? []));
  return cited.filter(({ claim }) => byId('claim', ledger.claims, claim)?.risk === 'high' && !ledger.dropped.includes(claim));
}

/** Whether a sentence is nothing but words of its evidence. */
const isQuoted = (sentence: string, { quote }: Evidence): boolean =>
  (quote ?? '').replace(/\s+/g, ' ').includes(withoutMarkers(sentence).replace(/\s+/g, ' ').replace(/^[\s>“「]+|[”」\s]+$/gu, ''));

/** The last word of a person on these words, markers included, in whichever revision of the block they stood. */
const reviewOf = ({ article }: RunState, revision: Revision, sentence: number): Review | undefined =>
  article.reviews.findLast((review) => review.block === revision.block && sentenceAt(blockOf(article, review.block)?.revisions[review.revision - 1], review.sentence) === sentenceAt(revision, sentence));

/**
 * A person's word, and what follows from it: what a rejected sentence cites for its high-risk claims is withdrawn, so that these are
 * open again and the block is flagged; approving it after all brings that back. Throws a sentence for what does not wait for anybody.
 */
export function reviewDrafts(state: RunState, reviewed: EventData<'sentence.reviewed'>): EventDraft[] {
  const { block, sentence, verdict, reason, by } = reviewed;
  const named = `${block}:${sentence + 1}`;
  const known = blockOf(state.article, block);
  if (!known) throw new Error(`There is no part ${block}. Parts: ${state.article.order.join(', ') || 'none'}.`);
  const revision = currentRevision(known);
  if (revision.revision !== reviewed.revision) throw new Error(`${block} was revised meanwhile: look at revision ${revision.revision}.`);
  const evidence = highRisk(state, citationsIn(revision, sentence));
  if (evidence.length === 0) throw new Error(`${named} does not wait for anyone: it cites nothing on a claim of high risk.`);
  if (verdict === 'rejected' && (reason ?? '').trim() === '') throw new Error(`Say why ${named} is rejected.`);
  const last = reviewOf(state, revision, sentence)?.verdict;
  if (last === verdict) throw new Error(`${named} is ${verdict} already.`);
  const drafts: EventDraft[] = [{ type: 'sentence.reviewed', by, data: reviewed }];
  for (const { id } of evidence) {
    const now = whatIf(state, drafts);
    if (verdict === 'rejected') drafts.push(...withdrawEvidenceDrafts(now, id, `${named} was rejected: ${reason ?? ''}`, by));
    else if (last === 'rejected') drafts.push(...restoreEvidenceDrafts(now, id, by));
  }
  return drafts;
}
