import { useMemo } from 'preact/hooks';
import { numberCitations } from '../../src/shared/citations';
import type { LedgerAnswered } from '../../src/shared/messages';
import type { RunView } from '../../src/shared/view';
import { citeState, known as knownOf } from '../article';
import { mayContinue } from '../writing';
import { Act, Button } from '../controls';
import { parseParagraphs } from '../markdown';
import { usePanel } from '../panel';
import { word } from '../strings';
import { Band } from './Band';
import { Cite } from './Cite';
import { Icon } from './Icon';
import { Pieces } from './Rich';

type By<K extends LedgerAnswered['answer']['by']> = Extract<LedgerAnswered['answer'], { by: K }>;

/** What came of a question to the finished ledger: who answered, the way to each span, what the ledger does not hold. A research follows only when the person says so. */
export function Answer({ answered: { question, answer }, view, close: forget }: { answered: LedgerAnswered; view: RunView; close: () => void }) {
  const { t, send, propose } = usePanel();
  const close = () => {
    send({ type: 'stopAsking' });
    forget();
  };
  const again = (by: 'model' | 'rule') => () => send({ type: 'ask', question, by });
  const byRule = <Act onPress={again('rule')}>{t.byRule}</Act>;
  const further = mayContinue(view.run) && <Act onPress={() => propose('continue', question)}>{t.continueWith}</Act>;
  return (
    <Band tone={answer.by === 'failure' ? 'heed' : 'live'} icon={answer.by === 'failure' ? 'warning' : 'layers'} class="wide-band answer" live="status" title={question}>
      {answer.by === 'asking' && <p><Icon name="sync" tone="live" spin /> {t.isAsked(answer.model)}</p>}
      {answer.by === 'failure' && <p>{t.didNotAnswer(answer.model)} {answer.message}</p>}
      {answer.by === 'model' && <Written answer={answer} view={view} />}
      {answer.by === 'rule' && <Quotations answer={answer} />}
      <div class="acts">
        {answer.by === 'asking' && <Button onPress={close}>{t.cancel}</Button>}
        {answer.by === 'failure' && (
          <>
            <Button main onPress={again('rule')}>{t.byRule}</Button><Button onPress={again('model')}>{t.tryNow}</Button>
            <Act onPress={() => send({ type: 'control', action: answer.needsKey ? 'addKey' : 'chooseModel', text: null })}>{answer.needsKey ? t.addKey : t.otherModel}</Act>
          </>
        )}
        {answer.by !== 'asking' && <Act onPress={close}>{t.close}</Act>}
        {answer.by === 'model' && byRule}
        {(answer.by === 'model' || answer.by === 'rule') && further}
      </div>
    </Band>
  );
}

/** A model's words. Nothing of them is kept in the article; each mark opens the archived span, and what proves nothing shows as such. */
function Written({ answer: { model, text, citations, missing }, view }: { answer: By<'model'>; view: RunView }) {
  const { t, send } = usePanel();
  const known = useMemo(() => knownOf(view), [view.evidence, view.sources]);
  const numbers = useMemo(() => numberCitations([...view.article.blocks, { citations }]), [view.article.blocks, citations]);
  const paragraphs = useMemo(() => parseParagraphs(text), [text]);
  const cite = (_evidence: string, start: number) => {
    const citation = citations.find((one) => one.start === start);
    if (!citation) return null;
    const { evidence, ordinal } = citation;
    const source = known.sources.get(known.evidence.get(evidence ?? '')?.source ?? '');
    return (
      <Cite key={start} number={evidence === null ? null : (numbers.get(evidence) ?? null)} state={citeState(citation, known)} block="answer" ordinal={ordinal} about={source?.publisher ?? source?.title ?? null}
        onPress={() => { if (evidence !== null) send({ type: 'openEvidence', evidence, beside: true }); }} />
    );
  };
  return (
    <>
      <div class="read">{paragraphs.map((pieces, at) => <Pieces key={at} pieces={pieces} cite={cite} />)}</div>
      {citations.some(({ state }) => state !== 'bound') && <p class="s">{t.answerUnverified}</p>}
      <Missing words={missing} />
      <p class="s dim">{t.answeredBy(model)}</p>
    </>
  );
}

/** Recorded words, picked by the words they share with the question. */
function Quotations({ answer: { why, items, missing, open } }: { answer: By<'rule'> }) {
  const { t, send, goTo } = usePanel();
  return (
    <>
      {items.length === 0 ? <p>{t.ledgerHoldsNothing}</p> : (
        <ul>{items.map(({ evidence, claim, status, setAside, quote, cells, source }) => (
          <li key={evidence}>
            “{quote}” {cells !== null && <span class="dim">({cells}) </span>}<Act label={`${t.openSpan} ${evidence}`} onPress={() => send({ type: 'openEvidence', evidence, beside: true })}>{evidence}</Act>
            <br /><span class="s dim">{[source ?? t.inference, `${claim} ${word(t.statuses, status)}`, setAside !== null && t.setAsideBy(setAside)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}</ul>
      )}
      {open.map(({ claim, status, reason }) => <p key={claim} class="s"><Act onPress={() => goTo({ tab: 'ledger', id: claim })}>{claim}</Act> {word(t.statuses, status)}{reason !== '' && <span class="dim"> ({reason})</span>}</p>)}
      {items.length > 0 && <Missing words={missing} />}
      <p class="s dim">{t.whyRule[why]} {t.noSearchSpent}</p>
    </>
  );
}

function Missing({ words }: { words: readonly string[] }) {
  const { t } = usePanel();
  return words.length === 0 ? null : <p class="s dim">{t.ledgerHoldsNothingOn(words.join(t.comma))}</p>;
}
