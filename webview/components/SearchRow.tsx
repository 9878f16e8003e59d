import type { ComponentChildren } from 'preact';
import type { SearchView } from '../../src/shared/view';
import { usePanel } from '../panel';
import { word } from '../strings';
import { Icon } from './Icon';

/** Slots, confidence steps and conflicts that fill the bar; more than this is rare. */
const fullGain = 4;

/** One search: its words, intent, where, what came of it, and its gain. */
export function SearchRow({ search, children }: { search: SearchView; children?: ComponentChildren }) {
  const { t } = usePanel();
  const { results, failure, repeats } = search;
  const gain = search.gain.slots + search.gain.confidence + search.gain.conflicts;
  const chosen = results.filter(({ decision }) => decision === 'chosen').length;
  const outcome = failure !== null ? `${failure}${t.comma}${t.noConclusion}` : results.length === 0 ? t.nothingFound : t.kept(chosen, results.length);
  const line = [word(t.intents, search.intent), search.provider, outcome, repeats !== null && t.repeats(repeats)].filter(Boolean).join(' · ');
  return (
    <li>
      <span><span class="id">{search.id}</span> {search.query}</span>
      <span class="g">
        {failure !== null
          ? <><Icon name="question" tone="heed" /> {t.failedLower}</>
          : <>{t.gain(gain)}<span class="gain" aria-hidden="true"><i style={{ width: `${Math.min(100, (gain / fullGain) * 100)}%` }} /></span></>}
      </span>
      <span class="m s dim">{line}</span>
      {children}
    </li>
  );
}
