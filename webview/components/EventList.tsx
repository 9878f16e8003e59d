import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TraceLine } from '../../src/shared/view';
import { clock } from '../format';
import { usePanel } from '../panel';
import type { TraceState } from '../store';
import { Icon, type IconName, type Tone } from './Icon';

const rowHeight = 28;
const spare = 12;
const page = 100;

interface EventListProps { trace: TraceState; ask: (from: number, count: number) => void; chosen: number | null; choose: (seq: number) => void; reveal: { index: number } | null }

/** Newest first; only the rows in sight are in the page, and only what is in sight is asked for. */
export function EventList({ trace, ask, chosen, choose, reveal }: EventListProps) {
  const { t } = usePanel();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(rowHeight * 12);
  const [active, setActive] = useState(0);
  const asked = useRef(new Set<number>());
  const { total, lines } = trace;

  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(total, Math.ceil((top + height) / rowHeight) + spare);
  const lineAt = (row: number): TraceLine | undefined => lines.get(total - 1 - row);

  /** Pages that are in sight and not here yet. */
  useEffect(() => {
    if (lines.size === 0) asked.current.clear();
    for (let row = first; row < last; row++) {
      const index = total - 1 - row;
      const number = Math.floor(index / page);
      if (lines.has(index) || asked.current.has(number)) continue;
      asked.current.add(number);
      ask(number * page, page);
    }
  }, [first, last, total, lines]);
  useEffect(() => { for (const number of [...asked.current]) if (lines.has(Math.min(total - 1, number * page))) asked.current.delete(number); }, [lines]);

  /** New events come in above: a reader who scrolled down stays with what they read, and the choice stays with its event. */
  const before = useRef(total);
  useLayoutEffect(() => {
    const more = total - before.current;
    before.current = total;
    if (more <= 0 || !list.current) return;
    if (list.current.scrollTop > 0) list.current.scrollTop += more * rowHeight;
    if (chosen !== null) setActive((row) => row + more);
  }, [total]);
  useLayoutEffect(() => { if (list.current) setHeight(list.current.clientHeight); }, [total]);

  const show = (row: number) => {
    const element = list.current;
    if (!element) return;
    if (row * rowHeight < element.scrollTop) element.scrollTop = row * rowHeight;
    else if ((row + 1) * rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = (row + 1) * rowHeight - element.clientHeight;
  };
  const go = (row: number) => {
    const to = Math.max(0, Math.min(total - 1, row));
    setActive(to);
    show(to);
    const line = lineAt(to);
    if (line) choose(line.seq);
  };
  useEffect(() => {
    if (!reveal || total === 0) return;
    const row = Math.max(0, total - 1 - reveal.index);
    if (list.current) list.current.scrollTop = Math.max(0, (row - 3) * rowHeight);
    go(row);
  }, [reveal]);
  const key = (event: KeyboardEvent) => {
    const sight = Math.max(1, Math.floor(height / rowHeight) - 1);
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + sight, PageUp: active - sight, Home: 0, End: total - 1, Enter: active, ' ': active }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  if (total === 0) return <p class="dim s" role="status">{t.noEvents}</p>;
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <div class="evl" role="listbox" aria-label={t.events} tabIndex={0} ref={list} onKeyDown={key} onScroll={(event) => setTop(event.currentTarget.scrollTop)} aria-activedescendant={active >= first && active < last ? `ev-${active}` : undefined}>
      <div class="evl-room" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {rows.map((row) => {
          const line = lineAt(row);
          const [icon, tone] = line ? glyph(line) : (['ring', 'dim'] as const);
          return (
            <div key={row} id={`ev-${row}`} role="option" aria-selected={line !== undefined && line.seq === chosen} aria-setsize={total} aria-posinset={row + 1} style={{ top: `${row * rowHeight}px` }} onClick={() => go(row)} class={row === active ? 'active' : ''}>
              <span class="num dim">{line?.seq ?? ''}</span><Icon name={icon} tone={tone} /><span class="tx" title={line?.title}>{line ? <>{line.title} <span class="dim">{line.detail}</span></> : t.loading}</span><span class="num dim o">{line ? clock(line.at, true) : ''}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

const glyphs: Record<string, [IconName, Tone]> = {
  call: ['sync', 'live'], turn: ['sync', 'live'], search: ['search', 'dim'], source: ['book', 'dim'], snapshot: ['book', 'dim'], evidence: ['pass', 'ok'], claim: ['pass', 'dim'], conflict: ['arrow-swap', 'dim'],
  block: ['book', 'ok'], check: ['pass', 'dim'], budget: ['layers', 'dim'], depth: ['layers', 'dim'], update: ['edit', 'dim'], run: ['play', 'dim'], sentence: ['person', 'dim'],
};

/** A failed step is a question mark, whatever it was. */
function glyph({ type, title, detail }: TraceLine): [IconName, Tone] {
  if (/fail|refused|失败|拒绝/i.test(`${type} ${title} ${detail}`)) return ['question', 'heed'];
  return glyphs[type.split('.')[0] ?? ''] ?? ['ring', 'dim'];
}
