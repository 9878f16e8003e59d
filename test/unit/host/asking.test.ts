import { describe, expect, it } from 'vitest';
import { type ModelClient } from '../../../src/core/request/modelClient';
import { errorMessage } from '../../../src/core/run/platform';
import { ActiveRun } from '../../../src/core/run/activeRun';
import { Asking } from '../../../src/host/asking';
import { toPanel, type LedgerAnswered } from '../../../src/shared/messages';
import { createRun, MemoryLog, memoryWorld } from '../../fakes/memoryWorld';
import { fault, scriptedModel } from '../../fakes/scriptedModel';

const files = { 'statistics.md': '---\npublisher: Statistics Office\ndate: 2025-07-01\ntitle: Ferry statistics 2025\n---\n\nIn the trial 91.4 percent of sailings were punctual.\n' };
const question = 'How punctual were the sailings in fog?';

/** A finished run of the ferry, and a panel that asks it. */
async function finished({ client, configured = true, writer = true }: { client?: ModelClient; configured?: boolean; writer?: boolean } = {}) {
  const world = memoryWorld(files);
  const { researcher, ...parts } = world.parts(new MemoryLog());
  const active = new ActiveRun({ ...parts, folder: '/run', articleFile: { write: () => Promise.resolve() }, researcher: () => Promise.resolve(researcher), model: () => Promise.resolve(client ?? scriptedModel([{}])), takeOver: () => Promise.resolve(false), dispose: () => Promise.resolve() });
  await createRun(active.recorder, 'What share of sailings was punctual in the trial?');
  await active.go();
  const said: LedgerAnswered['answer'][] = [];
  const asking = new Asking({
    words: errorMessage,
    answerer: () => Promise.resolve(configured ? { id: 'openai:harbor', label: 'harbor', description: '' } : null),
    post: (message) => { const parsed = toPanel.parse(message); if (parsed.type === 'answered') said.push(parsed.answer); },
  });
  const seen = writer ? active : Object.create(active, { recorder: { value: { writable: false } } }) as ActiveRun;
  return { active, opened: seen, asking, said, spent: () => active.state.budget.meters.requests };
}

describe('a question to a finished ledger in the panel', () => {
  it('is put to the configured model, counted, and answered with marks that are bound or not', async () => {
    const { opened, asking, said, spent, active } = await finished({ client: scriptedModel([{ text: 'Of the sailings 91.4 percent [[cite:E1]]; loud [[cite:E99]].' }]) });
    const before = spent().spent;
    await asking.ask(opened, question, 'model');
    expect(said[0]).toEqual({ by: 'asking', model: 'harbor' });
    expect(said[1]).toMatchObject({ by: 'model', model: 'harbor', missing: ['fog'], citations: [{ evidence: 'E1', state: 'bound' }, { evidence: null, state: 'unverified' }] });
    expect(spent().spent).toBe(before + 1);
    expect(active.state.run?.state).toBe('ended');
    asking.again();
    expect(said[2]).toEqual(said[1]);
  });

  it.each([['no-model', { configured: false }], ['read-only', { writer: false }]] as const)('is answered by rule where there is %s, which is said', async (why, how) => {
    const { opened, asking, said } = await finished(how);
    expect(await asking.who(opened)).toEqual({ model: null, why });
    await asking.ask(opened, question, 'model');
    expect(said).toMatchObject([{ by: 'rule', why, missing: ['fog'], items: [{ evidence: 'E1' }] }]);
  });

  it('that fails says why, and is answered by rule only when that is asked for', async () => {
    const { opened, asking, said } = await finished({ client: scriptedModel([fault({ message: 'http://server refused the key (401).', needsKey: true })]) });
    await asking.ask(opened, question, 'model');
    expect(said.at(-1)).toEqual({ by: 'failure', model: 'harbor', message: 'http://server refused the key (401).', needsKey: true });
    await asking.ask(opened, question, 'rule');
    expect(said.at(-1)).toMatchObject({ by: 'rule', why: 'chosen' });
  });

  it('that is taken back leaves nothing open: what it cost is unknown', async () => {
    let aborted: () => void = () => undefined;
    const hanging: ModelClient = { name: 'harbor', tools: true, complete: (_request, signal) => new Promise((_resolve, reject) => { aborted = () => { reject(signal.reason as Error); }; signal.addEventListener('abort', aborted); }) };
    const { opened, asking, said, spent, active } = await finished({ client: hanging });
    const asked = asking.ask(opened, question, 'model');
    await expect.poll(() => Object.keys(active.state.openCalls)).toHaveLength(1);
    asking.stop();
    await asked;
    expect(said).toEqual([{ by: 'asking', model: 'harbor' }]);
    expect(Object.keys(active.state.openCalls)).toEqual([]);
    expect(spent()).toMatchObject({ unknown: 1 });
  });
});
