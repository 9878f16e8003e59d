import type { Known } from '../article';
import { usePanel } from '../panel';
import { word } from '../strings';
import type { ConflictView } from '../../src/shared/view';

/** Both sides of a conflict abreast: what each says, in its own words, and who says it. */
export function Sides({ conflict, known }: { conflict: ConflictView; known: Known }) {
  const { t } = usePanel();
  return (
    <div class="sides">
      {conflict.sides.map((side, at) => (
        <div key={at}>
          <p class="lbl">{side.says}{conflict.carries === at && <> · {t.carries}</>}</p>
          {side.evidence.map((id) => {
            const evidence = known.evidence.get(id);
            const source = evidence?.source ? known.sources.get(evidence.source) : undefined;
            const snapshot = source?.snapshots.find((one) => one.id === evidence?.snapshot);
            return (
              <div key={id} class="side">
                {evidence?.quote && <p class="q" {...(snapshot?.language ? { lang: snapshot.language } : {})}>“{evidence.quote}”</p>}
                {evidence?.cells && <p class="s dim">{evidence.cells}</p>}
                <p class="s dim">{[source?.publisher, source?.title, snapshot?.publishedAt?.slice(0, 4)].filter(Boolean).join(', ')}{source && ` · ${word(t.tiers, source.tier)}`}{source?.interest && ` · ${t.interest(source.interest)}`}</p>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
