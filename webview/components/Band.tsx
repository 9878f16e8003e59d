import type { ComponentChildren } from 'preact';
import { Act, Button } from '../controls';
import { usePanel } from '../panel';
import type { RunView } from '../../src/shared/view';
import { Icon, type IconName, type Tone } from './Icon';

interface BandProps { tone: Tone; icon: IconName; title: string; label?: string; live?: 'alert' | 'status'; children?: ComponentChildren; class?: string }

/** One sentence each: what happened, what is safe, what next. The first action is the likely one. */
export function Band({ tone, icon, title, label, live, children, class: extra = '' }: BandProps) {
  return <section class={`band ${tone} ${extra}`.trim()} {...(live ? { role: live } : { 'aria-label': label ?? title })}><Icon name={icon} tone={tone} /><b>{title}</b>{children}</section>;
}

/** The band that the run's state asks for, below its header. */
export function StateBand({ view }: { view: RunView }) {
  const { t, send, goTo } = usePanel();
  const { run } = view;
  const control = (action: 'resume' | 'chooseModel' | 'showLog' | 'allowQuery' | 'denyQuery' | 'addKey') => () => send({ type: 'control', action, text: null });
  if (run.readOnly === 'untrusted') return <Band tone="live" icon="book" class="wide-band" label={t.readOnly} title={t.untrustedTitle}><p>{t.untrustedText}</p></Band>;
  if (run.readOnly === 'followed') return <Band tone="live" icon="book" class="wide-band" label={t.readOnly} title={t.heldTitle(run.heldBy?.program ?? null, run.heldBy?.host ?? null)}><p>{t.heldText}</p></Band>;
  if (run.readOnly === 'left' && run.state !== 'ended') return (
    <Band tone="heed" icon="warning" class="wide-band" live="status" title={t.leftTitle}>
      <p>{t.leftText}</p>
      <div class="acts"><Button main onPress={control('resume')}>{t.takeOver}</Button></div>
    </Band>
  );
  if (run.waitingFor === 'query') {
    return (
      <Band tone="heed" icon="warning" class="wide-band" title={t.queryTitle}>
        <p>{run.reason ?? t.queryText}</p>
        <div class="acts"><Button main onPress={control('allowQuery')}>{t.allowQuery}</Button><Button onPress={control('denyQuery')}>{t.denyQuery}</Button></div>
      </Band>
    );
  }
  if (run.waitingFor === 'key') return <Band tone="heed" icon="warning" class="wide-band" title={t.keyTitle}><p>{run.reason}</p><div class="acts"><Button main onPress={control('addKey')}>{t.addKey}</Button></div></Band>;
  if (run.state === 'paused') {
    return (
      <Band tone="heed" icon="warning" class="wide-band" live="alert" title={run.reason ?? t.pausedTitle}>
        <p>{t.pausedSafe(view.article.version)}</p>
        <div class="acts"><Button main onPress={control('resume')}>{t.tryNow}</Button><Button onPress={control('chooseModel')}>{t.otherModel}</Button><Act onPress={control('showLog')}>{t.exactError}</Act></div>
      </Band>
    );
  }
  const failing = view.convergence.conditions.filter(({ holds }) => !holds);
  if (run.state === 'ended' && (failing.length > 0 || (run.outcome !== 'converged' && run.why !== null))) {
    return (
      <Band tone={run.outcome === 'failed' ? 'bad' : 'heed'} icon={run.outcome === 'failed' ? 'error' : 'half'} class="wide-band" {...(run.outcome === 'converged' ? {} : { label: t.whyIncomplete })} title={failing.length > 0 ? t.conditionsFail(failing.length, view.convergence.conditions.length) : (run.why ?? '')}>
        {failing.length > 0 && <ul>{[...new Set(failing.map(({ why }) => why))].map((why) => <li key={why}>{why}</li>)}</ul>}
        <div class="acts"><Act onPress={() => goTo({ tab: 'progress', id: 'h-mis' })}>{t.seeMissing}</Act>{run.nextSearches.length > 0 && view.article.blocks.length > 0 && <Act onPress={() => goTo({ tab: 'article', id: 'next' })}>{t.seeNext}</Act>}</div>
      </Band>
    );
  }
  return null;
}
