import { type NoticeView } from '../../shared/view';
import { findingsOf } from '../check/findings';
import { strangeNumbers } from '../check/publication';
import { byId } from '../immutable';
import { assess } from '../ledger/assess';
import { correctedSince } from '../ledger/withdraw';
import { type RunState } from '../run/state';
import { citationNow } from './citationNow';
import { type Citation, type Revision } from './records';
import { waitingSentences } from './waiting';
import { wordingOf, type Wording } from './wording';

/** Notices of one revision, each beside the paragraph it concerns; never a verdict on the whole article. */
export function noticesOf(state: RunState, revision: Revision, numbers: ReadonlyMap<string, number>): NoticeView[] {
  const wording = wordingOf(state.run?.language ?? 'en');
  const notices: NoticeView[] = [];
  const say = (paragraph: number | null, kind: NoticeView['kind'], text: string, refs: string[], sentence: number | null = null): void => void notices.push({ paragraph, kind, text, refs, sentence });
  if (revision.revision > 1) say(null, 'revised', wording.revised(revision.revision, revision.because.join(', ')), revision.because);
  const paragraphs = Math.max(0, ...revision.sentences.map(({ paragraph }) => paragraph + 1));
  for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
    const range = rangeOf(revision, paragraph);
    const words = revision.text.slice(range.start, range.end);
    if (/^\s*#{1,6}\s/.test(words)) continue;
    const inside = revision.citations.filter(({ start, end }) => start >= range.start && end <= range.end);
    paragraphNotices(state, inside, numbers, wording, (kind, text, refs) => say(paragraph, kind, text, refs));
    const corrected = new Set(correctedSince(state.ledger, { ...revision, citations: inside }).map(({ target }) => target));
    for (const id of corrected) say(paragraph, 'check', wording.corrected(String(numbers.get(id) ?? id)), [id]);
  }
  // Quotations chosen by rule hold nothing that anybody wrote.
  for (const { sentence, ids, strange } of revision.quotations ? [] : strangeNumbers(state, revision)) {
    const cited = [...new Set(ids)];
    say(revision.sentences[sentence]?.paragraph ?? null, 'check', wording.strange(sentence + 1, strange, cited.map((id) => String(numbers.get(id) ?? id))), cited, sentence);
  }
  const { conflicts } = assess(state).live;
  for (const claim of revision.claims) {
    for (const conflict of conflicts.get(claim) ?? []) {
      const cited = conflict.sides.flatMap(({ evidence }) => evidence).find((id) => revision.citations.some((citation) => citation.evidence === id));
      const at = revision.citations.find(({ evidence }) => evidence !== null && evidence === cited);
      const paragraph = at ? revision.sentences.find(({ start, end }) => start <= at.start && at.end <= end)?.paragraph ?? null : null;
      const why = conflict.cause === null ? conflict.explanation ?? '' : wording.causes[conflict.cause];
      say(paragraph, `conflict-${conflict.state}`, wording.conflict[conflict.state](conflict.id, why), [conflict.id]);
    }
  }
  for (const check of findingsOf(state.checks, revision)) {
    const number = revision.citations.flatMap(({ evidence }) => (evidence !== null && byId('evidence', state.ledger.evidence, evidence)?.source === check.source ? numbers.get(evidence) ?? [] : []))[0];
    const sentence = check.sentence ?? 0;
    say(revision.sentences[sentence]?.paragraph ?? null, 'check', `${wording.found[check.verdict](sentence + 1, String(number ?? check.source ?? ''), check.why)}${check.selfChecked ? wording.selfChecked : ''}`, [check.id, ...(check.source === null ? [] : [check.source])], check.sentence);
  }
  for (const { sentence, claims } of waitingSentences(state, [revision])) say(revision.sentences[sentence]?.paragraph ?? null, 'waiting', wording.waiting(sentence + 1, claims.join(', ')), claims, sentence);
  return notices;
}

function rangeOf({ sentences }: Revision, paragraph: number): { start: number; end: number } {
  const own = sentences.filter((sentence) => sentence.paragraph === paragraph);
  return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
}

function paragraphNotices(state: RunState, citations: readonly Citation[], numbers: ReadonlyMap<string, number>, wording: Wording, say: (kind: NoticeView['kind'], text: string, refs: string[]) => void): void {
  const now = citations.map((citation) => ({ citation, state: citationNow(state, citation) }));
  if (now.every((item) => item.state === 'unverified')) say('no-citation', wording.noCitation, []);
  else if (now.some((item) => item.state === 'unverified')) say('unverified', wording.unverified, []);
  for (const { citation: { evidence: id } } of now) {
    const how = id === null ? undefined : state.source.changedSince[id];
    if (id !== null && (how === 'altered' || how === 'gone')) say('source-changed', wording.sourceChanged(String(numbers.get(id) ?? id)), [id]);
  }
  for (const item of now) {
    const id = item.citation.evidence;
    if (item.state !== 'broken' || id === null) continue;
    const evidence = byId('evidence', state.ledger.evidence, id);
    const source = state.source.sources.find((known) => known.id === evidence?.source);
    const detail = evidence?.snapshot === null || evidence?.snapshot === undefined ? null : state.source.verified[evidence.snapshot]?.detail;
    if (source?.state === 'withdrawn') say('withdrawn', wording.withdrawn(source.id, source.reason ?? ''), [source.id, id]);
    else say('broken', wording.broken(String(numbers.get(id) ?? id), detail ?? evidence?.stateReason ?? 'what it rests on no longer holds'), [id]);
  }
}
