import type { Known } from '../article';
import { mayContinue } from '../writing';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';
import type { ConflictView, RunView } from '../../src/shared/view';
import { Icon, type IconName, type Tone } from './Icon';
import { Sides } from './Sides';

const glyphs: Record<'same' | 'different' | 'unknown', [IconName, Tone]> = { same: ['pass', 'ok'], different: ['error', 'bad'], unknown: ['question', 'heed'] };
const aspects = ['definition', 'time', 'sample', 'environment', 'version'] as const;

/** Both sides, on what they can be compared, and what would settle it. No majority anywhere. */
export function ConflictCard({ conflict, view, known }: { conflict: ConflictView; view: RunView; known: Known }) {
  const { t, propose } = usePanel();
  const claim = view.claims.find(({ id }) => id === conflict.claim);
  const { needed } = conflict;
  return (
    <article class="conf" id={conflict.id} tabIndex={-1} aria-labelledby={`h-${conflict.id}`}>
      <header>
        <Icon name="arrow-swap" tone={conflict.fallen || conflict.state === 'explained' ? 'dim' : 'bad'} />
        <p><b id={`h-${conflict.id}`}>{conflict.id}. {claim?.text}</b> <span class="s dim">{t.onClaim(word(t.conflictStates, conflict.fallen ? 'fallen' : conflict.state), conflict.claim)}{conflict.cause && ` · ${word(t.causes, conflict.cause)}`}</span></p>
      </header>
      <Sides conflict={conflict} known={known} />
      <div class="cmp">{aspects.map((aspect) => {
        const verdict = conflict.comparability[aspect];
        const [icon, tone] = glyphs[verdict];
        return <span key={aspect}><Icon name={icon} tone={tone} /> {t.compared[aspect][verdict]}</span>;
      })}</div>
      {conflict.explanation && <p class="s">{conflict.explanation}</p>}
      {needed && <p class="s"><span class="dim">{t.settle}</span> {needed} {mayContinue(view.run) && <Act label={`${t.continueWith} ${needed}`} onPress={() => propose('continue', needed)}>{t.continueWith}</Act>}</p>}
    </article>
  );
}
