import { describe, expect, test } from 'vitest';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { correctEvidence } from '../../../src/core/tool/correctEvidence';
import { recordEvidence } from '../../../src/core/tool/recordEvidence';
import { openSource } from '../../../src/core/tool/sourceTools';
import { callTool } from '../../fakes/callTool';
import { LogBuilder } from '../../fakes/builders';
import { memoryWorld } from '../../fakes/memoryWorld';

test('the receipt names, in one sentence, the three nearest figures that stand for something else and the words they differ in', async () => {
  const world = memoryWorld({ 'returns.md': 'Of all orders 12 % came back.\n' });
  const log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/returns.md' }] });
  await callTool(log, openSource, { target: 'R1' }, world);
  const share = (value: number, change: object = {}) => log.evidence({ source: 'S9', snapshot: 'N9', figure: { value, unit: '%', ...change } });
  share(41, { denominator: 'customers' });
  share(11, { denominator: 'customers' });
  share(12, { denominator: 'customers', period: '2023' });
  share(13, { denominator: 'items' });
  share(12, { denominator: 'orders' });
  log.evidence({ source: 'S9', snapshot: 'N9', figure: { value: 4, unit: 'days', denominator: 'customers' } });
  const { text } = await callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'Of all orders 12 % came back.', figure: { value: 12, text: '12 %', unit: 'percent', denominator: 'Orders', period: '2024' } }, world);
  expect(text.split('\n')).toEqual([
    'E7 supports C1, verbatim. Cite it as [[cite:E7]].',
    'Neither against nor a voice beside E2 (denominator "customers", here "Orders"), E4 (denominator "items", here "Orders"), E1 (denominator "customers", here "Orders") and 1 more: where they mean the same, correct_evidence gives them the same words.',
  ]);
});

test('a figure is as it stands in the quote, whatever marks its digits have', async () => {
  const world = memoryWorld({ 'returns.md': 'Of 1,500 orders 12.0 % came back, 五成 before; －３ degrees.\n' });
  const log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/returns.md' }] });
  await callTool(log, openSource, { target: 'R1' }, world);
  const record = (value: number, text: string) => callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: 'Of 1,500 orders 12.0 % came back, 五成 before; －３ degrees.', figure: { value, text } }, world);
  for (const [value, text] of [[12, '12 %'], [1500, '1500'], [1500, '1 500'], [50, '五成'], [-3, '-3']] as const) expect((await record(value, text)).ok, text).toBe(true);
  expect(await record(180, '180 orders')).toMatchObject({ ok: false, text: '180 does not stand in the quote: the text of a figure is as it stands there; what follows from it is for calculate.' });
});

