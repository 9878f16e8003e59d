import type { ComponentChildren } from 'preact';
import { usePanel } from '../panel';
import type { Known } from '../article';
import type { BlockView } from '../../src/shared/view';
import { Icon, Twist } from './Icon';

/** The ordinary is unmarked: a fact is its paragraph. Analysis has a dashed rule and its premises, a recommendation a solid rule and its constraint. */
export function Kind({ block, first, last, known, children }: { block: BlockView; first: boolean; last: boolean; known: Known; children: ComponentChildren }) {
  const { t } = usePanel();
  if (block.kind === 'fact') return <div>{children}</div>;
  const analysis = block.kind === 'analysis';
  return (
    <div class={`kind ${analysis ? 'an' : 're'}`}>
      {first && <p class="lbl"><Icon name={analysis ? 'beaker' : 'lightbulb'} />{analysis ? t.analysis : t.recommendation}</p>}
      {children}
      {last && !analysis && block.constraint && <p class="constraint"><span class="dim">{t.servesConstraint}</span> {block.constraint}</p>}
      {last && block.premises.length > 0 && <Premises ids={block.premises} known={known} />}
    </div>
  );
}

export function Premises({ ids, known }: { ids: readonly string[]; known: Known }) {
  const { t } = usePanel();
  return (
    <details>
      <summary><Twist />{t.restsOn(ids.length)}</summary>
      <ul class="prem">
        {ids.map((id) => {
          const evidence = known.evidence.get(id);
          const kind = evidence?.kind === 'calculation' ? `${t.calculation}: ` : evidence?.kind === 'inference' ? `${t.inference}: ` : '';
          return <li key={id}><span class="id">{id}</span><span>{kind}{evidence?.reasoning ?? evidence?.quote ?? ''}</span></li>;
        })}
      </ul>
    </details>
  );
}
