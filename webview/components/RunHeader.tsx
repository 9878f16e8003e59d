import { mayContinue } from '../writing';
import type { Answerer, ControlAction } from '../../src/shared/messages';
import type { RunView } from '../../src/shared/view';
import { Button } from '../controls';
import { span } from '../format';
import { lazy } from '../lazy';
import { usePanel, type Asking } from '../panel';
import type { Strings } from '../strings';
import { BudgetLine } from './BudgetLine';
import { Icon, type IconName, type Tone } from './Icon';
import { Menu } from './Menu';
import { ScopeLine } from './ScopeLine';

const Question = lazy(async () => (await import('./Question')).Question);

export interface StateLine { icon: IconName; tone: Tone; spin: boolean; title: string; detail: string }

/** The run's state in a word and half a sentence; the tab bar repeats the word once the header scrolled away. */
export function stateLine(view: RunView, t: Strings): StateLine {
  const { run } = view;
  if (run.writer) return standing(view, t);
  if (run.readOnly === 'left' && run.state !== 'ended') return { icon: 'book', tone: 'heed', spin: false, title: t.interrupted, detail: t.nobodyWrites };
  if (run.state === 'ended') return standing(view, t);
  return { icon: 'book', tone: 'live', spin: false, title: t.following, detail: run.readOnly === 'untrusted' ? t.untrustedShort : standing(view, t).title };
}

function standing(view: RunView, t: Strings): StateLine {
  const { run, budget } = view;
  const line = (icon: IconName, tone: Tone, title: string, detail: string, spin = false): StateLine => ({ icon, tone, spin, title, detail });
  const time = t.turnAndTime(budget.axes['turns']?.spent ?? 0, span(budget.axes['milliseconds']?.spent ?? 0, t));
  switch (run.state) {
    case 'drafting': return line('sync', 'live', t.drafting, '', true);
    case 'awaiting-scope': return line('person', 'heed', t.awaitingScope, '');
    case 'planning': return line('sync', 'live', t.planning, '', true);
    case 'awaiting-plan': return line('person', 'heed', t.awaitingPlan, '');
    case 'paused': return line('debug-pause', 'heed', t.paused, run.reason ?? '');
    case 'finalizing': return line('sync', 'live', t.finalizing, t.publishingOnly, true);
    case 'ended': return ended(view, t, line);
    default: return line('sync', 'live', t.running, time, true);
  }
}

function ended({ run, convergence: { conditions } }: RunView, t: Strings, line: (icon: IconName, tone: Tone, title: string, detail: string) => StateLine): StateLine {
  const fallen = conditions.filter(({ holds }) => !holds).length;
  switch (run.outcome) {
    case 'converged': return fallen === 0 ? line('pass', 'ok', t.converged, t.allHoldCount(conditions.length)) : line('half', 'heed', t.fallen, t.conditionsFail(fallen, conditions.length));
    case 'cancelled': return line('debug-stop', 'heed', t.cancelled, run.why ?? '');
    case 'failed': return line('error', 'bad', t.failed, run.why ?? '');
    default: return line('half', 'heed', t.incomplete, run.why ?? '');
  }
}

/** State and what can be done, the question, its scope, its budget. Scrolls away; the tabs stay. */
export function RunHeader({ view, asking, answerer, close }: { view: RunView; asking: Asking | null; answerer: Answerer | null; close: () => void }) {
  const { t, send, propose } = usePanel();
  const { run } = view;
  const state = stateLine(view, t);
  const act = (action: ControlAction, text: string | null = null) => send({ type: 'control', action, text });
  const over = run.state === 'ended';
  // A source or sentence that fell since takes the conditions with it that rested on it.
  const stands = run.outcome === 'converged' && view.convergence.holds;
  const further = () => propose('continue', run.nextSearches[0] ?? '');
  const working = run.state === 'running' || run.state === 'planning' || run.state === 'drafting';
  const more = [
    ...(view.article.version > 0 ? [{ label: t.export, run: () => act('export') }, { label: t.verify, run: () => act('verify') }] : []),
    ...(over ? [{ label: t.askLedger, run: () => propose('ask', '') }] : []),
    ...(mayContinue(run) && stands ? [{ label: t.continue, run: further }] : []),
  ];
  return (
    <header class="head">
      <div class="state">
        <Icon name={state.icon} tone={state.tone} spin={state.spin} />
        <p class="what"><b>{state.title}</b> <span class="dim">{state.detail}</span></p>
        <div class="acts">
          {run.writer && working && <Button icon="debug-pause" onPress={() => act('pause')}>{t.pause}</Button>}
          {run.writer && (working || run.state === 'finalizing') && <Button icon="debug-stop" onPress={() => act('stop')}>{t.stop}</Button>}
          {run.writer && run.state === 'paused' && <Button main icon="play" onPress={() => act('resume')}>{t.resume}</Button>}
          {over && stands && <Button main onPress={() => act('export')}>{t.export}</Button>}
          {mayContinue(run) && !stands && <Button main onPress={further}>{t.continue}</Button>}
          {more.length > 0 && <Menu label={t.more} items={more} />}
        </div>
      </div>
      <h1 lang={run.language}>{run.question}</h1>
      {asking && <Question key={asking.at} asking={asking} answerer={answerer} close={close} />}
      {view.scope && <ScopeLine scope={view.scope} />}
      {Object.keys(view.budget.axes).length > 0 && <BudgetLine view={view} />}
    </header>
  );
}
