import type { LedgerAnswered } from '../../src/shared/messages';
import { Act } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';
import { Band } from './Band';

/** What the ledger holds on a question: recorded words with the way to their span, what is not settled, and what it does not hold. */
export function Answer({ answered, mayContinue, close }: { answered: LedgerAnswered; mayContinue: boolean; close: () => void }) {
  const { t, send, goTo, propose } = usePanel();
  const { question, items, missing, open } = answered;
  return (
    <Band tone="live" icon="layers" class="wide-band answer" live="status" title={question}>
      {items.length === 0 ? <p>{t.ledgerHoldsNothing}</p> : (
        <ul>{items.map(({ evidence, claim, status, setAside, quote, cells, source }) => (
          <li key={evidence}>
            “{quote}” {cells !== null && <span class="dim">({cells}) </span>}<Act label={`${t.openSpan} ${evidence}`} onPress={() => send({ type: 'openEvidence', evidence, beside: true })}>{evidence}</Act>
            <br /><span class="s dim">{[source ?? t.inference, `${claim} ${word(t.statuses, status)}`, setAside !== null && t.setAsideBy(setAside)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}</ul>
      )}
      {open.map(({ claim, status, reason }) => <p key={claim} class="s"><Act onPress={() => goTo({ tab: 'ledger', id: claim })}>{claim}</Act> {word(t.statuses, status)}{reason !== '' && <span class="dim"> ({reason})</span>}</p>)}
      {items.length > 0 && missing.length > 0 && <p class="s dim">{t.ledgerHoldsNothingOn(missing.join(t.comma))}</p>}
      <p class="s dim">{t.noSearchSpent}</p>
      <div class="acts"><Act onPress={close}>{t.close}</Act>{mayContinue && <Act onPress={() => propose('continue', question)}>{t.continueWith}</Act>}</div>
    </Band>
  );
}
