import { useRef, useState } from 'preact/hooks';
import type { StartOffer } from '../../src/shared/messages';
import type { RunView, ScopeView } from '../../src/shared/view';
import { Act, Button } from '../controls';
import { usePanel } from '../panel';
import type { Strings } from '../strings';

/** One form, once, with a sensible default in every field: a person may simply press Start. */
export function StartForm({ view, offer }: { view: RunView; offer: StartOffer | null }) {
  const { t, send } = usePanel();
  const form = useRef<HTMLFormElement>(null);
  const [question, setQuestion] = useState(view.run.question);
  const { scope } = view;
  const start = (review: '' | 'plan') => {
    if (!form.current || question.trim() === '') return;
    send({ type: 'startScope', fields: { ...fieldsOf(form.current), question, review } });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const starts = event.ctrlKey || event.metaKey;
    // A line grows with what is written, and stays one line.
    if (starts || (event.target as Element).matches('.line')) event.preventDefault();
    if (starts) start('');
  };
  return (
    <form class="form" ref={form} onSubmit={(event) => event.preventDefault()} onKeyDown={key}>
      <h1>{t.newResearch}</h1>
      <label><span class="h">{t.question}</span><textarea class="fld qbox" defaultValue={view.run.question} onInput={(event) => setQuestion(event.currentTarget.value)} /></label>
      <fieldset>
        <legend>{t.wouldChange}</legend><p class="hint">{t.eachDefault}</p>
        <div class="defs">
          {offer?.questions.map(({ question: asked, suggestion }, at) => <Line key={asked} name={`unclear:${at}`} label={asked} value={suggestion} wide />)}
          <Line name="period" label={t.period} value={scope?.period ? [scope.period.from?.slice(0, 4), scope.period.to?.slice(0, 4)].filter(Boolean).join('–') : ''} />
          <Line name="regions" label={t.regions} value={scope?.regions.join('; ') ?? ''} />
          {scope?.terms.map(({ term, meaning }) => <Line key={term} name={`term:${term}`} label={t.meaningOf(term)} value={meaning} />)}
          <Choice name="acceptableSources" label={t.acceptableSources} options={sourceChoices(scope, t)} />
          <Choice name="language" label={t.articleLanguage} options={languageChoices(view.run.language, t)} />
          <Line name="constraints" label={t.constraints} value={scope?.constraints.join('; ') ?? ''} />
          <Line name="deadline" label={t.deadlineOptional} value={scope?.deadline ?? ''} />
        </div>
      </fieldset>
      {offer && <Offer offer={offer} />}
      <div class="foot">
        <Button main disabled={question.trim() === ''} onPress={() => start('')}>{t.start} <kbd>Ctrl Enter</kbd></Button><Button disabled={question.trim() === ''} onPress={() => start('plan')}>{t.reviewFirst}</Button>
        <span class="hint">{t.querySafety}</span>
      </div>
    </form>
  );
}

function Offer({ offer }: { offer: StartOffer }) {
  const { t, send } = usePanel();
  const control = (action: 'addFolder' | 'addAddress' | 'addKey', text: string | null = null) => () => send({ type: 'control', action, text });
  return (
    <>
      <fieldset>
        <legend>{t.whereToLook}</legend>
        <div class="opts">
          {offer.places.map(({ id, label, note, chosen, usable }) => (
            <div key={id} class="opt">
              <input type="checkbox" name="places" id={`place-${id}`} value={id} defaultChecked={chosen && usable} disabled={!usable} /><label htmlFor={`place-${id}`}>{label}</label>
              {usable ? <span class="num">{note}</span> : <><Act class="s" label={`${t.addKey} ${label}`} onPress={control('addKey', id)}>{t.addKey}</Act><span class="hint">{note}</span></>}
            </div>
          ))}
        </div>
        <p class="acts s after"><Act onPress={control('addFolder')}>{t.addFolder}</Act><Act onPress={control('addAddress')}>{t.addAddress}</Act></p>
      </fieldset>
      <fieldset>
        <legend>{t.depth}</legend>
        <div class="pick">
          {offer.depths.map(({ id, note }) => (
            <label key={id} class="opt"><input type="radio" name="depth" value={id} defaultChecked={id === offer.depth} /><b>{t.depthNames[id]}</b><span class="num">{note}</span>{id === 'auto' && <span class="hint">{t.autoHint}</span>}</label>
          ))}
        </div>
        <label class="stack"><span>{t.researcher}</span><select name="researcher">{offer.researchers.map(({ id, label }) => <option key={id} value={id} selected={id === offer.researcher}>{label}</option>)}</select></label>
      </fieldset>
    </>
  );
}

function Line({ name, label, value, wide = false }: { name: string; label: string; value: string; wide?: boolean }) {
  return <label {...(wide ? { class: 'wide-line' } : {})}><span>{label}</span><textarea class="fld line" rows={1} name={name} defaultValue={value} /></label>;
}

interface Choices { value: string; options: { value: string; label: string }[] }

function Choice({ name, label, options: { value, options } }: { name: string; label: string; options: Choices }) {
  return <label><span>{label}</span><select class="fld" name={name}>{options.map((option) => <option key={option.value} value={option.value} selected={option.value === value}>{option.label}</option>)}</select></label>;
}

function sourceChoices(scope: ScopeView | null, t: Strings): Choices {
  const drafted = scope?.acceptableSources ?? [];
  const value = drafted.join(',');
  const firstHand = 'statistics,filing,paper,first-hand';
  const options = [{ value: '', label: t.allSources }, { value: firstHand, label: t.firstHandOnly }];
  if (value !== '' && value !== firstHand) options.unshift({ value, label: drafted.map((tier) => t.tiers[tier] ?? tier).join(t.comma) });
  return { value, options };
}

function languageChoices(language: string, t: Strings): Choices {
  const options = Object.entries(t.languages).map(([value, label]) => ({ value, label }));
  return { value: language, options: options.some(({ value }) => value === language) ? options : [{ value: language, label: language }, ...options] };
}

/** Every named field; several of one name are joined by commas. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).filter((value) => typeof value === 'string').join(',')]));
}
