import { type ModelAnswer, type ModelClient } from '../../../src/core/request/modelClient';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type RunLog } from '../../../src/core/run/log';
import { RunLoop } from '../../../src/core/run/loop';
import { type Recorder } from '../../../src/core/run/recorder';
import { type StoredLog } from '../../../src/node/store/runLog';
import { type Archive } from '../../../src/core/source/archive';
import { createRun, memoryWorld } from '../../fakes/memoryWorld';

/** A recorded research: what a model answered in each turn of each worker. Every kind of step is in it, and a child. */

const quotes = { report: 'In the trial 91.4 percent of sailings were punctual.', port: 'The port counts 88.1 percent of punctual sailings in the trial.', log: 'The log of the ferry shows 91.4 percent punctual sailings.' };
const files = {
  'a-report.md': `---\npublisher: Statistics Office\ndate: 2025-07-01\n---\n\n${quotes.report}\n`,
  'b-port.md': `---\npublisher: Port\ndate: 2025-06-01\n---\n\n${quotes.port}\n`,
  'c-log.md': `---\npublisher: Osk Yard\n---\n\n${quotes.log}\n`,
  'd-menu.md': 'The menu of the ferry in the trial.\n',
};
const question = 'What share of sailings was punctual in the trial?';

type Calls = [name: string, args: unknown][];
const search = (query: string, intent: string): Calls[number] => ['search', { queries: [{ query, intent, claims: ['C1'] }] }];
const record = (snapshot: string, quote: string, value: number, relation = 'supports'): Calls[number] => ['record_evidence', { claim: 'C1', relation, snapshot, quote, figure: { value, text: String(value), unit: 'percent' } }];
const part = (text: string, replaces: unknown = null): Calls[number] => ['send_answer_part', { heading: 'Punctuality', text, kind: 'fact', claims: ['C1'], replaces }];

const recording: Readonly<Record<string, readonly Calls[]>> = {
  main: [
    [['set_scope', { parts: [question], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'brief', language: 'en', assumed: [], unclear: [] }]],
    [['set_plan', { claims: [{ text: 'A stated share of the sailings was punctual.', part: 'P1', kind: 'fact', risk: 'high', key: true }, { text: 'The trial was a success.', part: 'P1', kind: 'analysis', risk: 'low', key: false }], searches: [{ claim: 'C1', query: 'punctual sailings' }] }]],
    [search('punctual sailings trial percent', 'explore'), ['send_research_update', { text: 'Looking for the share.', about: ['C1'] }]],
    [['open_source', { target: 'R1' }], ['open_source', { target: 'R2' }]],
    [record('N1', quotes.report, 91.4), record('N2', quotes.port, 88.1, 'contradicts')],
    [part(`${quotes.report.slice(0, -1)} [[cite:E1]].`)],
    [['delegate', { children: [{ objective: 'what the log shows', output: 'the share', boundaries: 'nothing else', claims: ['C1'], sources: [], share: 0.5 }] }]],
    [['read_source', { snapshot: 'N2', words: 'punctual' }], ['settle_conflict', { conflict: 'X1', state: 'kept', explanation: 'Both count.', needed: 'A third count.' }]],
    [part(`${quotes.report.slice(0, -1)} [[cite:E1]]; the port counts 88.1 percent [[cite:E2]].`, { block: 'B1', revision: 1, why: 'The port counts otherwise.' }), ['calculate', { claim: 'C1', relation: 'uncertain', expression: 'E1 - E2', join_reason: 'Both speak of the trial.' }]],
    [search('failures complaints of the ferry', 'counter'), ['drop_results', { results: ['R3'], reason: 'The child has read it.' }]],
    [['record_inference', { claim: 'C2', relation: 'supports', premises: ['E1', 'E2'], reasoning: 'Nine in ten.' }], ['recall', { id: 'B1' }]],
    [['finish', {}]], [['finish', {}]], [['finish', { reason: 'Nothing more.' }]],
  ],
  D1: [[search('log of the ferry', 'verify')], [['open_source', { target: 'c-log.md' }]], [record('N3', quotes.log, 91.4)], [['finish', { reason: 'The log agrees.' }]]],
};

/** Gives the recorded answers; `asked` hears of each request before it is answered. */
export function recordedModel(asked: (turn: string) => void): ModelClient {
  return {
    name: 'recorded', tools: true,
    complete({ about: { worker, turn } }) {
      asked(`${worker} ${turn}`);
      const calls = recording[worker]?.[turn - 1] ?? [['finish', {}]];
      const value: ModelAnswer = { text: '', calls: calls.map(([name, args], index) => ({ id: `call_${index}`, name, arguments: JSON.stringify(args) })), finish: 'tool_calls', model: 'recorded' };
      return Promise.resolve({ ok: true, value, usage: { input: 1000, cached: null, output: 10, cost: null }, body: JSON.stringify(value) });
    },
  };
}

/** Begins the research in this log, or goes on with it. */
export async function research(log: RunLog, archive: Archive, asked: (turn: string) => void): Promise<Recorder> {
  const parts = memoryWorld(files).parts(log, modelResearcher(recordedModel(asked)), archive);
  if (parts.recorder.state.run === null) await createRun(parts.recorder, question);
  await new RunLoop(parts).go();
  return parts.recorder;
}

/** The log on the disk, with a word after each group that is there for certain. */
export const told = (log: StoredLog, appended: (events: number) => void): RunLog => ({
  mode: log.mode, heldBy: log.heldBy, events: log.events, notices: log.notices,
  append: async (events) => {
    await log.append(events);
    appended(log.events.length);
  },
  follow: (listener) => log.follow(listener), checkpoint: () => log.checkpoint(), close: () => log.close(),
});
