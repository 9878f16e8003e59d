import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { RunView, TurnView } from '../../src/shared/view';
import type { Channel } from '../channel';
import { Dropdown, TextField } from '../controls';
import { usePanel } from '../panel';
import { forgetTrace, type TraceState } from '../store';
import { BudgetChart } from './BudgetChart';
import { Empty } from './Empty';
import { EventList } from './EventList';
import { Inspector } from './Inspector';
import { TurnStrip } from './TurnStrip';

const allKinds = 'all';
const typingPause = 200;
const freshPause = 1_000;

/** A researcher without a model sends no request: there is nothing to draw over the turns. */
const asksModel = ({ turns }: RunView): boolean => turns.some(({ spent, reserved }) => spent + reserved > 0);

interface TraceTabProps { view: RunView; trace: TraceState; details: Readonly<Record<string, string>>; channel: Channel; n: number }

/** Every request, call, budget line and decision, for those who want to see how it was done. */
export function TraceTab({ view, trace, details, channel, n }: TraceTabProps) {
  const { t, send } = usePanel();
  const [filter, setFilter] = useState('');
  const [kind, setKind] = useState(allKinds);
  const [chosen, setChosen] = useState<number | null>(null);
  const [turn, setTurn] = useState<TurnView | null>(null);
  const [reveal, setReveal] = useState<{ index: number } | null>(null);
  const ask = useCallback((from: number, count: number) => send({ type: 'traceRange', from, count, filter: filter === '' ? null : filter, kind: kind === allKinds ? null : kind }), [send, filter, kind]);

  /** The first answer tells how many there are; what is in sight is asked for then. */
  useEffect(() => {
    channel.update(forgetTrace);
    ask(0, 1);
  }, [ask]);
  /** What was added since, at most once a second while the run goes on. */
  const known = useRef(trace.total);
  known.current = trace.total;
  useEffect(() => {
    if (known.current === 0) return undefined;
    const timer = setTimeout(() => ask(known.current, 100), freshPause);
    return () => clearTimeout(timer);
  }, [n]);

  const timer = useRef<number | undefined>(undefined);
  const type = (words: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setFilter(words), typingPause);
  };
  const choose = (seq: number) => {
    setChosen(seq);
    if (details[String(seq)] === undefined) send({ type: 'eventDetail', seq });
  };
  const chooseTurn = (next: TurnView) => {
    setTurn(next);
    setReveal({ index: next.seq - 1 });
  };
  if (view.turns.length === 0 && trace.total === 0) return <Empty icon="history" title={t.emptyTrace} text={t.emptyTraceText} />;
  const line = [...trace.lines.values()].find(({ seq }) => seq === chosen);
  return (
    <div class="wide">
      {view.turns.length > 0 && <div class="two charts"><TurnStrip turns={view.turns} chosen={turn?.turn ?? null} choose={chooseTurn} />{asksModel(view) && <BudgetChart view={view} />}</div>}
      <section aria-labelledby="h-ev">
        <h2 class="h" id="h-ev"><span>{t.events}</span><span class="more">{t.eventsCount(trace.total)}</span></h2>
        <div class="tools">
          <TextField search label={t.findEvents} placeholder={t.findEvents} onInput={type} />
          <Dropdown label={t.kind} value={kind} options={[{ value: allKinds, label: t.allKinds }, ...Object.entries(t.eventKinds).map(([value, label]) => ({ value, label }))]} onChange={setKind} />
        </div>
        <div class="two tr"><EventList trace={trace} ask={ask} chosen={chosen} choose={choose} reveal={reveal} /><Inspector seq={chosen} line={line} detail={chosen === null ? undefined : details[String(chosen)]} /></div>
      </section>
    </div>
  );
}
