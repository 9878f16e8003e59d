import { beforeAll, describe, expect, test } from 'vitest';
import { currentArticle } from '../../../src/core/request/currentArticle';
import { childInstructionLimit, instructionLimit, instructions } from '../../../src/core/request/instructions';
import { framing } from '../../../src/core/request/framing';
import { requestTokens, unitsPerToken, windowStart } from '../../../src/core/request/size';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { toolsFor } from '../../../src/core/researcher/toolsOffered';
import { assess } from '../../../src/core/ledger/assess';
import { withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { standingOf, type RunState } from '../../../src/core/run/state';
import { toolset } from '../../../src/core/tool/toolset';
import { LogBuilder } from '../../fakes/builders';
import { createRun, MemoryLog, memoryWorld, research } from '../../fakes/memoryWorld';
import { bytesOf, median, shares } from '../../fakes/requestShape';
import { call, plan, scope, scriptedModel, search, type Line, type ScriptedModel } from '../../fakes/scriptedModel';

/** Sixty turns of work: each third a search, an opened report, or a part of the article with what was recorded. */
const harbours = Array.from({ length: 24 }, (_, n) => `Harbour${String.fromCharCode(65 + n)}`);
const sentence = (name: string, line: number): string => `In ${name} the ferries of line ${line} left within five minutes of the timetable on ${80 + (line % 20)}.${line % 10} percent of the sailings of that winter.`;
const files = Object.fromEntries(harbours.map((name) => [`${name}.md`, `---\npublisher: Port of ${name}\ndate: 2025-03-01\ntitle: Punctuality in ${name}\n---\n\n${Array.from({ length: 40 }, (_, line) => sentence(name, line)).join('\n\n')}\n`]));

const lines: Line[] = [scope, plan, ...harbours.flatMap((name, n): Line[] => [
  { text: `Next is ${name}.`, calls: [['search', { queries: [{ query: `${name} punctual sailings`, intent: n % 3 === 2 ? 'counter' : 'explore', claims: ['C1'] }] }], ['send_research_update', { text: `Looking at ${name}.`, about: ['C1'] }]] },
  (request) => {
    const shown = JSON.stringify(request.messages);
    const result = [...shown.matchAll(new RegExp(`(R\\d+) ${name}\\.md`, 'g'))].at(-1)?.[1] ?? 'R1';
    return { calls: [['open_source', { target: result, words: 'timetable percent' }], ['read_source', { snapshot: `N${n + 1}`, words: `line ${n} punctual` }]] };
  },
  () => ({
    calls: [
      ...[0, 1, 2, 3].map((line): [string, unknown] => ['record_evidence', { claim: 'C1', relation: 'supports', snapshot: `N${n + 1}`, quote: sentence(name, line), validity: `line ${line} of ${name}` }]),
      ['send_answer_part', { heading: `Punctuality in ${name}`, kind: 'fact', claims: ['C1'], text: [0, 1, 2, 3].map((line) => `${sentence(name, line).replace(/\.$/, '')} [[cite:E${4 * n + line + 1}]].`).join(' ') }],
    ],
  }),
]), call('finish')];

let model: ScriptedModel;
let recorder: Recorder;
beforeAll(async () => {
  model = scriptedModel(lines);
  recorder = await research(memoryWorld(files), 'What share of sailings was punctual in the trial?', { depth: 'standard', limits: { turns: 90, requests: 120, reads: 200, searches: 90, publications: 90 } }, modelResearcher(model));
}, 60_000);

describe('a long run', () => {
  test('really is one', () => {
    expect(model.requests.length).toBeGreaterThan(70);
    expect(recorder.state.ledger.evidence).toHaveLength(4 * harbours.length);
    expect(recorder.state.article.order).toHaveLength(harbours.length);
  });

  test('its request at turn 54 is at most one and a half times that at turn 10', () => {
    const all = model.requests.map(bytesOf);
    expect((all[53] ?? Infinity) / (all[9] ?? 1)).toBeLessThanOrEqual(1.5);
  });

  test('no request passes the budget of tokens', () => {
    expect(Math.max(...model.requests.map(bytesOf))).toBeLessThanOrEqual(requestTokens * 3.2);
  });

  test('in the median seven tenths of a request are the same from its start as the one before', () => {
    expect(median(shares(model.requests))).toBeGreaterThanOrEqual(0.7);
  });

  test('the exchanges move on in big steps, and what is left out is said', () => {
    const firsts = model.requests.map(({ messages }) => JSON.stringify(messages[2]));
    const moves = firsts.slice(1).filter((first, index) => first !== firsts[index] && index > 2).length;
    expect(moves).toBeLessThan(model.requests.length / 6);
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(/older: recall by id/);
  });

  test('every call in it has its result behind it, as servers ask', () => {
    for (const { messages } of model.requests) {
      const open = new Set<string>();
      for (const message of messages) {
        if (message.role === 'tool') expect(open.delete(message.call)).toBe(true);
        else expect(open.size).toBe(0);
        if (message.role === 'assistant') message.calls.forEach(({ id }) => open.add(id));
      }
      expect(open.size).toBe(0);
    }
  });
});

describe('the current article', () => {
  const article = (state: RunState, bytes: number) => currentArticle({ state, assessment: assess(state) }, bytes);

  test('is whole where there is room, with its markers as they were written', () => {
    const { sections, omittedCount } = article(recorder.state, 1e6);
    expect(omittedCount).toBe(0);
    expect(sections).toHaveLength(harbours.length);
    expect(JSON.stringify(sections)).toContain('[[cite:E1]]');
  });

  test('leaves out parts where there is none, each with its id, revision, heading and claims, and says how many', () => {
    const { sections, omittedCount } = article(recorder.state, 4000);
    const omitted = sections.filter((section) => 'omitted' in section);
    expect(omittedCount).toBe(omitted.length);
    expect(omitted.length).toBeGreaterThan(0);
    expect(omitted[0]).toMatchObject({ id: expect.stringMatching(/^B\d+$/) as string, revision: 1, heading: expect.stringContaining('Punctuality') as string, claims: ['C1'] });
    expect(Buffer.byteLength(JSON.stringify(sections.filter((section) => 'text' in section)))).toBeLessThanOrEqual(4500);
  });

  test('holds nothing whose source was withdrawn', async () => {
    const world = memoryWorld(files);
    const parts = await research(world, 'What share of sailings was punctual in the trial?', { limits: { turns: 12 } }, modelResearcher(scriptedModel(lines)));
    const withdrawn = parts.state.source.sources[0]?.id ?? '';
    await parts.commit((state) => withdrawSourceDrafts(state, withdrawn, 'misread', 'user:x'));
    const { sections } = article(parts.state, 1e6);
    expect(JSON.stringify(sections)).not.toContain('In HarbourA');
    expect(sections[0]).toMatchObject({ id: 'B1', claims: ['C1'], omitted: expect.stringContaining('revise it') as string });
    expect(sections[1]).toHaveProperty('text');
  });
});

describe('instructions and tools', () => {
  const phases = ['drafting', 'planning', 'running', 'finalizing'];

  test.each(['standard', 'deep'] as const)('at depth %s keep within their budget, and say no rule twice', (depth) => {
    for (const phase of phases) {
      const text = instructions(phase, depth, false);
      expect(text.length).toBeLessThanOrEqual(instructionLimit);
      const rules = text.split('\n').filter((line) => line.startsWith('- '));
      expect(new Set(rules).size).toBe(rules.length);
    }
  });

  test.each([['main', 'standard'], ['main', 'deep'], ['child', 'standard']] as const)('say no sentence of a %s’s tools again (%s)', (worker, depth) => {
    for (const phase of worker === 'main' ? phases : ['running']) {
      const state = { ...recorder.state, run: recorder.state.run && { ...recorder.state.run, state: phase as 'running' } };
      const said = [instructions(phase, depth, worker === 'child'), ...toolsFor(state, toolset, worker === 'main' ? 'main' : 'D1').map(({ description }) => description)].flatMap((text) => text.split(/[.;:\n]/).map((sentence) => sentence.replace(/^[- ]+/, '').toLowerCase()).filter((sentence) => sentence.length > 24));
      expect(new Set(said).size).toBe(said.length);
    }
  });

  test('of a child keep within a budget of their own, with no word on publishing, planning or ending a run', () => {
    const text = instructions('running', 'deep', true);
    expect(text.length).toBeLessThanOrEqual(childInstructionLimit);
    for (const foreign of ['[[cite', 'send_answer_part', 'The article\n', 'set_plan', 'counter', 'synthesis']) expect(text).not.toContain(foreign);
  });

  test('one cadence, that of the depth in force; one that is not known counts as standard', () => {
    expect(instructions('running', 'standard', false)).not.toContain('write the synthesis');
    expect(instructions('running', 'deep', false)).not.toContain('Publish a part as soon as');
    expect(instructions('running', 'unknown', false)).toBe(instructions('running', 'standard', false));
    expect(instructions('running', 'recorded-pending', false)).toBe(instructions('running', 'standard', false));
  });

  test('tools are those of the phase, the same while it lasts', () => {
    const names = model.requests.map(({ tools }) => tools.map(({ name }) => name).join(' '));
    expect(names.slice(0, 2)).toEqual(['set_scope', 'set_plan']);
    expect(new Set(names.slice(2)).size).toBe(1);
    expect(names[2]).toContain('record_evidence');
    expect(names[2]).not.toContain('enable_deep_research');
    const finalizing = { ...recorder.state, run: recorder.state.run && { ...recorder.state.run, state: 'finalizing' as const } };
    expect(toolsFor(finalizing, toolset, 'main').map(({ name }) => name)).not.toContain('search');
    expect(toolsFor(recorder.state, toolset, 'K1').map(({ name }) => name)).not.toContain('send_answer_part');
  });

  test('what may be left out of a call is not required, and no schema has a null in it', () => {
    const schema = JSON.stringify(toolsFor({ ...recorder.state, run: recorder.state.run && { ...recorder.state.run, state: 'running' as const } }, toolset, 'main'));
    expect(schema).not.toContain('null');
    const record = toolset.find(({ name }) => name === 'record_evidence');
    expect(record?.schema.safeParse({ claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'x' }).success).toBe(true);
    expect(record?.schema.safeParse({ claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'x', figure: null }).success).toBe(true);
  });
});

test('the window moves on only when it is full, and then until half is left', () => {
  const steps = Array.from({ length: 30 }, (_, count) => windowStart(Array<{ size: number; limit: number }>(count).fill({ size: 10, limit: 100 }), 20));
  expect(steps.slice(0, 11)).toEqual(Array(11).fill(0));
  expect(steps[11]).toBe(6);
  expect(new Set(steps).size).toBeLessThanOrEqual(5);
});

test('a later limit moves nothing that stood under an earlier one', () => {
  const turns = Array.from({ length: 8 }, () => ({ size: 10, limit: 100 }));
  expect(windowStart(turns, 20)).toBe(0);
  // The estimate of a token fell with the last answer: from then on less is shown.
  expect(windowStart([...turns, { size: 10, limit: 60 }], 20)).toBe(6);
  expect(windowStart([...turns, { size: 10, limit: 100 }, { size: 10, limit: 60 }], 20)).toBe(7);
  expect(windowStart(Array.from({ length: 25 }, () => ({ size: 1, limit: 100 })), 10)).toBe(18);
});

test('a token is what the server counts, with air; until it says so what scripts usually take', () => {
  const none = { units: 0, tokens: 0 };
  expect([unitsPerToken(none, 'en'), unitsPerToken(none, 'zh-CN'), unitsPerToken(none, 'ja')]).toEqual([3.2, 1, 1]);
  expect(unitsPerToken({ units: 40_000, tokens: 10_000 }, 'zh')).toBeCloseTo(3.6);
  expect(unitsPerToken({ units: 9000, tokens: 10_000 }, 'en')).toBeCloseTo(0.81);
});

test('a further question brings its own plan: nothing of the earlier one is shown as the plan of now', async () => {
  const world = memoryWorld(files);
  const first = world.parts(new MemoryLog(), modelResearcher(scriptedModel([scope, plan, search('HarbourA punctual'), call('finish')])));
  await createRun(first.recorder, 'What share of sailings was punctual in the trial?');
  await new RunLoop(first).go();
  await first.recorder.commit(() => [{ type: 'run.continued', by: 'user', data: { question: 'And in the year after?' } }]);
  const planned = call('set_plan', { claims: [{ text: 'A stated share was punctual in the year after.', part: 'P2', kind: 'fact', risk: 'low', key: true }], searches: [] });
  const model = scriptedModel([scope, planned, search('HarbourB punctual'), call('finish')]);
  await new RunLoop({ ...first, researcher: modelResearcher(model) }).go();
  const plans = model.requests.map(({ messages }) => [...(messages[1]?.content ?? '').matchAll(/^(C\d+) \(/gm)].map(([, id]) => id));
  expect(plans.slice(2).every((ids) => ids.join() === 'C1,C2')).toBe(true);
  for (const { messages } of model.requests.slice(2)) expect(messages.at(-1)?.content).not.toContain('Changed in the plan since');
});

test('a search that is spent is not offered any more, once what is shown began without one', async () => {
  const { state } = await research(memoryWorld(files), 'What share of sailings was punctual in the trial?', { limits: { searches: 1 } }, modelResearcher(scriptedModel([scope, plan, search('HarbourA punctual'), call('finish')])));
  const running = { ...state, run: state.run && { ...state.run, state: 'running' as const } };
  const offered = (budget?: RunState['budget']): string[] => toolsFor(running, toolset, 'main', budget).map(({ name }) => name);
  expect(offered()).not.toContain('search');
  expect(offered()).toContain('open_source');
  expect(offered(state.turns[0]?.asked.budget)).toContain('search');
});

test('a plan asks voices of facts, and of analyses and recommendations an inference', () => {
  const log = new LogBuilder().plan({ text: 'Fact' }, { text: 'Analysis', kind: 'analysis' }, { text: 'Advice', kind: 'recommendation', constraint: 'at most 40 tonnes' });
  const asks = (text: string): string | undefined => framing({ state: log.state, standing: standingOf(log.state), objective: null }).split('\n').find((line) => line.includes(` ${text} — needs`));
  expect(asks('Fact')).toContain('needs 2 independent voices or one first-hand');
  expect(asks('Analysis')).toMatch(/needs an inference \(record_inference\) from evidence of claims that meet their requirement$/);
  expect(asks('Advice')).toMatch(/an inference .* and the user’s constraint it serves: at most 40 tonnes$/);
  expect(asks('Advice')).not.toContain('voice');
});
