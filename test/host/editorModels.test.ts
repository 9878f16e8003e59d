import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { begin, ended } from './research';
import { needModels, researcher, scripted } from './scriptedModels';

const known = new Set<number>([vscode.LanguageModelChatMessageRole.User, vscode.LanguageModelChatMessageRole.Assistant]);

describe('a model of the editor', function () {
  needModels(this);

  it('answers a test of the connection, and is seen to call tools', async () => {
    assert.equal(await vscode.commands.executeCommand('researchLedger.testConnection', researcher), true);
  });

  it('that the editor does not have is named', async () => {
    assert.equal(await vscode.commands.executeCommand('researchLedger.testConnection', 'editor:scripted/none'), undefined);
  });

  it('does a whole research: its calls are executed, its article is cited, and its tokens and cost stay unknown', async () => {
    scripted().again();
    const before = scripted().requests.length;
    const opened = await begin(undefined, researcher);
    await ended(opened);
    const view = opened.active.view();
    assert.ok(['converged', 'incomplete'].includes(view.run.outcome ?? ''), `${view.run.outcome ?? ''} ${view.run.state}`);
    assert.ok(view.article.blocks.flatMap(({ citations }) => citations).filter(({ state }) => state === 'bound').length >= 5);
    const requests = scripted().requests.slice(before);
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
