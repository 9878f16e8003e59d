import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ProviderQuery } from '../../src/core/source/provider';
import { toolProvider } from '../../src/host/toolProvider';
import { until } from './research';

/** The tools are those of test/e2e/model-provider/. */
const asked = (query: string, more: Partial<ProviderQuery> = {}): ProviderQuery => ({ query, from: null, to: null, language: null, limit: 5, signal: new AbortController().signal, ...more });
const provider = (tool: string) => {
  const found = toolProvider(`tool:${tool}`);
  assert.ok(found);
  return found;
};
const allow = (tools: string[] | undefined) => vscode.workspace.getConfiguration('researchLedger').update('searchTools', tools, vscode.ConfigurationTarget.Global);

const searched = () => vscode.extensions.getExtension<{ searched: { searchQuery: string }[] }>('research-ledger-tests.scripted-models')?.exports.searched ?? [];

describe('a language-model tool of the editor that searches', () => {
  before(async () => {
    await until('the tools are there', () => vscode.lm.tools.some(({ name }) => name === 'scripted_search'));
    await allow(['scripted_search', 'scripted_database', 'gone']);
  });
  after(() => allow(undefined));

  it('is asked with the query where its schema wants it, and gives the addresses of its answer as leads', async () => {
    const outcome = await provider('scripted_search').search(asked('highest tide', { from: '2024' }));
    assert.ok(outcome.ok, JSON.stringify(outcome));
    assert.deepEqual(outcome.value.hits.map(({ address, title }) => [address, title]), [['https://tides.example/a', 'Tides'], ['https://gauges.example/b', 'Gauges']]);
    assert.equal(outcome.value.notes.length, 2);
    assert.deepEqual(searched().at(-1), { searchQuery: 'highest tide', maxResults: 5 });
  });

  it('that found nothing is told from one that could not search', async () => {
    const nothing = await provider('scripted_search').search(asked('nothing'));
    assert.ok(nothing.ok && nothing.value.hits.length === 0, JSON.stringify(nothing));
    const babble = await provider('scripted_search').search(asked('babble'));
    assert.ok(!babble.ok && babble.failure.kind === 'bad-answer' && babble.failure.message.includes('quota'), JSON.stringify(babble));
    const fails = await provider('scripted_search').search(asked('fails'));
    assert.ok(!fails.ok && fails.failure.kind === 'server-error' && fails.failure.message.includes('scripted_search'), JSON.stringify(fails));
  });

  it('that wants more than a query, is gone, or was not allowed is named and not asked', async () => {
    for (const [tool, said] of [['scripted_database', 'database'], ['gone', 'gone'], ['another', 'searchTools']] as const) {
      const outcome = await provider(tool).search(asked('tide'));
      assert.ok(!outcome.ok && outcome.failure.kind === 'not-configured' && outcome.failure.message.includes(said), JSON.stringify(outcome));
    }
    assert.equal(toolProvider('wikipedia'), null);
  });

  it('is left when the research is cancelled', async () => {
    const reason = new Error('stopped');
    await assert.rejects(provider('scripted_search').search(asked('tide', { signal: AbortSignal.abort(reason) })), reason);
    const stop = new AbortController();
    const hanging = provider('scripted_search').search(asked('hangs', { signal: stop.signal }));
    await until('the tool is asked', () => searched().some((input) => input.searchQuery === 'hangs'));
    stop.abort(reason);
    await assert.rejects(hanging, reason);
  });
});
