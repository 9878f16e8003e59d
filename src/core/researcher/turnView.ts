import * as z from 'zod';
import { available } from '../budget/approver';
import { assess } from '../ledger/assess';
import { converge } from '../ledger/convergence';
import { windowStart } from '../request/size';
import { type RunStateName, type StoredText } from '../run/records';
import { facts, type RunState, type Turn } from '../run/state';
import { restore, restoreData } from '../run/storedText';
import { type Archive } from '../source/archive';
import { type Tool } from '../tool/tool';
import { receiptLimit, type Exchange, type ToolSpec, type TurnView } from './researcher';

/** UTF-16 code units of exchanges that are brought in, about 12,000 tokens; older ones are reached through `recall`. */
const exchangeUnits = 40_000;

/** Free requests below which there is nothing worth sharing. */
const delegateFrom = 12;

/** What each phase allows. A child has its own row. Being listed is no permission: the approver and each tool decide. */
const phaseTools: Record<RunStateName | 'child', readonly string[]> = {
  drafting: ['set_scope'],
  'awaiting-scope': [],
  planning: ['set_scope', 'set_plan'],
  'awaiting-plan': [],
  running: [
    'search', 'drop_results', 'open_source', 'read_source', 'query_table', 'calculate', 'record_evidence', 'record_inference', 'link_sources', 'settle_conflict',
    'send_research_update', 'send_answer_part', 'change_plan', 'recall', 'delegate', 'enable_deep_research', 'finish',
  ],
  finalizing: ['record_evidence', 'calculate', 'record_inference', 'settle_conflict', 'send_research_update', 'send_answer_part', 'recall', 'finish'],
  paused: [],
  ended: [],
  child: ['search', 'drop_results', 'open_source', 'read_source', 'query_table', 'calculate', 'record_evidence', 'link_sources', 'recall', 'finish'],
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

export function toolsFor(state: RunState, tools: readonly Tool[], worker: string): ToolSpec[] {
  const run = facts(state);
  const names = phaseTools[worker === 'main' ? run.state : 'child'];
  // Within a phase the set stays as it is, so that a server's cache holds; it changes when a limit or a permission does.
  const left = new Set(names.filter((name) => {
    if (name === 'enable_deep_research') return state.budget.depth === 'standard' && run.options.depth !== 'standard';
    if (name === 'set_scope') return state.ledger.scope === null || state.ledger.scope.question !== (run.followUps.at(-1) ?? run.question);
    if (name === 'delegate') return available(state.budget.meters.requests) >= delegateFrom;
    if (name === 'search') return available(state.budget.meters.searches) > 0 || worker !== 'main';
    if (name === 'send_answer_part') return available(state.budget.meters.publications) > 0;
    return true;
  }));
  return tools.filter(({ name }) => left.has(name)).map(({ name, description, schema }) => ({ name, description, parameters: parametersOf(schema) }));
}

export interface ViewParts {
  state: RunState;
  tools: readonly Tool[];
  archive: Archive;
  now: string;
  worker: string;
  news: readonly string[];
}

export async function turnView({ state, tools, archive, now, worker, news }: ViewParts): Promise<TurnView> {
  const own = state.turns.filter((turn) => turn.worker === worker);
  const child = state.children.find(({ id }) => id === worker);
  return {
    now, worker, turn: own.length + 1, state, assessment: assess(state), convergence: converge(state, now), tools: toolsFor(state, tools, worker),
    exchanges: await Promise.all(own.slice(windowStart(own.map(sizeOf), exchangeUnits)).map((turn) => exchange(turn, archive))),
    objective: child ? { id: child.id, objective: child.objective, output: child.output, boundaries: child.boundaries, sources: child.sources, claims: child.claims } : null,
    news,
  };
}

/** What a turn takes in a request: a receipt counts up to what is shown of it. */
const sizeOf = (turn: Turn): number => units(turn.text) + turn.calls.reduce((sum, { args, receipt }) => sum + JSON.stringify(args ?? null).length + Math.min(receiptLimit, receipt ? units(receipt.text) : 0), 0);

const units = (stored: StoredText): number => ('text' in stored ? stored.text.length : stored.length);

async function exchange(turn: Turn, archive: Archive): Promise<Exchange> {
  return {
    ...turn,
    text: await restore(archive, turn.text),
    calls: await Promise.all(turn.calls.map(async ({ id, name, args, receipt }) => ({
      id, name, args,
      receipt: receipt && { ok: receipt.ok, text: await restore(archive, receipt.text), data: receipt.data === null ? null : await restoreData(archive, receipt.data) },
    }))),
  };
}
