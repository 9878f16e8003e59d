import { useState } from 'preact/hooks';
import type { ClaimView, RunView } from '../../src/shared/view';
import { Act, Button, Dropdown, IconButton } from '../controls';
import { usePanel } from '../panel';
import { requirementLine } from '../requirement';
import { word } from '../strings';

/** A longer list is folded after the first six; one or two more are not worth a press. */
const shownFirst = 6;
const worthFolding = 2;

/** What will be checked, and what each claim must rest on, before the first search. The approval names the plan's hash. */
export function PlanReview({ view }: { view: RunView }) {
  const { t, send } = usePanel();
  const [edits, setEdits] = useState<Readonly<Record<string, ClaimView>>>({});
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const claims = view.claims.map((claim) => edits[claim.id] ?? claim);
  const kept = claims.filter(({ id }) => !dropped.has(id));
  const shown = all || claims.length <= shownFirst + worthFolding ? claims : claims.slice(0, shownFirst);
  const hash = view.plan?.hash ?? '';
  const drop = (id: string, leaveOut: boolean) => setDropped((now) => { const next = new Set(now); if (leaveOut) next.add(id); else next.delete(id); return next; });
  const approve = () => send({
    type: 'approvePlan', hash, drop: [...dropped],
    claims: kept.filter(({ id }) => edits[id]).map(({ id, text, key, risk, requirement: { voices, orFirstHand, counterSearch, disinterested } }) => ({ id, text, key, risk, requirement: { voices, orFirstHand, counterSearch, disinterested } })),
  });
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || kept.length === 0) return;
    event.preventDefault();
    approve();
  };
  return (
    <section class="form" aria-labelledby="h-plan" onKeyDown={key}>
      <div><h1 id="h-plan">{t.reviewPlan}</h1><p class="hint">{t.planRule}</p><p class="asked" lang={view.run.language}>{view.run.question}</p></div>
      <div>
        <h2 class="h"><span>{t.claimCount(kept.length)}</span><span class="more">{t.highAndKey(kept.filter(({ risk }) => risk === 'high').length, kept.filter((claim) => claim.key).length)}</span></h2>
        <ol class="plan">
          {shown.map((claim) => (
            <li key={claim.id} class={dropped.has(claim.id) ? 'out' : ''}>
              <span class="id">{claim.id}</span><span>{claim.text}{dropped.has(claim.id) && <span class="dim"> ({t.dropped})</span>}</span>
              <IconButton icon="edit" label={t.edit(claim.id)} onPress={() => setEditing(editing === claim.id ? null : claim.id)} />
              {editing === claim.id
                ? <ClaimEdit claim={claim} out={dropped.has(claim.id)} change={(next) => setEdits({ ...edits, [claim.id]: next })} drop={(out) => drop(claim.id, out)} done={() => setEditing(null)} />
                : <span class="m s dim"><span class={`risk ${claim.risk === 'high' ? 'hi' : claim.risk === 'medium' ? 'm' : ''}`}>{[word(t.riskLong, claim.risk), claim.key && t.key].filter(Boolean).join(t.comma)}</span> · {requirementLine(claim, t)}</span>}
            </li>
          ))}
        </ol>
        {shown.length < claims.length && <Act class="s" onPress={() => setAll(true)}>{t.showOther(claims.length - shown.length)}</Act>}
      </div>
      <div class="foot">
        <Button main disabled={kept.length === 0} onPress={approve}>{t.approveStart} <kbd>Ctrl Enter</kbd></Button><Button onPress={() => send({ type: 'control', action: 'stop', text: null })}>{t.stop}</Button>
        <span class="hint">{t.approveExactly} <span class="hash">{`${hash.slice(0, 4)} ${hash.slice(4, 8)}`}</span>{(dropped.size > 0 || Object.keys(edits).length > 0) && t.withChanges}</span>
      </div>
    </section>
  );
}

interface ClaimEditProps { claim: ClaimView; out: boolean; change: (next: ClaimView) => void; drop: (out: boolean) => void; done: () => void }

function ClaimEdit({ claim, out, change, drop, done }: ClaimEditProps) {
  const { t } = usePanel();
  const { requirement } = claim;
  const require = (part: Partial<ClaimView['requirement']>) => change({ ...claim, requirement: { ...requirement, ...part } });
  const check = (label: string, checked: boolean, set: (checked: boolean) => void) => <label class="opt"><input type="checkbox" defaultChecked={checked} onChange={(event) => set(event.currentTarget.checked)} /><span>{label}</span></label>;
  return (
    <div class="m edit" role="group" aria-label={t.edit(claim.id)}>
      <textarea class="fld" aria-label={t.claim} defaultValue={claim.text} ref={(field) => { if (field && !field.dataset['met']) { field.dataset['met'] = 'yes'; field.focus(); } }} onInput={(event) => change({ ...claim, text: event.currentTarget.value })} />
      <div class="acts">
        <Dropdown label={t.risk} value={claim.risk} options={Object.entries(t.riskLong).map(([value, label]) => ({ value, label }))} onChange={(risk) => change({ ...claim, risk })} />
        <Dropdown label={t.voicesNeeded} value={String(requirement.voices)} options={[1, 2, 3, 4].map((count) => ({ value: String(count), label: t.needVoices(count) }))} onChange={(voices) => require({ voices: Number(voices) })} />
      </div>
      {check(t.keyClaim, claim.key, (key) => change({ ...claim, key }))}
      {check(t.orFirstHand, requirement.orFirstHand, (orFirstHand) => require({ orFirstHand }))}
      {check(t.counterSearch, requirement.counterSearch, (counterSearch) => require({ counterSearch }))}
      {check(t.disinterested, requirement.disinterested, (disinterested) => require({ disinterested }))}
      {check(t.dropClaim, out, drop)}
      <div class="acts"><Button onPress={done}>{t.done}</Button></div>
    </div>
  );
}
