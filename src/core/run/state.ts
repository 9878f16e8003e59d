import { emptyArticle, reduceArticle, type ArticleState } from '../article/state';
import { type Amounts } from '../budget/events';
import { emptyBudget, reduceBudget, reservationOf, type BudgetState } from '../budget/state';
import { type Check, type CheckOrder } from '../check/events';
import { idKinds, idNumber, makeId, type IdKind } from '../ids';
import { byCopy, changed, inPlace, type Change } from '../immutable';
import { emptyLedger, reduceLedger, type LedgerState } from '../ledger/state';
import { emptySources, reduceSources, type SourceState } from '../source/state';
import { EventRefused, type EventData, type EventDraft, type RunEvent } from './event';
import { errorMessage } from './platform';
import { say, spoken, type Said } from './said';
import { type Lesson, type Outcome, type Receipt, type RunOptions, type RunStateName, type StopReason, type StoredText, type ToolCall, type WaitingFor } from './records';

export interface RunFacts {
  id: string;
  question: string;
  followUps: readonly string[];
  /** Turns that were answered before the last follow-up question. */
  turnsBefore: number;
  language: string;
  options: RunOptions;
  /** The option, until the user said otherwise. */
  webQueries: RunOptions['webQueries'];
  state: RunStateName;
  /** Where a paused run goes on: pausing does not change how far it is. */
  pausedFrom: RunStateName | null;
  waitingFor: WaitingFor;
  reason: string | null;
  outcome: Outcome | null;
  stopReason: StopReason | null;
  why: string | null;
  /** The reason, or after the end why it ended, as it can be said in another language; null where these are not the host's words. */
  said: Said | null;
  nextSearches: readonly string[];
  startedAt: string;
  endedAt: string | null;
}

/** A call of a turn: it has a receipt when it was executed. */
export interface TurnCall extends ToolCall {
  receipt: Receipt | null;
}

/** How things stood when a step was asked for, as far as what stands first in a request is written from it. Parts of that state itself: nothing is copied. */
export interface Standing {
  phase: RunStateName;
  budget: BudgetState;
  plan: LedgerState['plan'];
  claims: LedgerState['claims'];
  dropped: LedgerState['dropped'];
}

/** One answered step of a worker. Its calls without a receipt are what a resumed run executes first. */
export interface Turn {
  worker: string;
  turn: number;
  at: string;
  asked: Standing;
  /** How many checks there were: what those after them found, its answer does not know. */
  checks: number;
  text: StoredText;
  calls: readonly TurnCall[];
  model: string;
  finish: string | null;
  /** What the host said after it. */
  reminders: readonly { kind: string; text: string }[];
}

export interface Child extends EventData<'child.started'> {
  /** What was set aside for it. */
  share: Amounts;
  ended: Omit<EventData<'child.ended'>, 'id'> | null;
}

/** An effect that started: what a resumed run knows about it. */
export interface OpenCall extends EventData<'call.started'> {
  at: string;
  /** By which its server finds the answer again that it works on; null when there is none, or it is no longer wanted. */
  handle: string | null;
}

/** Said to a person, in English and, where these are the host's own words, as they can be said in another language. */
export interface Notice {
  text: string;
  said?: Said | null | undefined;
}

export interface RunState {
  /** Sequence number of the last event applied. */
  seq: number;
  run: RunFacts | null;
  budget: BudgetState;
  ledger: LedgerState;
  source: SourceState;
  article: ArticleState;
  checks: readonly Check[];
  /** Model checks that were ordered, `order` 1 first; open until they are answered. */
  orders: readonly (CheckOrder & { open: boolean })[];
  turns: readonly Turn[];
  children: readonly Child[];
  updates: readonly { id: string; at: string; text: string; about: readonly string[] }[];
  notices: readonly Notice[];
  openCalls: Readonly<Record<string, OpenCall>>;
  /** What servers were found not to take. */
  lessons: readonly Lesson[];
  /** Highest number handed out, by kind of id. */
  counters: Readonly<Partial<Record<IdKind, number>>>;
  /** Times that the view shows: first update, first publication, first useful publication. */
  firsts: { update: string | null; publication: string | null };
}

export const emptyRun: RunState = {
  seq: 0, run: null, budget: emptyBudget, ledger: emptyLedger, source: emptySources, article: emptyArticle,
  checks: [], orders: [], turns: [], children: [], updates: [], notices: [], openCalls: {}, lessons: [], counters: {}, firsts: { update: null, publication: null },
};

/** The run's facts; throws when the log holds no `run.created`, which no opened run lacks. */
export function facts(state: RunState): RunFacts {
  if (!state.run) throw new Error('This log has no run in it.');
  return state.run;
}

