import { usePanel } from '../panel';
import { tabs, type Tab } from '../savedState';
import { Icon } from './Icon';

interface TabsProps { tab: Tab; choose: (tab: Tab) => void; counts: Partial<Record<Tab, { count: number; label: string }>>; stuck: string | null; fresh: number; jump: () => void }

/** Stay when the header scrolls away, and then carry the state. A count appears only where something is missing. */
export function Tabs({ tab, choose, counts, stuck, fresh, jump }: TabsProps) {
  const { t } = usePanel();
  const key = (event: KeyboardEvent) => {
    const at = tabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`t-${next}`)?.focus();
  };
  return (
    <nav class="tabs" aria-label={t.views}>
      <div role="tablist" aria-label={t.views} onKeyDown={key}>
        {tabs.map((name) => {
          const missing = counts[name];
          return (
            <button key={name} type="button" role="tab" id={`t-${name}`} data-t={t[name]} aria-selected={tab === name} tabIndex={tab === name ? 0 : -1} onClick={() => choose(name)} {...(tab === name ? { 'aria-controls': `p-${name}` } : {})} {...(missing && missing.count > 0 ? { 'aria-label': t[name] + t.comma + missing.label } : {})}>
              {t[name]}{missing && missing.count > 0 && <> <span class="cnt" aria-hidden="true">{missing.count}</span></>}
            </button>
          );
        })}
      </div>
      <span class="rt">
        {stuck !== null && <span class="stuck">{stuck}</span>}
        {fresh > 0 && <button type="button" class="jump" aria-label={t.partsNewSaid(fresh)} title="." onClick={jump}><Icon name="arrow-down" /> {fresh}<span class="t">{t.partsNew(fresh)}</span></button>}
      </span>
    </nav>
  );
}
