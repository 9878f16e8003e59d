import * as z from 'zod';
import { currentBlocks } from '../article/state';
import { wishDrafts } from '../budget/depth';
import { findingLine, findingsOf } from '../check/findings';
import { canAnswer, uncheckedWords } from '../check/orders';
import { partsToMend } from '../check/publication';
import { converge, type Convergence } from '../ledger/convergence';
import { text } from '../ledger/records';
import { endDrafts, failingLines, finishRefusals, refusedBeside } from '../run/ending';
import { type RunState } from '../run/state';
import { refused, nothing, optional, tool, type ToolContext, type ToolOutcome } from './tool';

/** `finish` too early is answered this often with what fails; then it is taken at its word. */
const finishRefusalLimit = 2;

/** What checks found against the article since the answer with this call was given: who gave it has seen nothing of that yet. */
function foundUnseen({ article, checks, turns }: RunState, call: string): string[] {
  const seen = turns.findLast(({ calls }) => calls.some(({ id }) => id === call))?.checks ?? checks.length;
  return currentBlocks(article).flatMap((block) => findingsOf(checks.slice(seen), block)).map((check) => `- ${findingLine(check)}.`);
}

/** What speaks against ending now, with what of it is told. */
function against(state: RunState, { clock, worker, call }: ToolContext): { convergence: Convergence; beside: string[]; found: string[]; told: string[] } {
  const convergence = converge(state, clock.now());
  const beside = refusedBeside(state, worker, call);
  const found = foundUnseen(state, call);
  const failing = [...beside, ...(convergence.holds ? [] : failingLines(convergence)), ...partsToMend(state).map((line) => `- ${line}`), ...found];
  // Near the end only what was lost in this very answer is worth another one, and what checking it found while it can be mended.
  return { convergence, beside, found, told: state.run?.state === 'running' ? failing : [...beside, ...(canAnswer(state.budget) ? found : [])] };
}

export const finish = tool({
  name: 'finish',
  description: 'Propose to end, when everything holds or nothing more can be done. You are told what does not hold, at most twice, and once what the last checks found; then the run ends as incomplete.',
  forChild: 'Hand back. `reason` is your last word: what you found, what you did not find and where you looked, what failed, and what you came upon beside your task.',
  schema: z.object({ reason: optional(text) }),
  spends: () => nothing,
  effect: false,
  run: async (args, context) => {
    if (context.worker !== 'main') {
      return (state) => {
        const beside = refusedBeside(state, context.worker, context.call);
        return beside.length === 0 ? { ok: true, text: 'Handed back.', drafts: [] } : notYet('Not yet.', beside, 'hand back', true);
      };
    }
    // What was published in this turn is checked first: who wrote it has seen nothing of that yet.
    await context.checked('due');
    const due = await context.inOrder();
    // It would end: what is left of the requests goes to what was not checked, and what that finds is told once, whatever was told before.
    if (finishRefusals(due) >= finishRefusalLimit || against(due, context).told.length === 0) await context.checked('rest');
    return (state) => {
      const { convergence, beside, found, told } = against(state, context);
      const refusals = finishRefusals(state);
      const limit = finishRefusalLimit + (refusals >= finishRefusalLimit && found.length > 0 ? 1 : 0);
      if (told.length > 0 && refusals < limit) return notYet(`Not yet (${refusals + 1} of ${limit}).`, told, `end${convergence.holds ? '' : ' as incomplete'}`, beside.length > 0);
      return { ok: true, text: `${convergence.holds ? 'The run has converged.' : 'The run ends as incomplete.'}${uncheckedWords('Not checked', state)}`, drafts: endDrafts(state, convergence, convergence.holds ? 'converged' : 'finished-early', args.reason) };
    };
  },
});

const notYet = (head: string, failing: readonly string[], then: string, beside: boolean): ToolOutcome =>
  ({ ...refused(`${head} What fails:\n${failing.join('\n')}\nDo what you can about these, or call finish again to ${then}.`), data: { refused: 'finish', ...(beside ? { beside } : {}) } });

export const enableDeepResearch = tool({
  name: 'enable_deep_research',
  description: 'Propose deep research when standard depth cannot answer the question, with the reason. The host decides when it takes effect.',
  schema: z.object({ reason: text }),
  spends: () => nothing,
  effect: false,
  run: (args, context) => ({ budget }) => {
    if (context.worker !== 'main') return refused('A child cannot raise the depth of the run.');
    const drafts = wishDrafts(budget, 'researcher', args.reason, context.worker);
    if (drafts.length === 0) return refused('Deep is in force already.');
    return { ok: true, text: 'Noted. Whether deep is in force stands in the budget line of the next request.', drafts };
  },
});
