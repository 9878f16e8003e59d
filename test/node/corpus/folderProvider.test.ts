import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spoken } from '../../../src/core/run/said';
import { folderWatch } from '../../../src/node/corpus/folderWatch';
import { createSourceReader } from '../../../src/node/reader';
import { withoutPrivileges } from '../../support/privileges';
import { type Corpus, corpusOf, never } from './corpus';

const names = (corpus: Corpus, paths: string[]) => paths.map((path) => path.slice(corpus.root.length + 1)).sort();
const refresh = async (corpus: Corpus) => {
  const { added, changed, removed, skipped, unchanged } = await corpus.provider.refresh(never);
  return { added: names(corpus, added), changed: names(corpus, changed), removed: names(corpus, removed), skipped: names(corpus, skipped.map(({ path }) => path)), unchanged };
};

describe('searching folders', () => {
  test('finds the file that says it, with its address, title and a piece of its text', async () => {
    const filler = 'Nothing of interest stands in this sentence. '.repeat(20);
    const corpus = await corpusOf({
      'ports.md': `# Network\n\n${filler}\n\n## Ports\n\nThe server listens on port 5432 by default.\n\n${filler}`,
      'disk.md': `# Storage\n\n${filler}\n\nThe server writes to disk.`,
    });
    const outcome = await corpus.provider.search({ query: 'Which port does the server listen on by default?', from: null, to: null, language: null, limit: 5, signal: never });
    expect(outcome).toMatchObject({ ok: true, value: { notes: [] } });
    const hit = outcome.ok ? outcome.value.hits[0] : undefined;
    expect(hit).toMatchObject({ address: pathToFileURL(join(corpus.root, 'ports.md')).href, title: 'Network', published: null });
    expect(hit?.snippet).toContain('port 5432 by default.');
    expect(hit?.snippet.length).toBeLessThan(340);
  });

  test('a file that cites what a run archived is no source, and a person is told once', async () => {
    const memo = 'The ferry uses 118 kWh per crossing.[^E1-a1b2]\n\n[^E1-a1b2]: Port Ellory, "Ferry cuts costs by 41 percent" [archived](research-ledger:/run-20250101-a1b2/N3/Trial-report.txt#L1,1-L1,9)\n';
    const corpus = await corpusOf({ 'memo.md': memo, 'report.md': 'Each crossing of the ferry used 118 kWh.' });
    expect(await corpus.find('kWh per crossing of the ferry')).toEqual(['report.md']);
    let now = 0;
    const look = folderWatch((await corpus.reopen()).provider, [corpus.root], { monotonic: () => now });
    const said = (await look()).notices.map((words) => spoken(words));
    expect(said).toEqual([expect.stringMatching(/memo\.md cites what a run archived/)]);
    now = 60_000;
    expect((await look()).notices).toEqual([]);
    await corpus.write({ 'memo.md': 'The ferry uses 118 kWh per crossing.\n' });
    now = 120_000;
    expect(names(corpus, [...(await look()).added])).toEqual(['memo.md']);
  });

  test('a language leaves out files that are not in it, by what they declare or else by their script', async () => {
    const english = 'The warranty of the battery is eight years, as the contract of the ferry says.';
    const chinese = '电池的保修期为八年，渡轮合同如此规定。battery warranty 保修期自交付之日起计算，由供应商承担全部费用。';
    const corpus = await corpusOf({
      'en.md': `---\nlang: en\n---\n# Warranty\n\n${english}`, 'de.md': `---\nlang: de\n---\n# Garantie\n\nBattery warranty: acht Jahre Garantie auf die Batterie der Fähre, sagt der Vertrag.`,
      'undeclared.txt': english, 'zh.txt': chinese, 'mislabelled.md': `---\nlang: en\n---\n${chinese}`,
    }, { reader: createSourceReader() });
    const found = async (language: string | null) => {
      const outcome = await corpus.provider.search({ query: 'battery warranty', from: null, to: null, language, limit: 9, signal: never });
      return outcome.ok ? { files: outcome.value.hits.map(({ address }) => basename(address)).sort(), notes: outcome.value.notes.join() } : null;
    };
    expect((await found(null))?.files).toHaveLength(5);
    const inEnglish = await found('en');
    expect(inEnglish?.files).toEqual(['en.md', 'undeclared.txt']);
    expect(inEnglish?.notes).toContain('1 of the files found do not say their language');
    expect((await found('zh-CN'))?.files).toEqual(['mislabelled.md', 'zh.txt']);
    const unknown = await found('Chinese');
    expect(unknown?.files).toHaveLength(5);
    expect(unknown?.notes).toContain('no language tag');
  });

  test('a passage is a range of the text that was read, under its headings', async () => {
    const filler = 'Nothing of interest stands in this sentence. '.repeat(20);
    const text = `# Network\n\n${filler}\n\n## Ports\n\nThe server listens on port 5432 by default.\n\n${filler}`;
    const corpus = await corpusOf({ 'a.md': text });
    const [hit] = await corpus.provider.searchPassages('port 5432', 3, never);
    expect(hit?.headings).toEqual(['Network', 'Ports']);
    expect(text.slice(hit?.range.start, hit?.range.end)).toBe(hit?.snippet);
    expect(hit?.snippet).toContain('port 5432');
  });

  test('Chinese is found by any part of a word', async () => {
    const corpus = await corpusOf({ 'a.md': '本手册介绍数据库系统的安装与配置。', 'b.md': '本手册介绍文件系统的安装与备份。' });
    expect(await corpus.find('数据库')).toEqual(['a.md']);
    expect(await corpus.find('如何备份文件？')).toEqual(['b.md']);
  });

  test('a single character is found wherever it stands', async () => {
    const corpus = await corpusOf({ 'a.md': '黑猫在睡觉', 'b.md': '我有一只猫。', 'c.md': '猫粮', 'd.md': '狗' });
    expect((await corpus.find('猫')).sort()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  test('words that stand together as in the query come first', async () => {
    const corpus = await corpusOf({
      'apart.md': 'The lock of the door and its table are new. The time is out of joint. Row upon row of chairs.',
      'close.md': 'The door is new and so are its joints. There is a row lock timeout. Chairs stand upon the table here.',
    });
    expect(await corpus.find('row lock')).toEqual(['close.md', 'apart.md']);
    expect(await corpus.find('door and table')).toEqual(['apart.md', 'close.md']);
  });

  test('one hit for a file, two passages of it at most', async () => {
    const paragraph = `${'The zebra runs over the plain and rests. '.repeat(25)}\n\n`;
    const corpus = await corpusOf({ 'long.md': paragraph.repeat(8), 'short.md': 'A zebra.' });
    expect((await corpus.find('zebra')).sort()).toEqual(['long.md', 'short.md']);
    expect(await corpus.provider.searchPassages('zebra', 10, never)).toHaveLength(3);
  });

  test('nothing fits: no hit; no word: a note', async () => {
    const corpus = await corpusOf({ 'a.md': 'Text.' });
    expect(await corpus.find('unheard')).toEqual([]);
    const outcome = await corpus.provider.search({ query: '?!', from: '2024-01-01', to: null, language: null, limit: 5, signal: never });
    expect(outcome.ok && outcome.value.notes).toHaveLength(2);
  });

  test('a folder that is gone is told, and is a failure when it was the only one', async () => {
    const corpus = await corpusOf({ 'a.md': 'word' });
    const gone = join(corpus.root, 'gone');
    const ask = (folders: string[]) => corpus.beside({ folders, indexFolder: `${corpus.indexFolder}-${folders.length}` }).provider
      .search({ query: 'word', from: null, to: null, language: null, limit: 5, signal: never });
    expect(await ask([corpus.root, gone])).toMatchObject({ ok: true, value: { hits: [{ title: 'a.md' }], notes: [`${gone} is not there.`] } });
    expect(await ask([gone])).toMatchObject({ ok: false, failure: { kind: 'unreachable', message: `${gone} is not there.` } });
    expect(await ask([])).toMatchObject({ ok: false, failure: { kind: 'not-configured' } });
  });

  test('of Chinese passages the one that three strings were taken from comes first', async () => {
    // A fixed walk through common characters: each file its own mixture, all files the same characters.
    const characters = [...'数据库系统文件网络配置用户程序服务器版本安装管理软件设备内存信息工作时间方法问题测试过程结果研究经济社会发展市场公司产品技术'];
    let state = 7;
    const draw = () => characters[(state = (state * 48_271) % 2_147_483_647) % characters.length]!;
    const texts = Array.from({ length: 150 }, () => Array.from({ length: 450 }, (_, n) => (n % 17 === 16 ? '。' : draw())).join(''));
    const corpus = await corpusOf(Object.fromEntries(texts.map((text, n) => [`${n}.txt`, text])));
    let first = 0;
    for (const [n, text] of texts.entries()) {
      const query = [17, 170, 340].map((start) => text.slice(start + 2, start + 6)).join(' ');
      if ((await corpus.find(query, 1))[0] === `${n}.txt`) first += 1;
    }
    expect(first / texts.length).toBeGreaterThanOrEqual(0.95);
  });

  test('an index folder that cannot be made is a failure with its name, not an empty answer', async () => {
    const corpus = await corpusOf({ 'a.md': 'Text.' });
    await writeFile(corpus.indexFolder, 'a file in its place');
    const outcome = await corpus.provider.search({ query: 'text', from: null, to: null, language: null, limit: 5, signal: never });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(!outcome.ok && outcome.failure.message).toContain(corpus.indexFolder);
  });
});

describe('refreshing', () => {
  test('says what is new, changed and gone, and reads nothing else', async () => {
    const corpus = await corpusOf({ 'a.md': 'alpha', 'b.md': 'beta', 'sub/c.md': 'gamma' });
    expect(await refresh(corpus)).toEqual({ added: ['a.md', 'b.md', 'sub/c.md'], changed: [], removed: [], skipped: [], unchanged: 0 });
    corpus.reader.asked.length = 0;
    expect(await refresh(corpus)).toEqual({ added: [], changed: [], removed: [], skipped: [], unchanged: 3 });
    expect(corpus.reader.asked).toEqual([]);

    await corpus.write({ 'b.md': 'beta and delta', 'd.md': 'epsilon' });
    await corpus.remove('sub');
    expect(await refresh(corpus)).toEqual({ added: ['d.md'], changed: ['b.md'], removed: ['sub/c.md'], skipped: [], unchanged: 1 });
    expect(corpus.reader.asked).toHaveLength(2);
    expect(await corpus.find('delta')).toEqual(['b.md']);
    expect(await corpus.find('gamma')).toEqual([]);
  });

  test('after a restart nothing is read again', async () => {
    const corpus = await corpusOf({ 'a.md': 'alpha', 'empty.md': '', 'b.bin.txt': new Uint8Array([1, 0, 2]) });
    await corpus.provider.refresh(never);
    const again = await corpus.reopen();
    expect(await refresh(again)).toEqual({ added: [], changed: [], removed: [], skipped: ['b.bin.txt', 'empty.md'], unchanged: 1 });
    expect(again.reader.asked).toEqual([]);
    expect(await again.find('alpha')).toEqual(['a.md']);
  });

  test('what could not be read is read when it changes, and what can no longer be read is gone', async () => {
    const corpus = await corpusOf({ 'a.md': '', 'b.md': 'beta' });
    expect(await refresh(corpus)).toMatchObject({ added: ['b.md'], skipped: ['a.md'] });
    await corpus.write({ 'a.md': 'alpha', 'b.md': '' });
    expect(await refresh(corpus)).toMatchObject({ added: ['a.md'], removed: ['b.md'], skipped: ['b.md'] });
    expect(await corpus.find('beta')).toEqual([]);
  });

  test('the same size and another time is a change', async () => {
    const corpus = await corpusOf({ 'a.md': 'alpha' });
    await corpus.provider.refresh(never);
    await corpus.write({ 'a.md': 'omega' });
    await utimes(join(corpus.root, 'a.md'), 1, 1);
    expect(await refresh(corpus)).toMatchObject({ changed: ['a.md'] });
    expect(await corpus.find('alpha')).toEqual([]);
    expect(await corpus.find('omega')).toEqual(['a.md']);
  });

  test('many small changes stay few segments and keep every file', async () => {
    const corpus = await corpusOf({});
    for (let n = 0; n < 20; n += 1) {
      await corpus.write({ [`f${n}.md`]: `number${n} common`, 'same.md': `version${n} common` });
      await corpus.provider.refresh(never);
    }
    expect((await corpus.find('common', 50)).length).toBe(21);
    expect(await corpus.find('version18')).toEqual([]);
    expect(await corpus.find('version19')).toEqual(['same.md']);
    for (let n = 0; n < 20; n += 1) expect(await corpus.find(`number${n}`)).toEqual([`f${n}.md`]);
    const again = await corpus.reopen();
    expect((await again.find('common', 50)).length).toBe(21);
    expect(again.reader.asked).toEqual([]);
  });

  test('whatever happens to the files, exactly those that say a word are found', async () => {
    const words = ['alpha', 'beta', 'gamma', '数据'];
    const names = ['a.md', 'b.md', 'sub/c.md', 'sub/d.md', 'e.md'];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((said) => said.join(' '));
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ name: fc.constantFrom(...names), text }) },
      { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom(...names) }) },
      { weight: 4, arbitrary: fc.constant('refresh' as const) },
      { weight: 1, arbitrary: fc.constant('reopen' as const) },
    );
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      let corpus = await corpusOf({});
      const said = new Map<string, string>();
      for (const one of steps) {
        if (one === 'refresh') await corpus.provider.refresh(never);
        else if (one === 'reopen') corpus = await corpus.reopen();
        else if ('remove' in one) {
          if (said.delete(one.remove)) await corpus.remove(one.remove);
        } else {
          said.set(one.name, one.text);
          await corpus.write({ [one.name]: one.text });
        }
      }
      await corpus.provider.refresh(never);
      for (const word of words) {
        const expected = [...said].filter(([, text]) => text.includes(word)).map(([name]) => name);
        expect((await corpus.find(word)).sort()).toEqual(expected.sort());
      }
      expect(corpus.warnings).toEqual([]);
      await corpus.provider.close();
    }), { numRuns: 25 });
  });

  test('two windows share one index', async () => {
    const one = await corpusOf({ 'a.md': 'alpha', 'b.md': 'beta' });
    const two = one.beside();
    await Promise.all([one.provider.refresh(never), two.provider.refresh(never)]);
    expect([...one.reader.asked, ...two.reader.asked]).toHaveLength(2);
    await one.write({ 'a.md': 'gamma', 'c.md': 'delta' });
    await one.provider.refresh(never);
    expect(await refresh(two)).toEqual({ added: [], changed: [], removed: [], skipped: [], unchanged: 3 });
    expect(await two.find('gamma')).toEqual(['a.md']);
    expect(await two.find('alpha')).toEqual([]);
    expect([...one.warnings, ...two.warnings]).toEqual([]);
  });

  test('an aborted refresh rejects and the next one goes on', async () => {
    const corpus = await corpusOf({ 'a.md': 'alpha' });
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(corpus.provider.refresh(stop.signal)).rejects.toThrow('enough');
    expect(await refresh(corpus)).toMatchObject({ added: ['a.md'] });
  });
});

