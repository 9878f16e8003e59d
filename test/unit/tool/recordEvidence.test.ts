import { expect, test } from 'vitest';
import { recordEvidence } from '../../../src/core/tool/evidenceTools';
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
