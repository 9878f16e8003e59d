import { type EventDraft } from '../run/event';
import { type RequestGate } from '../researcher/researcher';
import { type ModelAnswer, type ModelClient, type ModelRequest } from './modelClient';
import { previewOf, type Showing } from './preview';
import { toolsAsText } from './toolsAsText';

/** One request through the gate, written as its server wants it; the answer with the events that settle it. Throws RequestRefused or RequestFailed. */
export function send(client: ModelClient, projected: ModelRequest, gate: RequestGate, show: Showing = () => undefined): Promise<{ value: ModelAnswer; settles: EventDraft[] }> {
  const request = client.tools ? projected : toolsAsText(projected);
  return gate.request(() => client.written?.(request) ?? JSON.stringify(request), (during, handle) => client.complete(request, during, (writing) => show(() => previewOf(writing)), handle).finally(() => show(null)));
}
