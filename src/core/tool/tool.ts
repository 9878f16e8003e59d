import * as z from 'zod';
import { plainId } from '../ids';
import { text } from '../ledger/records';
import { type Amounts, type Settlement } from '../budget/events';
import { type Calculator } from '../ledger/calculator';
import { type Archive } from '../source/archive';
import { type SearchProvider } from '../source/provider';
import { type TableEngine } from '../source/tableEngine';
import { type Library } from '../source/library';
import { type EventDraft, type RunEvent } from '../run/event';
import { type Clock, type Log } from '../run/platform';
import { type RunState } from '../run/state';
import { type Delegate } from './delegation';

/** What a tool may use. Ports only; the state it decides on is the one handed to its decision. */
export interface ToolContext {
  call: string;
  worker: string;
  /** Name written beside what is recorded. */
  extractor: string;
  quotes: boolean;
  state: RunState;
  library: Library;
  providers: readonly SearchProvider[];
  tables: TableEngine;
  calculator: Calculator;
  archive: Archive;
  /** Every event so far, for what the state does not keep. */
  events: readonly RunEvent[];
  sha256: (text: string) => string;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Resolves when the calls of this turn before this one are settled, with the state as it then is: for what must be compared with all that came before. */
  inOrder: () => Promise<RunState>;
  delegate: Delegate;
  /** Resolves once every model check that is due was made; `rest`: also what was not checked, with the requests that are left. */
  checked: (which: 'due' | 'rest') => Promise<void>;
}

/** What a call came to: words for the researcher, the same as data, and what is written together with its receipt. */
export interface ToolOutcome {
  ok: boolean;
  text: string;
  data?: unknown;
  drafts: readonly EventDraft[];
  /** Default: spent when it worked, released when it was refused before anything was done. */
  settlement?: Settlement;
}

export const refused = (text: string): ToolOutcome => ({ ok: false, text, drafts: [], settlement: 'released' });

/** Decided when the outcome gets its turn in the run's queue, on the state as it is then: ids and bindings are never stale. */
export type Outcome = (state: RunState) => ToolOutcome;

export interface Tool<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For the researcher: what it does and when to use it. */
  readonly description: string;
  /** What it does for a child, where that is something else. */
  readonly forChild?: string;
  readonly schema: S;
  spends(args: z.infer<S>, state: RunState): Amounts;
  /** Claims that it records or seeks something for: a child may name only those it was sent for. */
  claims?(args: z.infer<S>): readonly string[];
  /** True when it reaches outside the ledger: its intent is written before it starts, and it may run beside others. */
  readonly effect: boolean;
  /** Does the part that takes time, if any, and hands back the decision. */
  run(args: z.infer<S>, context: ToolContext): Promise<Outcome> | Outcome;
}

/** Keeps the schema's type while a list of tools forgets it. */
export const tool = <S extends z.ZodType>(definition: Tool<S>): Tool => definition;

/** Where a researcher may leave a field out: absence, `null`, also in quotation marks, and an empty text or object mean the same. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (isNothing(value) ? null : value), schema.nullable());

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 'null' || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

/** An id of the run, taken as it was meant where only its writing is off. */
export const ref = z.preprocess((value) => (typeof value === 'string' ? plainId(value) : value), text);

export const nothing: Amounts = {};
