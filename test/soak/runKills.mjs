// Kills whole runs with SIGKILL at random instants and resumes each to its end: no acknowledged event is lost, and no model
// request whose answer was recorded is sent again.
//   node test/soak/runKills.mjs 200        (needs a build; prints a line per ten kills)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'dist/cli.js');
const kills = Number(process.argv[2] ?? 200);
const question = 'What share of sailings was punctual, and how many winter sailings were cancelled?';

/** Starts the command line; resolves with its output, or kills it after so many milliseconds. */
async function command(args, { env = {}, killAfter } = {}) {
  const child = spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { output += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { told += text; });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal, output, told };
}

const eventsOf = async (folder) => JSON.parse((await command(['show', folder, 'trace', '--json'])).output).trace;

/** What the extractive researcher decided, as the answers of a model: the same steps, each now a paid request. */
async function recordedAnswers(out) {
  await command(['run', question, '--folder', path.join(root, 'media/sample'), '--out', out, '--yes', '--json']);
  const [run] = await readdir(path.join(out, 'runs'));
  const events = await eventsOf(path.join(out, 'runs', run));
  return events.filter(({ type }) => type === 'turn.answered').map(({ data }) => data.calls.map(({ name, args }) => ({ name, args })));
}

/** An OpenAI-compatible server that answers turn n with the n-th step, and remembers which turns it was asked for. */
async function modelServer(steps, asked) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const turn = Number(/State at turn (\d+)/.exec(body)?.[1]);
    asked.push(turn);
    await new Promise((done) => setTimeout(done, 5));
    const calls = (steps[turn - 1] ?? []).map(({ name, args }, index) => ({ index, id: `call_${turn}_${index}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ model: 'soak', choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: 'tool_calls' }] })}\n\n`);
    response.end(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 10 } })}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const work = await mkdtemp(path.join(tmpdir(), 'run-kills-'));
const asked = [];
const server = await modelServer(await recordedAnswers(path.join(work, 'recorded')), asked);
const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`, OPENAI_API_KEY: 'none' };
const problems = [];
let done = 0;
let runs = 0;
try {
  while (done < kills) {
    runs++;
    const out = path.join(work, `run-${runs}`);
    let args = ['run', question, '--folder', path.join(root, 'media/sample'), '--model', 'openai:soak', '--out', out, '--yes', '--json'];
    let before = [];
    for (;;) {
      asked.length = 0;
      const killAfter = done < kills ? 150 + Math.random() * 2500 : undefined;
      const { code, signal, told } = await command(args, { env, killAfter });
      const [run] = await readdir(path.join(out, 'runs')).catch(() => []);
      if (run === undefined) { done++; continue; }
      const folder = path.join(out, 'runs', run);
      const events = await eventsOf(folder).catch(() => null);
      if (events === null) { if (before.length > 0) problems.push(`run ${runs}: the ledger cannot be opened`); done++; break; }
      // What was acknowledged is a prefix of what is there now.
      if (JSON.stringify(events.slice(0, before.length)) !== JSON.stringify(before)) problems.push(`run ${runs}: acknowledged events changed or are missing`);
      const answered = Math.max(0, ...before.filter(({ type }) => type === 'turn.answered').map(({ data }) => data.turn));
      const again = asked.filter((turn) => turn <= answered);
      if (again.length > 0) problems.push(`run ${runs}: turns ${again.join(', ')} were asked again although answered`);
      before = events;
      if (signal === 'SIGKILL') {
        done++;
        if (done % 10 === 0) console.log(`${done} kills, ${runs} runs, ${problems.length} problems`);
        args = events.length === 0 ? args : ['resume', folder, '--json'];
        continue;
      }
      if (code !== 0 && code !== 3) problems.push(`run ${runs}: ended with ${code}: ${told.split('\n').slice(-3).join(' ')}`);
      break;
    }
    await rm(out, { recursive: true, force: true });
  }
} finally {
  server.close();
  await rm(work, { recursive: true, force: true });
}
console.log(problems.length === 0 ? `${done} kills over ${runs} runs: nothing lost, nothing asked again` : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
