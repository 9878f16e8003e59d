import { type Step } from '../researcher/researcher';
import { type Archive } from '../source/archive';
import { type EventDraft } from './event';
import { argumentLimit, type StoredText, type ToolCall } from './records';
import { nextId, type RunState } from './state';
import { store } from './storedText';

/** A step as it is written: what of it is long stands in the archive. */
export interface Answered extends Omit<Step, 'text' | 'calls'> {
  text: StoredText;
  calls: readonly Omit<ToolCall, 'id'>[];
}

export async function archiveStep(archive: Archive, step: Step): Promise<Answered> {
  const calls = step.calls.map(async ({ name, args }): Promise<Omit<ToolCall, 'id'>> => {
    const written = JSON.stringify(args ?? null);
    return written.length <= argumentLimit ? { name, args } : { name, args: null, long: await store(archive, written) };
  });
  return { ...step, text: await store(archive, step.text), calls: await Promise.all(calls) };
}

/** What an answered step of a worker writes: the settlement of its request, the turn with its calls, and what the host has to say of it at once. */
export function answeredDrafts(state: RunState, worker: string, step: Answered): EventDraft[] {
  const turn = 1 + state.turns.filter((one) => one.worker === worker).length;
  const { settles, text, model, finish, calls } = step;
  return [
    ...settles,
    { type: 'turn.answered', by: worker, data: { worker, turn, text, model, finish, calls: calls.map((call, index) => ({ id: nextId(state, 'call', index), ...call })) } },
    ...cutNotes(step).map((note): EventDraft => ({ type: 'reminder.given', by: 'host', data: { worker, kind: 'cut', text: note } })),
  ];
}

/** Of what was not run, so much is named. */
const namedAtMost = 3;

/** An answer that was cut short is said to the model: what it wrote behind the cut was never there. */
function cutNotes({ finish, calls, leftOut = 0, unread = [] }: Answered): string[] {
  return [
    ...(finish === 'length' ? [`Your last answer was cut at the output limit${calls.length > 0 ? '; its last call may be incomplete' : ''}. Send less at once.`] : []),
    ...(finish === 'content_filter' ? ['Your last answer was stopped by the filter of its server: what it held did not arrive. Say it in other words.'] : []),
    ...(leftOut > 0 ? [`Only the first ${calls.length} calls of your last answer were taken; ${leftOut} were left out. Send fewer at once.`] : []),
    ...(unread.length > 0 ? [`Not run, of what you wrote as text: ${unread.slice(0, namedAtMost).join('; ')}${unread.length > namedAtMost ? `; and ${unread.length - namedAtMost} more` : ''}.`] : []),
  ];
}
