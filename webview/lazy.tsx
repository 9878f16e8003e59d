import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePanel } from './panel';
import { loadLaterWords } from './strings';

/** A part of the panel that is loaded, with its words, when it is first shown: what opens a run is the article. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { t } = usePanel();
    const [, setReady] = useState(loaded !== null);
    useEffect(() => {
      if (loaded) return;
      void Promise.all([load(), loadLaterWords(t)]).then(([component]) => {
        loaded = component;
        setReady(true);
      });
    }, []);
    const Component = loaded;
    return Component ? <Component {...props} /> : null;
  };
}
