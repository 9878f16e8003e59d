import * as z from 'zod';
import { currentBlocks } from '../article/state';
import { strangeInFigure } from '../check/publication';
import { assess } from '../ledger/assess';
import { stillDown } from '../ledger/calculated';
import { correctionDrafts } from '../ledger/corrections';
import { areEqualWithinRounding } from '../ledger/compare';
import { date, figure, relation, text, type Evidence } from '../ledger/records';
import { isPerson } from '../run/by';
import { type EventDraft } from '../run/event';
import { whatIf, type RunState } from '../run/state';
import { openedNote } from './consequences';
import { figureArgs } from './figureArgs';
import { notInQuote } from './recordEvidence';
import { nothing, optional, ref, refused, tool, type ToolContext, type ToolOutcome } from './tool';

const clearable = ['figure', 'as_of', 'validity'] as const;
const change = z.object({
  evidence: ref, withdrawn: optional(z.literal(true)), relation: optional(relation), figure: optional(figureArgs.partial()), as_of: optional(date), validity: optional(text),
  clear: optional(z.array(z.enum(clearable))),
});
const correctArgs = z.object({ changes: z.array(change).min(1), reason: text });

export const correctEvidence = tool({
  name: 'correct_evidence',
  description: 'Take back or correct evidence that this run recorded: `withdrawn`, or only what changes of relation, figure (its changed fields), as_of and validity; `clear` empties a field. Where two pieces that do not disagree were set against each other, say in one call what each figure is stated for (denominator, basis, period, sample) or mend the relation: then there is no conflict. Each change is listed with its reason.',
  schema: correctArgs,
  spends: () => nothing,
  effect: false,
  run: (args, context) => (state) => correct(args, context, state),
});

function correct({ changes, reason }: z.infer<typeof correctArgs>, { worker }: ToolContext, state: RunState): ToolOutcome {
  const drafts: EventDraft[] = [];
  const said: string[] = [];
  for (const wish of changes) {
    const item = state.ledger.evidence.find(({ id }) => id === wish.evidence);
    if (!item) return refused(`There is no evidence ${wish.evidence}.`);
    const fields = fieldsOf(wish, item);
    const problem = foreign(state, item, fields, worker) ?? (fields.length === 0 ? `Say what changes of ${item.id}.` : null);
    if (problem !== null) return refused(problem);
    for (const [field, value] of fields) {
      const outcome = correctionDrafts(whatIf(state, drafts), item.id, field, value, reason, worker);
      if (!outcome.ok) return refused(outcome.problem);
      drafts.push(...outcome.drafts);
    }
    said.push(wish.withdrawn ? `${item.id} is taken back` : `${item.id} is corrected (${fields.map(([field]) => field).join(', ')})`);
  }
  const corrected = changes.map(({ evidence }) => evidence);
  return { ok: true, drafts, data: { corrected }, text: `${said.join('; ')}.${consequences(state, whatIf(state, drafts), corrected)}${openedNote(drafts)}` };
}

/** The fields that change, as a correction takes them. A figure keeps what is not named. */
function fieldsOf(wish: z.infer<typeof change>, item: Evidence): [field: string, value: unknown][] {
  if (wish.withdrawn) return [['withdrawn', true]];
  const named = wish.figure === null ? [] : Object.entries(wish.figure).filter(([, value]) => value !== null && value !== undefined);
  const blank = { unit: null, denominator: null, period: null, basis: null, sample: null, rowHeading: null, columnHeading: null, formula: null };
  const given: [string, unknown][] = [
    ['relation', wish.relation], ['figure', named.length === 0 ? null : { ...(item.figure ?? blank), ...Object.fromEntries(named) }], ['asOf', wish.as_of], ['validity', wish.validity],
  ];
  return [...given.filter(([, value]) => value !== null), ...(wish.clear ?? []).map((field): [string, unknown] => [field === 'as_of' ? 'asOf' : field, null])];
}

/** Why a worker may not change a piece of evidence: another recorded it, a person set it, it no longer stands, or its figure is not given by words. */
function foreign({ ledger }: RunState, item: Evidence, fields: readonly (readonly [field: string, value: unknown])[], worker: string): string | null {
  if (isPerson(item.worker)) return `${item.id} was recorded by a person: say in an update what is wrong with it.`;
  if (worker !== 'main' && item.worker !== worker) return `${item.id} is not yours: hand back what is wrong with it.`;
  if (item.state !== 'active') return `${item.id} is ${item.state} already.`;
  const set = ledger.corrections.filter(({ target, by }) => target === item.id && isPerson(by)).map(({ field }) => field);
  const held = fields.some(([field]) => field === 'withdrawn') ? set : set.filter((field) => fields.some(([name]) => name === field));
  if (held.length > 0) return `A person set ${[...new Set(held)].join(', ')} of ${item.id}: that stands.`;
  return figureProblem(item, fields);
}

/** A figure follows from premises, stands in the answer of its table, or in its quote; what is no whole figure the correction itself refuses. */
function figureProblem(item: Evidence, fields: readonly (readonly [field: string, value: unknown])[]): string | null {
  const given = fields.find(([field]) => field === 'figure');
  if (given === undefined) return null;
  if (item.premises.length > 0) return `The figure of ${item.id} follows from ${item.premises.join(', ')}: correct those, or take it back and calculate again.`;
  const whole = figure.safeParse(given[1]);
  if (!whole.success) return null;
  if (item.result) return item.result.row.some((value) => typeof value === 'number' && areEqualWithinRounding(whole.data, { value, text: String(value) })) ? null : `${whole.data.value} is not what the table gave (${item.result.row.join(' | ')}).`;
  const strange = item.quote === null || whole.data.text === item.figure?.text ? [] : strangeInFigure(whole.data, item.quote);
  return strange.length > 0 ? notInQuote(strange) : null;
}

/** What follows: what fell, what stands again or still does not, what rests on another figure now, conflicts that are none, claims that stand otherwise, and parts that cite what changed. */
function consequences(before: RunState, after: RunState, corrected: readonly string[]): string {
  const [then, now] = [assess(before), assess(after)];
  const fell = [...then.live.live.keys()].filter((id) => !now.live.live.has(id) && !corrected.includes(id));
  const risen = [...now.live.live.keys()].filter((id) => !then.live.live.has(id));
  const inferred = after.ledger.evidence.filter(({ id, kind, premises }) => kind === 'inference' && now.live.live.has(id) && premises.some((premise) => corrected.includes(premise))).map(({ id }) => id);
  const conflicts = [...then.live.conflicts.values()].flat().filter(({ id }) => ![...now.live.conflicts.values()].flat().some((one) => one.id === id)).map(({ id }) => id);
  const claims = [...now.claims.values()].flatMap(({ claim, status }) => { const was = then.claims.get(claim)?.status; return was === status ? [] : [`${claim} is ${status} (was ${was ?? 'open'})`]; });
  const blocks = currentBlocks(after.article).filter(({ citations }) => citations.some(({ evidence }) => evidence !== null && [...corrected, ...fell].includes(evidence))).map(({ block }) => block);
  const lines: [readonly string[], string][] = [
    [fell, 'fell with it'], [risen, 'standing again'], [corrected.flatMap((id) => stillDown(before.ledger, after.ledger, id)), ''], [inferred, 'inferred from it: see whether it still follows'], [conflicts, 'no conflict any more'], [claims, ''], [blocks, 'cites what changed: revise it'],
  ];
  return lines.map(([ids, words]) => (ids.length === 0 ? '' : ` ${ids.join(', ')}${words === '' ? '' : `: ${words}`}.`)).join('');
}
