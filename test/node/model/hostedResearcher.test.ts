import { afterEach, describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/core/article/markdown';
import { hostedResearcher } from '../../../src/core/researcher/hosted/hostedResearcher';
import { LivePreview } from '../../../src/core/request/preview';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { storedCall } from '../../../src/core/run/storedCall';
import { currentRevision } from '../../../src/core/article/state';
import { Library } from '../../../src/core/source/library';
import { HostedModelClient } from '../../../src/node/model/hostedModelClient';
import { createSourceReader } from '../../../src/node/reader';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { makeFetcher, serve, type Loopback } from '../http/loopback';
import { eventsOf, message, serveResponses, type ResponsesServer } from './responsesServer';

const question = 'What share of the ferry sailings was punctual?';
const page = (body: string): string => `<!doctype html><html lang="en"><head><title>Port statistics</title></head><body><main><h1>Ferry</h1>${body}</main></body></html>`;
const pages: Record<string, string> = {
  '/statistics': page('<p>In the trial 91.4 percent of sailings were punctual. The ferry ran every day of the trial.</p>'),
  '/other': page('<p>The harbour was dredged in autumn.</p>'),
};

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function localPages(): Promise<Loopback> {
  const web = await serve((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  open.push(web);
  return web;
}

/** A report whose citations cover words that hold, a link behind a sentence that holds, words that do not hold, a page that is gone, and a file of this machine. */
function reportOn(origin: string): { text: string; annotations: unknown[] } {
  let text = '';
  const annotations: unknown[] = [];
  const say = (words: string): void => { text += words; };
  const cite = (words: string, url: string): void => {
    annotations.push({ type: 'url_citation', url, title: 'Port statistics', start_index: text.length, end_index: text.length + words.length });
    text += words;
  };
  say('# Punctuality\n\n');
  cite('In the trial 91.4 percent of sailings were punctual.', `${origin}/statistics`);
  say(' The ferry ran every day of the trial. ');
  cite(`([port](${origin}/statistics))`, `${origin}/statistics`);
  say('\n\n## Doubts\n\n');
  cite('A survey found that 12 percent of passengers complained.', `${origin}/other`);
  say(' ');
  cite('An archive says that 88 percent were punctual.', `${origin}/gone`);
  say(' ');
  cite('A private note says otherwise.', 'file:///etc/hostname');
  say(' [[cite:E1]]');
  return { text, annotations };
}

async function hostedRun(web: Loopback): Promise<{ there: ResponsesServer; recorder: Recorder; preview: LivePreview; run: () => Promise<void> }> {
  const { text, annotations } = reportOn(web.origin);
  const there = await serveResponses((n) => eventsOf(`resp_${n}`, [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: '**Looking for statistics** of the port' }] },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'ferry punctuality statistics' } },
    { type: 'web_search_call', id: 'ws_2', status: 'completed', action: { type: 'open_page', url: `${web.origin}/statistics` } },
    message(text, annotations),
  ]));
  open.push(there);
  const world = memoryWorld({});
  const fetcher = makeFetcher({ allowHosts: [web.host] });
  open.push(fetcher);
  const preview = new LivePreview();
  const researcher = hostedResearcher(new HostedModelClient({ baseURL: there.origin, apiKey: null, model: 'deep-model' }), preview.show);
  const parts = { ...world.parts(new MemoryLog(), researcher), providers: [], library: new Library({ archive: world.archive, fetcher, reader: createSourceReader(), clock: world.clock }) };
  await createRun(parts.recorder, question, { folders: [], researcher: 'hosted:deep-model' });
  return { there, recorder: parts.recorder, preview, run: () => new RunLoop(parts).go() };
}

