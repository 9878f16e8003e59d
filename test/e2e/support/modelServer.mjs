// A model server on this machine that answers from the recording of the ferry, as a server with an OpenAI-style interface does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../scripts/lib/steps.mjs';
import { bundled } from './bundled.mjs';

/** Prices are the run's; this is what the server says it used. */
const usage = { prompt_tokens: 4_000, completion_tokens: 500, prompt_tokens_details: { cached_tokens: 3_000 } };

/**
 * @param {object} options
 * @param {string} options.key  the only key that it takes
 * @param {object[]} options.unclear  what the scope is not clear about
 * @param {(asked: object) => string} options.toQuestion  the answer to a request that offers no tool
 */
export async function startModelServer({ key, unclear, toQuestion }) {
  const { scriptedServer, status, body, chunk } = await bundled('node/model/scriptedServer');
  const answers = (await readFile(path.join(root, 'test/recordings/ferry.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line).answer);
  answers[0].tool_calls[0].arguments.unclear = unclear;
  let next = 0;
  /** Resolves when a part that is being written may be written to its end. */
  let held = Promise.resolve();

  const write = async (response, answer) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (answer.content) response.write(chunk({ content: answer.content }));
    for (const [index, { name, arguments: args }] of (answer.tool_calls ?? []).entries()) {
      const written = JSON.stringify(args);
      const half = Math.floor(written.length / 2);
      response.write(chunk({ tool_calls: [{ index, id: `call_${next}_${index}`, function: { name, arguments: '' } }] }));
      response.write(chunk({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] }));
      if (name === 'send_answer_part') await held;
      response.write(chunk({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] }));
    }
    response.write(chunk({}, answer.tool_calls ? 'tool_calls' : 'stop'));
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
  };

  const server = await scriptedServer((response, asked) => {
    if (asked.headers.authorization !== `Bearer ${key}`) return status(401, { message: 'Incorrect API key provided' })(response, asked);
    if (asked.path.endsWith('/models')) return body(JSON.stringify({ object: 'list', data: [{ id: 'ferry-large', object: 'model' }, { id: 'ferry-small', object: 'model' }] }))(response, asked);
    const tools = asked.body.tools ?? [];
    if (tools.length === 1 && tools[0].function.name === 'ready') return void write(response, { tool_calls: [{ name: 'ready', arguments: {} }] });
    return void write(response, tools.length === 0 ? { content: toQuestion(asked.body) } : answers[next++] ?? answers.at(-1));
  });
  return {
    url: server.url,
    asked: server.asked,
    close: server.close,
    /** Parts are written by half until `release` is called. */
    hold() {
      let release;
      held = new Promise((resolve) => { release = resolve; });
      return { release };
    },
  };
}
