import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/commands';
import { nodeFiles } from '../../../src/node/store/files';
import { type RunView } from '../../../src/shared/view';

let folder: string;
let run: string;
let shown = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'showing-'));
  await writeFile(path.join(folder, 'ferry.md'), '# Ferry\n\nThe battery of the ferry has a warranty of eight years.\n');
});
beforeEach(() => {
  shown = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => { shown += String(text); return true; });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => { vi.restoreAllMocks(); });
afterAll(() => rm(folder, { recursive: true }));

const command = async (...words: string[]): Promise<unknown> => {
  shown = '';
  await runCommand([...words, '--json']);
  return JSON.parse(shown);
};
const view = async (): Promise<RunView> => await command('show', run) as RunView;

test('every answer is one object of format 1 that names its run', async () => {
  await command('run', 'How long is the warranty of the battery?', '--folder', folder, '--out', path.join(folder, 'out'), '--yes');
  const [id = ''] = await readdir(path.join(folder, 'out', 'runs'));
  run = path.join(folder, 'out', 'runs', id);
  const whole = await view();
  expect(whole).toMatchObject({ format: 1, run: { id } });
  for (const part of ['article', 'claims', 'evidence', 'searches', 'sources', 'conflicts', 'budget', 'convergence'] as const) expect(await command('show', run, part)).toEqual({ format: 1, run: id, [part]: whole[part] });
  const { trace, ...about } = await command('show', run, 'trace') as { trace: { type: string }[] };
  expect(about).toEqual({ format: 1, run: id });
  expect(trace[0]?.type).toBe('run.created');
  expect(await command('explain', run, 'B1:1')).toMatchObject({ format: 1, run: id, fault: 'nothing' });
  expect(await command('recheck', run)).toMatchObject({ format: 1, run: id, sources: [{ source: 'S1' }] });
});

test('a source is taken out of the count with a reason, and back into it', async () => {
  expect((await view()).evidence).toMatchObject([{ state: 'active' }]);
  expect(await command('withdraw', run, 'S1', '--reason', 'a draft')).toEqual({ format: 1, withdrawn: 'S1' });
  expect((await view()).evidence).toMatchObject([{ state: 'withdrawn' }]);
  expect(await command('restore', run, 'S1')).toMatchObject({ error: expect.stringContaining('reason') as string });
  expect(await command('restore', run, 'S1', '--reason', 'it was the final text')).toEqual({ format: 1, restored: 'S1' });
  expect(await view()).toMatchObject({ evidence: [{ state: 'active' }], sources: [{ id: 'S1', state: 'archived' }] });
  expect(await command('restore', run, 'S1', '--reason', 'again')).toMatchObject({ error: 'S1 is not withdrawn.' });
});

test('what lies where nothing can be written is verified all the same', async () => {
  const create = vi.spyOn(nodeFiles, 'create').mockRejectedValue(Object.assign(new Error('EROFS'), { code: 'EROFS' }));
  expect(await command('verify', run)).toMatchObject({ format: 1, snapshots: 1, findings: [] });
  expect(create).toHaveBeenCalled();
});

test('a run that was taken out of its research folder is read, and not worked on, where its archive would be made in a stranger\'s folder', async () => {
  const alone = path.join(folder, 'elsewhere', 'alone');
  await cp(run, alone, { recursive: true });
  expect(await command('show', alone, 'claims')).toMatchObject({ format: 1 });
  expect(await command('continue', alone, 'And the range?')).toMatchObject({ error: expect.stringContaining('lies outside the folder of its research') as string });
  expect(await readdir(folder)).not.toContain('archive');
});
