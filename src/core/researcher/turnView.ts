import * as z from 'zod';
import { assess } from '../ledger/assess';
import { converge } from '../ledger/convergence';
import { windowStart } from '../request/size';
import { type RunStateName, type StoredText } from '../run/records';
import { facts, type RunState, type Turn } from '../run/state';
import { restore } from '../run/storedText';
import { type Archive } from '../source/archive';
import { type Tool } from '../tool/tool';
import { type Exchange, type ToolSpec, type TurnView } from './researcher';

/** UTF-16 code units of exchanges that are brought in, about 12,000 tokens; older ones are reached through `recall`. */
const exchangeUnits = 40_000;

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
  finalizing: ['record_inference', 'settle_conflict', 'send_research_update', 'send_answer_part', 'recall', 'finish'],
  paused: [],
  ended: [],
  child: ['search', 'drop_results', 'open_source', 'read_source', 'query_table', 'calculate', 'record_evidence', 'link_sources', 'recall', 'finish'],
};

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/** JSON schema of a tool's arguments; null and absence mean the same, so every field is required and nullable. */
export function parametersOf(schema: z.ZodType): Record<string, unknown> {
  let made = schemas.get(schema);
  if (!made) {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    made = rest;
    schemas.set(schema, made);
  }
  return made;
}

export function toolsFor(state: RunState, tools: readonly Tool[], worker: string): ToolSpec[] {
  const run = facts(state);
  const names = phaseTools[worker === 'main' ? run.state : 'child'];
  const left = new Set(names.filter((name) => {
    if (name === 'enable_deep_research') return state.budget.depth === 'standard' && run.options.depth !== 'standard';
    if (name === 'settle_conflict') return state.ledger.conflicts.some((conflict) => conflict.state === 'open');
    if (name === 'query_table' || name === 'read_source' || name === 'record_evidence') return state.source.snapshots.length > 0;
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
const sizeOf = (turn: Turn): number => units(turn.text) + turn.calls.reduce((sum, { args, receipt }) => sum + JSON.stringify(args ?? null).length + Math.min(6000, receipt ? units(receipt.text) : 0), 0);

const units = (stored: StoredText): number => ('text' in stored ? stored.text.length : stored.length);

async function exchange(turn: Turn, archive: Archive): Promise<Exchange> {
  return {
    ...turn,
    text: await restore(archive, turn.text),
    calls: await Promise.all(turn.calls.map(async ({ id, name, args, receipt }) => ({
      id, name, args,
      receipt: receipt && { ok: receipt.ok, text: await restore(archive, receipt.text), data: receipt.data === null ? null : (JSON.parse(await restore(archive, receipt.data)) as unknown) },
    }))),
  };
}
