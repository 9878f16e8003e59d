import { describe, expect, test } from 'vitest';
import { numbersIn, partsToMend, publicationNotes, sentenceNumbers } from '../../../src/core/check/publication';
import { type Revision } from '../../../src/core/article/records';
import { bindCitations } from '../../../src/core/article/binding';
import { stateOfNow } from '../../../src/core/request/stateOfNow';
import { turnView } from '../../../src/core/researcher/turnView';
import { finish } from '../../../src/core/tool/runTools';
import { toolset } from '../../../src/core/tool/toolset';
import { callTool } from '../../fakes/callTool';
import { LogBuilder } from '../../fakes/builders';
import { memoryArchive, memoryWorld, research } from '../../fakes/memoryWorld';
import { type RunState } from '../../../src/core/run/state';

describe('numbers in prose', () => {
  test.each([
    ['1,500 and 1 500 and 1.5', ['1500', '1500', '1.5']],
    ['−3 °C, +2.50', ['-3', '2.5']],
    ['平均为2.6，共12栋', ['2.6', '12']],
    ['Birkenweg 5, form B2', ['5']],
    ['40,92000,0,1900', ['40', '92000', '0', '1900']],
    ['1.234,5 in another style', ['1.234', '5']],
  ])('%s', (text, numbers) => expect(numbersIn(text)).toEqual(numbers));
});

describe('a sentence against what it cites', () => {
  const marker = '[[cite:E1]]';
  const sentence = (text: string): Revision => ({
    block: 'B1', revision: 1, at: '', kind: 'fact', heading: null, text: `${text} ${marker}`, quotations: false, claims: ['C1'], sentences: [], why: null, because: [], worker: 'main',
    citations: [{ ordinal: 1, start: text.length + 1, end: text.length + 1 + marker.length, evidence: 'E1', state: 'bound' }],
  });
  const strange = (state: RunState, text: string): string[] => sentenceNumbers(state, sentence(text), { start: 0, end: sentence(text).text.length }).strange;

  test('may round and say about, and may not say another number', async () => {
    const { state } = await research(memoryWorld({ 'a.md': 'The pump of house 7 used 54209.3023 kWh of energy in the year.\n' }), 'How much energy did the pump of house 7 use?');
    expect(state.ledger.evidence[0]?.quote).toContain('54209.3023');
    expect(strange(state, 'It used 54,209 kWh.')).toEqual([]);
    expect(strange(state, 'It used 54,209.3 kWh.')).toEqual([]);
    expect(strange(state, 'It used about 54,200 kWh.')).toEqual([]);
    expect(strange(state, 'It used 54,200 kWh.')).toEqual(['54200']);
    expect(strange(state, 'It used 54,210 kWh.')).toEqual(['54210']);
    expect(strange(state, 'House 7 used 54,209 kWh.')).toEqual([]);
  });
});

describe('notes on evidence that a settled conflict set aside', () => {
  const settled = (): LogBuilder => {
    const log = new LogBuilder().plan({});
    log.settle(log.conflict([log.evidence()], [log.evidence({ relation: 'contradicts' })]), { state: 'explained', cause: 'time', carries: 0, needed: null });
    return log;
  };
  const notes = (log: LogBuilder, text: string): string[] => {
    const id = log.block({ text });
    const [revision] = log.state.article.blocks[id]?.revisions.slice(-1) ?? [];
    return revision ? publicationNotes(log.state, revision) : ['no block'];
  };

  test('cited alone it is named with what carries; beside that, or left out, it is no fault', () => {
    expect(notes(settled(), 'It does not [[cite:E2]].')).toEqual(['E2 is set aside by X1; E1 carries.']);
    expect(notes(settled(), 'It does [[cite:E1]], once it did not [[cite:E2]].')).toEqual([]);
    expect(notes(settled(), 'It does [[cite:E1]].')).toEqual([]);
  });

  test('what stands on it is named with it', () => {
    const log = settled();
    log.evidence({ kind: 'calculation', premises: ['E2'] });
    expect(notes(log, 'So much [[cite:E3]].')).toEqual(['E3 rests on E2, which is set aside by X1; E1 carries.']);
  });

  test('evidence against the claim is asked for while it is live, and not once its source fell', () => {
    const log = new LogBuilder().plan({});
    log.evidence();
    log.evidence({ relation: 'contradicts' });
    expect(notes(log, 'It does [[cite:E1]].')).toEqual(['C1 has evidence against it that this part does not mention: E2.']);
    log.withdraw('S2');
    expect(notes(log, 'It does [[cite:E1]].')).toEqual([]);
  });
});

describe('what a part still needs', () => {
  const cut = (log: LogBuilder, text: string): string => log.published(text, { citations: bindCitations(text, log.state.ledger) });

  test('stands until it is mended: markers that prove nothing and numbers that nobody cited said', () => {
    const log = new LogBuilder().plan({});
    log.evidence({ quote: 'The share rose to 5 %.' });
    cut(log, 'It rose to 5 % [[cite:E1]]. Without a citation.');
    expect(partsToMend(log.state)).toEqual([]);
    cut(log, 'It rose [[cite:E99]]. In 2024 it stood at 7 % [[cite:E1]].');
    cut(log, 'It fell [[cite:E2]].');
    expect(partsToMend(log.state)).toEqual([
      'B2: [[cite:E99]] proves nothing: there is no such evidence. In "In 2024 it stood at 7 % ." 2024, 7 stands in none of E1: give it as the evidence\'s period or validity with correct_evidence, where that is what it says.',
      'B3: [[cite:E2]] proves nothing: there is no such evidence.',
    ]);
    log.evidence();
    expect(partsToMend(log.state)[1]).toBe('B3: [[cite:E2]] proves nothing: it was not there when this was published, so publish this anew.');
    log.published('It rose to 5 % [[cite:E1]].', { block: 'B2', revision: 2 });
    log.published('It fell [[cite:E2]].', { block: 'B3', revision: 2 });
    expect(partsToMend(log.state)).toEqual([]);
  });

  test('is in the state of now and keeps finish from being taken at its first word', async () => {
    const log = new LogBuilder().plan({});
    log.add('run.stateChanged', { state: 'running', waitingFor: 'nothing', reason: null });
    cut(log, 'It rose [[cite:E99]].');
    const view = await turnView({ state: log.state, tools: toolset, archive: memoryArchive(), now: '2026-03-04T05:06:07.000Z', worker: 'main', news: [] });
    expect(stateOfNow(view, 10_000)).toContain('Parts to mend (with replaces)\nB1: [[cite:E99]] proves nothing');
    expect((await callTool(log, finish, {})).text).toContain('- B1: [[cite:E99]] proves nothing');
  });
});
