// Child processes for the scripts: quiet when all is well, with everything they said when not.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Thrown when a command did not succeed; `output` holds what it said. */
export class CommandFailed extends Error {
  constructor(command, code, output) {
    super(`${command} ended with ${code}`);
    this.output = output;
    this.code = code;
  }
}

/**
 * Runs a command and resolves to its result, whatever its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, show?: boolean}} options  `show` passes its output through as well
 * @returns {Promise<{code: number | string, output: string}>}
 */
export function attempt(command, args, { cwd = root, env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const [stream, sink] of [[child.stdout, process.stdout], [child.stderr, process.stderr]]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (show) sink.write(text);
      });
    }
    child.once('error', (error) => reject(new CommandFailed(command, error.code ?? 'error', error.message)));
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

/** As `attempt`, but anything other than exit code 0 is a CommandFailed. */
export async function run(command, args, options) {
  const { code, output } = await attempt(command, args, options);
  if (code !== 0) throw new CommandFailed([command, ...args].join(' '), code, output);
  return output;
}

/**
 * Says what is being done while it is done, and for how long, on standard error.
 * @template T
 * @param {string} what  "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  process.stderr.write(`${what} …\n`);
  const beat = setInterval(() => process.stderr.write(`${what} … ${seconds()}\n`), 15_000);
  try {
    const result = await work();
    process.stderr.write(`${what}: done in ${seconds()}\n`);
    return result;
  } finally {
    clearInterval(beat);
  }
}
