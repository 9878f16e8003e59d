import { available } from '../budget/approver';
import { type Amounts } from '../budget/events';
import { childShares, leastOfChild } from '../budget/shares';
import { assess } from '../ledger/assess';
import { requestGate } from '../request/gate';
import { RequestRefused } from '../researcher/researcher';
import { turnView } from '../researcher/turnView';
import { delegateFrom, type ChildOrder, type ChildResult, type Delegation } from '../tool/delegation';
import { answeredDrafts, archiveStep } from './answered';
import { executeCalls, type Executor } from './execute';
import { giveUpWaiting } from './giveUp';
import { LogFailed } from './log';
import { type LoopParts } from './loop';
import { errorMessage } from './platform';
import { stallOf } from './progress';
import { purpose, say } from './said';
import { nextId, type Child, type Turn } from './state';

/** Turns in a row without a call after which a child is taken to have nothing more to do. */
const wordyTurns = 2;

/**
 * Children of one delegation, side by side, each under its own name and on its own reservation. What was already done of it
 * before a crash is found in the run's state: ended children keep their result, the others go on where they were.
 */
export async function delegateTo(parts: LoopParts, orders: readonly ChildOrder[], call: string, signal: AbortSignal, timeLimit: AbortSignal): Promise<Delegation> {
  const { recorder } = parts;
  const ofThisCall = (): readonly Child[] => recorder.state.children.filter((child) => child.call === call);
  let refusal = null as string | null;
  if (ofThisCall().length === 0) {
    await recorder.commit((state) => {
      const shares = childShares(state.budget, orders.map(({ share }) => share));
      refusal = tooLittle(available(state.budget.meters.requests), orders, shares);
      return refusal !== null ? [] : orders.flatMap(({ share: _, ...order }, index) => {
        const id = nextId(state, 'child', index);
        return [
          { type: 'budget.reserved' as const, by: 'host', data: { id, ...purpose(say('child {0}', id)), amounts: shares[index] ?? {} } },
          { type: 'child.started' as const, by: 'main', data: { ...order, sources: [...order.sources], claims: [...order.claims], id, reservation: id, call } },
        ];
      });
    });
  }
  if (refusal !== null) return { ok: false, message: refusal };
  // Every child comes to its end before an abort is passed on: none is left working behind a stopped run.
  const outcomes = await Promise.allSettled(ofThisCall().filter(({ ended }) => ended === null).map(({ id }) => work(parts, id, signal, timeLimit)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return { ok: true, results: ofThisCall().map((child) => resultOf(parts, child)) };
}

/** Why children are not sent, or null: nothing worth sharing is free, or one of them could do nothing with what it would get. */
function tooLittle(free: number, orders: readonly ChildOrder[], shares: readonly Amounts[]): string | null {
  if (free < delegateFrom) return `Children need ${delegateFrom} free model requests, and ${Math.max(0, free)} are free: do it yourself.`;
  const short = orders.findIndex((_, index) => (shares[index]?.requests ?? 0) < leastOfChild.requests || (shares[index]?.reads ?? 0) < leastOfChild.reads);
  const order = orders[short];
  return order ? `A share of ${order.share} leaves "${order.objective.slice(0, 60)}" ${shares[short]?.requests} model requests and ${shares[short]?.reads} reads, and a child needs ${leastOfChild.requests} and ${leastOfChild.reads}: do it yourself, or give it more.` : null;
}

function resultOf({ recorder: { state } }: LoopParts, { id, objective, claims, share, ended }: Child): ChildResult {
  const { seeking } = assess(state);
  const evidence = state.ledger.evidence.filter(({ worker, state: live }) => worker === id && live === 'active').map(({ id: own, claim, relation, quote, reasoning, snapshot, start, end, asOf, validity }) => ({ id: own, claim, relation, words: quote ?? reasoning ?? '', snapshot, start, end, asOf, validity }));
  return { id, objective, ok: ended?.ok ?? false, summary: ended?.summary ?? '', share, notFound: ended?.notFound ?? [], failures: [...new Set(claims.flatMap((claim) => seeking.soughtFor(claim).failures))], evidence };
}

/** One child to its end. Whatever breaks it ends it alone; only an abort and a log that cannot be written are passed on. */
async function work(given: LoopParts, id: string, signal: AbortSignal, timeLimit: AbortSignal): Promise<void> {
  let parts = given;
  try {
    parts = { ...given, researcher: await (given.researcherFor?.('child') ?? given.researcher) };
    for (;;) {
      signal.throwIfAborted();
      const own = parts.recorder.state.turns.filter(({ worker }) => worker === id);
      const last = own.at(-1);
      if (last?.calls.some(({ receipt }) => receipt === null)) {
        await executeCalls(executorOf(parts, id), last.turn, last.calls, signal);
        continue;
      }
      if (timeLimit.aborted) return await end(parts, id, true, outOfTime);
      const said = lastWord(own);
      if (said !== null) return await end(parts, id, true, said);
      if ((parts.recorder.state.budget.reservations[id]?.left.requests ?? 0) < 1) return await end(parts, id, true, 'Its share of the budget is used up.');
      const { idle, due } = stallOf(parts.recorder.state, parts.recorder.events, id);
      if (due === 'end') return await end(parts, id, true, `Its last ${idle} turns brought nothing new.`);
      if (due === 'word') await parts.recorder.commit(() => [{ type: 'reminder.given', by: 'host', data: { worker: id, kind: 'no-progress', text: `The last ${idle} turns brought nothing new. Try another source or another query, or call finish and say what you did not find. After as many again your part ends.` } }]);
      await turn(parts, id, AbortSignal.any([signal, timeLimit]));
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof LogFailed) throw cause;
    if (timeLimit.aborted) await giveUpWaiting(parts, id, () => Promise.resolve(parts.researcher));
    await end(parts, id, timeLimit.aborted || cause instanceof RequestRefused, timeLimit.aborted ? outOfTime : errorMessage(cause));
  }
}

const outOfTime = 'The time of the run is over.';

/** What a child says at its end: the reason of its `finish`, or its words when it only talks. */
function lastWord(own: readonly Turn[]): string | null {
  const finished = own.at(-1)?.calls.findLast(({ name, receipt }) => name === 'finish' && receipt?.ok === true);
  if (finished) {
    const { args } = finished;
    const reason = typeof args === 'object' && args !== null && 'reason' in args ? args.reason : null;
    return typeof reason === 'string' ? reason : 'It finished without a word.';
  }
  const wordy = own.slice(-wordyTurns);
  if (wordy.length < wordyTurns || wordy.some(({ calls }) => calls.length > 0)) return null;
  const text = wordy.at(-1)?.text;
  return text && 'text' in text && text.text !== '' ? text.text : 'It called nothing more.';
}

async function turn(parts: LoopParts, id: string, signal: AbortSignal): Promise<void> {
  const { recorder, archive, clock, tools, researcher } = parts;
  const view = await turnView({ state: recorder.state, tools, archive, now: clock.now(), worker: id, news: [] });
  const step = await researcher.next(view, requestGate({ recorder, archive, clock, worker: id, turn: view.turn, role: 'child', reservation: id, signal }), signal);
  const written = await archiveStep(archive, step);
  await recorder.commit((state) => answeredDrafts(state, id, written));
}

function executorOf({ recorder, tools, archive, library, providers, tables, calculator, sha256, clock, log, researcher }: LoopParts, id: string): Executor {
  return {
    recorder, tools, archive, reservation: id, onlyReserved: true,
    context: {
      worker: id, extractor: researcher.name, quotes: researcher.quotes, library, providers, tables, calculator, sha256, clock, log,
      delegate: () => Promise.resolve({ ok: false, message: 'A child does not delegate.' }), checked: () => Promise.resolve(),
    },
  };
}

async function end({ recorder }: LoopParts, id: string, ok: boolean, summary: string): Promise<void> {
  await recorder.commit((state) => {
    const child = state.children.find((one) => one.id === id);
    const spoken = new Set(state.ledger.evidence.filter(({ worker, state: live }) => worker === id && live === 'active').map(({ claim }) => claim));
    const notFound = (child?.claims ?? []).filter((claim) => !spoken.has(claim)).map((claim) => `${claim} ${state.ledger.claims.find((one) => one.id === claim)?.text ?? ''}`.trim());
    return [{ type: 'child.ended', by: 'host', data: { id, ok, summary, notFound } }, { type: 'budget.released', by: 'host', data: { id } }];
  });
}
