import { type Researcher } from '../researcher/researcher';
import { type EventDraft } from './event';
import { errorMessage } from './platform';
import { type Recorder } from './recorder';
import { type Role, type Usage } from './records';
import { type OpenCall } from './state';

/** Reaches whoever asks in a role. */
type ResearcherOf = (role: Role) => Promise<Researcher>;

/**
 * Calls that nobody waits for any more: the user stopped the run, or its time is over. A server that works on an answer in the background
 * is told, as well as can be; what it says it used is spent, and of everything else the cost is unknown. A run that pauses gives nothing up.
 */
export function giveUp(calls: readonly OpenCall[], why: string, researcherOf: ResearcherOf): Promise<EventDraft[]> {
  return Promise.all(calls.map(async (call): Promise<EventDraft> => {
    const { usage, said } = await cancelAtServer(call, researcherOf);
    return { type: 'call.settled', by: 'host', data: { id: call.id, settlement: usage === null ? 'unknown' : 'spent', receipt: null, usage, failure: `${why}${said === null ? '' : `; ${said}`}` } };
  }));
}

/** All that a worker waits for, when the time of the run is over. */
export async function giveUpWaiting({ recorder }: { recorder: Recorder }, worker: string, researcherOf: ResearcherOf): Promise<void> {
  const open = Object.values(recorder.state.openCalls).filter((call) => call.worker === worker);
  const givenUp = await giveUp(open, 'the time of the run was over before the answer came', researcherOf);
  await recorder.commit(() => givenUp);
}

async function cancelAtServer({ handle, role }: OpenCall, researcherOf: ResearcherOf): Promise<{ usage: Usage | null; said: string | null }> {
  if (handle === null || role === null) return { usage: null, said: null };
  try {
    const { cancel } = await researcherOf(role);
    return await cancel?.(handle) ?? { usage: null, said: null };
  } catch (cause) {
    return { usage: null, said: `its server was not told: ${errorMessage(cause)}` };
  }
}
