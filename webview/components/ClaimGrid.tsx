import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ClaimView, RunView, SourceView } from '../../src/shared/view';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { requirementLine } from '../requirement';
import { word } from '../strings';
import { evidenceOf, heard, marksOf } from '../voices';
import { CorrectForm } from './CorrectForm';
import { EvidenceMarks } from './EvidenceMarks';
import { EvidenceRow } from './EvidenceRow';
import { Icon, type IconName, type Tone } from './Icon';

const glyphs: Record<ClaimView['status'], [IconName, Tone]> = {
  supported: ['pass', 'ok'], partial: ['half', 'heed'], uncertain: ['ring', 'heed'], conflicting: ['arrow-swap', 'bad'], contradicted: ['error', 'bad'], 'unknown-failed': ['question', 'heed'], open: ['ring', 'dim'],
};

interface ClaimGridProps { view: RunView; claims: readonly { claim: ClaimView; level: number }[]; sources: ReadonlyMap<string, SourceView>; selected: string | null; select: (id: string) => void; target: string | null }

/** Claims and their evidence as a tree: arrows move, → and ← unfold and fold, Enter opens. */
export function ClaimGrid({ view, claims, sources, selected, select, target }: ClaimGridProps) {
  const { t, send } = usePanel();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const fold = (id: string, unfold: boolean) => setOpen((now) => { const next = new Set(now); if (unfold) next.add(id); else next.delete(id); return next; });

  useLayoutEffect(() => {
    if (target === null || !claims.some(({ claim }) => claim.id === target)) return;
    fold(target, true);
    select(target);
    setActive(target);
  }, [target]);

  const focus = (row: HTMLElement | undefined) => {
    row?.focus();
    if (row) setActive(row.dataset['row'] ?? null);
  };
  const key = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined ? event.target : null;
    if (!row) return;
    const rows = [...(grid.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.indexOf(row);
    const id = row.dataset['row'] ?? '';
    const expanded = row.getAttribute('aria-expanded');
    switch (event.key) {
      case 'ArrowDown': focus(rows[at + 1]); break;
      case 'ArrowUp': focus(rows[at - 1]); break;
      case 'Home': focus(rows[0]); break;
      case 'End': focus(rows.at(-1)); break;
      case 'ArrowRight': if (expanded === 'false') fold(id, true); else if (expanded === 'true') focus(rows[at + 1]); break;
      case 'ArrowLeft': if (expanded === 'true') fold(id, false); else focus(rows.slice(0, at).findLast((one) => Number(one.ariaLevel) < Number(row.ariaLevel))); break;
      case 'Enter': case ' ': if (expanded === null) send({ type: 'openEvidence', evidence: id, beside: true }); else { select(id); fold(id, expanded === 'false'); } break;
      default: return;
    }
    event.preventDefault();
  };
  const first = active ?? claims[0]?.claim.id ?? null;
  return (
    <div class="claims" role="treegrid" aria-label={t.claims} ref={grid} onKeyDown={key}>
      <div role="row" class="hd">
        <span role="columnheader"><span class="sr">{t.expand}</span></span>{[t.claim, t.status, t.risk, t.voices, t.evidence, t.requirement].map((name) => <span key={name} role="columnheader">{name}</span>)}
      </div>
      {claims.map(({ claim, level }) => (
        <ClaimRows key={claim.id} claim={claim} level={level} view={view} sources={sources} unfolded={open.has(claim.id)} selected={selected === claim.id} active={first}
          press={() => { select(claim.id); setActive(claim.id); }} fold={(unfold) => fold(claim.id, unfold)} />
      ))}
    </div>
  );
}

interface ClaimRowsProps { claim: ClaimView; level: number; view: RunView; sources: ReadonlyMap<string, SourceView>; unfolded: boolean; selected: boolean; active: string | null; press: () => void; fold: (unfold: boolean) => void }

function ClaimRows({ claim, level, view, sources, unfolded, selected, active, press, fold }: ClaimRowsProps) {
  const { t } = usePanel();
  const evidence = evidenceOf(view, claim.id);
  const [icon, tone] = glyphs[claim.status];
  const needs = claim.requirement.voices;
  const risk = claim.risk === 'high' ? 'hi' : claim.risk === 'medium' ? 'm' : '';
  return (
    <>
      <div role="row" id={claim.id} data-row={claim.id} aria-level={level} aria-expanded={unfolded} aria-selected={selected} tabIndex={active === claim.id ? 0 : -1} class={level > 1 ? 'child' : ''} onClick={press}>
        <span role="gridcell" class="tgc">
          <button type="button" class="tog" tabIndex={-1} aria-label={unfolded ? t.collapseClaim(claim.id) : t.expandClaim(claim.id)} onClick={() => fold(!unfolded)}><Icon name="chevron-right" class={unfolded ? 'tw open' : 'tw'} /></button>
        </span>
        <div role="gridcell" class="cl"><span class="id">{claim.id}</span> {claim.text}{claim.key && <span class="keymark"> {t.key}</span>}</div>
        <div class="meta" role="presentation">
          <span role="gridcell" class="st"><Icon name={icon} tone={tone} /><span>{word(t.statuses, claim.status)}</span></span>
          <span role="gridcell" class="rk"><span class={`risk ${risk}`}>{word(t.risks, claim.risk)}</span></span>
          <span role="gridcell" class="vo num">{claim.kind === 'fact' ? <>{heard(claim, evidence)}/{needs}<span class="t">{t.voicesSuffix}</span></> : '–'}</span>
          <span role="gridcell" class="mk"><EvidenceMarks marks={marksOf(claim, evidence)} /></span>
        </div>
        <div role="gridcell" class="req">{requirementLine(claim, t)}</div>
      </div>
      {unfolded && (
        <>
          {evidence.map((one, at) => <EvidenceRow key={one.id} evidence={one} source={one.source === null ? undefined : sources.get(one.source)} alone={reprintsOf(one.source, claim, t)} level={level + 1} first={at === 0} tabIndex={active === one.id ? 0 : -1} />)}
          <ClaimFoot claim={claim} level={level + 1} empty={evidence.length === 0} active={active} />
        </>
      )}
    </>
  );
}

/** Why the status is what it is, and a person's way to correct the claim. */
function ClaimFoot({ claim, level, empty, active }: { claim: ClaimView; level: number; empty: boolean; active: string | null }) {
  const { t, writes } = usePanel();
  const [correcting, setCorrecting] = useState(false);
  const id = `${claim.id}:foot`;
  if (!empty && claim.reason === '' && !writes) return null;
  const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <div role="row" class={empty ? 'evd first foot-row' : 'evd foot-row'} aria-level={level} aria-expanded={correcting} data-row={id} tabIndex={active === id ? 0 : -1}>
      <div role="gridcell" class="s">
        <span class="dim">{claim.reason || (empty ? t.none : '')}</span> {writes && <Act label={t.correctTitle(claim.id)} onPress={() => setCorrecting(true)}>{t.correct}</Act>}
        {correcting && <CorrectForm id={claim.id} close={() => setCorrecting(false)} fields={[
          { name: 'text', value: claim.text }, { name: 'risk', value: claim.risk, options: choices(t.risks) }, { name: 'kind', value: claim.kind, options: choices(t.claimKinds) },
        ]} />}
      </div>
    </div>
  );
}

/** Says when a source does not speak alone. */
function reprintsOf(source: string | null, claim: ClaimView, t: ReturnType<typeof usePanel>['t']): string | null {
  const voice = claim.voices.find((ids) => source !== null && ids.includes(source));
  return voice && voice.length > 1 ? t.oneVoiceWith(voice.filter((id) => id !== source).join(', ')) : null;
}
