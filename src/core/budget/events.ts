import * as z from 'zod';
import { text } from '../ledger/records';
import { said } from '../run/saidSchema';

export const axes = ['turns', 'requests', 'reads', 'searches', 'publications', 'milliseconds', 'revisions', 'blockRevisions', 'tokens', 'money'] as const;
export type Axis = (typeof axes)[number];
export const axis = z.enum(axes);
/** Limits over what servers report afterwards; before that it is expected. */
export const outerAxes = ['tokens', 'money'] as const satisfies readonly Axis[];

/** Amounts by axis; an axis that is not named is not touched. */
export const amounts = z.partialRecord(axis, z.number().min(0));
export type Amounts = z.infer<typeof amounts>;

/** What became of a call's cost: `spent` as asked, `released` when nothing was worked, `unknown` when nobody can say. */
export const settlement = z.enum(['spent', 'released', 'unknown']);
export type Settlement = z.infer<typeof settlement>;

export const depthIntent = z.enum(['user', 'template', 'suggestion', 'researcher']);
export type DepthIntent = z.infer<typeof depthIntent>;

export const budgetEvents = {
  /** The original grant: axis → amount, a deadline, and what was reserved for finalization. An axis without a grant is unlimited. */
  'budget.granted': z.object({ grant: amounts, explicit: z.array(axis), deadline: text.nullable(), finalization: amounts }),
  /** Set aside for a child or a check before it is spent. */
  'budget.reserved': z.object({ id: text, purpose: text, said: said.nullish(), amounts }),
  /** What is left of a reservation goes back. */
  'budget.released': z.object({ id: text }),
  /** Active time that passed since the last such event. */
  'time.passed': z.object({ milliseconds: z.int().min(0) }),
  /** `said`: the host's own words, where the reason is not another's. */
  'depth.wanted': z.object({ intent: depthIntent, reason: text, said: said.nullish() }),
  'depth.decided': z.object({ granted: z.boolean(), reason: text, said: said.nullish() }),
  /** The meters and the clock now stand on the deep grant. */
  'depth.applied': z.object({ grant: amounts }),
  /**
   * An event on depth that does not hold, as it was read, or one that was set aside with its writer: what is in force cannot be told
   * from it. Everything else in a log is read or refused.
   */
  'depth.unreadable': z.object({ of: text, problem: text, was: z.unknown() }),
} as const;
