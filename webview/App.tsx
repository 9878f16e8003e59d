import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCjk } from './article';
import { fallsShort } from './claims';
import type { Channel, EditorApi } from './channel';
import { ArticleTab } from './components/ArticleTab';
import { Band, StateBand } from './components/Band';
import { RunHeader, stateLine } from './components/RunHeader';
import { Tabs } from './components/Tabs';
import { Act } from './controls';
import { commandFor, onceAPress, step, type Command } from './keys';
import { lazy } from './lazy';
import { PanelContext, type Asking, type Panel, type Place } from './panel';
import { anchorNow, reach, returnTo, useAnnouncement, useFollow, useNews, useScroll, whenThere } from './reading';
import { type SavedState, type Tab } from './savedState';
import { dismissAnswer, dismissFailure, type PanelState } from './store';
import { loadStrings, type Strings } from './strings';
import { mayWrite } from './writing';
import type { RunView } from '../src/shared/view';

const Answer = lazy(async () => (await import('./components/Answer')).Answer);
const ProgressTab = lazy(async () => (await import('./components/ProgressTab')).ProgressTab);
const LedgerTab = lazy(async () => (await import('./components/LedgerTab')).LedgerTab);
const TraceTab = lazy(async () => (await import('./components/TraceTab')).TraceTab);
const StartForm = lazy(async () => (await import('./components/StartForm')).StartForm);
const PlanReview = lazy(async () => (await import('./components/PlanReview')).PlanReview);

interface AppProps { channel: Channel; api: EditorApi; saved: SavedState }

export function App({ channel, api, saved }: AppProps) {
  const [state, setState] = useState(channel.state());
  useEffect(() => channel.onChange(setState), [channel]);
  const [words, setWords] = useState<{ locale: string; t: Strings } | null>(null);
  useEffect(() => {
    const { locale } = state;
    void loadStrings(locale).then((t) => {
      document.documentElement.lang = t.lang;
      setWords({ locale, t });
    });
  }, [state.locale]);
  // Nothing is drawn, nor said to a screen reader, in another language than the frame's.
  if (words?.locale !== state.locale) return null;
  const { t } = words;
  if (!state.view) {
    return <main class="panel">{state.failure ? <FailureBand state={state} channel={channel} t={t} /> : <p class="opening dim" role="status">{t.waitingForHost}</p>}</main>;
  }
  return <RunPanel state={state} view={state.view} channel={channel} api={api} saved={saved} t={t} />;
}

