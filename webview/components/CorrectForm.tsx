import { useState } from 'preact/hooks';
import type { SourceView } from '../../src/shared/view';
import { Button, Dropdown, TextField } from '../controls';
import { usePanel } from '../panel';
import { word } from '../strings';

export interface Field { name: string; value: string; options?: readonly { value: string; label: string }[] }

interface CorrectFormProps { id: string; fields: readonly Field[]; source?: SourceView | undefined; close: () => void }

/** A person's correction: one field, its new value, and why. An event like any other, undone by another correction. The source's own fields can be corrected from its evidence. */
export function CorrectForm({ id, fields, source, close }: CorrectFormProps) {
  const { t, send } = usePanel();
  const all: (Field & { target: string; label: string })[] = [
    ...fields.map((field) => ({ ...field, target: id, label: `${id}: ${word(t.fields, field.name)}` })),
    ...(source ? [
      { name: 'tier', value: source.tier, target: source.id, label: `${source.id}: ${t.fields['tier'] ?? 'tier'}`, options: Object.entries(t.tiers).map(([value, label]) => ({ value, label })) },
      { name: 'publisher', value: source.publisher ?? '', target: source.id, label: `${source.id}: ${t.fields['publisher'] ?? 'publisher'}` },
      { name: source.state === 'withdrawn' ? 'restore' : 'withdraw', value: '', target: source.id, label: `${source.id}: ${source.state === 'withdrawn' ? t.restoreSource : t.withdrawSource}` },
    ] : []),
  ];
  const [at, setAt] = useState(0);
  const [value, setValue] = useState(all[0]?.value ?? '');
  const [reason, setReason] = useState('');
  const field = all[at];
  if (!field) return null;
  const counting = field.name === 'withdraw' || field.name === 'restore' ? field.name : null;
  const choose = (next: string) => {
    setAt(Number(next));
    setValue(all[Number(next)]?.value ?? '');
  };
  const save = () => {
    send(counting ? { type: counting, source: field.target, reason } : { type: 'correct', target: field.target, field: field.name, value, reason });
    close();
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  };
  return (
    <div class="correct" role="group" aria-label={t.correctTitle(id)} onKeyDown={key}>
      <Dropdown label={t.field} value={String(at)} options={all.map(({ label }, index) => ({ value: String(index), label }))} onChange={choose} />
      {!counting && (field.options
        ? <Dropdown label={t.newValue} value={value} options={field.options} onChange={setValue} />
        : <TextField key={`${field.target}.${field.name}`} label={t.newValue} placeholder={t.newValue} value={field.value} onInput={setValue} />)}
      <TextField label={t.reason} placeholder={t.reason} onInput={setReason} onEnter={() => { if (reason.trim() !== '') save(); }} />
      <div class="acts"><Button main disabled={reason.trim() === ''} onPress={save}>{t.save}</Button><Button onPress={close}>{t.cancel}</Button></div>
    </div>
  );
}
