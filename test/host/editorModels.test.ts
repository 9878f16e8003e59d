import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { begin, ended, until } from './research';

/** What test/e2e/model-provider/ gives to the tests. */
interface ScriptedModels {
  requests: { messages: { role: number; parts: string[]; text: string }[]; tools: string[] }[];
}

const researcher = 'editor:scripted/recorded';
const settings = () => vscode.workspace.getConfiguration('researchLedger');
const known = new Set<number>([vscode.LanguageModelChatMessageRole.User, vscode.LanguageModelChatMessageRole.Assistant]);
const needed = 'needs an editor with language-model providers, such as the current one';

describe('a model of the editor', function () {
  before(async function () {
    if (!('registerLanguageModelChatProvider' in vscode.lm)) {
      // The name says what is missing where the test is listed as not run.
      this.test?.parent?.tests.forEach((test) => { test.title += `: ${needed}`; });
      this.skip();
    }
    await settings().update('editorModels', true, vscode.ConfigurationTarget.Global);
    await until('the scripted model is there', async () => (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length > 0);
  });
  after(() => settings().update('editorModels', undefined, vscode.ConfigurationTarget.Global));

  it('answers a test of the connection, and is seen to call tools', async () => {
    assert.equal(await vscode.commands.executeCommand('researchLedger.testConnection', researcher), true);
  });

  it('that the editor does not have is named', async () => {
    assert.equal(await vscode.commands.executeCommand('researchLedger.testConnection', 'editor:scripted/none'), undefined);
  });

  it('does a whole research: its calls are executed, its article is cited, and its tokens and cost stay unknown', async () => {
    const scripted = vscode.extensions.getExtension<ScriptedModels>('research-ledger-tests.scripted-models');
    assert.ok(scripted?.isActive);
    const before = scripted.exports.requests.length;
    const opened = await begin(undefined, researcher);
    await ended(opened);
    const view = opened.active.view();
    assert.ok(['converged', 'incomplete'].includes(view.run.outcome ?? ''), `${view.run.outcome ?? ''} ${view.run.state}`);
    assert.ok(view.article.blocks.flatMap(({ citations }) => citations).filter(({ state }) => state === 'bound').length >= 5);
    const requests = scripted.exports.requests.slice(before);
    assert.equal(opened.active.state.budget.usage.unknownRequests, requests.length);
    assert.equal(opened.active.state.budget.usage.cost, null);
    // No system messages: the rules open the first message, and results follow the calls they belong to.
    for (const { messages } of requests) {
      assert.ok(messages.every(({ role }) => known.has(role)));
      assert.match(messages[0]?.text ?? '', /^You research one question/);
      messages.forEach(({ parts }, at) => {
        if (parts.includes('LanguageModelToolCallPart')) assert.ok(messages[at + 1]?.parts.every((part) => part === 'LanguageModelToolResultPart'));
      });
    }
    assert.ok(requests[0]?.tools.includes('set_scope'));
  });
});
