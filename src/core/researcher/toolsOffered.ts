import * as z from 'zod';
import { available } from '../budget/approver';
import { type Axis } from '../budget/events';
import { reservationOf, type BudgetState } from '../budget/state';
import { type RunStateName } from '../run/records';
import { facts, type RunState } from '../run/state';
import { delegateFrom } from '../tool/delegation';
import { type Tool } from '../tool/tool';
import { type ToolSpec } from './researcher';

/** What each phase allows. A child has its own row. Being listed is no permission: the approver and each tool decide. */
const phaseTools: Record<RunStateName | 'child', readonly string[]> = {
  drafting: ['set_scope'],
  'awaiting-scope': [],
  planning: ['set_scope', 'set_plan'],
  'awaiting-plan': [],
  running: [
    'search', 'drop_results', 'open_source', 'read_source', 'query_table', 'calculate', 'record_evidence', 'record_inference', 'correct_evidence', 'link_sources', 'settle_conflict',
    'send_research_update', 'send_answer_part', 'change_plan', 'recall', 'delegate', 'enable_deep_research', 'finish',
  ],
  finalizing: ['record_evidence', 'calculate', 'record_inference', 'correct_evidence', 'settle_conflict', 'send_research_update', 'send_answer_part', 'recall', 'finish'],
  paused: [],
  ended: [],
  child: ['search', 'drop_results', 'open_source', 'read_source', 'query_table', 'calculate', 'record_evidence', 'correct_evidence', 'link_sources', 'recall', 'finish'],
};

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/**
 * JSON schema of a tool's arguments, as short as it can say the same. What may be null may be left out: models then write no
 * nulls, and servers that know no unions understand it. The tool's own schema still decides what is accepted.
 */
export function parametersOf(schema: z.ZodType): Record<string, unknown> {
  let made = schemas.get(schema);
  if (!made) {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    made = plain(rest) as Record<string, unknown>;
    schemas.set(schema, made);
  }
  return made;
}

/** Keywords that a model cannot use; a value that breaks one is answered by the tool. */
const unsaid = new Set(['minLength', 'pattern', 'additionalProperties']);

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const record = node as Record<string, unknown>;
  const present = withoutNull(record);
  if (present) return plain(present);
  const { properties } = record;
  const entries = Object.entries(record).filter(([key, value]) => !unsaid.has(key) && value !== Number.MAX_SAFE_INTEGER).map(([key, value]): [string, unknown] => {
    if (key === 'required' && Array.isArray(value)) return [key, value.filter((name: string) => !withoutNull((properties as Record<string, Record<string, unknown>>)[name] ?? {}))];
    // Names of fields are no keywords.
    return [key, key === 'properties' ? Object.fromEntries(Object.entries(value as Record<string, unknown>).map(([name, field]) => [name, plain(field)])) : plain(value)];
  });
  return Object.fromEntries(entries.filter(([key, value]) => key !== 'required' || (value as string[]).length > 0));
}

/** The schema of a value that may also be null, without that; null when it may not. */
function withoutNull(node: Record<string, unknown>): Record<string, unknown> | null {
  const { anyOf, type, ...rest } = node;
  if (Array.isArray(anyOf)) {
    const others = (anyOf as Record<string, unknown>[]).filter((one) => one['type'] !== 'null');
    return others.length < anyOf.length ? { ...rest, ...(others.length === 1 ? others[0] : { anyOf: others }) } : null;
  }
  return Array.isArray(type) && type.includes('null') ? { ...rest, type: (type as string[]).find((one) => one !== 'null') } : null;
}

/** Whether the phase allows a tool. It may have been called although it was not offered. */
export const isAllowed = (state: RunState, name: string, worker: string): boolean => phaseTools[worker === 'main' ? facts(state).state : 'child'].includes(name);

/** Axes that a call always spends: with nothing left of one there is no use in offering it. */
const spends: Partial<Record<string, Axis>> = { search: 'searches', open_source: 'reads', read_source: 'reads', query_table: 'reads', send_answer_part: 'publications' };

/**
 * The tools of a worker, by phase, limits and permissions. They stand before everything else in a request, so a set that changes
 * costs a server's whole cache: the main loop keeps the set that `budget` allowed, when what it shows began; a call that is
 * spent meanwhile is refused. A child has few requests and none to waste: its set follows its share.
 */
export function toolsFor(state: RunState, tools: readonly Tool[], worker: string, budget: BudgetState = state.budget): ToolSpec[] {
  const run = facts(state);
  const share = worker === 'main' ? undefined : reservationOf(state.budget, worker)?.left ?? {};
  const left = (axis: Axis): number => (share ? share[axis] ?? 0 : available(budget.meters[axis]));
  const names = phaseTools[share ? 'child' : run.state].filter((name) => {
    if (name === 'enable_deep_research') return budget.depth === 'standard' && run.options.depth !== 'standard';
    if (name === 'set_scope') return state.ledger.scope === null || state.ledger.scope.question !== (run.followUps.at(-1) ?? run.question);
    if (name === 'delegate') return left('requests') >= delegateFrom;
    const axis = spends[name];
    return axis === undefined || left(axis) >= 1;
  });
  return tools.filter(({ name }) => names.includes(name)).map(({ name, description, forChild, schema }) => ({ name, description: share ? forChild ?? description : description, parameters: parametersOf(schema) }));
}
