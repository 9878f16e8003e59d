import { type ModelClient } from '../../request/modelClient';
import { project } from '../../request/projection';
import { toolsAsText } from '../../request/toolsAsText';
import { type Researcher, type Step } from '../researcher';
import { repairAnswer } from './repair';

/** Renders the turn view into messages for a model, and reads its answer back. */
export function modelResearcher(client: ModelClient, onText: (text: string) => void = () => undefined): Researcher {
  return {
    name: client.name,
    quotes: false,
    async next(view, gate, signal): Promise<Step> {
      const request = client.tools ? project(view) : toolsAsText(project(view));
      const { value: answer, settles } = await gate.request(() => client.written?.(request) ?? JSON.stringify(request), (during, handle) => client.complete(request, during, onText, handle));
      signal.throwIfAborted();
      const { text, calls } = repairAnswer(answer);
      return { text, calls, model: answer.model, finish: answer.finish, settles };
    },
  };
}
