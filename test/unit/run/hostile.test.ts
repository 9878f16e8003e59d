import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { ActiveRun } from '../../../src/core/run/activeRun';
import { EventRefused, parseEvent, parseEventLine, type RunEvent } from '../../../src/core/run/event';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { replay } from '../../../src/core/run/state';
import { restoreData, store } from '../../../src/core/run/storedText';
import { quotedInMarkdown } from '../../../src/shared/plainText';
import { createRun, MemoryLog, memoryWorld, research, type MemoryWorld } from '../../fakes/memoryWorld';

const question = 'How long is the warranty?';
const article = ({ state }: Recorder): string => renderMarkdown(state, { now: '2026-01-02T03:04:05.000Z' });

describe('words of a source', () => {
  test.each([
    ['[[cite:E1]] **bold** <script> &lt; `x` _y_ snake_case 2 < 3', '\\[\\[cite:E1\\]\\] \\*\\*bold\\*\\* \\<script> \\&lt; \\`x\\` \\_y\\_ snake_case 2 < 3'],
    ['two\n# lines', 'two # lines'],
  ])('%j shows as it stands and does nothing', (text, shown) => {
    expect(quotedInMarkdown(text)).toBe(shown);
  });

  test('that look like our markers cite nothing, and their links, pictures and tags stay dead', async () => {
    const recorder = await research(memoryWorld({ 'a.md': 'The warranty lasts 36 months from delivery, ![x](http://evil.example/x.png) see [here](http://evil.example) &lt;img src=x&gt; and *all* parts.\n' }), question);
    const [block] = Object.values(recorder.state.article.blocks).flatMap(({ revisions }) => revisions);
    expect(block?.citations.map(({ state, evidence }) => `${state} ${evidence ?? ''}`)).toEqual(['bound E1']);
    expect(article(recorder)).not.toMatch(/(?<!\\)\]\(http|(?<!\\)<img/);
  });

  test('bring no control character and no turned direction into the article', async () => {
    const recorder = await research(memoryWorld({ 'a.html': '<title>T &#27;[31m\u202e</title><body><p>The warranty lasts &#27;[31m 24 months &#27;]0;pwn&#7; from the day of delivery.</p>' }), `${question} \u001b[31m\u202e`);
    expect(recorder.state.article.order).not.toEqual([]);
    expect(article(recorder)).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  });

  test('a question of many lines makes one heading', async () => {
    const recorder = await research(memoryWorld({ 'a.md': 'The warranty lasts 24 months.\n' }), 'How long is the warranty?\n\n# Sources\n\n1. <b>mine</b>');
    expect(article(recorder).match(/^# .*/gm)).toHaveLength(1);
  });
});

describe('an article of an earlier run among the documents', () => {
  const release = { 'a.md': '# Ferry\n\nThe ferry carried 410000 passengers in 2024, says the operator in its report of the year.\n' };
  const asked = 'How many passengers did the ferry carry?';

  test('reposts what it cites, and is no evidence', async () => {
    const first = await research(memoryWorld(release), asked);
    expect(first.state.run?.outcome).toBe('incomplete');
    const { ledger, source, run } = (await research(memoryWorld({ ...release, 'article.md': article(first) }), asked)).state;
    const copy = source.sources.find(({ address }) => address.endsWith('article.md'));
    expect(copy?.state).toBe('archived');
    expect(ledger.evidence.filter((item) => item.source === copy?.id)).toEqual([]);
    expect(source.provenance).toContainEqual(expect.objectContaining({ from: copy?.id, relation: 'reposts' }));
    expect(run?.outcome).toBe('incomplete');
  });

  test('is known by its markers too', async () => {
    const { ledger } = (await research(memoryWorld({ 'b.md': 'The ferry carried 410000 passengers in 2024 [[cite:E2]].\n' }), asked)).state;
    expect(ledger.evidence).toEqual([]);
  });
});

async function opened(world: MemoryWorld): Promise<ActiveRun> {
  const parts = world.parts(new MemoryLog());
  await createRun(parts.recorder, question);
  await new RunLoop(parts).go();
  const { researcher, ...rest } = parts;
  return new ActiveRun({ ...rest, folder: '/run', researcher: () => Promise.resolve(researcher), model: () => Promise.reject(new Error('no model here')), takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve(), articleFile: { write: () => Promise.resolve() } });
}

describe('what a person corrects', () => {
  const files = { 'a.md': 'The warranty lasts 24 months.\n', 'b.md': 'By contract the warranty lasts 24 months for every buyer of the boat.\n' };

  test('only a source that is there is withdrawn, and only once', async () => {
    const active = await opened(memoryWorld(files));
    await expect(active.withdraw('S9', 'why', 'user')).rejects.toThrow('There is no source S9. Sources: S1, S2.');
    await expect(active.restore('S1', 'why', 'user')).rejects.toThrow('S1 is not withdrawn.');
    await active.withdraw('S1', 'why', 'user');
    await expect(active.withdraw('S1', 'why', 'user')).rejects.toThrow('S1 is withdrawn already.');
    await active.restore('S1', 'why', 'user');
    expect(active.state.ledger.evidence.every(({ state }) => state === 'active')).toBe(true);
  });

  test('an article does not go on saying converged when what it rested on has fallen', async () => {
    const active = await opened(memoryWorld(files));
    expect(active.state.run?.outcome).toBe('converged');
    expect(active.view().article.markdown).toContain('*Converged: ');
    await active.withdraw('S1', 'why', 'user');
    expect(active.view().article.markdown).toContain('*Converged when it ended; ');
    expect(active.view().article.end).toContain('key claims: ');
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is neither a record nor a field', async (name) => {
    const active = await opened(memoryWorld(files));
    expect(correctionDrafts(active.state, 'C1', name, '1', 'why', 'user')).toMatchObject({ ok: false, problem: expect.stringContaining('is not for anyone to set') as string });
    expect(correctionDrafts(active.state, name, 'risk', '1', 'why', 'user')).toMatchObject({ ok: false });
  });

  test('nothing is asked further without words', async () => {
    const active = await opened(memoryWorld(files));
    await expect(active.continueWith(' \n')).rejects.toThrow('There is no question.');
  });
});

describe('a log from outside', () => {
  const event = (type: string, data: unknown): RunEvent => parseEvent({ seq: 1, at: '2026-01-01T00:00:00.000Z', v: 1, type, by: 'user', data });

  test('that is no JSON is refused in words', () => {
    expect(() => parseEventLine('{"seq":1,nope')).toThrow(EventRefused);
  });

  test.each(['__proto__', 'constructor'])('takes no reservation from the name %s', (id) => {
    expect(replay([event('budget.released', { id })]).budget.reservations).toEqual({});
  });

  test('whose events do not follow from each other is refused, and names the one', () => {
    const broken = event('source.withdrawn', { source: 'S1', reason: 'x', by: 'user' });
    Object.defineProperty(broken.data, 'source', { get: () => { throw new TypeError('not there'); } });
    expect(() => replay([broken])).toThrow('Event 1 (source.withdrawn) does not follow from those before it: not there');
  });
});

test('data that the archive lost are missing, not another text', async () => {
  const { archive } = memoryWorld({});
  const stored = await store(archive, JSON.stringify({ long: 'x'.repeat(5000) }));
  expect(await restoreData(archive, stored)).toEqual({ long: 'x'.repeat(5000) });
  archive.texts.clear();
  expect(await restoreData(archive, stored)).toBeNull();
});
