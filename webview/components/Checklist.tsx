import type { ConditionView } from '../../src/shared/view';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';
import { Icon } from './Icon';

/** Conditions of convergence, those that fail first, each with the claims it names one press away. */
export function Checklist({ conditions }: { conditions: readonly ConditionView[] }) {
  const { t, goTo } = usePanel();
  const sorted = [...conditions].sort((a, b) => Number(a.holds) - Number(b.holds));
  return (
    <ul class="check">
      {sorted.map(({ name, holds, why }) => {
        const claims = holds ? [] : [...new Set(why.match(/\bC\d+\b/g) ?? [])].slice(0, 4);
        return (
          <li key={name} class={holds ? 'yes' : ''}>
            <Icon name={holds ? 'pass' : 'error'} tone={holds ? 'ok' : 'bad'} label={holds ? t.holds : t.doesNotHold} />
            <span class="c">{word(t.conditions, name)}</span>
            <span class="s dim">{why}</span>
            {claims.length > 0 && <span class="s acts">{claims.map((id) => <Act key={id} onPress={() => goTo({ tab: 'ledger', id })}>{t.show(id)}</Act>)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
