import * as vscode from 'vscode';
import { type ModelClient, type ModelRequest } from '../core/request/modelClient';
import { modelKey } from './apiKeys';
import { commandIds } from './commandIds';
import { modelChoices } from './researchers';
import { inEditorLanguage } from './words';

/** The smallest request that shows both: that the model answers, and that it calls a tool when it is told to. */
const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Call the tool `ready` now. Write nothing else.' }],
  tools: [{ name: 'ready', description: 'Say that you can be reached.', parameters: { type: 'object', properties: {} } }],
  maxOutput: null,
  about: { worker: 'main', turn: 1 },
};

/** Asks a model for one word and says what came; undefined when nothing did. `given` names it as a run does (`openai:NAME`); without it the person chooses. */
export async function testConnection(given: unknown, open: (name: string) => Promise<ModelClient>): Promise<boolean | undefined> {
  const name = typeof given === 'string' ? given : await choose();
  if (name === undefined) return undefined;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0}…', name), cancellable: true }, async (_progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const client = await open(name);
    const started = performance.now();
    const ask = () => client.complete(request, stop.signal, () => undefined, { kept: null, keep: () => Promise.resolve() });
    let result = await ask();
    // As a run does: what a refusal taught is left out.
    while (!result.ok && result.learnt) result = await ask();
    if (!result.ok) {
      void sayFailure(inEditorLanguage(result.said ?? result.message), result.needsKey);
      return undefined;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const calls = result.value.calls.some((call) => call.name === 'ready') || result.value.text.includes('ready');
    void (calls
      ? vscode.window.showInformationMessage(vscode.l10n.t('{0} answered in {1} s and calls tools.', result.value.model, seconds))
      : vscode.window.showWarningMessage(vscode.l10n.t('{0} answered in {1} s, but called no tool: it may be too weak for research.', result.value.model, seconds)));
    return calls;
  });
}

/** A refused key is mended where it is said. */
async function sayFailure(message: string, needsKey: boolean): Promise<void> {
  const key = vscode.l10n.t('Set API Key…');
  if ((await vscode.window.showErrorMessage(message, ...(needsKey ? [key] : []))) === key) await vscode.commands.executeCommand(commandIds.setApiKey, modelKey);
}

async function choose(): Promise<string | undefined> {
  const models = await modelChoices();
  if (models.length === 0) throw new Error(vscode.l10n.t('No model is configured. Name one in the setting researchLedger.openai.model, or allow the editor’s models.'));
  if (models.length === 1) return models[0]?.id;
  return (await vscode.window.showQuickPick(models, { placeHolder: vscode.l10n.t('Which model?') }))?.id;
}
