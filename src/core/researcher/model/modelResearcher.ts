import { type ModelClient } from '../../request/modelClient';
import { project } from '../../request/projection';
import { type Showing } from '../../request/preview';
import { send } from '../../request/send';
import { type Researcher, type Step } from '../researcher';
import { repairAnswer } from './repair';

/** Renders the turn view into messages for a model, and reads its answer back. `maxOutput`: tokens of one answer, or null. */
export function modelResearcher(client: ModelClient, show: Showing = () => undefined, maxOutput: number | null = null): Researcher {
  return {
    name: client.name,
    quotes: false,
    cancel: client.cancel?.bind(client),
    async next(view, gate, signal): Promise<Step> {
      const { value: answer, settles } = await send(client, { ...project(view), maxOutput }, gate, show);
      signal.throwIfAborted();
      return { ...repairAnswer(answer, view.tools), model: answer.model, finish: answer.finish, settles };
    },
  };
}
