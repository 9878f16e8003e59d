import { expect, test } from 'vitest';
import { recordInference } from '../../../src/core/tool/recordInference';
import { recall } from '../../../src/core/tool/recallTool';
import { setPlan, setScope } from '../../../src/core/tool/scopeTools';
import { search } from '../../../src/core/tool/searchTools';
import { openSource } from '../../../src/core/tool/sourceTools';
import { callTool } from '../../fakes/callTool';
import { LogBuilder, requirementOf } from '../../fakes/builders';
import { memoryWorld } from '../../fakes/memoryWorld';

test('what the next request begins with is only named: parts and claims', async () => {
  const log = new LogBuilder();
  const scope = { parts: ['How long is the bridge?', 'What does it carry?'], regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'full', language: 'en', assumed: [], unclear: [] };
  expect((await callTool(log, setScope, scope)).text).toBe('The scope is frozen, with P1 to P2 in the order given.');
  const claim = (text: string, part: string) => ({ text, part, kind: 'fact', risk: 'low', key: true });
  expect((await callTool(log, setPlan, { claims: [claim('It is long.', 'P1'), claim('It carries much.', 'P2')], searches: [] })).text).toBe('The plan is frozen, with C1 to C2 in the order given; later at most 1 claims may be added.');
});

test('headings are listed of a source that is not shown whole', async () => {
  const page = (words: string): string => `# The bridge\n\n## Its load\n\n${words}\n`;
  const world = memoryWorld({ 'short.md': page('It carries lorries.'), 'long.md': page('It carries lorries. '.repeat(600)) });
  const log = new LogBuilder().plan({});
  log.search({ results: [{ address: 'file:///documents/short.md' }, { address: 'file:///documents/long.md' }] });
  expect((await callTool(log, openSource, { target: 'R1' }, world)).text).not.toContain('headings:');
  expect((await callTool(log, openSource, { target: 'R2' }, world)).text).toContain('headings:\nThe bridge\n  Its load');
});

test('a query in other words is no repeat, though it brings known pages only', async () => {
  const world = memoryWorld({ 'bridge.md': 'The bridge carries lorries of forty tonnes.' });
  const log = new LogBuilder().plan({});
  const ask = async (query: string) => (await callTool(log, search, { queries: [{ query, intent: 'explore', claims: ['C1'] }] }, world)).text;
  await ask('bridge tonnes');
  expect(await ask('lorries that it carries')).toContain('Only pages that Q1 and others brought before.');
  expect(await ask('tonnes bridge')).toContain('This repeats Q1: ask something else.');
});

test('a record is recalled without what is empty in it', async () => {
  const log = new LogBuilder().plan({});
  log.evidence({ figure: { value: 40, unit: 't' } });
  const { text } = await callTool(log, recall, { id: 'E1' });
  expect(text).toContain('"figure":{"value":40');
  expect(text).not.toMatch(/null|\[\]|\n/);
});

test('premises that lack the same are named together', async () => {
  const log = new LogBuilder().plan({ requirement: requirementOf({ voices: 2, orFirstHand: false }) }, { kind: 'analysis' });
  log.evidence();
  log.evidence({ relation: 'partial' });
  const { text } = await callTool(log, recordInference, { claim: 'C2', relation: 'supports', premises: ['E1', 'E2'], reasoning: 'So it is.' });
  expect(text).toContain('E3 does not carry C2 yet: E1, E2 are evidence of C1, which lacks a second independent voice.');
});