function RunPanel({ state, view, channel, api, saved, t }: AppProps & { state: PanelState; view: RunView; t: Panel['t'] }) {
  const [tab, setTab] = useState<Tab>(saved.tab);
  const [version, setVersion] = useState<number | null>(saved.version);
  const [target, setTarget] = useState<Place | null>(null);
  const [stuck, setStuck] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const { fresh, seen } = useNews(view.article, tab, saved.seen);
  const main = useRef<HTMLElement>(null);

  const goTo = useCallback((place: Place) => {
    setTab(place.tab);
    setTarget({ ...place });
    if (place.tab === 'article') setVersion(null);
  }, []);
  const propose = useCallback((mode: Asking['mode'], text: string) => setAsking((before) => ({ mode, text, at: (before?.at ?? 0) + 1 })), []);
  const writes = mayWrite(view.run);
  const panel = useMemo((): Panel => ({ t, locale: state.locale, writes, send: channel.send, goTo, propose }), [t, state.locale, writes, channel, goTo, propose]);

  /** A place is reached after its tab was drawn. */
  useEffect(() => {
    if (!target?.id || target.tab !== tab) return;
    return whenThere(target.id, (element) => {
      reach(element, element.offsetHeight > innerHeight ? 'start' : 'center');
      setTarget(null);
    });
  }, [target, tab]);

  /** Each tab keeps its reading place while the panel lives. A header that was scrolled away stays away, so that the tab bar does not jump. */
  const places = useRef<Partial<Record<Tab, { y: number; anchor: SavedState['anchor'] }>>>({});
  const leaving = useRef<number | null>(null);
  const choose = (next: Tab) => {
    places.current[tab] = { y: scrollY, anchor: scrollY > headerBottom() ? anchorNow() : null };
    leaving.current = scrollY;
    setTab(next);
  };
  useLayoutEffect(() => {
    if (leaving.current === null || target) return;
    const header = headerBottom();
    const place = places.current[tab];
    if (place?.anchor) returnTo(place.anchor);
    else scrollTo(0, leaving.current > header ? Math.max(place?.y ?? 0, header) : (place?.y ?? 0));
    leaving.current = null;
  }, [tab]);

  useLayoutEffect(() => { if (saved.anchor) returnTo(saved.anchor); }, []);
  useScroll(() => {
    setStuck(scrollY > headerBottom());
    const anchor = tab === 'article' ? anchorNow() : null;
    setCurrent(anchor?.id.split(':')[0] ?? null);
    api.setState({ run: saved.run, tab, anchor, version, seen } satisfies SavedState);
  }, [tab, version, seen, view.article.version]);
  useFollow(view.run.state !== 'ended' && tab === 'article' && version === null, [state.preview, view.article]);

  const command = useRef<(command: Command, argument: string | null) => void>(() => undefined);
  command.current = (name, argument) => {
    switch (name) {
      case 'showTab': return goTo({ tab: (['article', 'progress', 'ledger', 'trace'] as const).find((one) => one === argument) ?? 'article', id: null });
      case 'jumpToNew': return fresh[0] === undefined ? undefined : goTo({ tab: 'article', id: fresh[0] });
      case 'nextNotice': case 'previousNotice': return inArticle(() => step('.mrg .note', name === 'nextNotice' ? 1 : -1));
      case 'nextCitation': case 'previousCitation': return inArticle(() => step('button.cite', name === 'nextCitation' ? 1 : -1));
    }
  };
  const inArticle = (then: () => void) => {
    if (tab === 'article') return then();
    setTab('article');
    requestAnimationFrame(() => requestAnimationFrame(then));
  };
  useEffect(() => {
    const run = onceAPress((name, argument) => command.current(name, argument), () => performance.now());
    channel.onCommand(({ command: name, argument }) => run(name, argument, 'host'));
    const key = (event: KeyboardEvent) => {
      const name = commandFor(event);
      if (!name) return;
      event.preventDefault();
      run(name, null, 'key');
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [channel]);

  const header = stateLine(view, t);
  const said = useAnnouncement(fresh.length > 0 ? t.partsNewSaid(fresh.length) : view.run.state === 'running' ? '' : header.title);
  const failing = view.convergence.conditions.filter(({ holds }) => !holds).length;
  const short = view.claims.filter(fallsShort).length;
  const form = view.run.state === 'awaiting-scope' || (view.run.state === 'drafting' && view.run.waitingFor === 'scope');
  const review = view.run.state === 'awaiting-plan';

  return (
    <PanelContext.Provider value={panel}>
      <main class="panel" ref={main} data-script={isCjk(view.run.language) ? 'cjk' : 'latin'}>
        {state.failure && <FailureBand state={state} channel={channel} t={t} />}
        {form && view.run.writer ? <StartForm view={view} offer={state.offer} /> : review && view.run.writer ? <PlanReview view={view} /> : (
          <>
            <RunHeader view={view} asking={asking} answerer={state.answerer} close={() => setAsking(null)} />
            {state.answered && <Answer answered={state.answered} view={view} close={() => channel.update(dismissAnswer)} />}
            <StateBand view={view} />
            {view.run.notices.map((text) => <Band key={text} tone="live" icon="history" class="wide-band" title={text} />)}
            <Tabs tab={tab} choose={choose} stuck={stuck ? header.title : null} fresh={fresh.length} jump={() => command.current('jumpToNew', null)}
              counts={{ progress: { count: failing, label: t.conditionsMissing(failing) }, ledger: { count: short, label: t.claimsShort(short) } }} />
            <section class="tp" id={`p-${tab}`} role="tabpanel" aria-labelledby={`t-${tab}`} tabIndex={0} key={tab}>
              {tab === 'article' && <ArticleTab view={view} preview={state.preview?.kind === 'part' ? state.preview.text : null} version={version} chooseVersion={setVersion} details={state.details} current={current} nextNotice={() => command.current('nextNotice', null)} />}
              {tab === 'progress' && <ProgressTab view={view} preview={state.preview} />}
              {tab === 'ledger' && <LedgerTab view={view} target={target?.id ?? null} />}
              {tab === 'trace' && <TraceTab view={view} trace={state.trace} details={state.details} channel={channel} n={state.n} />}
              {state.omitted > 0 && tab !== 'trace' && <p class="s dim omitted">{t.omitted(state.omitted)}</p>}
            </section>
          </>
        )}
        <p class="sr" role="status" aria-live="polite">{said}</p>
      </main>
    </PanelContext.Provider>
  );
}

function headerBottom(): number {
  const bar = document.querySelector<HTMLElement>('.tabs');
  const before = bar?.previousElementSibling;
  return before instanceof HTMLElement ? before.offsetTop + before.offsetHeight : 120;
}

function FailureBand({ state, channel, t }: { state: PanelState; channel: Channel; t: Panel['t'] }) {
  if (!state.failure) return null;
  const { request, message } = state.failure;
  return (
    <Band tone="bad" icon="error" class="wide-band" live="status" title={t.failure}>
      <p>{request === 'message' ? t.badMessage(message) : message}</p>
      <div class="acts"><Act onPress={() => channel.update(dismissFailure)}>{t.dismiss}</Act></div>
    </Band>
  );
}
