import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/commands';

let folder: string;
let shown: { out: string; err: string };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refused-'));
  shown = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => { shown.out += String(text); return true; });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => { shown.err += String(text); return true; });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test.each(['toString', 'constructor', '__proto__', 'nope'])('%s is no command', async (name) => {
  expect(await runCommand([name])).toBe(2);
  expect(shown.err).toContain(`There is no command "${name}". Commands: run, plan,`);
});

test.each([
  ['a limit', ['--set', 'foo=1'], 'There is no limit "foo"'],
  ['a limit beyond all numbers', ['--set', `requests=${'9'.repeat(400)}`], '--set requests takes a number'],
  ['a limit given twice', ['--set', 'turns=1', '--set', 'turns=9'], '--set turns is given 1 and 9: name one'],
  ['a limit of time given twice', ['--set', 'minutes=1', '--set', 'milliseconds=9'], 'Active time is limited twice'],
  ['a deadline of no year', ['--deadline', '5'], '--deadline takes a time such as'],
  ['a deadline beyond the calendar', ['--deadline', '+275760-09-13'], '--deadline takes a time such as'],
  ['an empty language', ['--language', ''], 'What the run is to work with does not fit'],
  ['a search provider', ['--search', 'nope'], 'There is no search provider "nope"'],
  ['a researcher', ['--model', 'nope'], 'There is no researcher "nope"'],
  ['a folder', ['--folder', '/not/there'], '/not/there is not there'],
  ['a researcher of a role', ['--role', 'child=nope'], 'There is no researcher "nope". Known: extractive, openai:NAME, responses:NAME, hosted:NAME, replay:FILE. (role child)'],
  ['a hosted model for a part', ['--role', 'child=hosted:deep'], 'hosted:deep does a whole research by itself, and has only the role main (role child).'],
  ['a researcher of a role', ['--role', 'child=nope'], 'There is no researcher "nope". Known: extractive, openai:NAME, responses:NAME, hosted:NAME, replay:FILE. (role child)'],
  ['a hosted model for a part', ['--role', 'child=hosted:deep'], 'hosted:deep does a whole research by itself, and has only the role main (role child).'],
  ['a rule where judgement is asked', ['--role', 'verifier=extractive'], 'extractive picks quotations by rule and judges nothing: name a model (role verifier).'],
  ['a price, where money is limited,', ['--model', 'openai:big', '--set', 'money=5'], 'A limit of money needs the price of openai:big'],
])('%s that is not there is refused as usage, in one JSON object where that is wanted, and leaves no run behind', async (_what, words, why) => {
  const out = path.join(folder, 'out');
  expect(await runCommand(['run', 'How long?', '--folder', folder, '--out', out, '--json', ...words])).toBe(2);
  expect(JSON.parse(shown.out)).toEqual({ format: 1, error: expect.stringContaining(why) as string });
  expect(existsSync(out)).toBe(false);
});

test('a price that makes no number of a cost is refused before there is a run', async () => {
  const [roles, out] = [path.join(folder, 'roles.json'), path.join(folder, 'out')];
  await writeFile(roles, JSON.stringify({ main: { researcher: 'openai:m', price: { input: 1e308, cached: 1, output: 1 } } }));
  expect(await runCommand(['run', 'q', '--folder', folder, '--out', out, '--roles', roles])).toBe(2);
  expect(shown.err).toContain('The price of openai:m is beyond reason');
  expect(existsSync(out)).toBe(false);
});

test('a plan that does not serve the question is refused before there is a run', async () => {
  const [plan, out] = [path.join(folder, 'plan.json'), path.join(folder, 'out')];
  const claim = { id: 'C1', parent: null, part: 'P9', dimension: null, text: 'x', kind: 'fact', risk: 'low', key: false, constraint: null, requirement: { kinds: [], voices: 1, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: false } };
  await writeFile(plan, JSON.stringify({ question: 'q', hash: '', searches: [], claims: [claim], scope: { parts: [{ id: 'P1', text: 'q' }], period: null, regions: [], terms: [], dimensions: [], acceptableSources: [], constraints: [], delivery: 'full', deadline: null, language: 'en', assumed: [] } }));
  expect(await runCommand(['run', 'q', '--folder', folder, '--out', out, '--plan', plan])).toBe(2);
  expect(shown.err).toContain('was not accepted:\n- No claim serves part P1');
  expect(existsSync(out)).toBe(false);
});

test('nothing that steers a terminal is shown raw', async () => {
  await runCommand(['run', 'q', '--folder', '/not\u001b[31m\u202e\u009b/there', '--json']);
  expect(`${shown.out}${shown.err}`).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  expect((JSON.parse(shown.out) as { error: string }).error).toContain('/not\u001b[31m\u202e\u009b/there');
});
