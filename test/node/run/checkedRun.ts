import { type Verifier } from '../../../src/core/check/runChecks';
import { type ModelAnswer, type ModelClient } from '../../../src/core/request/modelClient';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type RunLog } from '../../../src/core/run/log';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { type Archive } from '../../../src/core/source/archive';
import { createRun, memoryWorld } from '../../fakes/memoryWorld';

/** A recorded research whose verifier leaves a sentence unchecked for want of requests, and at the end finds it to be wrong. */

const [share, year] = ['In the trial 91.4 percent of sailings were punctual.', 'In the whole year 88 percent of sailings were punctual.'];
const files = { 'one.md': `---\npublisher: Statistics Office\n---\n\n${share}\n`, 'two.md': `---\npublisher: Harbour Board\n---\n\n${year}\n` };
const question = 'What share of sailings was punctual in the trial?';
const claim = { part: 'P1', kind: 'fact', risk: 'low', requirement: { kinds: [], voices: 1, or_first_hand: false, disinterested: false } };

type Calls = readonly [name: string, args: unknown][];
const part = (text: string, replaces: unknown = null): Calls => [['send_answer_part', { heading: 'Punctuality', text, kind: 'fact', claims: ['C1'], replaces }]];
const record = (snapshot: string, quote: string): Calls[number] => ['record_evidence', { claim: 'C1', relation: 'supports', snapshot, quote }];

const recording: readonly Calls[] = [
  [['set_scope', { parts: [question], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] }]],
  [['set_plan', { claims: [{ ...claim, text: 'A stated share of the sailings was punctual.', key: false }, { ...claim, text: 'The trial was repeated.', key: true }], searches: [] }]],
  [['search', { queries: [{ query: 'punctual sailings', intent: 'explore', claims: ['C1'] }] }]],
  [['open_source', { target: 'one.md' }], ['open_source', { target: 'two.md' }]],
  [record('N1', share), record('N2', year)],
  ...['calm', 'fog', 'rain'].map((weather) => part(`In ${weather} 91.4 percent of sailings were punctual [[cite:E1]]. In ${weather} it was 88 percent [[cite:E2]].`)),
  [['finish', {}]], [['finish', {}]], [['finish', {}]],
  part('In the trial 91.4 percent of sailings were punctual [[cite:E1]].', { block: 'B3', revision: 1, why: 'the check' }),
];

const client = (name: string, answer: (turn: number, content: string) => Calls, asked: (turn: string) => void): ModelClient => ({
  name, tools: true,
  complete({ about: { worker, turn }, messages }) {
    asked(`${worker} ${turn}`);
    const calls = answer(turn, messages.map(({ content }) => content).join('\n')).map(([called, args], index) => ({ id: `call_${index}`, name: called, arguments: JSON.stringify(args) }));
    const value: ModelAnswer = { text: '', calls, finish: 'tool_calls', model: name };
    return Promise.resolve({ ok: true, value, usage: { input: 1000, cached: null, output: 10, cost: null }, body: JSON.stringify(value) });
  },
});

/** The last sentence of the last part is wrong. */
function judged(_order: number, content: string): Calls {
  const verdict = content.includes('In rain it was') ? 'contradicted' : 'supported';
  const sentences = (/Judge ([\d, ]+) with/.exec(content)?.[1] ?? '').split(', ').map(Number);
  return [['report_verdicts', { verdicts: sentences.map((sentence) => ({ sentence, verdict, quote: content.includes(share) ? share : year, why: `it is ${verdict}` })) }]];
}

/** Begins the research in this log, or goes on with it. */
export async function researchChecked(log: RunLog, archive: Archive, asked: (turn: string) => void): Promise<Recorder> {
  const parts = memoryWorld(files).parts(log, modelResearcher(client('harbor', (turn) => recording[turn - 1] ?? [['finish', {}]], asked)), archive);
  const verifier = (): Promise<Verifier> => Promise.resolve({ client: client('quay', judged, asked), maxOutput: 700 });
  if (parts.recorder.state.run === null) await createRun(parts.recorder, question, { researcher: 'openai:harbor', roles: { verifier: { researcher: 'openai:quay' } }, limits: { requests: 30, turns: 30 } });
  await new RunLoop({ ...parts, verifier }).go();
  return parts.recorder;
}
