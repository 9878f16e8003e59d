import { type Archive } from '../source/archive';
import { type RunEvent } from './event';
import { restore } from './storedText';

/** A call as it stands in the log: what was sent, to the letter, and what came back; null where nothing did. */
export interface StoredCall {
  sent: string | null;
  answer: string | null;
}

/** A request or tool call by its id; null when the run knows none of that name. */
export async function storedCall(id: string, events: readonly RunEvent[], archive: Archive): Promise<StoredCall | null> {
  const started = events.findLast((event) => event.type === 'call.started' && event.data.id === id);
  const settled = events.findLast((event) => event.type === 'call.settled' && event.data.id === id && event.data.receipt !== null);
  if (!started && !settled) return null;
  return {
    sent: started?.type === 'call.started' ? await restore(archive, started.data.sent) : null,
    answer: settled?.type === 'call.settled' && settled.data.receipt ? await restore(archive, settled.data.receipt.text) : null,
  };
}