describe('a hosted deep-research model', () => {
  test('is asked once; its steps are updates, its pages archived sources, its report the article', async () => {
    const web = await localPages();
    const { there, recorder, preview, run } = await hostedRun(web);
    const shown: (string | undefined)[] = [];
    preview.onChange(() => { shown.push(preview.now?.text.split('\n').at(-1)); });
    await run();
    const { state } = recorder;
    expect(state.run).toMatchObject({ state: 'ended', outcome: 'incomplete' });
    expect(there.creates).toHaveLength(1);
    expect(there.creates[0]).toMatchObject({ background: true, store: true, tools: [{ type: 'web_search_preview' }] });
    expect(state.updates.map(({ text }) => text)).toEqual(['Looking for statistics of the port', 'Searching: ferry punctuality statistics', `Reading: ${web.origin}/statistics`]);
    expect(shown).toEqual([...state.updates.map(({ text }) => text), undefined]);
    expect(state.ledger.results.map(({ address }) => address)).toEqual(['/statistics', '/other', '/gone'].map((path) => `${web.origin}${path}`));
    expect(state.source.snapshots.map(({ address }) => address)).toEqual([`${web.origin}/statistics`, `${web.origin}/other`]);
    expect(state.source.sources.find(({ address }) => address.endsWith('/gone'))?.state).toBe('failed');
  });

  test('has a citation bound where the words hold in the archived page, and unverified everywhere else', async () => {
    const { recorder, run } = await hostedRun(await localPages());
    await run();
    const { ledger, article } = recorder.state;
    expect(ledger.evidence.map(({ quote, match }) => [quote, match])).toEqual([['In the trial 91.4 percent of sailings were punctual.', 'verbatim'], ['The ferry ran every day of the trial.', 'verbatim']]);
    const [first, second] = article.order.map((id) => article.blocks[id]).map((block) => block && currentRevision(block));
    expect(first).toMatchObject({ heading: 'Punctuality', text: 'In the trial 91.4 percent of sailings were punctual.[[cite:E1]] The ferry ran every day of the trial. [[cite:E2]]' });
    expect(first?.citations.map(({ state }) => state)).toEqual(['bound', 'bound']);
    expect(second?.heading).toBe('Doubts');
    expect(second?.citations.map(({ state }) => state)).toEqual(['unverified', 'unverified', 'unverified']);
    expect(second?.text).not.toContain('[[cite:E1]]');
    expect(renderMarkdown(recorder.state, { now: '' })).toContain('No verifiable inline citation recorded in this paragraph.');
  });

  test('whose connection is cut is asked for its original answer', async () => {
    const { there, recorder, run } = await hostedRun(await localPages());
    there.cuts.add(4);
    await run();
    expect(recorder.state.run?.state).toBe('ended');
    expect(there.creates).toHaveLength(1);
    expect(there.followed).toEqual([4]);
  });

  test('whose server ends the report early has it published as far as it goes, and that is said', async () => {
    const there = await serveResponses((n) => eventsOf(`resp_${n}`, [message('# Punctuality\n\nIt was punctual in')], { type: 'incomplete', fields: { incomplete_details: { reason: 'max_output_tokens' } } }));
    open.push(there);
    const parts = memoryWorld({}).parts(new MemoryLog(), hostedResearcher(new HostedModelClient({ baseURL: there.origin, apiKey: null, model: 'deep-model' })));
    await createRun(parts.recorder, question, { folders: [], researcher: 'hosted:deep-model' });
    await new RunLoop(parts).go();
    const { state } = parts.recorder;
    expect(state.notices.map(({ text }) => text)).toEqual(['deep-model stopped before the end of its report (max_output_tokens): what it would have said further is missing.']);
    expect(renderMarkdown(state, { now: '' }).split('## Not covered')[1]).toContain('The report was ended before its end');
  });

  describe('whose report is larger than the publications left', () => {
    const section = (n: number): string => `# Section ${n}\n\n${`The ferry ran in week ${n} of the trial. `.repeat(30).trim()}`;
    async function reported(sections: number, publications: number) {
      const there = await serveResponses((n) => eventsOf(`resp_${n}`, [message(Array.from({ length: sections }, (_, at) => section(at + 1)).join('\n\n'))]));
      open.push(there);
      const world = memoryWorld({});
      const parts = world.parts(new MemoryLog(), hostedResearcher(new HostedModelClient({ baseURL: there.origin, apiKey: null, model: 'deep-model' })));
      await createRun(parts.recorder, question, { folders: [], researcher: 'hosted:deep-model', limits: { publications } });
      await new RunLoop(parts).go();
      return { state: parts.recorder.state, events: parts.recorder.events, archive: world.archive };
    }

    test('has it in fewer and larger blocks, in its order, and loses nothing', async () => {
      const { state } = await reported(6, 4);
      expect(state.article.order.length).toBeLessThan(6);
      const markdown = renderMarkdown(state, { now: '' });
      for (let n = 1; n <= 6; n++) expect(markdown.match(new RegExp(`## Section ${n}\\n`, 'g'))).toHaveLength(1);
      expect(state.notices).toEqual([]);
      expect(markdown).not.toContain('could not be published');
    });

    test('says what of it had no place, in a notice and in what is left open, and keeps each part by its call', async () => {
      const { state, events, archive } = await reported(24, 2);
      const shown = state.article.order.length;
      expect(shown).toBeGreaterThan(0);
      const refused = state.turns.flatMap(({ calls }) => calls).filter(({ name, receipt }) => name === 'send_answer_part' && receipt?.ok === false);
      expect(refused.length).toBeGreaterThan(0);
      expect(state.notices.map(({ text }) => text)).toEqual([expect.stringContaining(`${refused.length} parts of the report could not be published; the trace keeps each as it was meant: ${refused[0]?.id ?? ''} “Section`)]);
      const markdown = renderMarkdown(state, { now: '' });
      expect(markdown.split('## Not covered')[1]?.split('\n## ')[0]).toContain(`Parts of the report that could not be published; the trace keeps each as it was meant: ${refused[0]?.id ?? ''}`);
      const kept = await Promise.all(refused.map(async ({ id }) => (await storedCall(id, events, archive))?.sent ?? ''));
      for (let n = 1; n <= 24; n++) expect([markdown, ...kept].some((text) => text.includes(`in week ${n} of`)), `section ${n}`).toBe(true);
    });
  });
});
