import * as z from 'zod';
import { cause, claim, conflict, evidence, gain, result, scope, search, side, text } from './records';

const plannedSearch = z.object({ claim: text, query: text });

/** One recorded change of the plan, claim by claim. `lower` says that a requirement, risk or key mark went down: only a person may. */
const claimChange = z.object({ change: z.enum(['add', 'raise', 'lower', 'reword', 'drop']), claim, reason: text });

export const ledgerEvents = {
  /** What is unclear and would change the answer, each with the default that stands when the user just presses Start. */
  'scope.proposed': z.object({ scope, unclear: z.array(z.object({ field: text, question: text, suggestion: text })) }),
  'scope.frozen': z.object({ version: z.int(), scope, by: text }),
  'plan.proposed': z.object({ claims: z.array(claim), searches: z.array(plannedSearch), hash: text }),
  /** `hash` is what was approved: SHA-256 of the canonical JSON of claims and searches. */
  'plan.frozen': z.object({ version: z.int(), claims: z.array(claim), searches: z.array(plannedSearch), hash: text, approvedBy: text }),
  'plan.changed': z.object({ version: z.int(), changes: z.array(claimChange), reason: text, budgetEffect: text, by: text }),

  'search.executed': z.object({ search, results: z.array(result) }),
  /** `everywhere`: the pages themselves were dropped, so that a later search that brings them has them dropped already. */
  'results.decided': z.object({ results: z.array(text), decision: z.enum(['chosen', 'dropped']), reason: text.nullable(), everywhere: z.boolean().optional() }),
  'gain.credited': z.object({ search: text, gain }),

  'evidence.recorded': evidence.omit({ state: true, stateReason: true }),
  'evidence.stateChanged': z.object({ evidence: z.array(text), state: z.enum(['active', 'withdrawn', 'broken']), reason: text }),

  'conflict.opened': conflict,
  /** New evidence on a side that is there, or a new side. */
  'conflict.sidesChanged': z.object({ id: text, sides: z.array(side) }),
  'conflict.settled': z.object({ id: text, state: z.enum(['explained', 'kept', 'open']), cause: cause.nullable(), explanation: text, carries: z.int().nullable(), needed: text.nullable(), by: text }),

  /**
   * A field of a record was set, by a person or, of its own evidence, by a researcher: the value before stands beside it, so that
   * another correction can undo it. `conflicts`: those that an evidence stood in until then; earlier logs lack it.
   */
  'correction.made': z.object({ id: text, target: text, field: text, before: z.unknown(), after: z.unknown(), reason: text, by: text, conflicts: z.array(text).nullish() }),
} as const;
