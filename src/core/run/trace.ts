import { type RunView, type TraceLine } from '../../shared/view';
import { type EventData, type RunEvent } from './event';
import { describeEvent } from './eventWords';
import { spoken, type Words } from './said';
import { type RunState } from './state';

/** What a call is called in a list: the tool and the one thing that tells it from the next. */
function callTitle(name: string, args: unknown): string {
  if (typeof args !== 'object' || args === null) return name;
  const record = args as Record<string, unknown>;
  const queries = Array.isArray(record['queries']) ? record['queries'].map((item: unknown) => (typeof item === 'object' && item !== null && 'query' in item ? String(item.query) : '')).join('; ') : null;
  const what = queries ?? [record['target'], record['words'], record['quote'], record['heading'], record['text'], record['conflict'], record['claim'], record['id']].find((value) => typeof value === 'string');
  return typeof what === 'string' && what !== '' ? `${name}: ${shorten(what, 90)}` : name;
}

export const shorten = (text: string, most: number): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
};

/** What is done at this moment: the calls of the turn under way. */
export function activityOf(state: RunState): RunView['activity'] {
  const run = state.run;
  if (!run || run.state === 'ended' || run.state === 'paused') return null;
  const turn = state.turns.findLast(({ worker }) => worker === 'main');
  const update = state.updates.at(-1);
  const calls = (turn?.calls ?? []).map((call) => {
    const open = state.openCalls[call.id];
    return { id: call.id, title: callTitle(call.name, call.args), state: call.receipt === null ? ('running' as const) : call.receipt.ok ? ('done' as const) : ('failed' as const), at: open?.at ?? turn?.at ?? run.startedAt, milliseconds: null };
  });
  const checks = Object.values(state.openCalls).filter(({ role }) => role === 'verifier').map(({ id, at, turn: order }) => {
    const { block, source } = state.orders[order - 1] ?? { block: '', source: '' };
    return { id, title: `check ${block} against ${source}`, state: 'running' as const, at, milliseconds: null };
  });
  return { claim: update?.about.find((id) => id.startsWith('C')) ?? null, text: update?.text ?? '', calls: [...calls, ...checks] };
}

const turnCache = new WeakMap<readonly RunEvent[], { seq: number; turns: RunView['turns']; latest: number | null; spent: number; open: Map<string, number> }>();

/** One entry a main turn: the size of its request, what it called, and the requests axis at its end. Grows with the log. */
export function turnsOf(events: readonly RunEvent[]): RunView['turns'] {
  const memory = turnCache.get(events) ?? { seq: 0, turns: [], latest: null, spent: 0, open: new Map<string, number>() };
  for (; memory.seq < events.length; memory.seq++) {
    const event = events[memory.seq];
    if (!event) break;
    const last = memory.turns.at(-1);
    if (event.type === 'call.started' && event.data.kind === 'request') memory.open.set(event.data.id, event.data.spends.requests ?? 0);
    if (event.type === 'call.settled') settleTurn(memory, event.data, last);
    if (event.type === 'turn.answered' && event.data.worker === 'main') {
      memory.turns = [...memory.turns, { turn: event.data.turn, seq: event.seq, at: event.at, tokens: memory.latest, calls: event.data.calls.length, publications: 0, failures: 0, spent: memory.spent, reserved: memory.open.size }];
      memory.latest = null;
    }
    if (event.type === 'block.published' && last) memory.turns = [...memory.turns.slice(0, -1), { ...last, publications: last.publications + 1 }];
  }
  turnCache.set(events, memory);
  return memory.turns;
}

function settleTurn(memory: { turns: RunView['turns']; latest: number | null; spent: number; open: Map<string, number> }, settled: EventData<'call.settled'>, last: RunView['turns'][number] | undefined): void {
  const spends = memory.open.get(settled.id);
  if (spends !== undefined) {
    memory.open.delete(settled.id);
    if (settled.settlement !== 'released') memory.spent += spends;
    memory.latest = settled.usage?.input ?? null;
  } else if (settled.receipt?.ok === false && last) {
    memory.turns = [...memory.turns.slice(0, -1), { ...last, failures: last.failures + 1 }];
  }
}

/** One event as a line of the trace, in the language that `inWords` speaks; English without it. */
export function traceLine(event: RunEvent, inWords: (words: Words) => string = spoken): TraceLine {
  const [title, detail] = describeEvent(event);
  return { seq: event.seq, at: event.at, type: event.type, by: event.by, title: inWords(title), detail: shorten(inWords(detail), 200) };
}
