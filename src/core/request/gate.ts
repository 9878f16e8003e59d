import { refusal } from '../budget/approver';
import { type Amounts } from '../budget/events';
import { type Archive } from '../source/archive';
import { RequestFailed, RequestRefused, type Handle, type RequestGate, type RequestResult } from '../researcher/researcher';
import { type EventDraft } from '../run/event';
import { type Clock } from '../run/platform';
import { modelOf, type Role } from '../run/records';
import { type Recorder } from '../run/recorder';
import { say, type Said, type Words } from '../run/said';
import { facts, nextId, type RunState } from '../run/state';
import { lengthOf, store } from '../run/storedText';
import { expectedUse, type AskedModel } from './expected';

/** A request is tried at most this often, released tries included. */
const attempts = 3;
/** Seconds before the second and third try when the server names none. */
const backoff = [2, 8];
/** Seconds that are waited at most before another try; beyond it the run pauses. */
const longestWait = 120;
/** What is asked in these states searches nothing more, so that a passed deadline does not forbid it. */
const beyondDeadline = new Set(['finalizing', 'ended']);

export interface GateParts {
  recorder: Recorder;
  archive: Archive;
  clock: Clock;
  worker: string;
  turn: number;
  role: Role;
  reservation: string | null;
  /** What is left free for others, beside its own reservation. */
  kept?: (state: RunState) => Amounts;
  /** Left out: the role's own. */
  model?: AskedModel;
  signal: AbortSignal;
}

/** Each try is a call with its intent flushed before it is sent, and a settlement: spent, released, or unknown when nobody can say. */
export function requestGate(parts: GateParts): RequestGate {
  return { request: (body, send) => request(parts, body, send) };
}

async function request<T>(parts: GateParts, body: () => string, send: (signal: AbortSignal, handle: Handle) => Promise<RequestResult<T>>): Promise<{ value: T; settles: EventDraft[] }> {
  const { recorder, clock, signal } = parts;
  let last: Words = '';
  let keyMissing = false;
  let again = false;
  let underWay = answerUnderWay(parts);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    signal.throwIfAborted();
    const id = underWay ?? await start(parts, await store(parts.archive, body()), attempt);
    const result = await send(signal, handleOf(recorder, id));
    if (result.ok) {
      const answer = await store(parts.archive, result.body);
      return { value: result.value, settles: [{ type: 'call.settled', by: 'host', data: { id, settlement: 'spent', receipt: { ok: true, text: answer, data: null }, usage: result.usage, failure: null } }] };
    }
    last = result.said ?? result.message;
    keyMissing = result.needsKey;
    const { settlement } = result;
    // A client that keeps an answer open says itself what resuming does.
    again = result.temporary && settlement !== 'open';
    underWay = settlement === 'open' ? id : null;
    if (settlement !== 'open') await recorder.commit(() => [{ type: 'call.settled', by: 'host', data: { id, settlement, receipt: { ok: false, text: { text: result.message }, data: null }, usage: null, failure: result.message, learnt: result.learnt } }]);
    signal.throwIfAborted();
    if (!result.temporary) break;
    const wait = result.retryAfter ?? backoff[attempt - 1] ?? 8;
    if (wait > longestWait) {
      last = say('{0} It names {1} minutes: resume then.', last, Math.ceil(wait / 60));
      again = false;
      break;
    }
    if (attempt < attempts) await clock.sleep(1000 * wait, signal);
  }
  throw new RequestFailed(last, keyMissing ? 'key' : 'nothing', again);
}

/** The call of this turn whose server still works on the answer: nothing is sent for it again. */
const answerUnderWay = ({ recorder, worker, turn, role }: GateParts): string | null =>
  Object.values(recorder.state.openCalls).find((call) => call.handle !== null && call.worker === worker && call.turn === turn && call.role === role)?.id ?? null;

const handleOf = (recorder: Recorder, id: string): Handle => ({
  get kept() { return recorder.state.openCalls[id]?.handle ?? null; },
  keep: async (handle) => void await recorder.commit(() => [{ type: 'call.handle', by: 'host', data: { id, handle } }]),
});

/** A limit that nobody can hold is not taken for one that holds. */
const unpriced = (limit: number): Said =>
  say('the limit of {0} money cannot be held: what a request costs is unknown without the price of its model. Name it for the role that asks (researchLedger.roles, or --roles FILE)', limit);

async function start(parts: GateParts, sent: Awaited<ReturnType<typeof store>>, attempt: number): Promise<string> {
  const { recorder, worker, turn, role, reservation } = parts;
  let id = '';
  await recorder.commit((state) => {
    const model = parts.model ?? modelOf(facts(state).options, role);
    const { grant } = state.budget.meters.money;
    if (grant !== null && model.price === null) throw new RequestRefused(unpriced(grant));
    const spends = { requests: 1, ...expectedUse(state, model, lengthOf(sent)) };
    // Asked in the queue, of the state in which the requests of workers beside this one are already taken.
    const no = refusal(state.budget, spends, reservation, { now: parts.clock.now(), finalizing: beyondDeadline.has(state.run?.state ?? ''), kept: parts.kept?.(state) });
    if (no) throw new RequestRefused(no.said);
    id = nextId(state, 'call');
    return [{ type: 'call.started', by: worker, data: { id, kind: 'request', worker, turn, name: role, sent, spends, reservation, role, attempt } }];
  });
  return id;
}
