import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { CiteState, Known } from '../article';
import { Act, Button, TextField } from '../controls';
import { day } from '../format';
import { usePanel } from '../panel';
import { word } from '../strings';
import type { BlockView, CitationView, EvidenceView, RunView, SourceView } from '../../src/shared/view';
import { Icon, type IconName, type Tone } from './Icon';

export interface OpenCite { button: HTMLElement; block: BlockView; citation: CitationView; number: number | null; state: CiteState }

const glyphs: Record<CiteState, [IconName, Tone]> = { ok: ['pass', 'ok'], near: ['pass', 'ok'], none: ['question', 'heed'], changed: ['warning', 'heed'], broken: ['error', 'bad'] };

/** What stands behind one citation: its state, the quoted words, where they come from, and what can be done. */
export function CiteCard({ open, known, checks, card, close, details }: { open: OpenCite; known: Known; checks: RunView['checks']; card: RefObject<HTMLDivElement | null>; close: () => void; details: Readonly<Record<string, string>> }) {
  const { t, writes, send } = usePanel();
  const [complaining, setComplaining] = useState(false);
  const { citation, state, block } = open;
  const evidence = citation.evidence === null ? undefined : known.evidence.get(citation.evidence);
  const source = evidence?.source ? known.sources.get(evidence.source) : undefined;
  const [glyph, tone] = glyphs[state];
  useLayoutEffect(() => {
    const stand = () => { if (card.current) place(card.current, open.button); };
    stand();
    // What it opens beside may take half of the width.
    addEventListener('resize', stand);
    open.button.setAttribute('aria-expanded', 'true');
    return () => {
      removeEventListener('resize', stand);
      open.button.setAttribute('aria-expanded', 'false');
    };
  }, [open, complaining]);
  const number = open.number === null ? '?' : String(open.number);
  return (
    <div class="card" role="dialog" aria-label={t.citation(number) + t.citeSaid[state]} ref={card} tabIndex={-1}>
      <p class="top"><Icon name={glyph} tone={tone} /><b>{t.citeTitle[state]}</b>{evidence && <span class="n id">{evidence.id} · {evidence.claim}</span>}</p>
      {!evidence && <p>{t.noneText}</p>}
      {evidence && state === 'broken' && <p>{[evidence.reason, t.brokenText].filter(Boolean).join('. ').replace(/\.\. /, '. ')}</p>}
      {evidence?.quote && <Quote evidence={evidence} source={source} />}
      {evidence?.cells && <p class="dim">{evidence.cells}</p>}
      {evidence?.result && <p class="dim">{t.tableGave} {evidence.result}</p>}
      {evidence?.reasoning && <p>{evidence.kind === 'calculation' ? `${t.calculation}: ` : evidence.kind === 'inference' ? `${t.inference}: ` : ''}{evidence.reasoning}</p>}
      {evidence?.differences.map(({ quote, text }, at) => <p key={at} class="dim">{t.quotedAs} “{quote}”, {t.sourceSays} “{text}”</p>)}
      {source && <SourceLines source={source} evidence={evidence} />}
      {evidence && checks.filter((check) => isAbout(check, open, evidence)).map((check) => <p key={check.id}>{t.checkBy(check.checker, check.selfChecked)}{word({ ...t.statuses, ...t.verdicts }, check.verdict)}{check.why && ` · ${check.why}`} {check.parts && t.sawParts}</p>)}
      {complaining
        ? <Complaint block={block} start={citation.start} details={details} done={() => setComplaining(false)} />
        : (
          <div class="acts">
            {evidence && <Button main onPress={() => send({ type: 'openEvidence', evidence: evidence.id, beside: true })}>{state === 'broken' ? t.openArchived : t.openSpan}</Button>}
            {evidence && (evidence.locator.page !== null || evidence.locator.sheet !== null) && <Act onPress={() => send({ type: 'showPage', evidence: evidence.id })}>{evidence.locator.page === null ? t.showSheet : t.showPage}</Act>}
            {evidence && state !== 'broken' && <Act onPress={() => send({ type: 'control', action: 'copyLink', text: evidence.id })}>{t.copyCitation}</Act>}
            {evidence && state === 'broken' && <Act onPress={() => send({ type: 'control', action: 'verify', text: evidence.id })}>{t.checkAgain}</Act>}
            {writes && source && state === 'changed' && <Act onPress={() => send({ type: 'control', action: 'recheck', text: source.id })}>{t.fetchAgain}</Act>}
            <Act onPress={() => setComplaining(true)}>{t.whatWrong}</Act>
          </div>
        )}
      <span class="sr"><Act onPress={close}>{t.close}</Act></span>
    </div>
  );
}

