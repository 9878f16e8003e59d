import type { ClaimView, RunView } from '../../src/shared/view';
import { usePanel } from '../panel';
import { word, type Strings } from '../strings';
import { voicesFor, type Voice } from '../voices';
import { Icon } from './Icon';

const box = { width: 168, height: 38, gapX: 22, gapY: 8, pad: 12, head: 20 };
const claimBox = { width: 150, height: 50 };
const shownSources = 8;

interface Node { x: number; y: number; id: string; name: string; note: string }
interface Group { y: number; width: number; height: number; voice: Voice; nodes: Node[] }

/** Sources, what joins them, and the claim they speak on; the same content stands below as a list, which is all that a narrow panel shows. */
export function VoiceGraph({ view, claim }: { view: RunView; claim: ClaimView }) {
  const { t } = usePanel();
  const voices = voicesFor(view, claim);
  const sentences = voices.map((voice) => sentence(voice, t));
  return (
    <section aria-labelledby="h-pv">
      <h2 class="h" id="h-pv"><span>{t.sourcesToVoices}</span><span class="more">{t.forClaim(claim.id)}</span></h2>
      {voices.length === 0 ? <p class="dim s">{t.noVoices}</p> : <Drawing voices={voices} claim={claim} title={sentences.join(' ')} />}
      <ul class="voices s">{sentences.map((text, at) => <li key={at}><Icon name="layers" /><span>{text}</span></li>)}</ul>
    </section>
  );
}

function sentence(voice: Voice, t: Strings): string {
  const names = voice.sources.map(({ source }) => {
    const edge = voice.edges.find(({ from }) => from === source.id);
    return `${source.publisher ?? source.title} (${source.id}${edge ? `, ${word(t.joined, edge.relation)} ${edge.to}` : ''})`;
  }).join(t.comma);
  return { for: t.forVoice, against: t.againstVoice, beside: t.besideVoice }[voice.side](names);
}

/** Places each voice's sources in columns by their distance from the origin. */
function layout(voices: readonly Voice[], t: Strings): { groups: Group[]; width: number; height: number } {
  let y = 2;
  const groups = voices.map((voice): Group => {
    const joined = voice.sources.length > 1;
    const rows = new Map<number, number>();
    const nodes = voice.sources.slice(0, shownSources).map(({ source, depth }): Node => {
      const row = rows.get(depth) ?? 0;
      rows.set(depth, row + 1);
      const edge = voice.edges.find(({ from }) => from === source.id);
      return {
        id: source.id, name: cut(source.publisher ?? source.title, 22), note: cut([source.id, edge ? `${word(t.joined, edge.relation)} ${edge.to}` : source.snapshots[0]?.publishedAt?.slice(0, 7)].filter(Boolean).join(', '), 28),
        x: (joined ? box.pad : 0) + depth * (box.width + box.gapX), y: (joined ? box.head + box.gapY : 0) + row * (box.height + box.gapY),
      };
    });
    const width = Math.max(...nodes.map((node) => node.x)) + box.width + (joined ? box.pad : 0);
    const height = Math.max(...nodes.map((node) => node.y)) + box.height + (joined ? box.pad : 0);
    const group = { y, width, height, voice, nodes };
    y += height + 14;
    return group;
  });
  return { groups, width: Math.max(...groups.map((group) => group.width)), height: Math.max(y - 12, claimBox.height + 4) };
}

function Drawing({ voices, claim, title }: { voices: readonly Voice[]; claim: ClaimView; title: string }) {
  const { t } = usePanel();
  const { groups, width, height } = layout(voices, t);
  const claimX = width + 132;
  const claimY = height / 2 - claimBox.height / 2;
  const end = claimY + claimBox.height / 2;
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${claimX + claimBox.width + 2} ${height}`} width={claimX + claimBox.width + 2} role="img" aria-label={title}>
        {groups.map((group, at) => {
          const offset = width - group.width;
          const from = group.y + group.height / 2;
          const middle = width + (claimX - width) / 2;
          const target = end + (at - (groups.length - 1) / 2) * 10;
          return (
            <g key={at}>
              {group.nodes.length > 1 && <><rect class="g-voice" x={offset + 1} y={group.y} width={group.width - 1} height={group.height} rx="8" /><text class="tdim" x={offset + box.pad} y={group.y + 17}>{t.oneVoice}</text></>}
              {group.voice.edges.map(({ from: source, to }) => <Edge key={source + to} group={group} offset={offset} source={source} origin={to} />)}
              {group.nodes.map((node) => (
                <g key={node.id}>
                  <rect class="g-node" x={offset + node.x + 1} y={group.y + node.y} width={box.width - 2} height={box.height} rx="4" />
                  <text x={offset + node.x + 11} y={group.y + node.y + 16}>{node.name}</text><text class="tdim" x={offset + node.x + 11} y={group.y + node.y + 31}>{node.note}</text>
                </g>
              ))}
              <path class={group.voice.side === 'against' ? 'g-x' : group.voice.side === 'for' ? 'g-s' : 'g-e'} d={`M${width} ${from}C${middle} ${from} ${middle} ${target} ${claimX} ${target}`} />
              <text class="tdim" x={width + 14} y={target < from ? from + 15 : from - 6}>{group.voice.side === 'against' ? t.relations.contradicts : group.voice.side === 'for' ? t.relations.supports : t.relations.uncertain}</text>
            </g>
          );
        })}
        <rect class="g-claim" x={claimX} y={claimY} width={claimBox.width} height={claimBox.height} rx="6" />
        <text class="strong" x={claimX + 12} y={claimY + 21}>{claim.id}</text><text class="tdim" x={claimX + 12} y={claimY + 38}>{cut(claim.text, 21)}</text>
      </svg>
    </figure>
  );
}

function Edge({ group, offset, source, origin }: { group: Group; offset: number; source: string; origin: string }) {
  const from = group.nodes.find(({ id }) => id === origin);
  const to = group.nodes.find(({ id }) => id === source);
  if (!from || !to || from.x >= to.x) return null;
  const x1 = offset + from.x + box.width;
  const y1 = group.y + from.y + box.height / 2;
  const x2 = offset + to.x;
  const y2 = group.y + to.y + box.height / 2;
  const middle = (x1 + x2) / 2;
  return <path class="g-e" d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />;
}

/** As many characters as fit; a Chinese one takes the room of two. */
function cut(text: string, room: number): string {
  let used = 0;
  let out = '';
  for (const character of text) {
    used += (character.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1;
    if (used > room) return `${out.trimEnd()}…`;
    out += character;
  }
  return out;
}
