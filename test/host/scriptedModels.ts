import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './research';

/** What test/e2e/model-provider/ gives to the tests. */
export interface ScriptedModels {
  requests: { messages: { role: number; parts: string[]; text: string }[]; tools: string[] }[];
  /** Faults of the next requests, by name; `at once NAME` is thrown before anything was waited for. */
  goWrong: string[];
  /** The recording from its beginning. */
  again: () => void;
  /** Whether the editor has the model. */
  setThere: (there: boolean) => void;
}

export const researcher = 'editor:scripted/recorded';
const needed = 'needs an editor with language-model providers, such as the current one';

/** The tests of a suite run where the editor knows providers, with its models allowed. */
export function needModels(suite: Mocha.Suite): void {
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('researchLedger');
  suite.beforeAll(async function () {
    if (!('registerLanguageModelChatProvider' in vscode.lm)) {
      // The name says what is missing where the test is listed as not run.
      suite.tests.forEach((test) => { test.title += `: ${needed}`; });
      this.skip();
    }
    await settings().update('editorModels', true, vscode.ConfigurationTarget.Global);
    await until('the scripted model is there', async () => (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length > 0);
  });
  suite.afterAll(() => settings().update('editorModels', undefined, vscode.ConfigurationTarget.Global));
}

export function scripted(): ScriptedModels {
  const extension = vscode.extensions.getExtension<ScriptedModels>('research-ledger-tests.scripted-models');
  assert.ok(extension?.isActive, 'the scripted models are not there');
  return extension.exports;
}
