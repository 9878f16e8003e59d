import { useState } from 'preact/hooks';
import type { EvidenceView, SourceView } from '../../src/shared/view';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';
import { CorrectForm } from './CorrectForm';
import { Icon, type IconName, type Tone } from './Icon';

const glyphs: Record<EvidenceView['relation'], [IconName, Tone]> = { supports: ['pass', 'ok'], contradicts: ['arrow-swap', 'bad'], partial: ['half', 'heed'], uncertain: ['ring', 'heed'] };

interface EvidenceRowProps { evidence: EvidenceView; source: SourceView | undefined; alone: string | null; level: number; first: boolean; tabIndex: number }

/** One piece of evidence under its claim: its words, whose they are, and the way to the archived span. */
export function EvidenceRow({ evidence, source, alone, level, first, tabIndex }: EvidenceRowProps) {
  const { t, writes, send } = usePanel();
  const [correcting, setCorrecting] = useState(false);
  const live = evidence.state === 'active';
  const relation = t.relations[evidence.relation];
  const [icon, tone] = live ? glyphs[evidence.relation] : (['error', 'bad'] as const);
  const snapshot = source?.snapshots.find(({ id }) => id === evidence.snapshot);
  const where = [source?.publisher, source?.title, evidence.locator.page !== null && t.page(evidence.locator.page), evidence.locator.sheet, evidence.locator.cell].filter(Boolean).join(t.comma);
  const line = [live ? relation : t.was(relation), where, evidence.match && word(t.matches, evidence.match), alone, evidence.scope, evidence.asOf && t.asOf(evidence.asOf.slice(0, 10)), !live && t.notCounted].filter(Boolean).join(' · ');
  const derived = evidence.kind === 'calculation' ? t.calculation : evidence.kind === 'inference' ? t.inference : null;
  return (
    <div role="row" class={first ? 'evd first' : 'evd'} aria-level={level} data-row={evidence.id} id={evidence.id} tabIndex={tabIndex}>
      <div role="gridcell" class="ev-i">
        <Icon name={icon} tone={tone} label={live ? relation : t.notCounted} />
        {evidence.quote ? <p class="q" {...(snapshot?.language ? { lang: snapshot.language } : {})}>“{evidence.quote}”</p> : <p>{derived && `${derived}: `}{evidence.reasoning}{evidence.premises.length > 0 && <span class="dim"> ({evidence.premises.join(', ')})</span>}</p>}
        {evidence.cells !== null && <p class="s dim">{evidence.cells}</p>}
        {!live && evidence.reason && <p>{evidence.reason}</p>}
        <p class="s dim">
          <span class="id">{evidence.id}</span> {line}
          {evidence.snapshot !== null && <> · <Act onPress={() => send({ type: 'openEvidence', evidence: evidence.id, beside: true })}>{t.openSpanLower}</Act></>}
          {writes && <> · <Act label={t.correctTitle(evidence.id)} onPress={() => setCorrecting(true)}>{t.correct}</Act></>}
        </p>
        {correcting && <CorrectForm id={evidence.id} source={source} close={() => setCorrecting(false)} fields={[
          { name: 'relation', options: Object.entries(t.relations).map(([value, label]) => ({ value, label })), value: evidence.relation },
          { name: 'asOf', value: evidence.asOf ?? '' }, { name: 'validity', value: evidence.scope ?? '' },
        ]} />}
      </div>
    </div>
  );
}
