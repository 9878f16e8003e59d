import { type Role } from '../run/records';
import { type Recorder } from '../run/recorder';
import { type Archive } from '../source/archive';
import { type Clock } from '../run/platform';
import { type AskedModel } from './expected';
import { requestGate } from './gate';
import { type ModelAnswer, type ModelClient, type ModelRequest } from './modelClient';
import { send } from './send';

export interface OneRequest {
  recorder: Recorder;
  archive: Archive;
  clock: Clock;
  client: ModelClient;
  model: AskedModel;
  signal: AbortSignal;
}

/** One request beside the loop, of a finished run: counted like any other, one at a time under its name. Throws RequestRefused or RequestFailed. */
export async function oneRequest(parts: OneRequest, worker: string, role: Role, request: ModelRequest): Promise<ModelAnswer> {
  const { recorder, client, signal } = parts;
  await settleLeft(recorder, worker);
  const turn = 1 + recorder.events.filter((event) => event.type === 'call.started' && event.data.worker === worker).length;
  try {
    const { value, settles } = await send(client, { ...request, about: { worker, turn } }, requestGate({ ...parts, worker, turn, role, reservation: null }));
    await recorder.commit(() => settles);
    return value;
  } catch (cause) {
    if (signal.aborted) await settleLeft(recorder, worker);
    throw cause;
  }
}

/** What was taken back, or whose window was closed: nobody waits for its answer, and what it cost is unknown. */
async function settleLeft(recorder: Recorder, worker: string): Promise<void> {
  await recorder.commit(({ openCalls }) => Object.values(openCalls).filter((call) => call.worker === worker).map(({ id }) => ({ type: 'call.settled' as const, by: 'host', data: { id, settlement: 'unknown' as const, receipt: null, usage: null, failure: 'nobody waited for the answer' } })));
}
