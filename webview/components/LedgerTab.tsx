import { useMemo, useState } from 'preact/hooks';
import type { ClaimView, RunView } from '../../src/shared/view';
import { known as knownOf } from '../article';
import { Dropdown, TextField } from '../controls';
import { fallsShort } from '../claims';
import { usePanel } from '../panel';
import { word } from '../strings';
import { matchesFilter, sortClaims, type Sorting } from '../voices';
import { ClaimGrid } from './ClaimGrid';
import { ConflictCard } from './ConflictCard';
import { Empty } from './Empty';
import { MarksLegend } from './EvidenceMarks';
import { SearchResults } from './SearchResults';
import { VoiceGraph } from './VoiceGraph';

const allStatuses = 'all';

/** Claims with what speaks for and against them, conflicts, searches, and how sources become voices. */
export function LedgerTab({ view, target }: { view: RunView; target: string | null }) {
  const { t } = usePanel();
  const [words, setWords] = useState('');
  const [status, setStatus] = useState(allStatuses);
  const [sorting, setSorting] = useState<Sorting>('missing');
  const [selected, setSelected] = useState<string | null>(null);
  const known = useMemo(() => knownOf(view), [view.evidence, view.sources]);
  const shown = useMemo(() => sortClaims(view.claims, sorting).filter(({ claim }) => (status === allStatuses || claim.status === status) && matchesFilter(claim, view, words)), [view.claims, view.evidence, view.sources, sorting, status, words]);
  if (view.claims.length === 0) return <Empty icon="layers" title={t.emptyLedger} text={t.emptyLedgerText} />;
  const short = view.claims.filter(fallsShort).length;
  const statuses = [...new Set(view.claims.map((claim) => claim.status))];
  const inGraph = view.claims.find(({ id }) => id === selected) ?? mostJoined(view.claims);
  return (
    <div class="wide">
      <section aria-labelledby="h-cl">
        <h2 class="h" id="h-cl"><span>{t.claims}</span><span class="more">{t.claimsLine(view.claims.length, short)}</span></h2>
        <div class="tools">
          <TextField search label={t.filterClaims} placeholder={t.filterClaims} onInput={setWords} />
          <Dropdown label={t.statusLabel} value={status} options={[{ value: allStatuses, label: t.allStatuses }, ...statuses.map((one) => ({ value: one, label: word(t.statuses, one) }))]} onChange={setStatus} />
          <Dropdown label={t.sortLabel} value={sorting} options={[{ value: 'missing', label: t.sortMissing }, { value: 'risk', label: t.sortRisk }, { value: 'plan', label: t.sortPlan }]} onChange={(value) => setSorting(value as Sorting)} />
        </div>
        {shown.length === 0 ? <p class="dim s" role="status">{t.noMatch}</p> : <ClaimGrid view={view} claims={shown} sources={known.sources} selected={selected} select={setSelected} target={target} />}
        <MarksLegend />
      </section>
      <section aria-labelledby="h-cf">
        <h2 class="h" id="h-cf">{t.conflicts}</h2>
        {view.conflicts.length === 0 ? <p class="dim s">{t.noConflicts}</p> : <div class="confs">{[...view.conflicts].reverse().map((conflict) => <ConflictCard key={conflict.id} conflict={conflict} view={view} known={known} />)}</div>}
      </section>
      {inGraph && <VoiceGraph view={view} claim={inGraph} />}
      {view.searches.length > 0 && <section aria-labelledby="h-sr"><h2 class="h" id="h-sr">{t.allSearches}</h2><SearchResults searches={view.searches} /></section>}
    </div>
  );
}

/** The claim whose voices have most to show. */
function mostJoined(claims: readonly ClaimView[]): ClaimView | undefined {
  const joined = ({ voices }: ClaimView) => Math.max(0, ...voices.map(({ length }) => length));
  return claims.reduce<ClaimView | undefined>((best, claim) => (best === undefined || joined(claim) > joined(best) ? claim : best), undefined);
}