describe('walking', () => {
  test('ignore files, excludes and folders that are never sources', async () => {
    const corpus = await corpusOf({
      '.gitignore': '*.log\nbuild/\n!keep.log\n', 'a.md': 'word', 'a.log': 'word', 'keep.log': 'word', 'build/x.md': 'word',
      'sub/.gitignore': 'local.md\n!special.log\n', 'sub/local.md': 'word', 'sub/special.log': 'word', 'local.md': 'word',
      'node_modules/p/readme.md': 'word', '.research/runs/r/article.md': 'word', '.git/description': 'word', '.env': 'word',
      'out/a.min.js': 'word', 'deep/out/b.md': 'word',
    }, { exclude: ['**/out', '!special.log'] });
    expect((await corpus.find('word', 50)).sort()).toEqual(['a.md', 'keep.log', 'local.md', 'sub/special.log']);
  });

  test('links are not followed: loops end, and what lies outside is named', async () => {
    const outside = await corpusOf({ 'secret.md': 'secret' });
    const corpus = await corpusOf({ 'sub/a.md': 'word' });
    await symlink('..', join(corpus.root, 'sub/up'));
    await symlink('self', join(corpus.root, 'self'));
    await symlink('sub/a.md', join(corpus.root, 'again.md'));
    await symlink(outside.root, join(corpus.root, 'out'));
    const { added, skipped } = await corpus.provider.refresh(never);
    expect(names(corpus, added)).toEqual(['sub/a.md']);
    const [out, self] = [join(corpus.root, 'out'), join(corpus.root, 'self')];
    expect(skipped).toEqual([
      { path: out, why: `${out} is a link out of the folder, which is not followed. Add its target as a folder of its own.` },
      { path: self, why: `${self} is a link that leads back to itself.` },
    ]);
  });

  test('what may not be read is named, and read once it may', async () => {
    const corpus = await corpusOf({ 'a.md': 'word', 'locked.md': 'word', 'shut/b.md': 'word' });
    const [locked, shut] = [join(corpus.root, 'locked.md'), join(corpus.root, 'shut')];
    await chmod(locked, 0);
    await chmod(shut, 0);
    await mkdir(corpus.indexFolder);
    for (const folder of [dirname(corpus.root), corpus.indexFolder]) await chmod(folder, 0o777);
    const { skipped } = await withoutPrivileges(() => corpus.provider.refresh(never));
    expect(skipped.map(({ why }) => why)).toEqual([shut, locked].map((path) => `${path} may not be read: permission denied.`));
    await chmod(locked, 0o644);
    await chmod(shut, 0o755);
    expect(await refresh(corpus)).toMatchObject({ added: ['locked.md', 'shut/b.md'], skipped: [], unchanged: 1 });
  });

  test('pictures, large files, empty files and a missing folder are named', async () => {
    const limits = { maxBytes: 1000, maxMilliseconds: 1000, maxText: 1000 };
    const corpus = await corpusOf({ 'a.md': 'word', 'p.PNG': 'x', 'large.txt': 'word '.repeat(300), 'empty.txt': '' }, { limits });
    const { skipped } = await corpus.provider.refresh(never);
    expect(skipped.map(({ path, why }) => why.replace(pathToFileURL(path).href, path).replace(`${corpus.root}/`, ''))).toEqual([
      'p.PNG holds no text to read, by its suffix.', 'empty.txt is empty.', 'large.txt is larger than 0.001 MB, the limit for one source.',
    ]);
    const lost = await corpusOf({}, { folders: [join(corpus.root, 'nowhere')] });
    expect((await lost.provider.refresh(never)).skipped).toEqual([{ path: join(corpus.root, 'nowhere'), why: `${join(corpus.root, 'nowhere')} is not there.` }]);
  });

  test('a single file is a folder of one; folders within each other give each file once', async () => {
    const corpus = await corpusOf({ 'a.md': 'word', 'sub/b.md': 'word' });
    const one = await corpusOf({}, { folders: [join(corpus.root, 'a.md')] });
    expect((await one.provider.refresh(never)).added).toEqual([join(corpus.root, 'a.md')]);
    const both = await corpusOf({}, { folders: [corpus.root, join(corpus.root, 'sub')] });
    expect((await both.provider.refresh(never)).added).toHaveLength(2);
  });

  test('an index that lies in the folder is no source', async () => {
    const corpus = await corpusOf({ 'a.md': 'word' });
    await mkdir(join(corpus.root, 'cache'));
    const inside = await corpusOf({}, { folders: [corpus.root], indexFolder: join(corpus.root, 'cache') });
    await inside.provider.refresh(never);
    await corpus.write({ 'cache/note.md': 'word' });
    expect(await inside.provider.refresh(never)).toMatchObject({ added: [], unchanged: 1 });
  });
});