export const standingOf = ({ run, budget, ledger: { plan, claims, dropped } }: RunState): Standing => ({ phase: run?.state ?? 'drafting', budget, plan, claims, dropped });

/** The next unused id of a kind. Pure: the same state gives the same id until an event uses it. */
export const nextId = (state: RunState, kind: IdKind, ahead = 0): string => makeId(kind, (state.counters[kind] ?? 0) + 1 + ahead);

/** The state after one more event. Cannot fail: what could be refused was refused before the event was written. */
export const reduce = (state: RunState, event: RunEvent): RunState => stateAfter(state, event, byCopy);

function stateAfter(state: RunState, event: RunEvent, by: Change): RunState {
  const next = reduceRun(state, event, by);
  const budget = reduceBudget(state.budget, event);
  const lost = budget.depth === 'unknown' && state.budget.depth !== 'unknown';
  return {
    ...next,
    seq: event.seq,
    budget,
    notices: lost ? by.appended(next.notices, depthLost(event)) : next.notices,
    ledger: reduceLedger(state.ledger, event, by),
    source: reduceSources(state.source, event, by),
    article: reduceArticle(state.article, event, by),
    counters: countIds(state.counters, event),
  };
}

const depthLost = (event: RunEvent): Notice => {
  const said = say('What depth is in force cannot be read from this run’s log (event {0}): it goes on at standard depth. For deep research ask the question in a new run with deep chosen.', event.seq);
  return { text: spoken(said), said };
};

export const replay = (events: Iterable<RunEvent>, from: RunState = emptyRun): RunState => {
  const by = inPlace();
  let state = from;
  for (const event of events) {
    try {
      state = stateAfter(state, event, by);
    } catch (cause) {
      throw new EventRefused(`Event ${event.seq} (${event.type}) does not follow from those before it: ${errorMessage(cause)}. The log was changed by hand or by another program: put back a copy of the run's folder.`);
    }
  }
  return state;
};

/** The state as it would be after these events, for a rule that compares before and after. Nothing is written. */
export const whatIf = (state: RunState, drafts: readonly EventDraft[]): RunState =>
  drafts.reduce((now, draft, index) => reduce(now, { ...draft, seq: state.seq + index + 1, at: state.run?.startedAt ?? '', v: 1 }), state);

function reduceRun(state: RunState, event: RunEvent, by: Change): RunState {
  const withRun = (change: Partial<RunFacts>): RunState => (state.run ? { ...state, run: { ...state.run, ...change } } : state);
  switch (event.type) {
    case 'run.created': {
      const { run, question, language, options } = event.data;
      return {
        ...state,
        run: {
          id: run, question, followUps: [], turnsBefore: 0, language, options, webQueries: options.webQueries, state: 'drafting', pausedFrom: null, waitingFor: 'nothing', reason: null,
          outcome: null, stopReason: null, why: null, said: null, nextSearches: [], startedAt: event.at, endedAt: null,
        },
      };
    }
    case 'run.stateChanged': {
      const pausing = event.data.state === 'paused';
      const from = state.run?.state ?? 'drafting';
      return withRun({ ...event.data, said: event.data.said ?? null, pausedFrom: pausing ? (from === 'paused' ? state.run?.pausedFrom ?? null : from) : null });
    }
    case 'options.changed':
      return withRun({ options: event.data.options });
    case 'queries.decided':
      return withRun({ webQueries: event.data.decision, waitingFor: 'nothing', reason: null, said: null });
    case 'run.ended':
      return withRun({ ...event.data, said: event.data.said ?? null, state: 'ended', waitingFor: 'nothing', reason: null, endedAt: event.at });
    case 'run.continued':
      // An answer that was still awaited belongs to what was asked before.
      return { ...withRun({ followUps: [...(state.run?.followUps ?? []), event.data.question], turnsBefore: state.turns.length, state: 'drafting', outcome: null, stopReason: null, why: null, said: null, nextSearches: [], endedAt: null }), openCalls: withoutHandles(state.openCalls) };
    case 'notice.given':
      return { ...state, notices: by.appended(state.notices, event.data) };
    case 'scope.frozen':
      return withRun({ language: event.data.scope.language });
    case 'call.started':
      return { ...state, openCalls: { ...state.openCalls, [event.data.id]: { ...event.data, at: event.at, handle: null } } };
    case 'call.handle': {
      const open = state.openCalls[event.data.id];
      return open ? { ...state, openCalls: { ...state.openCalls, [open.id]: { ...open, handle: event.data.handle } } } : state;
    }
    case 'call.settled': {
      const { [event.data.id]: _settled, ...openCalls } = state.openCalls;
      const lessons = event.data.learnt ? by.appended(state.lessons, event.data.learnt) : state.lessons;
      return { ...state, openCalls, lessons, turns: event.data.receipt ? withReceipt(state.turns, event.data.id, event.data.receipt, by) : state.turns };
    }
    case 'turn.answered': {
      const { worker, turn, text, calls, model, finish } = event.data;
      return { ...state, turns: by.appended(state.turns, { worker, turn, at: event.at, asked: standingOf(state), checks: state.checks.length, text, calls: calls.map((call) => ({ ...call, receipt: null })), model, finish, reminders: [] }) };
    }
    case 'reminder.given': {
      const at = state.turns.findLastIndex(({ worker }) => worker === event.data.worker);
      const turn = state.turns[at];
      if (!turn) return state;
      return { ...state, turns: by.with(state.turns, at, { ...turn, reminders: [...turn.reminders, { kind: event.data.kind, text: event.data.text }] }) };
    }
    case 'update.sent':
      return { ...state, updates: by.appended(state.updates, { ...event.data, at: event.at }), firsts: { ...state.firsts, update: state.firsts.update ?? event.at } };
    case 'block.published':
      return { ...state, firsts: { ...state.firsts, publication: state.firsts.publication ?? event.at } };
    case 'child.started':
      return { ...state, children: by.appended(state.children, { ...event.data, share: reservationOf(state.budget, event.data.reservation)?.left ?? {}, ended: null }) };
    case 'child.ended':
      return { ...state, children: state.children.map((child) => (child.id === event.data.id ? { ...child, ended: event.data } : child)) };
    case 'check.ordered':
      return { ...state, orders: by.appended(state.orders, { ...event.data, open: true }) };
    case 'check.done':
      return { ...state, checks: by.appended(state.checks, event.data), orders: answeredOrders(state.orders, event.data.order ?? null, by) };
    case 'correction.made': {
      const { target, field, after } = event.data;
      return target.startsWith(idKinds.check) && field === 'verdict' ? { ...state, checks: changed('check', state.checks, target, (check) => ({ ...check, verdict: after as Check['verdict'] }), by) } : state;
    }
    default:
      return state;
  }
}

