import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tab } from './savedState';
import type { Send } from './store';
import type { Strings } from './strings';

/** A place in the panel: a tab, and the id of a block (B), claim (C), conflict (X) or section there. */
export interface Place { tab: Tab; id: string | null }

/** What every component may use. It stays the same object while the run changes, so that using it draws nothing anew. */
export interface Panel { t: Strings; locale: string; send: Send; goTo: (place: Place) => void }

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('A component was drawn outside the panel.');
  return panel;
}
