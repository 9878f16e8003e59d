import type { RunView, UpdateView } from '../../src/shared/view';
import { Act } from '../controls';
import { clock } from '../format';
import { usePanel, type Place } from '../panel';
import { Icon, type IconName, type Tone } from './Icon';

/** One message about the work, with the way to what it is about. */
export function UpdateLine({ update, view }: { update: UpdateView; view: RunView }) {
  const { t, send, goTo } = usePanel();
  const [icon, tone] = glyph(update, view);
  const revised = view.article.blocks.find(({ id, revision }) => revision > 1 && update.about.includes(id));
  const places = update.about.flatMap((id) => { const place = placeOf(id); return place ? [{ id, place }] : []; });
  return (
    <li>
      <time dateTime={update.at}>{clock(update.at)}</time>
      <div class="b">
        <Icon name={icon} tone={tone} />
        <p>{update.text}</p>
        {(places.length > 0 || revised) && (
          <p class="s acts">
            {revised && <Act onPress={() => send({ type: 'compare', block: revised.id, from: revised.revision - 1, to: revised.revision })}>{t.compareRevisions(revised.revision - 1, revised.revision)}</Act>}
            {places.map(({ id, place }) => <Act key={id} onPress={() => goTo(place)}>{t.show(id)}</Act>)}
          </p>
        )}
      </div>
    </li>
  );
}

function placeOf(id: string): Place | null {
  switch (id[0]) {
    case 'B': return { tab: 'article', id };
    case 'C': case 'X': return { tab: 'ledger', id };
    default: return null;
  }
}

/** Failed work is unknown, a publication is a book, a revision a pencil; everything else is only said. */
function glyph({ about }: UpdateView, view: RunView): [IconName, Tone] {
  if (view.searches.some(({ id, failure }) => failure !== null && about.includes(id))) return ['question', 'heed'];
  const block = view.article.blocks.find(({ id }) => about.includes(id));
  if (block) return block.revision > 1 ? ['edit', 'dim'] : ['book', 'ok'];
  if (about.some((id) => id.startsWith('X'))) return ['arrow-swap', 'dim'];
  return about.some((id) => id.startsWith('S')) ? ['layers', 'dim'] : ['pass', 'dim'];
}
