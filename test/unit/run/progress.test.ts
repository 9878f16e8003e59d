import { describe, expect, test } from 'vitest';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type Recorder } from '../../../src/core/run/recorder';
import { RunLoop } from '../../../src/core/run/loop';
import { stallLimit } from '../../../src/core/run/progress';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { call, plan, publish, record, scope, scriptedModel, search, type Line, type Said } from '../../fakes/scriptedModel';

const quote = 'In the trial 91.4 percent of sailings were punctual.';
const other = 'The port counts 88.1 percent of punctual sailings.';
const files = { 'a.md': `---\npublisher: Statistics Office\n---\n\n${quote}\n`, 'b.md': `---\npublisher: Port\n---\n\n${other}\n`, 'c.md': 'A visitor saw punctual sailings.\n' };
const question = 'What share of sailings was punctual in the trial?';

const found: Line[] = [scope, plan, search('share punctual sailings trial'), call('open_source', { target: 'R1' }), record('N1', quote)];
/** Says these lines over and over. */
const turning = (...lines: Said[]): Line => { let n = 0; return () => lines[n++ % lines.length] ?? {}; };
/** Says something a little different each time. */
const varying = (line: (n: number) => Said): Line => { let n = 0; return () => line(++n); };

const run = (lines: readonly Line[]): Promise<Recorder> => research(memoryWorld(files), question, {}, modelResearcher(scriptedModel(lines)));
const figure = { value: 91.4, text: '91.4', unit: '%' };
const raise = (risk: string) => call('change_plan', { reason: 'again', budget_effect: 'none', add: [], raise: [{ claim: 'C1', risk }] });
const parted = (text: string, revision: number) => publish(`${text} [[cite:E1]]`, { replaces: { block: 'B1', revision, why: 'better' } });
const conflicting: Line[] = [
  ...found, call('open_source', { target: 'R2' }), call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, figure }),
  call('record_evidence', { claim: 'C1', relation: 'contradicts', snapshot: 'N2', quote: other, figure: { ...figure, value: 88.1, text: '88.1' } }),
];

