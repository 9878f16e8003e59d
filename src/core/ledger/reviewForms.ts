import { date, risks, tiers, type Claim, type Scope, type Tier } from './records';

/** What a person wrote into the start form, by field: `period`, `regions`, `term:NAME`, `unclear:N` (from 0) … A field that is absent stays as drafted. */
export type ScopeFields = Readonly<Record<string, string>>;

/** The drafted scope with a person's own words in it; what was unclear is settled by their answer, or the suggestion where they gave none. Throws a sentence that names the field which cannot be read. */
export function scopeFromForm(drafted: Scope, unclear: readonly { question: string; suggestion: string }[], fields: ScopeFields): Scope {
  const list = (name: string, now: string[]): string[] => (fields[name] === undefined ? now : fields[name].split(/[,;，；、\n]/).map((item) => item.trim()).filter((item) => item !== ''));
  const question = fields['question']?.trim() ?? drafted.question;
  if (question === '') throw new Error('The question is empty. Write what you want to know.');
  return {
    ...drafted,
    question,
    // A part that only repeats the question follows it.
    parts: drafted.parts.map((part) => (part.text === drafted.question ? { ...part, text: question } : part)),
    period: periodOf(fields['period'], drafted.period),
    regions: list('regions', drafted.regions),
    constraints: list('constraints', drafted.constraints),
    acceptableSources: list('acceptableSources', drafted.acceptableSources).map(tierOf),
    terms: drafted.terms.map(({ term, meaning }) => ({ term, meaning: fields[`term:${term}`]?.trim() || meaning })),
    language: fields['language']?.trim() || drafted.language,
    deadline: deadlineOf(fields['deadline'], drafted.deadline),
    assumed: [...drafted.assumed, ...unclear.map(({ question: asked, suggestion }, at) => `${asked} ${fields[`unclear:${at}`]?.trim() || suggestion}`)],
  };
}

/** Two dates as they may be written (`2018–2026`, `2024-05 to 2025-01`, `since 2020`); an empty field means any period. */
function periodOf(written: string | undefined, drafted: Scope['period']): Scope['period'] {
  if (written === undefined) return drafted;
  if (written.trim() === '') return null;
  const dates = [...written.matchAll(/\d{4}(?:-\d{2}(?:-\d{2})?)?/g)].map(([date]) => date);
  const [first, second] = dates;
  if (first === undefined || dates.length > 2) throw new Error(`The period "${written}" is not understood. Write years or dates, such as 2018–2026 or 2024-05.`);
  if (second !== undefined) return { from: first, to: second };
  if (/until|before|bis|至今之前|以前|之前|^\s*[–-]/i.test(written)) return { from: null, to: first };
  return /since|from|after|以来|之后|起|[–-]\s*$/i.test(written) ? { from: first, to: null } : { from: first, to: first };
}

function deadlineOf(written: string | undefined, drafted: string | null): string | null {
  if (written === undefined) return drafted;
  if (written.trim() === '') return null;
  const read = date.safeParse(written.trim());
  if (!read.success) throw new Error(`The deadline "${written}" is not a date. Write it like 2026-05-31.`);
  return read.data;
}

function tierOf(name: string): Tier {
  const tier = tiers.find((one) => one === name);
  if (tier === undefined) throw new Error(`"${name}" is not a kind of source. Kinds: ${tiers.join(', ')}.`);
  return tier;
}

export interface ClaimEdit {
  id: string;
  text: string;
  key: boolean;
  risk: string;
  requirement: Pick<Claim['requirement'], 'voices' | 'orFirstHand' | 'counterSearch' | 'disinterested'>;
}

/** The proposed claims with a person's edits, without what they struck out. Throws a sentence for an edit of what was not proposed. */
export function claimsFromForm(proposed: readonly Claim[], edits: readonly ClaimEdit[], drop: readonly string[]): Claim[] {
  const unknown = [...edits.map(({ id }) => id), ...drop].find((id) => !proposed.some((claim) => claim.id === id));
  if (unknown !== undefined) throw new Error(`The plan that waits has no claim ${unknown}: look at it again.`);
  return proposed.filter(({ id }) => !drop.includes(id)).map((claim) => {
    const edit = edits.find(({ id }) => id === claim.id);
    if (!edit) return claim;
    const risk = risks.find((one) => one === edit.risk);
    if (risk === undefined) throw new Error(`"${edit.risk}" is not a risk. Risks: ${risks.join(', ')}.`);
    if (edit.text.trim() === '') throw new Error(`Claim ${claim.id} has no text. Write it, or strike it out.`);
    return { ...claim, text: edit.text.trim(), key: edit.key, risk, requirement: { ...claim.requirement, ...edit.requirement } };
  });
}
