import * as z from 'zod';
import { verdicts } from '../check/events';
import { idKinds } from '../ids';
import { byId } from '../immutable';
import { parsedJson } from '../json';
import { type EventDraft } from '../run/event';
import { nextId, whatIf, type RunState } from '../run/state';
import { provenance } from '../source/records';
import { supersedesIn } from '../source/supersedes';
import { conflictsAfterCorrection } from './conflict';
import { liveLedger } from './live';
import { claimKinds, date, figure, relation, requirement, risks, text, tier, type Evidence } from './records';
import { opposedByItself } from './sameWords';
import { figureCorrectedDrafts, restoreEvidenceDrafts, withdrawEvidenceDrafts } from './withdraw';

/** What a correction comes to: drafts to record, or a sentence that names the thing and what may be set instead. */
export type CorrectionOutcome = { ok: true; drafts: EventDraft[] } | { ok: false; problem: string };

/** What may be set, by the letter of the record's id. Identity, bytes, spans and hashes are facts and are not here. */
const settable: Readonly<Record<string, { what: string; fields: Readonly<Record<string, z.ZodType>> }>> = {
  [idKinds.claim]: { what: 'claim', fields: { text, kind: z.enum(claimKinds), risk: z.enum(risks), key: z.boolean(), part: text, dimension: text.nullable(), constraint: text.nullable(), requirement } },
  [idKinds.source]: { what: 'source', fields: { title: z.string(), publisher: text.nullable(), authors: z.array(text), tier, method: text.nullable(), interest: text.nullable() } },
  [idKinds.snapshot]: { what: 'snapshot', fields: { published: date.nullable(), modified: date.nullable() } },
  [idKinds.evidence]: { what: 'evidence', fields: { relation, asOf: date.nullable(), validity: text.nullable(), figure: figure.nullable(), withdrawn: z.boolean() } },
  [idKinds.check]: { what: 'check', fields: { verdict: z.enum(verdicts) } },
};

const edges = provenance.shape.relation.options;
type Edge = (typeof edges)[number];
const isEdge = (field: string): field is Edge => (edges as readonly string[]).includes(field);

/**
 * Sets a field of a record: a claim, a source's tier, a date, a relation, a verdict, or that evidence is withdrawn. `requirement.voices` and the like
 * reach into a requirement; a relation of provenance (`reposts`, …) on a source takes the list of sources it points to. A value
 * given as text, as on a command line, is read as what the field holds. The value before stands in the event: setting it again undoes.
 */
export function correctionDrafts(state: RunState, target: string, field: string, value: unknown, reason: string, by: string): CorrectionOutcome {
  const letter = target[0] ?? '';
  const kind = Object.hasOwn(settable, letter) ? settable[letter] : undefined;
  const record = recordOf(state, target);
  if (!kind || !record) return refused(`There is no ${kind ? `${kind.what} ${target}` : `"${target}" that can be corrected: name a claim (C1), source (S1), snapshot (N1), evidence (E1) or check (V1)`}.`);
  if (reason.trim() === '') return refused(`Say why ${field} of ${target} is corrected.`);
  if (target.startsWith(idKinds.source) && isEdge(field)) return edgeDrafts(state, target, field, value, reason, by);

  const [name = '', inner] = field.split('.');
  const schema = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
  const nested = inner === undefined ? null : name === 'requirement' && Object.hasOwn(requirement.shape, inner) ? inner : undefined;
  if (!schema || nested === undefined) {
    const known = [...Object.keys(kind.fields), ...(name === 'requirement' ? Object.keys(requirement.shape).map((slot) => `requirement.${slot}`) : []), ...(target.startsWith(idKinds.source) ? edges : [])];
    return refused(`${field} of ${target} is not for anyone to set. What may be set: ${known.join(', ')}.`);
  }
  const before = valueOf(record, name);
  const parsed = read(nested === null ? schema : requirement.shape[nested as keyof typeof requirement.shape], value);
  if (!parsed.success) return refused(`${JSON.stringify(value)} is no ${field} for ${target}: ${z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, '; ').replace(/^✖ /, '')}.`);
  const after = nested === null ? parsed.data : { ...(before as object), [nested]: parsed.data };
  if (JSON.stringify(before) === JSON.stringify(after)) return refused(`${field} of ${target} is ${JSON.stringify(parsed.data)} already.`);
  if (target.startsWith(idKinds.claim)) {
    const problem = claimProblem(state, name, after);
    if (problem !== null) return refused(problem);
  }
  const correction: EventDraft = { type: 'correction.made', by, data: { id: nextId(state, 'correction'), target, field: name, before, after, reason, by, ...(target.startsWith(idKinds.evidence) ? { conflicts: conflictsWith(state, target) } : {}) } };
  const contrary = target.startsWith(idKinds.evidence) ? contraryAfter(state, correction, target, name) : undefined;
  if (contrary) return refused(`${contrary.id} ${contrary.relation} ${contrary.claim} by the same words: one statement does not stand on both sides of a claim. Correct or take back ${contrary.id} first.`);
  const follows = target.startsWith(idKinds.evidence) ? followsFrom(whatIf(state, [correction]), target, name, after, reason, by) : [];
  if (name === 'withdrawn' && follows.length === 0) return refused(`${target} is ${(record as Evidence).state} for another reason: ${(record as Evidence).stateReason ?? ''}.`);
  return { ok: true, drafts: [correction, ...follows] };
}

