import path from 'node:path';
import { parseArgs } from 'node:util';

/** What the user wrote cannot be meant: exit 2, and the sentence says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  folder: { type: 'string', multiple: true }, url: { type: 'string', multiple: true }, search: { type: 'string', multiple: true },
  model: { type: 'string' }, role: { type: 'string', multiple: true }, roles: { type: 'string' }, depth: { type: 'string' }, plan: { type: 'string' }, template: { type: 'string' }, deadline: { type: 'string' }, language: { type: 'string' }, set: { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true }, 'allow-web-queries': { type: 'boolean' }, out: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' },
  version: { type: 'string' }, format: { type: 'string' }, reason: { type: 'string' }, help: { type: 'boolean' },
} as const;

export interface Arguments {
  command: string;
  words: string[];
  folders: string[];
  addresses: string[];
  providers: string[];
  model: string | null;
  /** `--role ROLE=MODEL`. */
  roles: [string, string][];
  rolesFile: string | null;
  depth: 'auto' | 'standard' | 'deep';
  plan: string | null;
  template: string | null;
  /** ISO 8601 UTC. */
  deadline: string | null;
  language: string | null;
  /** `--set axis=N` for limits, `--set FIELD=VALUE` for corrections. */
  set: [string, string][];
  allowHosts: string[];
  allowWebQueries: boolean;
  out: string | null;
  yes: boolean;
  json: boolean;
  version: number | null;
  format: string | null;
  reason: string | null;
  help: boolean;
}

export function parseArguments(argv: readonly string[]): Arguments {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
  const { values, positionals } = parsed;
  const [command = 'help', ...words] = positionals;
  return {
    command, words,
    folders: (values.folder ?? []).map((folder) => path.resolve(folder)), addresses: values.url ?? [], providers: values.search ?? [],
    model: values.model ?? null, roles: (values.role ?? []).map((written) => pair('--role', 'ROLE=MODEL', written)), rolesFile: values.roles ?? null,
    depth: oneOf('--depth', values.depth ?? 'auto', ['auto', 'standard', 'deep']), plan: values.plan ?? null, template: values.template ?? null, deadline: values.deadline === undefined ? null : time('--deadline', values.deadline), language: values.language ?? null,
    set: (values.set ?? []).map((written) => pair('--set', 'name=value', written)), allowHosts: values['allow-host'] ?? [], allowWebQueries: values['allow-web-queries'] ?? false,
    out: values.out ?? null, yes: values.yes ?? false, json: values.json ?? false, version: values.version === undefined ? null : wholeNumber('--version', values.version),
    format: values.format ?? null, reason: values.reason ?? null, help: values.help ?? false,
  };
}

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${name} takes ${allowed.join(', ')}, not "${value}".`);
  return found;
}

function pair(flag: string, form: string, written: string): [string, string] {
  const at = written.indexOf('=');
  if (at < 1) throw new UsageError(`${flag} takes ${form}, not "${written}".`);
  return [written.slice(0, at), written.slice(at + 1)];
}

function time(name: string, written: string): string {
  const at = /^\d{4}-\d\d/.test(written) ? Date.parse(written) : NaN;
  if (Number.isNaN(at)) throw new UsageError(`${name} takes a time such as 2026-12-01T18:00, not "${written}".`);
  return new Date(at).toISOString();
}

function wholeNumber(name: string, written: string): number {
  if (!/^\d+$/.test(written)) throw new UsageError(`${name} takes a whole number, not "${written}".`);
  return Number(written);
}
