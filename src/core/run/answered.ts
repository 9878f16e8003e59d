import { type Step } from '../researcher/researcher';
import { type EventDraft } from './event';
import { type StoredText } from './records';
import { nextId, type RunState } from './state';

/**
 * What an answered step of a worker writes: the settlement of its request, the turn with its calls, and a word where the answer was
 * cut short, since what was meant after the cut was never there.
 */
export function answeredDrafts(state: RunState, worker: string, turn: number, text: StoredText, step: Step): EventDraft[] {
  const { settles, model, finish, calls } = step;
  return [
    ...settles,
    { type: 'turn.answered', by: worker, data: { worker, turn, text, model, finish, calls: calls.map((call, index) => ({ id: nextId(state, 'call', index), name: call.name, args: call.args })) } },
    ...(finish === 'length' ? [{ type: 'reminder.given', by: 'host', data: { worker, kind: 'cut', text: `Your last answer was cut at the output limit${calls.length > 0 ? '; its last call may be incomplete' : ''}. Send less at once.` } } satisfies EventDraft] : []),
  ];
}