/** The correction that undoes another; the values between are not looked at, the later word stands. */
export function undoDrafts(state: RunState, correction: string, reason: string, by: string): CorrectionOutcome {
  const made = state.ledger.corrections.find(({ id }) => id === correction);
  if (!made) return refused(`There is no correction ${correction}.`);
  return correctionDrafts(state, made.target, made.field, made.before, reason, by);
}

const refused = (problem: string): CorrectionOutcome => ({ ok: false, problem });

function recordOf({ ledger, source, checks }: RunState, target: string): object | undefined {
  const all: Readonly<Record<string, readonly { id: string }[]>> = {
    [idKinds.claim]: ledger.claims, [idKinds.source]: source.sources, [idKinds.snapshot]: source.snapshots, [idKinds.evidence]: ledger.evidence, [idKinds.check]: checks,
  };
  return all[target[0] ?? '']?.find(({ id }) => id === target);
}

/** A date of a snapshot is kept with where it was found; a person sets the date. That evidence is withdrawn is a state of it. */
function valueOf(record: object, field: string): unknown {
  if (field === 'withdrawn') return (record as Evidence).state === 'withdrawn';
  const held: unknown = (record as Record<string, unknown>)[field];
  return (field === 'published' || field === 'modified') && typeof held === 'object' && held !== null && 'value' in held ? held.value : held;
}

/** As given; else, for text, as JSON, as nothing, or as a list with commas: the first that the field can hold. */
function read(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  const asGiven = schema.safeParse(value);
  if (asGiven.success || typeof value !== 'string') return asGiven;
  const readings: unknown[] = [parsedJson(value), ...(value.trim() === '' ? [null, []] : []), value.split(',').map((item) => item.trim())];
  return readings.map((reading) => schema.safeParse(reading)).find(({ success }) => success) ?? asGiven;
}

function claimProblem({ ledger }: RunState, field: string, after: unknown): string | null {
  if (field !== 'part' || ledger.scope?.parts.some(({ id }) => id === after)) return null;
  return `The scope has no part ${String(after)}: ${ledger.scope?.parts.map(({ id }) => id).join(', ') ?? 'none is frozen'}.`;
}

/** What would say the contrary of evidence by its own words, were it so corrected; of what stays withdrawn, nothing. */
function contraryAfter(state: RunState, correction: EventDraft, target: string, field: string): Evidence | undefined {
  const { ledger } = whatIf(state, [correction]);
  const item = byId('evidence', ledger.evidence, target);
  const stands = item?.state === 'active' ? field === 'relation' || field === 'figure' : field === 'withdrawn';
  return item && stands ? opposedByItself(ledger, item) : undefined;
}

/** The conflicts between live sides that an evidence stands in. */
const conflictsWith = (state: RunState, evidence: string): string[] =>
  [...liveLedger(state.ledger, state.source).conflicts.values()].flat().filter(({ sides }) => sides.some((side) => side.evidence.includes(evidence))).map(({ id }) => id);

/**
 * What follows from a correction of evidence that `state` holds: what it says decides with what it is in conflict, what was
 * calculated from another figure no longer stands, what was from this one does again, and what is withdrawn takes with it all that rests on it.
 */
function followsFrom(state: RunState, target: string, field: string, after: unknown, reason: string, by: string): EventDraft[] {
  if (field === 'withdrawn') return after === true ? withdrawEvidenceDrafts(state, target, reason, by) : restoreEvidenceDrafts(state, target, by, supersedesIn(state));
  const evidence = byId('evidence', state.ledger.evidence, target);
  if (!evidence || (field !== 'relation' && field !== 'figure')) return [];
  // What lies is in no conflict; what was calculated from it must know its figure all the same, for when it stands again.
  const drafts = evidence.state === 'active' ? conflictsAfterCorrection(state, evidence, supersedesIn(state)) : [];
  if (field === 'figure') drafts.push(...figureCorrectedDrafts(whatIf(state, drafts), target, reason, by, supersedesIn(state)));
  return drafts;
}

/** Sets where a source's edges of one relation point to: what is missing is linked, what is too much is unlinked, by name and with the reason. */
function edgeDrafts(state: RunState, from: string, field: Edge, value: unknown, reason: string, by: string): CorrectionOutcome {
  const parsed = read(z.array(text), value);
  if (!parsed.success) return refused(`${field} of ${from} takes a list of source ids, such as S1, S2; an empty list takes all such edges away.`);
  const after = [...new Set(parsed.data as string[])];
  const unknown = after.filter((id) => id === from || !state.source.sources.some((source) => source.id === id));
  if (unknown.length > 0) return refused(`${unknown.join(', ')} cannot be what ${from} ${field}: name other sources of this run.`);
  const before = [...new Set(state.source.provenance.filter((edge) => edge.from === from && edge.relation === field).map(({ to }) => to))];
  const linked = after.filter((id) => !before.includes(id));
  const unlinked = before.filter((id) => !after.includes(id));
  if (linked.length + unlinked.length === 0) return refused(`${field} of ${from} is ${before.join(', ') || 'empty'} already.`);
  return {
    ok: true,
    drafts: [
      { type: 'correction.made', by, data: { id: nextId(state, 'correction'), target: from, field, before, after, reason, by } },
      ...linked.map((to): EventDraft => ({ type: 'provenance.linked', by, data: { from, to, relation: field, by, score: null, why: reason, claim: null } })),
      ...unlinked.map((to): EventDraft => ({ type: 'provenance.unlinked', by, data: { from, to, relation: field, reason, by } })),
    ],
  };
}
