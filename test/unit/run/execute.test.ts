import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { nothing, tool, type ToolOutcome } from '../../../src/core/tool/tool';
import * as z from 'zod';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { call, plan, publish, scope, scriptedModel, type Line } from '../../fakes/scriptedModel';

const files = { 'a.md': 'In the trial 91.4 percent of sailings were punctual.\n', 'b.md': 'The trial lasted six months.\n' };
const question = 'What share of sailings was punctual in the trial?';
const query = (words: string) => ({ queries: [{ query: words, intent: 'explore', claims: ['C1'] }] });

async function run(lines: readonly Line[]): Promise<Recorder> {
  const recorder = await research(memoryWorld(files), question, {}, modelResearcher(scriptedModel([...lines, call('finish')])));
  expect(recorder.state.run?.state).toBe('ended');
  return recorder;
}

const receipts = ({ state }: Recorder, name: string) => state.turns.flatMap(({ calls }) => calls).filter((one) => one.name === name).map(({ receipt }) => ({ ok: receipt?.ok, text: receipt && 'text' in receipt.text ? receipt.text.text : '' }));

describe('calls side by side', () => {
  test('take no more than the grant: what is one too many is refused, whoever asked first', async () => {
    const recorder = await run([scope, plan, { calls: Array.from({ length: 20 }, (_, n) => ['search', query(`trial ${n}`)] as const) }]);
    const { grant, spent, reserved, unknown } = recorder.state.budget.meters.searches;
    expect({ grant, spent, reserved, unknown }).toEqual({ grant: 6, spent: 6, reserved: 0, unknown: 0 });
    expect(receipts(recorder, 'search').filter(({ ok }) => ok)).toHaveLength(6);
    expect(receipts(recorder, 'search').at(-1)).toEqual({ ok: false, text: 'No searches are left (0 of 6 spent, 6 reserved). Open and read what was found, then publish and finish.' });
    expect(recorder.state.ledger.searches).toHaveLength(6);
  });
});

describe('a step whose decision breaks', () => {
  const breaking = (run: () => ToolOutcome) => tool({ name: 'recall', description: '', schema: z.object({}), spends: () => nothing, effect: false, run: () => run });

  test.each<[string, () => ToolOutcome, string]>([
    ['by itself', () => { throw new Error('no such row'); }, 'The step failed: no such row. This says nothing about the question.'],
    ['in what it would write', () => ({ ok: true, text: 'done', drafts: [{ type: 'update.sent', by: 'main', data: { id: 'U1', worker: 'main', text: '', about: [] } }] }), 'The step failed: update.sent was not written:'],
  ])('%s costs a turn, and the run goes on', async (_how, decision, said) => {
    const parts = memoryWorld(files).parts(new MemoryLog(), modelResearcher(scriptedModel([scope, plan, call('recall'), call('finish')])));
    await createRun(parts.recorder, question);
    await new RunLoop({ ...parts, tools: parts.tools.map((one) => (one.name === 'recall' ? breaking(decision) : one)) }).go();
    expect(parts.recorder.state.run?.state).toBe('ended');
    expect(receipts(parts.recorder, 'recall')[0]).toMatchObject({ ok: false, text: expect.stringContaining(said) as string });
    expect(parts.recorder.state.updates).toEqual([]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('a part named %s is no part', async (block) => {
    const recorder = await run([scope, plan, publish('A.', { replaces: { block, revision: 1, why: 'better' } }), publish('B.', { after: block }), call('recall', { id: `B${block}` })]);
    expect(receipts(recorder, 'send_answer_part').map(({ text }) => text)).toEqual([`There is no part ${block}. Parts: none yet.`, `There is no part ${block} to stand behind. Parts: none yet.`]);
    expect(recorder.state.article.order).toEqual([]);
  });
});

describe('finish beside calls that were refused', () => {
  const finding = [scope, plan, call('search', query('punctual sailings trial')), call('open_source', { target: 'R1' })];
  const lost = ['record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'nobody wrote this' }] as const;
  const finishes = (recorder: Recorder) => receipts(recorder, 'finish').map(({ ok, text }) => [ok, text.includes('record_evidence beside it was refused')]);

  test('is answered with them, wherever it stands in the answer, and once', async () => {
    const both = { calls: [['finish', {}], lost] as const };
    expect(finishes(await run([...finding, both, both]))).toEqual([[false, true], [false, false], [true, false]]);
  });

  test('hands a child back only when it has read of them, and then at its word', async () => {
    const order = { objective: 'the share', output: 'the share', boundaries: 'nothing else', claims: ['C1'], sources: [], share: 0.2 };
    const child = [finding[2], finding[3], { calls: [lost, ['finish', { reason: 'Too early.' }]] as const }, { calls: [lost, ['finish', { reason: 'At its word.' }]] as const }];
    const recorder = await research(memoryWorld(files), question, {}, modelResearcher(scriptedModel([({ about }) => (about.worker === 'main' ? [scope, plan, call('delegate', { children: [order] })][about.turn - 1] : child[about.turn - 1]) ?? call('finish')])));
    expect(recorder.state.children[0]?.ended?.summary).toBe('At its word.');
  });
});