/** The answers of an order are written as one: with the first of them it is closed. */
const answeredOrders = (orders: RunState['orders'], answered: number | null, by: Change): RunState['orders'] => {
  const at = (answered ?? 0) - 1;
  const order = orders[at];
  return order?.open === true ? by.with(orders, at, { ...order, open: false }) : orders;
};

const withoutHandles = (calls: RunState['openCalls']): RunState['openCalls'] => Object.fromEntries(Object.entries(calls).map(([id, call]) => [id, { ...call, handle: null }]));

/** The call stands in one of the last turns: search from the end. */
function withReceipt(turns: readonly Turn[], call: string, receipt: Receipt, by: Change): readonly Turn[] {
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    const index = turn?.calls.findIndex(({ id }) => id === call) ?? -1;
    const found = turn?.calls[index];
    if (turn && found) return by.with(turns, at, { ...turn, calls: turn.calls.with(index, { ...found, receipt }) });
  }
  return turns;
}

/** Every id that an event brings into being, so that none is handed out twice. */
function countIds(counters: RunState['counters'], event: RunEvent): RunState['counters'] {
  const born = newIds(event);
  if (born.length === 0) return counters;
  const next = { ...counters };
  for (const [kind, id] of born) next[kind] = Math.max(next[kind] ?? 0, idNumber(kind, id) ?? 0);
  return next;
}

function newIds(event: RunEvent): [IdKind, string][] {
  switch (event.type) {
    case 'scope.frozen': return event.data.scope.parts.map(({ id }): [IdKind, string] => ['part', id]);
    case 'plan.proposed':
    case 'plan.frozen': return event.data.claims.map(({ id }): [IdKind, string] => ['claim', id]);
    case 'plan.changed': return event.data.changes.map(({ claim }): [IdKind, string] => ['claim', claim.id]);
    case 'search.executed': return [['search', event.data.search.id], ...event.data.results.map(({ id }): [IdKind, string] => ['result', id])];
    case 'source.archived': return [['source', event.data.source.id], ['snapshot', event.data.snapshot.id]];
    case 'source.notArchived': return [['source', event.data.source.id]];
    case 'evidence.recorded': return [['evidence', event.data.id]];
    case 'conflict.opened': return [['conflict', event.data.id]];
    case 'block.published': return [['block', event.data.revision.block]];
    case 'update.sent': return [['update', event.data.id]];
    case 'call.started': return [['call', event.data.id]];
    case 'turn.answered': return event.data.calls.map(({ id }): [IdKind, string] => ['call', id]);
    case 'child.started': return [['child', event.data.id]];
    case 'check.done': return [['check', event.data.id]];
    case 'correction.made': return [['correction', event.data.id]];
    default: return [];
  }
}
