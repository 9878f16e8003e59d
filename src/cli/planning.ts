import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { claim, scope } from '../core/ledger/records';
import { planHash } from '../core/ledger/plan';
import { errorMessage } from '../core/run/platform';
import { parseTemplate, type ResearchTemplate } from '../core/run/template';
import { sha256 } from '../compose';
import { type Arguments, UsageError } from './arguments';
import { writeFor } from './files';
import { optionsOf } from './runOptions';
import { answer, say } from './terminal';
import { runsIn } from './world';

const planFile = z.object({
  question: z.string(),
  scope: scope.omit({ question: true }),
  claims: z.array(claim).min(1),
  searches: z.array(z.object({ claim: z.string(), query: z.string() })),
  /** SHA-256 of the canonical JSON of claims and searches. */
  hash: z.string(),
});
type PlanFile = z.infer<typeof planFile>;

/** Drafts scope and plan, writes them into a file, and leaves the run waiting for that plan. */
export async function plan(args: Arguments): Promise<number> {
  const [question] = args.words;
  if (question === undefined || question.trim() === '') throw new UsageError('There is no question. For example: research-ledger plan "How many…?" --folder DIR --out plan.json');
  if (args.out === null) throw new UsageError('Where is the plan to be written? --out FILE');
  const file = path.resolve(args.out);
  const active = await runsIn(path.resolve('.research')).create(question, { ...await optionsOf(args), reviewPlan: 'always', askScope: false });
  try {
    await active.go();
    const { scope: drafted, proposed } = active.state.ledger;
    if (!drafted || !proposed) throw new Error(`No plan came: ${active.state.run?.reason ?? 'the researcher proposed none'}.`);
    const { question: _asked, version: _version, ...frame } = drafted;
    const written: PlanFile = { question, scope: frame, claims: proposed.claims, searches: proposed.searches, hash: proposed.hash };
    await writeFor(file, `${JSON.stringify(written, null, 2)}\n`);
    answer(args, { written: file, hash: proposed.hash, run: active.folder }, `${proposed.claims.map(({ id, text, key }) => `${id}${key ? ' (key)' : ''} ${text}`).join('\n')}\nWritten: ${file} (${proposed.hash.slice(0, 12)})\nRun it with: research-ledger run "${question}" --plan ${args.out} …`);
    return 0;
  } finally {
    await active.close();
  }
}

/** A plan from a file. One that was edited has another hash, which is then the one approved; that is said. */
export async function readPlan(named: string): Promise<PlanFile> {
  const file = path.resolve(named);
  let written: unknown;
  try {
    written = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new UsageError(`The plan ${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. Write one with: research-ledger plan "QUESTION" --out FILE`);
  }
  const parsed = planFile.safeParse(written);
  if (!parsed.success) throw new UsageError(`The plan ${file} does not fit:\n${z.prettifyError(parsed.error)}`);
  const hash = planHash(parsed.data.claims, parsed.data.searches, sha256);
  if (hash !== parsed.data.hash) say(`The plan was edited since it was written; what runs is ${hash.slice(0, 12)}.`);
  return { ...parsed.data, hash };
}

/** A template that the user named is the user's own. */
export async function readTemplate(named: string): Promise<ResearchTemplate> {
  const file = path.resolve(named);
  const written = await readFile(file, 'utf8').catch((cause: unknown) => { throw new UsageError(`The template ${file} cannot be read: ${errorMessage(cause)}.`); });
  return parseTemplate(written, file);
}
