import * as z from 'zod';
import { text } from '../ledger/records';

export const verdicts = ['supported', 'partly', 'unsupported', 'contradicted', 'not-checked', 'unknown-failed'] as const;

export const check = z.object({
  id: text,
  block: text,
  revision: z.int(),
  sentence: z.int().nullable(),
  source: text.nullable(),
  /** `rules` for the deterministic check at publication, else the verifier's model. */
  checker: text,
  selfChecked: z.boolean(),
  verdict: z.enum(verdicts),
  why: text,
});
export type Check = z.infer<typeof check>;

export const checkEvents = { 'check.done': check } as const;