/** Whether a model checked this citation's sentence against what the citation rests on. */
const isAbout = ({ block, revision, sentence, source, checker }: RunView['checks'][number], { block: shown, citation }: OpenCite, evidence: EvidenceView) =>
  checker !== 'rules' && block === shown.id && revision === shown.revision && (evidence.source ?? source) === source && (sentence ?? sentenceOf(shown, citation.start)) === sentenceOf(shown, citation.start);

const sentenceOf = ({ sentences }: BlockView, start: number) => sentences.findIndex((one) => start >= one.start && start < one.end);

function Quote({ evidence, source }: { evidence: EvidenceView; source: SourceView | undefined }) {
  const language = source?.snapshots.find(({ id }) => id === evidence.snapshot)?.language;
  return <p class="q" {...(language ? { lang: language } : {})}>“<mark>{evidence.quote}</mark>”</p>;
}

function SourceLines({ source, evidence }: { source: SourceView; evidence: EvidenceView | undefined }) {
  const { t } = usePanel();
  const snapshot = source.snapshots.find(({ id }) => id === evidence?.snapshot) ?? source.snapshots.at(-1);
  const where = evidence?.locator.page ? t.page(evidence.locator.page) : [evidence?.locator.sheet, evidence?.locator.cell].filter(Boolean).join(' ') || (evidence?.headings.at(-1) ?? '');
  const facts = [
    word(t.tiers, source.tier), snapshot?.publishedAt && t.published(day(snapshot.publishedAt)), snapshot && t.retrieved(day(snapshot.retrievedAt)), evidence?.asOf && t.asOf(day(evidence.asOf)),
    evidence?.scope, source.interest && t.interest(source.interest), evidence && t.relationOn(t.relations[evidence.relation], evidence.claim),
  ].filter(Boolean);
  return (
    <>
      <p><b {...(snapshot?.language ? { lang: snapshot.language } : {})}>{source.title || source.address}</b>{where && <>, {where}</>}{source.publisher && <><br />{source.publisher}</>}</p>
      <p class="dim">{facts.join(' · ')}</p>
    </>
  );
}

/** A complaint about the sentence of this citation; the host walks the chain and says where the fault is. */
function Complaint({ block, start, details, done }: { block: BlockView; start: number; details: Readonly<Record<string, string>>; done: () => void }) {
  const { t, send } = usePanel();
  const [text, setText] = useState('');
  const sentence = Math.max(0, sentenceOf(block, start));
  const answer = details[`${block.id}:${sentence}`];
  const ask = () => send({ type: 'explain', block: block.id, revision: block.revision, sentence, complaint: text });
  return (
    <>
      <TextField label={t.complaint} placeholder={t.complaint} onInput={setText} onEnter={ask} focus />
      {answer !== undefined && <p role="status">{answer}</p>}
      <div class="acts"><Button main onPress={ask}>{t.explainSend}</Button><Button onPress={done}>{t.cancel}</Button></div>
    </>
  );
}

/** Below its line, else above it, never over the margin. A narrow panel makes it a sheet; then its sentence is kept in view above it. */
function place(card: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect();
  if (getComputedStyle(card).position === 'sticky') {
    const hidden = at.bottom + 24 - (innerHeight - card.offsetHeight);
    if (hidden > 0) scrollBy(0, hidden);
    return;
  }
  const panel = card.offsetParent?.getBoundingClientRect();
  const column = button.closest('.row')?.firstElementChild?.getBoundingClientRect();
  if (!panel || !column) return;
  const above = at.bottom + card.offsetHeight + 16 > innerHeight && at.top > card.offsetHeight + 56;
  card.style.top = `${(above ? at.top - card.offsetHeight - 8 : at.bottom + 8) - panel.top}px`;
  card.style.left = `${Math.max(12, Math.min(at.left - 40, column.right - card.offsetWidth) - panel.left)}px`;
}
