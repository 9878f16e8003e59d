import * as z from 'zod';
import { text, tiers } from '../ledger/records';

/**
 * A research template: a file that says how researches of a kind are done here. It is trusted only from the user's own folder
 * or a trusted workspace; what it declares is an intent or a hint, never a permission.
 */
export const researchTemplate = z.object({
  name: text.max(80),
  /** Default depth; deep is then asked for in the template's name, and decided like any other wish. */
  depth: z.enum(['standard', 'deep']).default('standard'),
  /** What a plan of this kind should not forget; shown to the researcher with the question. */
  planHints: z.array(text.max(300)).max(20).default([]),
  /** Kinds of source to prefer. */
  preferredSources: z.array(z.enum(tiers)).default([]),
});
export type ResearchTemplate = z.infer<typeof researchTemplate>;

/** Reads a template's JSON; the error names the file's fault. */
export function parseTemplate(written: string, file: string): ResearchTemplate {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (cause) {
    throw new Error(`The template ${file} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
  const parsed = researchTemplate.safeParse(value);
  if (!parsed.success) throw new Error(`The template ${file} does not fit:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
