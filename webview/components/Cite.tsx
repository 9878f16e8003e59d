import type { CiteState } from '../article';
import { usePanel } from '../panel';

const marks: Record<CiteState, string> = { ok: '', near: ' ≈', none: '', changed: '', broken: ' !' };

interface CiteProps { number: number | null; state: CiteState; block: string; ordinal: number; about: string | null; onPress?: () => void }

/** A citation reads as punctuation and is a button. What happens on hover, focus and keys is the article's (citeCards.ts): hundreds of them share one set of listeners. Elsewhere it only opens its span. */
export function Cite({ number, state, block, ordinal, about, onPress }: CiteProps) {
  const { t } = usePanel();
  const shown = number === null ? '?' : String(number);
  return (
    <button type="button" class="cite" data-m={state} data-block={block} data-ordinal={ordinal} {...(onPress ? { onClick: onPress } : { 'aria-haspopup': 'dialog', 'aria-expanded': 'false' })}
      aria-label={t.citation(shown) + t.citeSaid[state]} {...(about ? { 'aria-description': about } : {})}>
      {shown}{marks[state] === '' ? null : <span aria-hidden="true">{marks[state]}</span>}
    </button>
  );
}
