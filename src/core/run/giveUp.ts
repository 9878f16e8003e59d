import { type Researcher } from '../researcher/researcher';
import { type EventDraft } from './event';
import { errorMessage } from './platform';
import { type Role, type Usage } from './records';
import { type OpenCall, type RunState } from './state';

/** Reaches whoever asks in a role. */
type ResearcherOf = (role: Role) => Promise<Researcher>;

/**
 * The user stopped the run: no open call is waited for any more. A server that works on an answer in the background is told, as
 * well as can be; what it says it used is spent, and of everything else the cost is unknown. A run that pauses gives nothing up.
 */
export function giveUpOpenCalls({ openCalls }: RunState, researcherOf: ResearcherOf): Promise<EventDraft[]> {
  return Promise.all(Object.values(openCalls).map(async (call): Promise<EventDraft> => {
    const { usage, said } = await cancelAtServer(call, researcherOf);
    return { type: 'call.settled', by: 'host', data: { id: call.id, settlement: usage === null ? 'unknown' : 'spent', receipt: null, usage, failure: `the run was stopped before the answer was recorded${said === null ? '' : `; ${said}`}` } };
  }));
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
