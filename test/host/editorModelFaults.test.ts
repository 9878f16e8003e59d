import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ModelClient, type ModelRequest } from '../../src/core/request/modelClient';
import { editorModel } from '../../src/host/editorModels';
import { begin, ended, until } from './research';
import { needModels, researcher, scripted } from './scriptedModels';

const request: ModelRequest = {
  messages: [{ role: 'system', content: 'Rules.' }, { role: 'user', content: 'Say something.' }],
  tools: [{ name: 'say', description: 'Says it.', parameters: { type: 'object', properties: {} } }, { name: 'finish', description: 'Ends.', parameters: { type: 'object', properties: {} } }],
  maxOutput: null, about: { worker: 'main', turn: 1 },
};

const access = (allowed: boolean | undefined): vscode.LanguageModelAccessInformation => ({ canSendRequest: () => allowed, onDidChange: () => ({ dispose: () => undefined }) });

async function client(allowed: boolean | undefined = true): Promise<ModelClient> {
  const found = await editorModel('scripted/recorded', access(allowed), []);
  assert.ok(found);
  return found;
}

const noHandle = { kept: null, keep: () => Promise.resolve() };
const ask = (model: ModelClient, signal = new AbortController().signal) => model.complete(request, signal, () => undefined, noHandle);

describe('a model of the editor that fails', function () {
  needModels(this);

  for (const [fault, settlement, temporary, said] of [
    ['NoPermissions', 'released', false, /may not use.*Manage Language Model Access/],
    ['NotFound', 'released', false, /has no model “scripted\/recorded” now.*Enable it/],
    ['Blocked', 'released', true, /quota of this month is used up\. Wait, or choose another model/],
    ['Cancelled', 'released', false, /cancelled in the editor\. Resume to ask it again/],
    // The editor loses the name of what is thrown at once: that nothing was worked on is still known.
    ['at once Blocked', 'released', true, /failed: the quota of this month is used up\. Where it goes on failing, choose another model/],
    ['at once Broken', 'released', true, /failed: the socket hung up/],
    ['Broken', 'unknown', true, /failed: the socket hung up\./],
    ['Half', 'unknown', true, /failed: the stream was reset\./],
    ['Silent', 'unknown', true, /ended without a word or a call/],
  ] as const) {
    it(`is told apart: ${fault}`, async () => {
      const model = await client();
      scripted().goWrong.push(fault);
      const result = await ask(model);
      assert.ok(!result.ok, 'it answered');
      assert.deepEqual({ settlement: result.settlement, temporary: result.temporary }, { settlement, temporary }, result.message);
      assert.match(result.message, said);
    });
  }

  it('is not asked where the person refused it', async () => {
    const before = scripted().requests.length;
    const result = await ask(await client(false));
    assert.ok(!result.ok && result.settlement === 'released' && /Manage Language Model Access/.test(result.message), JSON.stringify(result));
    assert.equal(scripted().requests.length, before);
  });

  it('that takes no tools is told of them in words with the next try', async () => {
    const model = await client();
    scripted().goWrong.push('Tools', 'Half');
    const refused = await ask(model);
    assert.ok(!refused.ok && refused.temporary && refused.retryAfter === 0, JSON.stringify(refused));
    assert.equal(model.tools, false);
    await ask(model);
    const sent = scripted().requests.at(-1);
    assert.deepEqual(sent?.tools, []);
    assert.match(sent?.messages[0]?.text ?? '', /To call one, write a line of JSON[\s\S]*say: Says it\./);
    assert.match(model.written?.(request) ?? '', /To call one/);
  });

  it('that does not heed that it is cancelled is left', async () => {
    const stop = new AbortController();
    scripted().goWrong.push('Deaf');
    const asked = scripted().requests.length;
    const asking = ask(await client(), stop.signal);
    await until('it is asked', () => scripted().requests.length > asked);
    stop.abort(new Error('paused'));
    await assert.rejects(asking, /paused/);
  });

  it('that is gone is named, and found again when it is back', async () => {
    const model = await client();
    scripted().setThere(false);
    await until('the editor has it no more', async () => (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length === 0);
    const result = await ask(model);
    assert.ok(!result.ok && /Enable it, or sign in/.test(result.message), JSON.stringify(result));
    scripted().setThere(true);
    await until('the editor has it again', async () => (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length > 0);
  });

  it('pauses the research with what helps, and nothing is lost: it goes on when it is resumed', async () => {
    scripted().again();
    scripted().goWrong.push('NoPermissions');
    const opened = await begin('How many winter sailings of the battery ferry were cancelled?', researcher);
    await until('the run pauses', () => opened.active.state.run?.state === 'paused');
    assert.match(opened.active.state.run?.reason ?? '', /Manage Language Model Access/);
    assert.equal(opened.active.state.budget.meters.requests.unknown, 0);
    await vscode.commands.executeCommand('researchLedger.resumeRun', opened.id);
    await until('it goes on', () => opened.active.state.turns.length > 0);
    await vscode.commands.executeCommand('researchLedger.stopRun', opened.id);
    await ended(opened);
  });
});
