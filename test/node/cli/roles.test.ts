import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseArguments } from '../../../src/cli/arguments';
import { modelsOf } from '../../../src/cli/roles';

const price = { input: 2, cached: 0.5, output: 8 };
let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'roles-')); });
afterEach(() => rm(folder, { recursive: true }));

const words = (...argv: string[]) => modelsOf(parseArguments(['run', 'q', ...argv]), {});
async function file(value: unknown): Promise<string> {
  const written = path.join(folder, 'roles.json');
  await writeFile(written, typeof value === 'string' ? value : JSON.stringify(value));
  return written;
}

describe('models by role on the command line', () => {
  test('are named one by one; main is what --model names', async () => {
    expect(await words('--model', 'openai:big', '--role', 'child=openai:small', '--role', 'verifier=openai:other=tag')).toEqual({ researcher: 'openai:big', roles: { child: { researcher: 'openai:small' }, verifier: { researcher: 'openai:other=tag' } } });
    expect(await words('--role', 'main=openai:big')).toEqual({ researcher: 'openai:big', roles: {} });
    expect(await words()).toEqual({ researcher: 'extractive', roles: {} });
  });

  test('come from a file with limits and prices, and the words win over it, but not with another model’s price', async () => {
    const from = await file({ main: { researcher: 'openai:big', price, maxOutput: 900 }, child: { researcher: 'openai:small', price }, judge: { maxOutput: 50 } });
    expect(await words('--roles', from)).toEqual({ researcher: 'openai:big', roles: { main: { price, maxOutput: 900 }, child: { researcher: 'openai:small', price }, judge: { maxOutput: 50 } } });
    expect(await words('--roles', from, '--model', 'openai:huge', '--role', 'child=openai:tiny', '--role', 'judge=openai:big')).toEqual({ researcher: 'openai:huge', roles: { main: { maxOutput: 900 }, child: { researcher: 'openai:tiny' }, judge: { researcher: 'openai:big', maxOutput: 50 } } });
    expect(await words('--roles', await file({ main: { price } }), '--model', 'openai:big')).toEqual({ researcher: 'openai:big', roles: { main: { price } } });
  });

  test('begin with the environment’s model where it has its key', async () => {
    const args = parseArguments(['run', 'q']);
    expect((await modelsOf(args, { OPENAI_MODEL: 'big', OPENAI_API_KEY: 'k' })).researcher).toBe('openai:big');
    expect((await modelsOf(args, { OPENAI_MODEL: 'big' })).researcher).toBe('extractive');
    expect((await modelsOf(parseArguments(['run', 'q', '--model', 'extractive']), { OPENAI_MODEL: 'big', OPENAI_API_KEY: 'k' })).researcher).toBe('extractive');
  });

  test('that cannot be meant are refused with what would be right', async () => {
    await expect(words('--role', 'helper=openai:x')).rejects.toThrow('--role takes main, child, verifier, judge, not "helper".');
    expect(() => parseArguments(['run', 'q', '--role', 'child'])).toThrow('--role takes ROLE=MODEL, not "child".');
    await expect(words('--role', 'child=openai:a', '--role', 'child=openai:b')).rejects.toThrow('The role child is given to openai:a and to openai:b: name one.');
    await expect(words('--model', 'openai:a', '--role', 'main=openai:b')).rejects.toThrow('--model names main too');
    await expect(words('--roles', path.join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read.*Write them like \{ "main"/);
    await expect(words('--roles', await file('{'))).rejects.toThrow('cannot be read');
    await expect(words('--roles', await file({ child: { prise: price } }))).rejects.toThrow(/do not fit:[\s\S]*prise/);
    await expect(words('--roles', await file({ child: { price: { input: 1 } } }))).rejects.toThrow(/do not fit:[\s\S]*output/);
  });
});
