import { userInfo } from 'node:os';
import path from 'node:path';
import { composeRuns, type Runs } from '../compose';
import { say } from './terminal';
import { type Log } from '../core/run/platform';

/** What a person sees of the program's own workings: warnings and errors, on standard error. */
const log: Log = {
  info: () => undefined,
  warn: (message) => say(`warning: ${message}`),
  error: (message, cause) => say(`error: ${message}${cause instanceof Error && process.env['RESEARCH_LEDGER_DEBUG'] !== undefined ? `\n${cause.stack ?? ''}` : ''}`),
};

/** Who is named beside what a person decides here. */
export function person(): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    return `user:${process.env['USER'] ?? process.getuid?.() ?? 'unknown'}`; // a container's user may have a number and no name
  }
}

export function runsIn(research: string): Runs {
  return composeRuns({
    research, dist: path.dirname(process.argv[1] ?? '.'), log, proxy: process.env['HTTPS_PROXY'] ?? process.env['https_proxy'] ?? null, program: 'command-line', product: 'ResearchLedger/0.1',
    modelServer: process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1', contact: process.env['RESEARCH_LEDGER_CONTACT'] ?? null,
    // SEARXNG_BASE_URL, OPENSEARCH_BASE_URL
    searchServer: (name) => process.env[`${name.toUpperCase()}_BASE_URL`],
    // OPENAI_API_KEY, BRAVE_API_KEY, …: a key is read from the environment and kept nowhere.
    secret: (name) => Promise.resolve(process.env[`${name.toUpperCase().replaceAll('-', '_')}_API_KEY`]),
  });
}
