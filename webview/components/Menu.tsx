import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../controls';

export interface MenuItem { label: string; run: () => void }

/** A button with a small menu: arrows move, Enter chooses, Esc closes and returns. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) box.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const outside = (event: Event) => { if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false); };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const key = (event: KeyboardEvent) => {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key];
    if (to !== undefined) entries[to % entries.length]?.focus();
    else if (event.key === 'Escape') close(true);
    else if (event.key !== 'Tab') return;
    if (event.key === 'Tab') setOpen(false);
    else event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={box}>
      <IconButton icon="ellipsis" label={label} popup="menu" expanded={open} onPress={() => setOpen(!open)} />
      {open && (
        <div role="menu" aria-label={label} ref={list} onKeyDown={key}>
          {items.map((item) => <button key={item.label} type="button" role="menuitem" tabIndex={-1} onClick={() => { close(true); item.run(); }}>{item.label}</button>)}
        </div>
      )}
    </div>
  );
}
