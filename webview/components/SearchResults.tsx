import type { SearchView } from '../../src/shared/view';
import { usePanel } from '../panel';
import { Icon, Twist, type IconName, type Tone } from './Icon';
import { SearchRow } from './SearchRow';

const glyphs: Record<SearchView['results'][number]['decision'], [IconName, Tone]> = { chosen: ['pass', 'ok'], dropped: ['ring', 'dim'], unseen: ['question', 'heed'] };

/** Each search unfolds into its results: which were chosen, which were dropped and why. */
export function SearchResults({ searches }: { searches: readonly SearchView[] }) {
  const { t } = usePanel();
  return (
    <ol class="qs found">
      {[...searches].reverse().map((search) => (
        <SearchRow key={search.id} search={search}>
          {search.results.length > 0 && (
            <details class="m s">
              <summary><Twist />{t.results(search.results.length)}</summary>
              <ul>{search.results.map((result) => {
                const [icon, tone] = glyphs[result.decision];
                return <li key={result.id}><Icon name={icon} tone={tone} label={t.decisionWords[result.decision]} /><span>{result.title} <span class="dim">{[result.address, result.reason].filter(Boolean).join(' · ')}</span></span></li>;
              })}</ul>
            </details>
          )}
        </SearchRow>
      ))}
    </ol>
  );
}
