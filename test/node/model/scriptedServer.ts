import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  body: Record<string, unknown>;
  /** As it came. */
  raw: string;
  headers: IncomingMessage['headers'];
}

export type Reply = (response: ServerResponse, asked: Asked) => void;

export interface ScriptedServer {
  url: string;
  asked: Asked[];
  close: () => Promise<void>;
}

/** A chat-completions server on loopback that gives its replies in order, the last one again and again. */
export async function scriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let written = '';
    request.setEncoding('utf8').on('data', (chunk: string) => { written += chunk; });
    request.on('end', () => {
      const one = { path: request.url ?? '', body: (written === '' ? {} : JSON.parse(written)) as Record<string, unknown>, raw: written, headers: request.headers };
      asked.push(one);
      (replies[asked.length - 1] ?? replies.at(-1))?.(response, one);
    });
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  return {
    asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((done) => { server.closeAllConnections(); server.close(() => { done(); }); }),
  };
}

export const status = (code: number, error: Record<string, unknown> = { message: 'scripted' }, headers: Record<string, string> = {}): Reply => (response) => {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
};

export const body = (text: string, type = 'application/json', code = 200): Reply => (response) => { response.writeHead(code, { 'content-type': type }).end(text); };

export const chunk = (delta: Record<string, unknown>, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'served', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

export const usageChunk = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 60 } } })}\n\n`;

/** A stream of these pieces; `end` says how the connection ends. */
export const streamed = (pieces: readonly string[], end: 'done' | 'close' | 'cut' | 'hang' = 'done', type = 'text/event-stream'): Reply => (response) => {
  response.writeHead(200, { 'content-type': type });
  for (const piece of pieces) response.write(piece);
  if (end === 'done') response.end('data: [DONE]\n\n');
  else if (end === 'close') response.end();
  // The pieces must be on the wire before the connection goes.
  else if (end === 'cut') setTimeout(() => { response.destroy(); }, 30);
};
