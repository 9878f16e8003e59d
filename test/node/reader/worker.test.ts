import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultReadLimits, type ReadLimits } from '../../../src/core/source/reader';
import { createSourceReader } from '../../../src/node/reader';
import { makePdf } from './makePdf';
import { makeXlsx } from './makeOffice';
import { pdfAssets } from './reading';

describe('the reading worker', () => {
  let folder = '';
  let workerPath = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reader-'));
    workerPath = path.join(folder, 'readerWorker.js');
    await build({ entryPoints: [path.join(import.meta.dirname, '../../../src/node/reader/worker.ts')], outfile: workerPath, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' });
  });
  afterAll(async () => { await rm(folder, { recursive: true, force: true }); });

  const read = (bytes: Uint8Array, name: string, limits: Partial<ReadLimits> = {}, signal = new AbortController().signal, workerMemory = 256) =>
    createSourceReader({ workerPath, pdfAssets, workerMemory }).read({ bytes, address: `file:///d/${name}`, limits: { ...defaultReadLimits, ...limits }, signal });
  const rows = (count: number): string => Array.from({ length: count }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>row ${index}</t></is></c><c r="B${index + 1}"><v>${index}</v></c></row>`).join('');

  it('reads a PDF and a workbook as the calling thread would', async () => {
    const pdf = makePdf([[{ text: 'Words on a page.', x: 72, y: 700 }]]);
    const xlsx = makeXlsx([{ name: 'S', rows: rows(3) }]);
    for (const [bytes, name] of [[pdf, 'a.pdf'], [xlsx, 'a.xlsx']] as const) {
      const there = await read(bytes, name);
      const here = await createSourceReader({ pdfAssets }).read({ bytes, address: `file:///d/${name}`, limits: defaultReadLimits, signal: new AbortController().signal });
      expect(there.ok).toBe(true);
      expect(there).toEqual(here);
    }
  });

  it('ends a reading that takes too long, with a sentence', async () => {
    const outcome = await read(makeXlsx([{ name: 'S', rows: rows(60_000) }]), 'slow.xlsx', { maxMilliseconds: 50 });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'too-slow', message: 'file:///d/slow.xlsx was not read within 0.05 seconds and was given up. Cut out the part that matters and add it as a file of its own.' } });
  });

  it('ends a reading that takes too much memory, with a sentence', async () => {
    const outcome = await read(makeXlsx([{ name: 'S', rows: rows(120_000) }]), 'big.xlsx', {}, undefined, 24);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-large', message: expect.stringMatching(/^file:\/\/\/d\/big.xlsx needs more than 24 MB of memory/) as string } });
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const reading = read(makeXlsx([{ name: 'S', rows: rows(60_000) }]), 'slow.xlsx', {}, stop.signal);
    setTimeout(() => { stop.abort(new Error('The run was stopped.')); }, 30);
    await expect(reading).rejects.toThrow('The run was stopped.');
  });

  it('refuses a CSV of 300 MB at once, by its size', async () => {
    const outcome = await read(Buffer.alloc(300_000_000, 'a,b,1\n'), 'huge.csv');
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-large', message: expect.stringContaining('has 300 MB, above the limit of 50 MB') as string } });
  });

  it('reads 40 MB of CSV within its limits and says what was cut', async () => {
    const outcome = await read(Buffer.alloc(40_000_000, 'a,b,1\n'), 'long.csv', {}, undefined, 1_024);
    expect(outcome.ok && outcome.value.text.length).toBe(defaultReadLimits.maxText);
    expect(outcome.ok && outcome.value.missing.join(' ')).toMatch(/Only the first 100000 rows.*cut after 8000000/);
  });
});
