import { type ModelRequest } from './modelClient';

/** For a server without tool support: the tools stand in the instructions, and calls come as JSON in the text. */
export function toolsAsText(request: ModelRequest): ModelRequest {
  const described = request.tools.map(({ name, description, parameters }) => `${name}: ${description}\n  arguments: ${JSON.stringify(parameters)}`).join('\n');
  const how = request.tools.length === 0 ? '' : `\n\nTools. To call one, write a line of JSON: {"tool": "${request.tools[0]?.name ?? ''}", "arguments": {…}}. Several lines are several calls.\n${described}`;
  const messages = request.messages.map((message, index) => {
    if (index === 0 && (message.role === 'system' || message.role === 'user')) return { ...message, content: message.content + how };
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
