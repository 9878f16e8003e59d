import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { mustWrite } from '../../../src/cli/runFolderOf';
import { composeRuns } from '../../../src/compose';
import { options, quietLog } from '../../fakes/memoryWorld';

test('a run that a machine left which is gone is waited for and taken; one that is at work is refused at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'must-write-'));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const runs = composeRuns({ research: path.join(folder, '.research'), dist: folder, log: quietLog, proxy: null, program: 'command-line', product: 'test', secret: () => Promise.resolve(undefined), modelServer: 'http://127.0.0.1:9', contact: null });
  try {
    const made = await runs.create('How long is the warranty?', { ...options(), folders: [folder] });
    const beside = await runs.open(made.folder, 'auto');
    await expect(mustWrite(beside)).rejects.toThrow('Another window or program works on');
    expect(said).not.toHaveBeenCalled();
    await beside.close();
    await made.close();
    await writeFile(path.join(made.folder, 'lock'), JSON.stringify({ epoch: 3, process: 1, host: 'gone-container', token: 'x', beat: 7, released: false }));
    const later = await runs.open(made.folder, 'auto');
    expect(later.recorder.writable).toBe(false);
    await mustWrite(later);
    expect(later.recorder.writable).toBe(true);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('gone-container has this run open'));
    await later.close();
  } finally {
    said.mockRestore();
    await rm(folder, { recursive: true });
  }
}, 30_000);