describe('what looks like work and is none is told once, and then ends the run', () => {
  // The turns that still brought something, after what was found.
  test.each<[string, readonly Line[], number]>([
    ['the same evidence again', [...found, record('N1', quote)], 0],
    ['the same span for something else each time', [...found, varying((n) => call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, validity: `for ${n}` }))], 0],
    ['the same span of another sample each time', [...found, varying((n) => call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, figure: { ...figure, sample: `sample ${n}` } }))], 0],
    ['the same span for, against and beside the claim in turn', [...found, turning(...['contradicts', 'partial', 'uncertain', 'supports'].map((relation) => record('N1', quote, relation)))], 0],
    ['the same inference again', [...found, call('record_inference', { claim: 'C1', relation: 'supports', premises: ['E1'], reasoning: 'It follows.' })], 1],
    ['the same sum in other words', [...found, call('record_evidence', { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, figure }), varying((n) => call('calculate', { claim: 'C1', relation: 'supports', expression: `E2 * ${n}` }))], 1],
    ['a part revised back and forth', [...found, publish(`One. ${quote} [[cite:E1]]`), varying((n) => parted(`${n % 2 === 1 ? 'Two' : 'One'}. ${quote}`, n))], 1],
    ['the same part as a new one', [...found, publish(`${quote} [[cite:E1]]`)], 1],
    ['results dropped again and again', [...found, turning(call('drop_results', { results: ['R2'], reason: 'no' }), call('drop_results', { results: ['R2'], reason: 'no', only_here: true }))], 1],
    ['updates', [...found, varying((n) => call('send_research_update', { text: `Still at it, ${n}.`, about: ['C1'] }))], 0],
    ['two useless calls in turn', [...found, turning(call('recall', { id: 'E1' }), call('read_source', { snapshot: 'N1', words: 'punctual' }))], 2],
    ['recalls', [...found, varying((n) => call('recall', { id: 'K1', from: n }))], 0],
    ['a plan raised to where it stands', [...found, raise('low')], 0],
    ['a plan raised and lowered', [...found, turning(raise('high'), raise('low'))], 1],
    ['a plan raised and lowered before any search', [scope, plan, turning(raise('high'), raise('low'))], 1],
    ['a scope drafted again and again', [varying((n) => call('set_scope', { parts: [`Part ${n}`], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] }))], 1],
    ['a wish for deep', [...found, call('enable_deep_research', { reason: 'more' })], 0],
    ['a conflict settled back and forth', [...conflicting, turning(call('settle_conflict', { conflict: 'X1', state: 'kept', explanation: 'both', needed: 'more' }), call('settle_conflict', { conflict: 'X1', state: 'explained', cause: 'definition', explanation: 'both', carries: 0 }))], 2],
  ])('%s', async (_what, lines, fresh) => {
    const { state } = await run(lines);
    expect(state.run).toMatchObject({ state: 'ended', outcome: 'incomplete', stopReason: 'no-progress' });
    expect(state.turns.flatMap(({ reminders }) => reminders.filter(({ kind }) => kind === 'no-progress'))).toHaveLength(1);
    expect(state.turns).toHaveLength(lines.length - 1 + fresh + 2 * stallLimit);
  });

  test.each<[string, Line]>([
    ['an inference from the inference before', varying((n) => call('record_inference', { claim: 'C1', relation: 'supports', premises: [`E${n}`], reasoning: 'It follows.' }))],
    ['one more character of a source', varying((n) => call('read_source', { snapshot: 'N1', start: 0, end: n + 1 }))],
    ['another search', varying((n) => search(`zzqq${n} xyvv${n}`))],
  ])('%s is bounded by what it spends', async (_what, line) => {
    const { state } = await run([...found, line]);
    expect(state.run).toMatchObject({ state: 'ended', outcome: 'incomplete', stopReason: 'budget' });
    for (const { grant, spent } of Object.values(state.budget.meters)) expect(spent).toBeLessThanOrEqual(grant ?? Infinity);
  });
});

describe('finish is refused a bounded number of times', () => {
  const finishes = ({ state }: Recorder) => state.turns.flatMap(({ calls }) => calls).filter(({ name }) => name === 'finish').map(({ receipt }) => (receipt && 'text' in receipt.text ? receipt.text.text.slice(0, 18) : ''));

  test('and what was not run for another reason is none of them', async () => {
    const recorder = await run([call('finish'), call('finish'), ...found, call('finish', { reason: ['not', 'text'] }), call('finish', '5'), call('finish')]);
    expect(finishes(recorder)).toEqual(['finish is not for ', 'finish is not for ', 'finish was not run', 'finish was not run', 'Not yet (1 of 2). ', 'Not yet (2 of 2). ', 'The run ends as in']);
  });

  test('and anew after a follow-up question', async () => {
    const parts = memoryWorld(files).parts(new MemoryLog(), modelResearcher(scriptedModel([...found, call('finish'), call('finish'), call('finish'), scope, (request) => (request.about.turn === 10 ? call('set_plan', { claims: [{ text: 'The trial lasted some months.', part: 'P2', kind: 'fact', risk: 'low', key: true }], searches: [] }) : call('finish')), call('finish')])));
    await createRun(parts.recorder, question);
    await new RunLoop(parts).go();
    await parts.recorder.commit(() => [{ type: 'run.continued', by: 'user', data: { question: 'How long did the trial last?' } }]);
    await new RunLoop(parts).go();
    expect(parts.recorder.state.run?.state).toBe('ended');
    expect(finishes(parts.recorder)).toEqual(['Not yet (1 of 2). ', 'Not yet (2 of 2). ', 'The run ends as in', 'Not yet (1 of 2). ', 'Not yet (2 of 2). ', 'The run ends as in']);
  });
});
