import { useMemo } from 'preact/hooks';
import { citedEvidence, methodText, type Known } from '../article';
import { mayContinue } from '../writing';
import { Act } from '../controls';
import { day } from '../format';
import { parseParagraphs } from '../markdown';
import { usePanel } from '../panel';
import { word } from '../strings';
import type { RunView, SourceView } from '../../src/shared/view';
import { Icon, Twist } from './Icon';
import { Pieces } from './Rich';
import { Sides } from './Sides';

/** Generated from the ledger: what was cited, what disagrees, what is missing, how it was done. */
export function EndMatter({ view, known, numbers }: { view: RunView; known: Known; numbers: ReadonlyMap<string, number> }) {
  const { t, propose } = usePanel();
  const method = useMemo(() => parseParagraphs(methodText(view.article.end)), [view.article.end]);
  const conflicts = view.conflicts.filter(({ state, fallen }) => state !== 'explained' && !fallen);
  const missing = view.claims.filter(({ status }) => status === 'open' || status === 'unknown-failed' || status === 'partial');
  const failures = view.searches.filter(({ failure }) => failure !== null).length;
  return (
    <section class="end" id="end" aria-label={t.end} data-anchor="end">
      {numbers.size > 0 && <div><h3>{t.sources}</h3><Cited view={view} known={known} numbers={numbers} /></div>}
      {conflicts.length + view.article.takenBack.length > 0 && (
        <div>
          <h3>{t.conflictsSides}</h3>
          {conflicts.map((conflict) => <Sides key={conflict.id} conflict={conflict} known={known} />)}
          {view.article.takenBack.map((line, at) => <p key={at} class="s">{line}</p>)}
        </div>
      )}
      {(missing.length > 0 || view.run.nextSearches.length > 0) && (
        <div>
          {missing.length > 0 && <><h3>{t.notCovered}</h3><ul class="next">{missing.map((claim) => <li key={claim.id}><span>{claim.text} <span class="dim">({claim.id}: {word(t.statuses, claim.status)}{claim.reason && `, ${claim.reason}`})</span></span></li>)}</ul></>}
          {view.run.nextSearches.length > 0 && (
            <div id="next"><h3>{t.nextSearches}</h3><ul class="next">{view.run.nextSearches.map((query) => (
              <li key={query}><span>{query}</span>{mayContinue(view.run) && <Act label={`${t.continueWith} ${query}`} onPress={() => propose('continue', query)}>{t.continueWith}</Act>}</li>
            ))}</ul></div>
          )}
        </div>
      )}
      <details>
        <summary><Twist /> <b>{t.method}</b> <span class="dim s">{t.methodLine(view.searches.length, view.sources.filter(({ state }) => state === 'archived').length, failures)}</span></summary>
        <div class="method">{method.map((pieces, at) => <Pieces key={at} pieces={pieces} cite={(evidence) => String(numbers.get(evidence) ?? '')} />)}</div>
      </details>
    </section>
  );
}

function Cited({ view, known, numbers }: { view: RunView; known: Known; numbers: ReadonlyMap<string, number> }) {
  const { t, send } = usePanel();
  const cited = citedEvidence(numbers, known);
  const spoken = useMemo(() => spokenTogether(view, cited), [view.claims, view.evidence, numbers]);
  return (
    <ol class="srcs">
      {cited.map(({ number, evidence }) => {
        const source = evidence.source === null ? undefined : known.sources.get(evidence.source);
        const snapshot = source?.snapshots.find(({ id }) => id === evidence.snapshot);
        const language = snapshot?.language;
        return (
          <li key={evidence.id}>
            <span class="num">{number}</span>
            <div>
              {source
                ? <><a class="t" href={`#${source.id}`} title={t.openSource} onClick={(event) => { event.preventDefault(); send({ type: 'openSource', source: source.id }); }} {...(language ? { lang: language } : {})}>{source.title || source.address}</a>{source.publisher && `, ${source.publisher}`}</>
                : <span class="t">{evidence.kind === 'calculation' ? t.calculation : t.inference}: {evidence.reasoning}</span>}
              <br />
              {evidence.state === 'active' && snapshot?.holds !== false
                ? <span class="s dim">{source && facts(source, evidence.snapshot, voiceNote(spoken, source.id, number, t.oneVoiceWith, t.comma), t).join(' · ')}</span>
                : <span class="s"><Icon name="error" tone="bad" /> {evidence.reason ?? t.hashBroken}</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function facts(source: SourceView, snapshotId: string | null, voice: string | null, t: ReturnType<typeof usePanel>['t']): string[] {
  const snapshot = source.snapshots.find(({ id }) => id === snapshotId);
  return [word(t.tiers, source.tier), source.interest && t.interest(source.interest), voice, snapshot?.publishedAt && t.published(day(snapshot.publishedAt)), snapshot && t.retrieved(day(snapshot.retrievedAt))].filter((fact): fact is string => Boolean(fact));
}

/** By source, the voices it is part of and the numbers it is cited by. */
interface Spoken { voices: ReadonlyMap<string, readonly string[][]>; numbers: ReadonlyMap<string, readonly number[]> }

function spokenTogether(view: RunView, cited: ReturnType<typeof citedEvidence>): Spoken {
  const by = <T,>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> => {
    const lists = new Map<string, T[]>();
    for (const [source, item] of pairs) lists.set(source, [...(lists.get(source) ?? []), item]);
    return lists;
  };
  return {
    voices: by(view.claims.flatMap(({ voices }) => voices).flatMap((voice) => voice.map((id) => [id, voice] as const))),
    numbers: by(cited.flatMap(({ number, evidence: { source } }) => (source === null ? [] : [[source, number] as const]))),
  };
}

/** Which other cited numbers, and which sources that are not cited, count as one voice with this one. */
function voiceNote({ voices, numbers }: Spoken, source: string, number: number, say: (numbers: string) => string, comma: string): string | null {
  const joined = [...new Set((voices.get(source) ?? []).flat())].filter((id) => id !== source);
  const others = new Set(joined.flatMap((id) => numbers.get(id) ?? []).filter((one) => one !== number).sort((a, b) => a - b));
  const names = [...others].map(String).concat(joined.filter((id) => !numbers.has(id)));
  return names.length === 0 ? null : say(names.join(comma));
}
