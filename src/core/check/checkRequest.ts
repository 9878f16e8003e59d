import { type Revision } from '../article/records';
import { citationsIn, sentenceAt } from '../article/sentences';
import { markerPattern } from '../../shared/citations';
import { byId } from '../immutable';
import { type Evidence } from '../ledger/records';
import { type ModelRequest } from '../request/modelClient';
import { requestTokens, unitsPerToken } from '../request/size';
import { parametersOf } from '../researcher/toolsOffered';
import { facts, type RunState } from '../run/state';
import { fileNameOf } from '../source/addresses';
import { bestPassages } from '../source/bestPassages';
import { type Structure } from '../source/library';
import { passagesOf } from '../source/passages';
import { type TextRange } from '../source/reader';
import { type Snapshot } from '../source/records';
import { answerSchema, answerTool } from './checkAnswer';
import { type CheckOrder } from './events';
import { withPremises } from './publication';
import { verifierInstructions } from './verifierInstructions';

/** Share of a request's tokens that the source may take; the rest is for instructions, sentences and what was cited. */
const sourceShare = 0.8;

export interface ReadSource {
  snapshot: Snapshot;
  text: string;
  structure: Structure;
}

/** What a verifier is sent for one order, whether it sees passages of the source instead of the whole, and the spans of the source that the sentences cite. Pure. */
export function checkRequest(state: RunState, order: CheckOrder, revision: Revision, source: ReadSource, maxOutput: number | null): { request: ModelRequest; parts: boolean; cited: TextRange[] } {
  const judged = order.sentences.map((sentence) => judgedSentence(state, revision, sentence, source.snapshot));
  const units = requestTokens * sourceShare * unitsPerToken(state.budget.measured, source.snapshot.language?.value ?? facts(state).language);
  const shown = source.text.length <= units ? null : passagesThatFit(source, judged, units);
  // Its own hash stands in no text: nothing in the source can end it.
  const mark = source.snapshot.textSha256.slice(0, 16);
  const known = state.source.sources.find(({ id }) => id === order.source);
  const about = [known?.title || fileNameOf(source.snapshot.address), known?.publisher ?? '', source.snapshot.published?.value ?? ''].filter((part) => part !== '').join('; ');
  const content = [
    `[source ${mark}] ${JSON.stringify(about)}`, shown ?? source.text, `[end of source ${mark}]`,
    ...(shown === null ? [] : ['The source is longer than fits: you see the passages around what was cited and those that share most with the sentences.']),
    `Sentences to judge, as data:\n${judged.map(({ lines }) => lines).join('\n')}`,
    `Judge ${order.sentences.map((sentence) => sentence + 1).join(', ')} with report_verdicts.`,
  ].join('\n\n');
  return {
    parts: shown !== null,
    cited: judged.flatMap(({ spans }) => spans),
    request: {
      messages: [{ role: 'system', content: verifierInstructions }, { role: 'user', content }], maxOutput, about: { worker: 'verifier', turn: order.order },
      tools: [{ name: answerTool, description: 'Report the verdict on each sentence that you were given.', parameters: parametersOf(answerSchema) }],
    },
  };
}

interface Judged {
  lines: string;
  words: string;
  /** Spans of this source that the sentence cites. */
  spans: TextRange[];
}

/** A sentence by the number that its address has, with what was recorded of its evidence: the words, and for what they hold. */
function judgedSentence(state: RunState, revision: Revision, sentence: number, snapshot: Snapshot): Judged {
  const words = sentenceAt(revision, sentence) ?? '';
  const cited = citationsIn(revision, sentence).flatMap(({ evidence }) => (evidence === null ? [] : byId('evidence', state.ledger.evidence, evidence) ?? []));
  const own = (item: Evidence): Evidence[] => withPremises(state, [item.id]).filter((one) => one.snapshot === snapshot.id);
  const restingHere = new Set(cited.filter((item) => own(item).length > 0).map(({ id }) => id));
  const shown = words.replace(markerPattern, (_marker, id: string) => (restingHere.has(id) ? '[this source]' : '[another source]'));
  const lines = cited.filter(({ id }) => restingHere.has(id)).flatMap((item) => {
    const claim = byId('claim', state.ledger.claims, item.claim);
    const concluded = item.premises.length > 0 ? `; a conclusion (${item.kind}): ${JSON.stringify(item.reasoning ?? '')}` : '';
    return [`   ${item.relation} the claim ${JSON.stringify(claim?.text ?? item.claim)}${concluded}`, ...own(item).map((one) => `   taken from this source: ${JSON.stringify(one.quote ?? '')}${qualifiers(one)}`)];
  });
  return { words: shown, lines: [`${sentence + 1}: ${JSON.stringify(shown)}`, ...new Set(lines)].join('\n'), spans: cited.flatMap(own).map(({ start, end }) => ({ start: start ?? 0, end: end ?? 0 })) };
}

/** What limits a recorded statement. */
function qualifiers({ asOf, validity, figure }: Evidence): string {
  const said = [
    asOf === null ? '' : `as of ${asOf}`, validity === null ? '' : `holds for ${validity}`,
    ...(['unit', 'basis', 'period', 'denominator', 'sample'] as const).map((name) => { const value = figure?.[name] ?? null; return value === null ? '' : `${name} ${value}`; }),
  ].filter((part) => part !== '');
  return said.length === 0 ? '' : ` (recorded as: ${said.join('; ')})`;
}

/** Passages with the cited spans first, then their neighbours, those that share most with the sentences, and the rest, while they fit; in the order of the text. */
function passagesThatFit({ text, structure }: ReadSource, judged: readonly Judged[], units: number): string {
  const passages = passagesOf({ text, ...structure }).map(({ range, headings }, index) => ({ ...range, headings, index }));
  const spans = judged.flatMap((one) => one.spans);
  const cited = passages.filter(({ start, end }) => spans.some((span) => span.start < end && start < span.end));
  const beside = cited.flatMap(({ index }) => [passages[index - 1], passages[index + 1]].filter((passage) => passage !== undefined));
  const best = bestPassages(judged.map(({ words }) => words).join(' '), passages, text);
  const shown = new Map<number, string>();
  let left = units;
  for (const passage of [...cited, ...beside, ...best, ...passages]) {
    const words = text.slice(passage.start, passage.end);
    const size = words.length + 60;
    if (shown.has(passage.index) || size > left) continue;
    left -= size;
    shown.set(passage.index, `[characters ${passage.start} to ${passage.end}]${passage.headings.length > 0 ? ` ${passage.headings.join(' › ')}` : ''}\n${words}`);
  }
  return [...shown].sort(([a], [b]) => a - b).map(([, words]) => words).join('\n\n');
}
