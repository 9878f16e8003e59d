import { fork } from 'node:child_process';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Corpus, corpusOf, never } from './corpus';

const segmentsOf = async (corpus: Corpus) => (await readdir(corpus.indexFolder)).filter((name) => name.endsWith('.segment')).map((name) => join(corpus.indexFolder, name));

async function flip(path: string, at: (length: number) => number): Promise<void> {
  const bytes = await readFile(path);
  const place = at(bytes.length);
  bytes[place]! ^= 0x55;
  await writeFile(path, bytes);
}

describe('a damaged index is built anew and never answers wrongly', () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}.md`, `# Title ${n}\n\nThe item${n} is common. ${'More words follow here. '.repeat(n)}`]));
  const damages: [what: string, damage: (corpus: Corpus) => Promise<void>][] = [
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((part): [string, (corpus: Corpus) => Promise<void>] => [
      `a byte altered at ${part * 100} %`, async (corpus) => flip((await segmentsOf(corpus))[0]!, (length) => Math.floor((length - 1) * part)),
    ]),
    ['a segment cut short', async (corpus) => truncate((await segmentsOf(corpus))[0]!, 500)],
    ['an empty segment', async (corpus) => truncate((await segmentsOf(corpus))[0]!, 0)],
    ['a segment gone', async (corpus) => rm((await segmentsOf(corpus))[0]!)],
    ['the manifest altered', async (corpus) => flip(join(corpus.indexFolder, 'manifest'), (length) => length - 20)],
    ['the manifest emptied', async (corpus) => truncate(join(corpus.indexFolder, 'manifest'), 0)],
  ];
  test.each(damages)('%s', async (_what, damage) => {
    const before = await corpusOf(files);
    await before.provider.refresh(never);
    await before.provider.close();
    await damage(before);
    const after = before.beside();
    expect(await after.find('item17')).toEqual(['f17.md']);
    expect(after.reader.asked).toHaveLength(40);
    expect(after.warnings).toHaveLength(1);
    expect(after.warnings[0]).toContain('built anew');
    const again = await after.reopen();
    expect((await again.find('common', 100)).length).toBe(40);
    expect(again.warnings).toEqual([]);
    expect(again.reader.asked).toEqual([]);
  });

  test('another version of the reader reads everything anew, without a warning', async () => {
    const before = await corpusOf({ 'a.md': 'alpha' });
    await before.provider.refresh(never);
    const after = before.beside({ readerVersion: 'plain 2' });
    expect(await after.find('alpha')).toEqual(['a.md']);
    expect(after.reader.asked).toHaveLength(1);
    expect(after.warnings).toEqual([]);
  });
});

describe('killed while writing', () => {
  let script: string;
  beforeAll(async () => {
    const result = await build({ entryPoints: [join(import.meta.dirname, 'killedWriter.ts')], bundle: true, platform: 'node', write: false });
    script = result.outputFiles[0]!.text;
  });

  test('at any instant, the next window sees the old state or the new one, and finishes the work', async () => {
    const corpus = await corpusOf({});
    const path = join(corpus.indexFolder, '..', 'writer.cjs');
    await writeFile(path, script);
    let killed = 0;
    for (let round = 0; round < 15; round += 1) {
      await corpus.write(Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`f${n}.md`, `${'Words to pass the time. '.repeat(300)} round${round}`])));
      killed += (await runAndKill(path, [corpus.root, corpus.indexFolder], round * 7)) ? 1 : 0;
      const next = corpus.beside();
      expect((await next.find(`round${round}`)).sort()).toEqual(['f0.md', 'f1.md', 'f2.md', 'f3.md', 'f4.md', 'f5.md']);
      if (round > 0) expect(await next.find(`round${round - 1}`)).toEqual([]);
      expect(next.warnings).toEqual([]);
      await next.provider.close();
      expect((await readdir(corpus.indexFolder)).filter((name) => name.includes('.tmp'))).toEqual([]);
    }
    expect(killed).toBeGreaterThan(0);
  });
});

/** Kills the process so many milliseconds after it said that it starts. True when it was still at work. */
async function runAndKill(path: string, parameters: string[], delay: number): Promise<boolean> {
  const child = fork(path, parameters, { stdio: 'ignore' });
  onTestFinished(() => { child.kill('SIGKILL'); });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  await new Promise<void>((resolve) => child.on('message', () => resolve()));
  setTimeout(() => child.kill('SIGKILL'), delay);
  return (await ended) === 'SIGKILL';
}
