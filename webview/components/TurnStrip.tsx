import type { TurnView } from '../../src/shared/view';
import { thousands } from '../format';
import { usePanel } from '../panel';

/** Height of the largest request's bar in pixels. */
const tallest = 72;
const shownDots = 4;

/** One column a turn: how large its request was, what it called, what it published, what failed. */
export function TurnStrip({ turns, chosen, choose }: { turns: readonly TurnView[]; chosen: number | null; choose: (turn: TurnView) => void }) {
  const { t } = usePanel();
  const sizes = turns.flatMap(({ tokens }) => tokens ?? []);
  const peak = Math.max(1, ...sizes);
  const tabbed = chosen ?? turns.at(-1)?.turn;
  const key = (event: KeyboardEvent) => {
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <section aria-labelledby="h-tu">
      <h2 class="h" id="h-tu"><span>{sizes.length > 0 ? t.turnsTitle : t.turnsCalls}</span>{sizes.length > 0 && <span class="more">{t.peak(thousands(peak))}</span>}</h2>
      <div class="turns" role="group" aria-label={t.turns} onKeyDown={key}>
        {turns.map((turn) => (
          <button key={turn.turn} type="button" aria-pressed={turn.turn === chosen} tabIndex={turn.turn === tabbed ? 0 : -1} aria-label={t.turnSaid(turn.turn, turn.tokens === null ? null : thousands(turn.tokens), turn.calls, turn.publications, turn.failures)} onClick={() => choose(turn)}>
            <span class="d">{dots(turn).map((kind, at) => <i key={at} class={kind} />)}</span>
            {sizes.length > 0 && <span class="k" style={{ '--h': String(Math.round(((turn.tokens ?? peak) / peak) * tallest)) }} />}{turn.turn}
          </button>
        ))}
      </div>
      <div class="legend plain">{[['', t.call], ['p', t.publication], ['f', t.failedMark]].map(([kind, text]) => <span key={text}><span class="turns"><span class="d"><i class={kind} /></span></span> {text}</span>)}</div>
    </section>
  );
}

function dots({ calls, publications, failures }: TurnView): ('' | 'p' | 'f')[] {
  return [...Array.from({ length: calls }, () => '' as const), ...Array.from({ length: publications }, () => 'p' as const), ...Array.from({ length: failures }, () => 'f' as const)].slice(0, shownDots);
}
