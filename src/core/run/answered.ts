import { type Step } from '../researcher/researcher';
import { type EventDraft } from './event';
import { type StoredText } from './records';
import { nextId, type RunState } from './state';

/** What an answered step of a worker writes: the settlement of its request, the turn with its calls, and what the host has to say of it at once. */
export function answeredDrafts(state: RunState, worker: string, turn: number, text: StoredText, step: Step): EventDraft[] {
  const { settles, model, finish, calls } = step;
  return [
    ...settles,
    { type: 'turn.answered', by: worker, data: { worker, turn, text, model, finish, calls: calls.map((call, index) => ({ id: nextId(state, 'call', index), name: call.name, args: call.args })) } },
    ...cutNotes(step).map((note): EventDraft => ({ type: 'reminder.given', by: 'host', data: { worker, kind: 'cut', text: note } })),
  ];
}

/** An answer that was cut short is said to the model: what it wrote behind the cut was never there. */
function cutNotes({ finish, calls, leftOut = 0 }: Step): string[] {
  return [
    ...(finish === 'length' ? [`Your last answer was cut at the output limit${calls.length > 0 ? '; its last call may be incomplete' : ''}. Send less at once.`] : []),
    ...(finish === 'content_filter' ? ['Your last answer was stopped by the filter of its server: what it held did not arrive. Say it in other words.'] : []),
    ...(leftOut > 0 ? [`Only the first ${calls.length} calls of your last answer were taken; ${leftOut} were left out. Send fewer at once.`] : []),
  ];
}