describe('the same words on both sides of a claim', () => {
  const sentence = 'Of all orders 12 % came back, and 40 % of the shoes';
  const opened = async () => {
    const world = memoryWorld({ 'returns.md': `${sentence}.\n` });
    const log = new LogBuilder().plan({}, {});
    log.search({ results: [{ address: 'file:///documents/returns.md' }] });
    await callTool(log, openSource, { target: 'R1' }, world);
    return { log, record: (change: object = {}, worker = 'main') => callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', snapshot: 'N1', quote: sentence, ...change }, world, worker) };
  };
  const contradicts = { relation: 'contradicts' };
  const head = 'These words are evidence already: E1 supports C1, and one statement does not stand on both sides of a claim.';

  test.each([
    ['main', 'main', 'Where E1 misreads them, correct_evidence sets its relation (partial, where they say both) or takes it back;'],
    ['D1', 'D1', 'Where E1 misreads them, correct_evidence'],
    ['D1', 'main', 'Where E1 misreads them, correct_evidence'],
    ['D1', 'D2', 'E1 is not yours: where it is wrong, say so in the reason of finish;'],
    ['user:Ada', 'main', 'A person recorded E1: where it is wrong, say so in an update;'],
  ])('are refused, with what %s recorded and what %s can do about it', async (recorder, worker, way) => {
    const { log, record } = await opened();
    await record({}, recorder);
    const { ok, text } = await record(contradicts, worker);
    expect(ok).toBe(false);
    expect(text.startsWith(`${head} ${way}`), text).toBe(true);
    expect(log.state.ledger.evidence).toHaveLength(1);
  });

  test('are refused of two children side by side: whoever comes second is told of the first', async () => {
    const { log, record } = await opened();
    const [one, two] = await Promise.all([record({}, 'D1'), record(contradicts, 'D2')]);
    expect([one.ok, two.ok]).toEqual([true, false]);
    expect(two.text).toContain('E1 supports C1');
    expect(log.state.ledger.evidence).toHaveLength(1);
  });

  test('are the same with or without the marks at their edges, and whether or not one gives a figure', async () => {
    const { record } = await opened();
    await record({ quote: `${sentence}.` });
    expect((await record(contradicts)).ok).toBe(false);
    expect((await record({ ...contradicts, figure: { value: 12, text: '12 %' } })).ok).toBe(false);
    expect((await record()).text).toContain('That span is evidence already: E1');
  });

  test('stand where they speak on another claim, of another figure, by other words, or after what they are set against was taken back', async () => {
    const { log, record } = await opened();
    await record({ figure: { value: 12, text: '12 %', sample: 'orders' } });
    expect((await record({ ...contradicts, claim: 'C2' })).ok).toBe(true);
    expect((await record({ ...contradicts, figure: { value: 40, text: '40 %', sample: 'shoes' } })).ok).toBe(true);
    expect((await record({ ...contradicts, quote: 'Of all orders 12 % came back' })).text).toContain('contradicts C1, verbatim');
    expect((await record(contradicts)).ok).toBe(false);
    await callTool(log, correctEvidence, { changes: [{ evidence: 'E1', withdrawn: true }], reason: 'misread' });
    expect((await record(contradicts)).ok).toBe(true);
  });

  test('come about by no correction either', async () => {
    const { log, record } = await opened();
    await record();
    await record({ relation: 'uncertain' });
    const correct = (...changes: object[]) => callTool(log, correctEvidence, { changes, reason: 'read again' });
    expect(await correct({ evidence: 'E2', relation: 'contradicts' })).toMatchObject({ ok: false, text: 'E1 supports C1 by the same words: one statement does not stand on both sides of a claim. Correct or take back E1 first.' });
    expect((await correct({ evidence: 'E1', withdrawn: true }, { evidence: 'E2', relation: 'contradicts' })).ok).toBe(true);
    expect(correctionDrafts(log.state, 'E1', 'withdrawn', false, 'it held', 'user:Ada')).toMatchObject({ ok: false, problem: expect.stringContaining('E2 contradicts C1 by the same words') as string });
  });
});

test.each([['partial', false], ['contradicts', true]] as const)('the receipt does not say of a figure that it stands apart where it is recorded as %s', async (relation, opens) => {
  const quotes = ['The company found 0.86 mg/L of boron in one sample.', 'The bureau found 1.34 mg/L of boron in three samples.'] as const;
  const world = memoryWorld({ 'company.md': quotes[0], 'bureau.md': quotes[1] });
  const log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/company.md' }, { address: 'file:///documents/bureau.md' }] });
  for (const target of ['R1', 'R2']) await callTool(log, openSource, { target }, world);
  const record = (at: 0 | 1, said: string, value: number, sample: string) =>
    callTool(log, recordEvidence, { claim: 'C1', relation: said, snapshot: `N${at + 1}`, quote: quotes[at], figure: { value, text: `${value} mg/L`, unit: 'mg/L', sample } }, world);
  await record(0, 'supports', 0.86, 'one sample');
  const { text } = await record(1, relation, 1.34, 'three samples');
  expect(text.includes('Conflict X1 is open on C1')).toBe(opens);
  expect(text).not.toContain('Neither against nor');
});

test('several figures of the same words are evidence each; where one does not stand in them, none is recorded', async () => {
  const quote = 'Renewing the pipes would save 0.9 megalitres a day. Cost: 11 million yuan, work of 14 months.';
  const world = memoryWorld({ 'pipes.md': quote });
  const log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/pipes.md' }] });
  await callTool(log, openSource, { target: 'R1' }, world);
  const record = (...figure: object[]) => callTool(log, recordEvidence, { claim: 'C1', relation: 'supports', snapshot: 'N1', quote, figure }, world);
  const saved = { value: 0.9, text: '0.9 megalitres a day', unit: 'ML/day' };
  expect(await record(saved, { value: 12, text: '12 million yuan' })).toMatchObject({ ok: false, drafts: [] });
  expect(await record(saved, { value: 11, text: '11 million yuan', unit: 'million yuan' }, { value: 14, text: '14 months', unit: 'months' })).toMatchObject({
    ok: true, text: 'E1 supports C1, verbatim. Cite it as [[cite:E1]].\nE2 supports C1, verbatim. Cite it as [[cite:E2]].\nE3 supports C1, verbatim. Cite it as [[cite:E3]].',
  });
  expect(log.state.ledger.evidence.map(({ figure }) => figure?.value)).toEqual([0.9, 11, 14]);
});
