import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Act, Button } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';
import type { BlockView, ConflictView, NoticeView } from '../../src/shared/view';
import { Icon, type IconName, type Tone } from './Icon';

/** What the margin needs to know beside the notice itself. */
export interface Margin { numberOf: (id: string) => string; conflicts: ReadonlyMap<string, ConflictView> }

/** One notice in the margin of the paragraph that it concerns. A plain group in reading order, reachable by F8. */
export function Notice({ notice, block, margin }: { notice: NoticeView; block: BlockView; margin: Margin }) {
  const { t, writes, send, goTo } = usePanel();
  const ref = notice.refs[0] ?? '';
  const toConflict = <Act onPress={() => goTo({ tab: 'ledger', id: ref })}>{t.seeSides}</Act>;
  switch (notice.kind) {
    case 'no-citation': return <Note icon="ring" tone="dim"><p>{t.noCitation}</p></Note>;
    case 'unverified': return <Note icon="question" tone="heed"><p>{t.someUnverified}</p></Note>;
    case 'broken': return (
      <Note icon="error" tone="bad">
        <p>{notice.text || t.citationBroken(margin.numberOf(ref))}</p>
        <div class="acts"><Act onPress={() => send({ type: 'openEvidence', evidence: ref, beside: true })}>{t.openArchived}</Act><Act onPress={() => send({ type: 'control', action: 'verify', text: ref })}>{t.checkAgain}</Act></div>
      </Note>
    );
    case 'source-changed': return (
      <Note icon="warning" tone="heed">
        <p>{t.sourceChanged(margin.numberOf(ref))}</p>
        {writes && <div class="acts"><Act onPress={() => send({ type: 'control', action: 'recheck', text: ref })}>{t.compareUpper}</Act></div>}
      </Note>
    );
    // The source, and what of it is cited here.
    case 'withdrawn': return <Note icon="error" tone="bad"><p>{t.citation(notice.refs.slice(1).map(margin.numberOf).join(t.comma))}: {notice.text || t.sourceWithdrawn}</p></Note>;
    case 'conflict-explained': {
      const cause = margin.conflicts.get(ref)?.cause;
      return <Note icon="arrow-swap" tone="dim"><p>{t.conflictExplained(ref)}{cause ? `: ${word(t.causes, cause)}` : ''} {toConflict}</p></Note>;
    }
    case 'conflict-kept': return <Note icon="arrow-swap" tone="dim"><p>{t.conflictKept(ref)} {toConflict}</p></Note>;
    case 'conflict-open': return <Note icon="arrow-swap" tone="bad"><p>{t.conflictOpen(ref)} {toConflict}</p></Note>;
    case 'revised': return (
      <Note icon="history" tone="dim" class="rev">
        <p>
          <b>{t.revised(block.revision)}</b> {notice.refs.length > 0 && `${t.becauseOf(notice.refs.join(', '))} `}
          <Act label={t.compareRevisions(block.revision - 1, block.revision)} onPress={() => send({ type: 'compare', block: block.id, from: block.revision - 1, to: block.revision })}>{t.compareLower}</Act>
        </p>
      </Note>
    );
    case 'waiting': return <Waiting notice={notice} block={block} />;
    case 'check': return <Note icon="question" tone="heed"><p>{notice.text}</p></Note>;
  }
}

function Waiting({ notice, block }: { notice: NoticeView; block: BlockView }) {
  const { t, writes, send } = usePanel();
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const review = (verdict: 'approved' | 'rejected') => send({ type: 'review', block: block.id, revision: block.revision, sentence: notice.sentence ?? 0, verdict, reason: verdict === 'rejected' ? reason : null });
  return (
    <Note icon="person" tone="heed" class="ask">
      <p><b>{t.waiting}</b>{notice.text !== '' && <><br />{notice.text}</>}</p>
      {writes && rejecting && <textarea class="fld" rows={2} aria-label={t.reason} placeholder={t.reasonHint} ref={(field) => field?.focus()} onInput={(event) => setReason(event.currentTarget.value)} />}
      {writes && (
        <div class="acts">
          {rejecting
            ? <><Button main disabled={reason.trim() === ''} onPress={() => review('rejected')}>{t.rejectNow}</Button><Button onPress={() => setRejecting(false)}>{t.cancel}</Button></>
            : <><Button main onPress={() => review('approved')}>{t.approve}</Button><Button onPress={() => setRejecting(true)}>{t.reject}</Button></>}
        </div>
      )}
    </Note>
  );
}

function Note({ icon, tone, class: extra = '', children }: { icon: IconName; tone: Tone; class?: string; children: ComponentChildren }) {
  return <div class={`note ${extra}`.trim()} role="group" tabIndex={-1}><Icon name={icon} tone={tone} />{children}</div>;
}
