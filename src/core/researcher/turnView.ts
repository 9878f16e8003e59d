import { assess } from '../ledger/assess';
import { converge } from '../ledger/convergence';
import { exchangeShare, mostExchanges, requestTokens, unitsPerToken, windowStart } from '../request/size';
import { standingOf, type RunState, type Standing, type Turn, type TurnCall } from '../run/state';
import { lengthOf, restore, restoreData } from '../run/storedText';
import { type Archive } from '../source/archive';
import { type Tool } from '../tool/tool';
import { receiptLimit, type Exchange, type TurnView } from './researcher';
import { toolsFor } from './toolsOffered';

export interface ViewParts {
  state: RunState;
  tools: readonly Tool[];
  archive: Archive;
  now: string;
  worker: string;
  news: readonly string[];
}

export async function turnView({ state, tools, archive, now, worker, news }: ViewParts): Promise<TurnView> {
  const own = state.turns.filter((turn) => turn.worker === worker);
  const language = state.run?.language ?? '';
  const limitOf = ({ asked }: Turn): number => requestTokens * exchangeShare * unitsPerToken(asked.budget.measured, language);
  const shown = own.slice(windowStart(own.map((turn) => ({ size: Math.min(sizeOf(turn), limitOf(turn)), limit: limitOf(turn) })), mostExchanges));
  const standing = standingAt(shown, standingOf(state));
  const child = state.children.find(({ id }) => id === worker);
  return {
    now, worker, turn: own.length + 1, state, standing, assessment: assess(state), convergence: converge(state, now),
    tools: toolsFor(state, tools, worker, standing.budget),
    exchanges: await Promise.all(shown.map((turn) => exchange(turn, roomOf(turn, limitOf(turn)), archive))),
    objective: child ? { id: child.id, objective: child.objective, output: child.output, boundaries: child.boundaries, sources: child.sources, claims: child.claims } : null,
    news,
  };
}

/**
 * How things stood when the first of these turns was asked for that belongs to the phase, the depth in force and the frozen plan of now.
 * It changes when the turns shown move on; what these three change rewrites the beginning of a request anyway.
 */
function standingAt(shown: readonly Turn[], now: Standing): Standing {
  const isLikeNow = ({ phase, budget, plan }: Standing): boolean => phase === now.phase && (budget.depth === 'deep') === (now.budget.depth === 'deep') && plan?.hash === now.plan?.hash;
  return shown.find(({ asked }) => isLikeNow(asked))?.asked ?? now;
}

/** What a turn takes in a request: a receipt counts up to what is shown of it. */
const sizeOf = (turn: Turn): number => lengthOf(turn.text) + turn.calls.reduce((sum, call) => sum + JSON.stringify(shownArgs(call) ?? null).length + Math.min(receiptLimit, call.receipt ? lengthOf(call.receipt.text) : 0), 0);

/** Arguments that were too long to be run say no more than that. */
const shownArgs = ({ id, args, long }: TurnCall): unknown => (long ? { not_taken: `${lengthOf(long)} characters: recall ${id}` } : args);

/** A turn that alone passes what all may take is shown in parts, each as long as the other. */
const roomOf = (turn: Turn, limit: number): number => (sizeOf(turn) <= limit ? Infinity : Math.floor(limit / (1 + 2 * turn.calls.length)));

async function exchange(turn: Turn, room: number, archive: Archive): Promise<Exchange> {
  return {
    ...turn, room,
    text: await restore(archive, turn.text),
    calls: await Promise.all(turn.calls.map(async (call) => ({
      id: call.id, name: call.name, args: shownArgs(call),
      receipt: call.receipt && { ok: call.receipt.ok, text: await restore(archive, call.receipt.text), data: call.receipt.data === null ? null : await restoreData(archive, call.receipt.data) },
    }))),
  };
}
