import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ArticleView } from '../src/shared/view';
import { newSince } from './article';
import type { SavedState, Tab } from './savedState';

/** Where the reader is, and what happened that they have not seen. New text never moves what is being read. */

const barHeight = 44;
const endZone = 32;

/** The first anchored row below the tab bar and its distance from the top of the window. */
export function anchorNow(): SavedState['anchor'] {
  for (const row of document.querySelectorAll<HTMLElement>('[data-anchor]')) {
    const box = row.getBoundingClientRect();
    if (box.height > 0 && box.bottom > barHeight) return { id: row.dataset['anchor'] ?? '', offset: Math.round(box.top) };
  }
  return null;
}

/** Frames in which what was off the screen takes its real height, so that a place moves once more after it was reached. */
const settlingFrames = 6;

function settle(scroll: () => void, left = settlingFrames): void {
  scroll();
  if (left > 0) requestAnimationFrame(() => settle(scroll, left - 1));
}

/** Puts a row back to where it stood in the window. */
export function returnTo({ id, offset }: NonNullable<SavedState['anchor']>): void {
  const row = [...document.querySelectorAll<HTMLElement>('[data-anchor]')].find((one) => one.dataset['anchor'] === id);
  if (row) settle(() => scrollBy(0, row.getBoundingClientRect().top - offset));
}

/** Brings an element into the window and gives it the focus. */
export function reach(element: HTMLElement, block: 'center' | 'start'): void {
  element.focus({ preventScroll: true });
  settle(() => element.scrollIntoView({ block }));
}

/** Calls back with the element of an id, at once or when it is drawn. Returns how to stop waiting. */
export function whenThere(id: string, then: (element: HTMLElement) => void): () => void {
  const found = document.getElementById(id);
  if (found) {
    then(found);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const element = document.getElementById(id);
    if (!element) return;
    observer.disconnect();
    then(element);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Calls back at most once a frame while the window scrolls or changes size. */
export function useScroll(then: () => void, deps: readonly unknown[]): void {
  useEffect(() => {
    let waiting = false;
    const soon = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; then(); });
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon, { passive: true });
    soon();
    return () => { removeEventListener('scroll', soon); removeEventListener('resize', soon); };
  }, [...deps]);
}

/** Follows growing text only when the reader had scrolled to its end; a reader anywhere else stays where they are. */
export function useFollow(active: boolean, changes: readonly unknown[]): void {
  const atEnd = useRef(false);
  useScroll(() => { atEnd.current = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - endZone; }, []);
  useLayoutEffect(() => { if (active && atEnd.current) scrollTo(0, document.documentElement.scrollHeight); }, [...changes]);
}

/** Blocks that changed since the reader last had them before them; a block leaves the list once it is in the window. */
export function useNews(article: ArticleView | null, tab: Tab, startSeen: number | null): { fresh: string[]; seen: number | null } {
  const [fresh, setFresh] = useState<string[]>([]);
  const known = useRef(startSeen);
  useLayoutEffect(() => {
    if (!article) return;
    if (known.current === null) known.current = article.version;
    else if (article.version > known.current) {
      const more = newSince(article, known.current);
      known.current = article.version;
      setFresh((now) => [...new Set([...now, ...more])]);
    }
  }, [article]);
  useScroll(() => {
    if (tab !== 'article') return;
    setFresh((now) => {
      const rest = now.filter((id) => !inWindow(document.getElementById(id)));
      return rest.length === now.length ? now : rest;
    });
  }, [tab, fresh]);
  return { fresh, seen: fresh.length === 0 ? (article?.version ?? startSeen) : startSeen };
}

function inWindow(element: HTMLElement | null): boolean {
  if (!element) return false;
  const box = element.getBoundingClientRect();
  return box.bottom > barHeight && box.top < innerHeight;
}

/** What a polite live region says: the latest words, at most once in ten seconds. Streaming text is never passed here. */
export function useAnnouncement(words: string): string {
  const pause = 10_000;
  const [said, setSaid] = useState('');
  const last = useRef(-pause);
  useEffect(() => {
    if (words === said) return undefined;
    const wait = Math.max(0, last.current + pause - performance.now());
    const timer = setTimeout(() => { last.current = performance.now(); setSaid(words); }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return said;
}
