import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tab } from './savedState';
import type { Send } from './store';
import type { Strings } from './strings';

/** A place in the panel: a tab, and the id of a block (B), claim (C), conflict (X) or section there. */
export interface Place { tab: Tab; id: string | null }

/** What the header asks the person for: what to research further, or a question to the finished ledger. `at` tells one asking from the next. */
export interface Asking { mode: 'continue' | 'ask'; text: string; at: number }

/**
 * What every component may use. It stays the same object while the run changes, so that using it draws nothing anew.
 * `writes`: what changes the run is offered in this window.
 * `propose` opens the header's question with a text that the person sends or changes: nothing is researched without that.
 */
export interface Panel { t: Strings; locale: string; writes: boolean; send: Send; goTo: (place: Place) => void; propose: (mode: Asking['mode'], text: string) => void }

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('A component was drawn outside the panel.');
  return panel;
}
