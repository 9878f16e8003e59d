import { type ModelClient, type ModelRequest } from '../../request/modelClient';
import { project } from '../../request/projection';
import { type Researcher, type Step } from '../researcher';
import { repairAnswer } from './repair';

/** Renders the turn view into messages for a model, and reads its answer back. */
export function modelResearcher(client: ModelClient, onText: (text: string) => void = () => undefined): Researcher {
  return {
    name: client.name,
    quotes: false,
    async next(view, gate, signal): Promise<Step> {
      const request = client.tools ? project(view) : withToolsAsText(project(view));
      const { value: answer, settles } = await gate.request(JSON.stringify(request), (during) => client.complete(request, during, onText));
      signal.throwIfAborted();
      const { text, calls } = repairAnswer(answer);
      return { text, calls, model: answer.model, finish: answer.finish, settles };
    },
  };
}

/** For a server without tool support: the tools stand in the instructions, and calls come as JSON in the text. */
export function withToolsAsText(request: ModelRequest): ModelRequest {
  const described = request.tools.map(({ name, description, parameters }) => `${name}: ${description}\n  arguments: ${JSON.stringify(parameters)}`).join('\n');
  const how = `\n\nTools. To call one, write a line of JSON: {"tool": "search", "arguments": {…}}. Several lines are several calls.\n${described}`;
  const messages = request.messages.map((message, index) => {
    if (index === 0 && message.role === 'system') return { ...message, content: message.content + how };
    if (message.role === 'assistant') return { ...message, content: [message.content, ...message.calls.map((call) => JSON.stringify({ tool: call.name, arguments: safeParse(call.arguments) }))].filter((line) => line !== '').join('\n'), calls: [] };
    if (message.role === 'tool') return { role: 'user' as const, content: `Result of ${message.call}:\n${message.content}` };
    return message;
  });
  return { ...request, messages, tools: [] };
}

const safeParse = (written: string): unknown => {
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
};
