import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunEvent } from '../../../src/core/run/event';
import { bodyPath, createArchive, sha256 } from '../../../src/node/store/archiveFiles';
import { deleteRun, planDeletion } from '../../../src/node/store/deletion';
import { type MakeImage } from '../../../src/node/store/image';
import { createRun, listRuns, openRun } from '../../../src/node/store/runFolder';
import { event } from './events';
import { imageHere } from './opened';
import { quiet } from './quiet';

let research: string;
let makeImage: MakeImage;
beforeAll(async () => {
  makeImage = await imageHere();
});
beforeEach(async () => {
  research = path.join(await mkdtemp(path.join(tmpdir(), 'ledger-')), '.research');
});
afterEach(() => rm(path.dirname(research), { recursive: true, force: true }));

const reading = () => ({ makeImage, log: quiet });
const naming = (seq: number, hash: string): RunEvent => ({ seq, at: '2026-01-02T04:00:00.000Z', v: 1, type: 'call.settled', by: 'host', data: { id: `K${seq}`, settlement: 'spent', usage: null, failure: null, receipt: { ok: true, text: { sha256: hash, length: 5000 }, data: null } } });

async function run(id: string, more: readonly RunEvent[] = [], checkpoint = false): Promise<void> {
  const log = await openRun(await createRun(research, id), reading());
  await log.append([event(1), ...more]);
  if (checkpoint) await log.checkpoint();
  await log.close();
}

test('a new run has its folder, and git leaves its bytes alone', async () => {
  const folder = await createRun(research, 'run-1');
  expect(folder).toBe(path.join(research, 'runs', 'run-1'));
  expect(await readFile(path.join(research, '.gitattributes'), 'utf8')).toBe('* -text\n');
  await expect(createRun(research, 'run-1')).rejects.toThrow(/There is a run run-1/);
  for (const id of ['run-../../x', 'other', 'run-', 'run-a/b']) await expect(createRun(research, id)).rejects.toThrow(/is not a run's id/);
});

test('runs are listed from their journals alone, also after a checkpoint; an unreadable one is named', async () => {
  expect(await listRuns(research)).toEqual([]);
  await run('run-1', [{ seq: 2, at: '2026-01-02T05:00:00.000Z', v: 1, type: 'run.stateChanged', by: 'host', data: { state: 'running', waitingFor: 'nothing', reason: null } }], true);
  await run('run-2', [{ seq: 2, at: '2026-01-02T06:00:00.000Z', v: 1, type: 'run.ended', by: 'host', data: { outcome: 'converged', stopReason: 'converged', why: 'done', nextSearches: [] } }]);
  await run('run-3');
  for (const name of await readdir(path.join(research, 'runs', 'run-3'))) if (name.startsWith('ledger.journal')) await writeFile(path.join(research, 'runs', 'run-3', name), '');
  await writeFile(path.join(research, 'runs', 'run-3', 'ledger.sqlite'), 'nonsense');
  await rm(path.join(research, 'runs', 'run-1', 'ledger.sqlite'));
  const listed = await listRuns(research);
  expect(listed.map((one) => ('problem' in one ? [one.run, one.problem] : [one.run, one.question, one.state, one.outcome, one.lastAt])).sort()).toEqual([
    ['run-1', 'What is it?', 'running', null, '2026-01-02T05:00:00.000Z'],
    ['run-2', 'What is it?', 'ended', 'converged', '2026-01-02T06:00:00.000Z'],
    ['run-3', 'Nothing in its journal can be read.'],
  ]);
});

test('a run that was killed before its first event is no run: it is not listed, and nothing waits for it', async () => {
  await run('run-1');
  await createRun(research, 'run-2');
  const killed = await openRun(await createRun(research, 'run-3'), reading());
  await killed.close();
  expect((await listRuns(research)).map(({ run: id }) => id)).toEqual(['run-1']);
  expect((await planDeletion(research, 'run-1', reading())).run).toBe('run-1');
});

test('deleting a run takes what no other run names, directly or through a body, and says so first', async () => {
  const archive = createArchive(research);
  const part = await archive.putText('a part of a long request');
  const shared = await archive.putText(`parts: ${part}`);
  const own = await archive.putText('only here');
  const page = await archive.putBytes(Buffer.from([1, 2, 3]));
  await run('run-1', [naming(2, shared), naming(3, own), naming(4, part), naming(5, page)], true);
  await run('run-2', [naming(2, shared)], true);
  const plan = await planDeletion(research, 'run-1', reading());
  expect(plan).toEqual({ run: 'run-1', folder: path.join(research, 'runs', 'run-1'), bodies: [bodyPath(research, own, 'txt'), bodyPath(research, page, 'bin')].sort(), bytes: 12 });
  await deleteRun(research, plan, reading());
  expect(existsSync(plan.folder)).toBe(false);
  expect(plan.bodies.some(existsSync)).toBe(false);
  expect([await archive.getText(shared), await archive.getText(part)].map(({ state }) => state)).toEqual(['holds', 'holds']);
});

test('nothing is deleted while another run cannot be read, or someone writes to this one', async () => {
  await run('run-1');
  await run('run-2', [naming(2, sha256(Buffer.from('x'))), event(3), event(4)], true);
  await writeFile(path.join(research, 'runs', 'run-2', 'ledger.sqlite'), 'nonsense');
  await rm(path.join(research, 'runs', 'run-2', 'ledger.journal.4'));
  await expect(planDeletion(research, 'run-1', reading())).rejects.toThrow(/nothing is deleted/);
  await rm(path.join(research, 'runs', 'run-2'), { recursive: true });
  const plan = await planDeletion(research, 'run-1', reading());
  const writer = await openRun(plan.folder, reading());
  await expect(deleteRun(research, plan, reading())).rejects.toMatchObject({ kind: 'fenced' });
  expect(existsSync(plan.folder)).toBe(true);
  await writer.close();
});

test('an archived body is written once, named by its hash, and re-hashed when it is read', async () => {
  const archive = createArchive(research);
  const text = '\uFEFFBOM, 漢字, and a\r\nline end';
  const [hash, again] = await Promise.all([archive.putText(text), archive.putText(text)]);
  expect(again).toBe(hash);
  expect(await archive.getText(hash)).toEqual({ state: 'holds', text });
  const file = bodyPath(research, hash, 'txt');
  expect(await readdir(path.dirname(file))).toEqual([`${hash}.txt`]);
  await writeFile(file, `${text}!`);
  expect(await archive.putText(text)).toBe(hash);
  expect(await archive.getText(hash)).toEqual({ state: 'altered', text: `${text}!`, actual: sha256(Buffer.from(`${text}!`)) });
  expect(await archive.getBytes(hash)).toEqual({ state: 'missing' });
  expect(await archive.getText('../../../etc/passwd')).toEqual({ state: 'missing' });
  const bytes = new Uint8Array([0, 255, 128]);
  expect(await archive.getBytes(await archive.putBytes(bytes))).toEqual({ state: 'holds', bytes: Buffer.from(bytes) });
});
