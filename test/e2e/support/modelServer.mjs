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
 * @param {object[]} [options.unclear]  what the scope is not clear about
 * @param {(asked: object) => string} [options.toQuestion]  the answer to a request that offers no tool
 */
export async function startModelServer({ key, unclear = [], toQuestion = () => '' }) {
  const { scriptedServer, status, body, chunk } = await bundled('node/model/scriptedServer');
  const answers = (await readFile(path.join(root, 'test/recordings/ferry.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line).answer);
  answers[0].tool_calls[0].arguments.unclear = unclear;
  let next = 0;
  /** By the name of a tool: resolves when its call may be written to the end. */
  const held = new Map();
  /** Requests of the research whose answer was written to its end. */
  const answered = [];

  const write = async (response, answer) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (answer.content) response.write(chunk({ content: answer.content }));
    for (const [index, { name, arguments: args }] of (answer.tool_calls ?? []).entries()) {
      const written = JSON.stringify(args);
      const half = Math.floor(written.length / 2);
      response.write(chunk({ tool_calls: [{ index, id: `call_${next}_${index}`, function: { name, arguments: '' } }] }));
      response.write(chunk({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] }));
      await held.get(name);
      if (response.destroyed) return false;
      response.write(chunk({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] }));
    }
    response.write(chunk({}, answer.tool_calls ? 'tool_calls' : 'stop'));
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
    return true;
  };
  /** Who asked and went away before the end is given the same answer when it is asked for again. */
  const step = async (response, asked) => {
    const at = next++;
    response.once('close', () => { if (!response.writableEnded) next = at; });
    if (await write(response, answers[at] ?? answers.at(-1))) answered.push(asked.raw);
  };

  const server = await scriptedServer((response, asked) => {
    if (asked.headers.authorization !== `Bearer ${key}`) return status(401, { message: 'Incorrect API key provided' })(response, asked);
    if (asked.path.endsWith('/models')) return body(JSON.stringify({ object: 'list', data: [{ id: 'ferry-large', object: 'model' }, { id: 'ferry-small', object: 'model' }] }))(response, asked);
    const tools = asked.body.tools ?? [];
    if (tools.length === 1 && tools[0].function.name === 'ready') return void write(response, { tool_calls: [{ name: 'ready', arguments: {} }] });
    return void (tools.length === 0 ? write(response, { content: toQuestion(asked.body) }) : step(response, asked));
  });
  return {
    url: server.url,
    asked: server.asked,
    answered,
    close: server.close,
    /** Calls of that tool are written by half until `release` is called. */
    hold(tool) {
      let release;
      held.set(tool, new Promise((resolve) => { release = resolve; }));
      return { release };
    },
  };
}
