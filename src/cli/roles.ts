import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { role, roleModel, roles, type Role, type RunOptions } from '../core/run/records';
import { errorMessage } from '../core/run/platform';
import { oneOf, UsageError, type Arguments } from './arguments';

type Table = NonNullable<RunOptions['roles']>;
const table = z.partialRecord(role, roleModel);

/** The usual model of this machine: the environment's where it names one with its key, else none. */
const usual = ({ OPENAI_API_KEY: key, OPENAI_MODEL: model }: NodeJS.ProcessEnv): string => (key && model ? `openai:${model}` : 'extractive');

/** Who answers in each role: a file of the shape of the setting `researchLedger.roles`, and over it what the words name. */
export async function modelsOf(args: Pick<Arguments, 'model' | 'roles' | 'rolesFile'>, env: NodeJS.ProcessEnv = process.env): Promise<Pick<RunOptions, 'researcher' | 'roles'>> {
  const named: Partial<Record<Role, string>> = {};
  for (const [written, model] of [...(args.model === null ? [] : [['main', args.model] as const]), ...args.roles]) {
    const name = oneOf('--role', written, roles);
    if (named[name] !== undefined && named[name] !== model) throw new UsageError(`The role ${name} is given to ${named[name]} and to ${model}: name one${name === 'main' ? ' (--model names main too)' : ''}.`);
    named[name] = model;
  }
  const given: Table = args.rolesFile === null ? {} : await read(path.resolve(args.rolesFile));
  const merged = Object.fromEntries(roles.flatMap((name): [Role, Table[Role]][] => {
    const entry = withModel(given[name], named[name]);
    return entry === undefined ? [] : [[name, entry]];
  })) as Table;
  // Main has its own place among a run's options.
  const { main: { researcher = usual(env), ...main } = {}, ...others } = merged;
  return { researcher, roles: { ...(Object.keys(main).length > 0 ? { main } : {}), ...others } };
}

/** A price belongs to its model: it does not go over to another that the words name. */
function withModel(entry: Table[Role], model: string | undefined): Table[Role] {
  if (model === undefined) return entry;
  if (entry?.researcher === undefined || entry.researcher === model) return { ...entry, researcher: model };
  const { price: _others, ...rest } = entry;
  return { ...rest, researcher: model };
}

const example = '{ "main": { "price": { "input": 2, "cached": 0.5, "output": 8 } }, "child": { "researcher": "openai:NAME", "maxOutput": 4000 } }';

async function read(file: string): Promise<Table> {
  let written: unknown;
  try {
    written = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new UsageError(`The roles in ${file} cannot be read: ${errorMessage(cause)}. Write them like ${example}`);
  }
  const parsed = table.safeParse(written);
  if (!parsed.success) throw new UsageError(`The roles in ${file} do not fit:\n${z.prettifyError(parsed.error)}\nWrite them like ${example}`);
  return parsed.data;
}
