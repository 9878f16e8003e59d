import { createInterface } from 'node:readline/promises';
import { type ActiveRun } from '../core/run/activeRun';
import { facts } from '../core/run/state';
import { withoutControls } from '../shared/plainText';
import { say } from './terminal';
import { person } from './world';

/** Asks on the terminal what the run waits for. False when it waits for nothing that can be asked here. */
export async function answerQuestions(active: ActiveRun, takeDefaults: boolean): Promise<boolean> {
  const { waitingFor } = facts(active.state);
  if (waitingFor !== 'scope' && waitingFor !== 'plan') return false;
  const terminal = takeDefaults || !process.stdin.isTTY ? null : createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ask = async (question: string, suggestion: string): Promise<string> => (terminal ? (await terminal.question(withoutControls(`${question} [${suggestion}] `))).trim() || suggestion : suggestion);
    return waitingFor === 'scope' ? await answerScope(active, ask) : await answerPlan(active, ask);
  } finally {
    terminal?.close();
  }
}

type Ask = (question: string, suggestion: string) => Promise<string>;

async function answerScope(active: ActiveRun, ask: Ask): Promise<boolean> {
  const proposed = active.state.ledger.proposedScope;
  if (!proposed) return false;
  const settled: string[] = [];
  for (const { question, suggestion } of proposed.unclear) settled.push(`${question} ${await ask(question, suggestion)}`);
  await active.startScope({ ...proposed.scope, assumed: [...proposed.scope.assumed, ...settled] }, person());
  return true;
}

async function answerPlan(active: ActiveRun, ask: Ask): Promise<boolean> {
  const proposed = active.state.ledger.proposed;
  if (!proposed) return false;
  say(proposed.claims.map(({ id, text, key, risk }) => `${id}${key ? ' key' : ''} ${risk} risk: ${text}`).join('\n'));
  const answer = await ask(`Approve this plan (${proposed.hash.slice(0, 12)})? yes or no:`, 'yes');
  if (!/^y(es)?$/i.test(answer)) return false;
  await active.approvePlan(proposed.hash, proposed.claims, person());
  return true;
}
