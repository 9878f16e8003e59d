import { type Researcher, type Step, type StepCall, type TurnView } from '../researcher';
import { planArgs, scopeArgs } from './opening';
import { publishCalls } from './publish';
import { readCalls, recordCalls } from './reading';
import { searchCalls } from './searching';
import { settleCalls } from './settling';

/** A stage looks at the turn view and proposes calls, or none when there is nothing for it to do. */
type Stage = (view: TurnView) => readonly StepCall[];

const call = (name: string, args: unknown): StepCall => ({ name, args });

/** In order of urgency: what was read is recorded first, what was found is read, conflicts are settled, then published, then sought anew. */
const stages: Record<string, readonly Stage[]> = {
  drafting: [(view) => [call('set_scope', scopeArgs(view))]],
  planning: [(view) => [call('set_plan', planArgs(view))]],
  running: [recordCalls, readCalls, settleCalls, publishCalls, searchCalls, () => [call('finish', { reason: null })]],
  finalizing: [settleCalls, publishCalls, () => [call('finish', { reason: null })]],
};

/**
 * Researches by rules alone: no model, no key, no network. It keeps nothing between steps; each step follows from the turn view,
 * so that a resumed run goes on exactly where it was. What it publishes are quotations with their sources, marked as such.
 */
export const extractiveResearcher: Researcher = {
  name: 'extractive',
  quotes: true,
  next: (view) => Promise.resolve(step(view)),
};

function step(view: TurnView): Step {
  const phase = view.state.run?.state ?? 'ended';
  for (const stage of stages[phase] ?? []) {
    const calls = stage(view);
    if (calls.length > 0) return { text: '', calls, model: 'extractive', finish: null, settles: [] };
  }
  return { text: '', calls: [], model: 'extractive', finish: null, settles: [] };
}
