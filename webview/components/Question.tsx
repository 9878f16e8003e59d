import { useEffect, useState } from 'preact/hooks';
import type { Answerer } from '../../src/shared/messages';
import { Button, TextField } from '../controls';
import { usePanel, type Asking } from '../panel';

/** A question to the finished ledger, or what to research further. Who will answer is said before it is sent. */
export function Question({ asking: { mode, text: start }, answerer, close }: { asking: Asking; answerer: Answerer | null; close: () => void }) {
  const { t, send } = usePanel();
  const [text, setText] = useState(start);
  const ask = mode === 'ask';
  useEffect(() => { if (ask) send({ type: 'whoAnswers' }); }, []);
  const model = answerer?.model ?? null;
  const go = (by: 'model' | 'rule') => () => {
    if (text.trim() === '') return;
    send(ask ? { type: 'ask', question: text, by } : { type: 'control', action: 'continue', text });
    close();
  };
  const label = ask ? t.askQuestion : t.continueQuestion;
  return (
    <div class="asking" role="group" aria-label={label}>
      <TextField label={label} placeholder={label} value={start} onInput={setText} onEnter={go('model')} focus />
      <div class="acts">
        <Button main onPress={go('model')}>{t.send}</Button>
        {ask && model !== null && <Button onPress={go('rule')}>{t.byRule}</Button>}
        <Button onPress={close}>{t.cancel}</Button>
        {ask && answerer && <span class="hint">{model === null ? `${t.whyRule[answerer.why ?? 'chosen']} ${t.noSearchSpent}` : t.willAnswer(model)}</span>}
      </div>
    </div>
  );
}
