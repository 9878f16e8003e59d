import { useState } from 'preact/hooks';
import type { PreviewShown } from '../../src/shared/messages';
import type { RunView } from '../../src/shared/view';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { Checklist } from './Checklist';
import { Empty } from './Empty';
import { NowCard, Written } from './NowCard';
import { SearchRow } from './SearchRow';
import { UpdateLine } from './UpdateLine';

const firstUpdates = 20;

/** What is being checked, what is still missing, what was found, and what each search was worth. */
export function ProgressTab({ view, preview }: { view: RunView; preview: PreviewShown | null }) {
  const { t } = usePanel();
  const [all, setAll] = useState(false);
  const planning = view.claims.length === 0 && view.run.state !== 'ended';
  if (view.searches.length === 0 && view.updates.length === 0 && !view.activity && !preview && view.run.state !== 'ended') {
    return planning ? <Empty icon="search" title={t.emptyPlanning} text={t.emptyPlanningText} /> : <Empty icon="search" title={t.emptyProgress} text={t.emptyProgressText} />;
  }
  const updates = [...view.updates].reverse();
  const shown = all ? updates : updates.slice(0, firstUpdates);
  const conditions = view.convergence.conditions;
  const holding = conditions.filter(({ holds }) => holds).length;
  return (
    <div class="two">
      <div>
        {(view.activity || preview) && (
          <section aria-labelledby="h-now">
            <h2 class="h" id="h-now">{t.beingChecked}</h2>
            {view.activity && <NowCard activity={view.activity} view={view} />}
            {preview && <Written preview={preview} />}
          </section>
        )}
        {conditions.length > 0 && (
          <section aria-labelledby="h-mis">
            <h2 class="h" id="h-mis"><span>{view.convergence.holds ? t.convergence : t.missing}</span><span class="more">{view.convergence.holds ? t.allHold : t.holdCount(holding, conditions.length)}</span></h2>
            <Checklist conditions={conditions} />
          </section>
        )}
      </div>
      <div>
        <section aria-labelledby="h-upd">
          <h2 class="h" id="h-upd">{t.updates}</h2>
          {updates.length === 0 && <p class="dim s">{t.noUpdates}</p>}
          <ol class="tl">{shown.map((update) => <UpdateLine key={update.id} update={update} view={view} />)}</ol>
          {shown.length < updates.length && <Act class="s" onPress={() => setAll(true)}>{t.older(updates.length - shown.length)}</Act>}
        </section>
        <section aria-labelledby="h-q">
          <h2 class="h" id="h-q">{t.searchesGain}</h2>
          {view.searches.length === 0 && <p class="dim s">{t.noSearches}</p>}
          <ol class="qs">{[...view.searches].reverse().map((search) => <SearchRow key={search.id} search={search} />)}</ol>
        </section>
      </div>
    </div>
  );
}
