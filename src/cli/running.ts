import path from 'node:path';
import { type ActiveRun } from '../core/run/activeRun';
import { type RunEvent } from '../core/run/event';
import { findingLine } from '../core/check/findings';
import { acceptPlan } from '../core/ledger/plan';
import { LogFailed } from '../core/run/log';
import { ownPause } from '../core/run/ownPause';
import { type Outcome } from '../core/run/records';
import { facts } from '../core/run/state';
import { type Arguments, UsageError } from './arguments';
import { answerQuestions } from './asking';
import { readPlan, readTemplate } from './planning';
import { mustWrite, runPlace } from './runFolderOf';
import { optionsOf } from './runOptions';
import { print, printJson, say } from './terminal';
import { person, runsIn } from './world';

const exitCodes: Record<Outcome, number> = { converged: 0, incomplete: 3, cancelled: 4, failed: 1 };
const paused = 5;

export async function run(args: Arguments): Promise<number> {
  const plan = args.plan === null ? null : await readPlan(args.plan);
  const [question = plan?.question, ...rest] = args.words;
  if (question === undefined || question.trim() === '') throw new UsageError('There is no question. For example: research-ledger run "How many…?" --folder DIR');
  if (rest.length > 0) throw new UsageError(`The question is one word to the shell: put it in quotes. Not understood: ${rest.join(' ')}`);
  const runs = runsIn(path.resolve(args.out ?? '.research'));
  if (plan && plan.question.trim() !== question.trim()) process.stderr.write(`The plan was written for another question: “${plan.question}”.\n`);
  const template = args.template === null ? null : await readTemplate(args.template);
  const problems = plan ? acceptPlan({ ...plan.scope, question }, plan.claims) : [];
  if (problems.length > 0) throw new UsageError(`The plan ${args.plan ?? ''} was not accepted:\n- ${problems.join('\n- ')}`);
  const active = await runs.create(question, { ...await optionsOf(args), template });
  return work(active, args, () => (plan ? active.adoptPlan({ ...plan.scope, question, deadline: args.deadline ?? plan.scope.deadline }, plan.claims, plan.searches, person()) : Promise.resolve()));
}

export async function resume(args: Arguments): Promise<number> {
  const { folder, research } = runPlace(args.words[0], args.out);
  const active = await runsIn(research).open(folder, 'auto');
  return work(active, args);
}

export async function continueRun(args: Arguments): Promise<number> {
  const [named, question] = args.words;
  if (question === undefined) throw new UsageError('What is asked further? research-ledger continue RUN "QUESTION"');
  const { folder, research } = runPlace(named, args.out);
  const active = await runsIn(research).open(folder, 'auto');
  return work(active, args, () => active.continueWith(question));
}

/** Does what comes `first`, then runs to the end, a pause or Ctrl-C, telling on standard error what happens; then prints the article, or the view as JSON. */
async function work(active: ActiveRun, args: Arguments, first: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  // What stops it from pausing is what go() rejects with, and told there.
  const interrupt = (): void => void active.pause(ownPause.interrupt).catch(() => undefined);
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const dispose = active.recorder.onChange((_state, events) => events.forEach(tell));
  try {
    await mustWrite(active);
    await first();
    await active.go();
    while (await answerQuestions(active, args.yes)) await active.go();
    const view = active.view();
    if (args.json) printJson(view);
    else print(view.article.markdown);
    const run = facts(active.state);
    if (run.outcome !== null) {
      say(`${run.outcome}: ${run.why ?? ''}\nrun: ${active.folder}`);
      // What it rested on may have fallen since it ended.
      return run.outcome === 'converged' && !view.convergence.holds ? exitCodes.incomplete : exitCodes[run.outcome];
    }
    say(`paused: ${run.reason ?? ''}\nResume with: research-ledger resume ${active.folder}`);
    return paused;
  } catch (cause) {
    if (!(cause instanceof LogFailed)) throw cause;
    if (args.json) printJson(active.view());
    say(`paused: ${cause.message}\nThen resume with: research-ledger resume ${active.folder}`);
    return paused;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    dispose();
    await active.close();
  }
}

/** One line for what a person would want to hear of. */
function tell(event: RunEvent): void {
  const line = lineOf(event);
  if (line !== null) say(line);
}

function lineOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'update.sent': return `· ${event.data.text}`;
    case 'search.executed': return `  ${event.data.search.id} ${event.data.search.intent}: ${event.data.search.query} (${event.data.search.failed ? 'failed' : `${event.data.results.length} results`}${event.data.search.failures.map(({ provider, message }) => `; ${provider}: ${message}`).join('')})`;
    case 'source.archived': return `  ${event.data.source.id} archived: ${event.data.source.title || event.data.source.address}`;
    case 'source.notArchived': return `  ${event.data.source.id} not archived: ${event.data.source.reason ?? ''}`;
    case 'conflict.opened': return `  ${event.data.id} conflict: ${event.data.sides.map(({ says }) => says).join(' / ')}`;
    case 'conflict.settled': return `  ${event.data.id} ${event.data.state}: ${event.data.explanation}`;
    case 'block.published': return `+ ${event.data.revision.block} revision ${event.data.revision.revision}: ${event.data.revision.heading ?? event.data.revision.text.slice(0, 60)}`;
    case 'check.done': return event.data.verdict === 'supported' ? null : `  ${findingLine(event.data)}`;
    case 'notice.given': return `! ${event.data.text}`;
    default: return null;
  }
}
