import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Send } from './store';

/** The citation whose card is shown, found again by block and ordinal when the article is drawn anew. */
export interface CiteAt { button: HTMLElement; block: string; ordinal: number }

const openAfter = 300;
const closeAfter = 150;

/**
 * Hover and focus open a citation's card after 300 ms; it closes 150 ms after both the citation and the card were left.
 * Enter or a click opens the archived span; ↓ enters the card; Esc closes it and returns.
 */
export function useCiteCards(root: HTMLElement | null, card: RefObject<HTMLElement | null>, evidenceOf: (at: CiteAt) => string | null, send: Send) {
  const [shown, setShown] = useState<CiteAt | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const latest = useRef({ shown, evidenceOf });
  latest.current = { shown, evidenceOf };

  const later = (wait: number, what: () => void) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(what, wait);
  };
  const close = (returnFocus: boolean) => {
    clearTimeout(timer.current);
    const at = latest.current.shown;
    setShown(null);
    if (returnFocus) at?.button.focus();
  };

  useEffect(() => {
    if (!root) return undefined;
    const citeOf = (event: Event): CiteAt | null => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.cite') : null;
      return button ? { button, block: button.dataset['block'] ?? '', ordinal: Number(button.dataset['ordinal']) } : null;
    };
    const enter = (event: Event) => {
      const at = citeOf(event);
      if (at) later(openAfter, () => setShown(at));
    };
    const leave = (event: Event) => {
      if (citeOf(event)) later(closeAfter, () => { if (!card.current?.contains(document.activeElement)) setShown(null); });
    };
    const click = (event: Event) => {
      const at = citeOf(event);
      if (!at) return;
      const evidence = latest.current.evidenceOf(at);
      if (evidence !== null) send({ type: 'openEvidence', evidence, beside: true });
      else setShown(at);
    };
    const key = (event: KeyboardEvent) => {
      const at = citeOf(event);
      if (at && event.key === 'ArrowDown') {
        event.preventDefault();
        clearTimeout(timer.current);
        setShown(at);
        requestAnimationFrame(() => card.current?.focus());
      }
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest.current.shown) return;
      event.preventDefault();
      close(true);
    };
    const listeners: [EventTarget, string, EventListener][] = [
      [root, 'mouseover', enter], [root, 'mouseout', leave], [root, 'focusin', enter], [root, 'focusout', leave], [root, 'click', click],
      [root, 'keydown', key as EventListener], [document, 'keydown', escape as EventListener],
    ];
    for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
    return () => {
      clearTimeout(timer.current);
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    };
  }, [root, send]);

  /** While the pointer or the focus is on the card it stays. */
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    const stay = () => clearTimeout(timer.current);
    const leave = () => later(closeAfter, () => { if (!element.contains(document.activeElement) || element === document.activeElement) setShown(null); });
    const out = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && element.contains(event.relatedTarget)) return;
      if (!element.matches(':hover')) later(closeAfter, () => setShown(null));
    };
    element.addEventListener('mouseenter', stay);
    element.addEventListener('mouseleave', leave);
    element.addEventListener('focusin', stay);
    element.addEventListener('focusout', out);
    return () => {
      element.removeEventListener('mouseenter', stay);
      element.removeEventListener('mouseleave', leave);
      element.removeEventListener('focusin', stay);
      element.removeEventListener('focusout', out);
    };
  }, [shown]);

  return { shown, close };
}
