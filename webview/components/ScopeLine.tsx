import type { ScopeView } from '../../src/shared/view';
import { clock, day } from '../format';
import { usePanel } from '../panel';
import { word, type Strings } from '../strings';
import { Twist } from './Icon';

/** The frozen boundary in one line of chips; unfolded, every part of it. */
export function ScopeLine({ scope }: { scope: ScopeView }) {
  const { t } = usePanel();
  const sources = scope.acceptableSources.map((tier) => word(t.tiers, tier)).join(t.comma);
  const chips = [scope.period && years(scope.period), ...scope.regions, sources, word(t.languages, scope.language)].filter((chip): chip is string => Boolean(chip));
  const lines: [string, string][] = [
    [t.period, scope.period ? dates(scope.period, t) : ''], [t.regions, scope.regions.join(t.comma)], [t.parts, scope.parts.length > 1 ? scope.parts.map(({ id, text }) => `${id} ${text}`).join(' · ') : ''],
    ...scope.terms.map(({ term, meaning }): [string, string] => [t.terms, `“${term}”: ${meaning}`]), [t.comparedBy, scope.dimensions.join(t.comma)], [t.acceptable, sources],
    ...scope.constraints.map((text): [string, string] => [t.constraint, text]), [t.deadline, scope.deadline ? deadline(scope.deadline) : ''], ...scope.assumed.map((text): [string, string] => [t.assumed, text]),
  ];
  return (
    <details class="scope">
      <summary><Twist /><span class="nb s">{t.scope(scope.version)}</span><span class="chips">{chips.map((chip) => <span key={chip} class="chip">{chip}</span>)}</span></summary>
      <dl class="kv">{lines.filter(([, text]) => text !== '').map(([label, text], at) => [<dt key={`t${at}`}>{label}</dt>, <dd key={`d${at}`}>{text}</dd>])}</dl>
    </details>
  );
}

function years({ from, to }: { from: string | null; to: string | null }): string {
  return [from?.slice(0, 4), to?.slice(0, 4)].filter(Boolean).join('–');
}

function dates({ from, to }: { from: string | null; to: string | null }, t: Strings): string {
  if (from && to) return `${day(from)} – ${day(to)}`;
  return from ? t.since(day(from)) : to ? t.until(day(to)) : '';
}

function deadline(iso: string): string {
  return iso.includes('T') ? `${day(iso)} ${clock(iso)}` : iso;
}
