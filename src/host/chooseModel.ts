import * as vscode from 'vscode';
import { apiKey, modelKey, setApiKey } from './apiKeys';
import { editorModels } from './editorModels';
import { extractiveChoice, modelChoices, type ResearcherChoice } from './researchers';
import { inEditorLanguage } from './words';
import { modelServer, publicModelServer, section, type Settings } from './settings';

export interface ChooseModelParts {
  secrets: vscode.SecretStorage;
  /** Asks the model for one word and says what came; undefined when it did not answer. */
  test: (name: string) => Promise<boolean | undefined>;
}

/**
 * Who researches from now on, in one place: the configured model, one of the editor's, another server's, or the rule. It is kept in
 * the settings and asked for one word. Gives what a run names it by; undefined when the person left, or when it does not answer.
 */
export async function chooseModel(parts: ChooseModelParts): Promise<string | undefined> {
  const chosen = await askWho();
  if (!chosen) return undefined;
  const name = chosen.id === otherServer ? await askServer(parts.secrets) : await keep(chosen.id);
  if (name === undefined || name === extractiveChoice().id) return name;
  return await parts.test(name) === undefined ? undefined : name;
}

const otherServer = 'server';

async function askWho(): Promise<ResearcherChoice | undefined> {
  const items = async (): Promise<ResearcherChoice[]> => {
    const known = await modelChoices();
    // Those of the editor are offered before they are allowed: choosing one allows them.
    const own = (await editorModels()).map(({ name, label }) => ({ id: `editor:${name}`, label, description: vscode.l10n.t('language model of the editor') }));
    return [
      ...known, ...own.filter(({ id }) => known.every((one) => one.id !== id)),
      { id: otherServer, label: vscode.l10n.t('$(server) Another model or server…'), description: vscode.l10n.t('any server with an OpenAI-style interface') },
      extractiveChoice(),
    ];
  };
  return vscode.window.showQuickPick(items(), { title: vscode.l10n.t('Choose a Language Model'), placeHolder: vscode.l10n.t('Who researches and writes?'), ignoreFocusOut: true });
}

async function keep(id: string): Promise<string> {
  if (id.startsWith('editor:')) await change('editorModels', true);
  // A model of the configured server comes first by itself.
  await change('researcher', id.startsWith('openai:') ? '' : id);
  return id;
}

async function askServer(secrets: vscode.SecretStorage): Promise<string | undefined> {
  const title = vscode.l10n.t('Choose a Language Model');
  const baseURL = (await vscode.window.showInputBox({
    title, value: modelServer(), ignoreFocusOut: true, prompt: vscode.l10n.t('Address of the server; it usually ends in /v1.'),
    validateInput: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? undefined : vscode.l10n.t('An address begins with http:// or https://.')),
  }))?.trim();
  if (baseURL === undefined) return undefined;
  const model = await askModelName(title, baseURL, secrets);
  if (model === undefined) return undefined;
  await change('openai.baseUrl', baseURL === publicModelServer ? '' : baseURL);
  await change('openai.model', model);
  await change('researcher', '');
  return `openai:${model}`;
}

/** From what the server offers, when it tells; a refused key is asked for once. */
async function askModelName(title: string, baseURL: string, secrets: vscode.SecretStorage): Promise<string | undefined> {
  const { modelList } = await import('../node/model/modelList');
  const ask = async () => modelList({ baseURL, apiKey: (await apiKey(secrets, modelKey)) ?? null });
  let offered = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0}…', baseURL) }, ask);
  if (!offered.ok && offered.needsKey) {
    await setApiKey(secrets, modelKey);
    offered = await ask();
  }
  const names = offered.ok ? offered.names : [];
  const byHand = { label: vscode.l10n.t('$(edit) Another name…'), byHand: true };
  if (names.length > 0) {
    const chosen = await vscode.window.showQuickPick([...names.map((label) => ({ label, byHand: false })), byHand], { title, placeHolder: vscode.l10n.t('Which model?'), ignoreFocusOut: true });
    if (!chosen?.byHand) return chosen?.label;
  }
  const why = offered.ok ? '' : `${inEditorLanguage(offered.said ?? offered.message)} `;
  return (await vscode.window.showInputBox({ title, ignoreFocusOut: true, prompt: `${why}${vscode.l10n.t('What does the server call the model?')}` }))?.trim() || undefined;
}

/** These settings are the machine's: no folder may redirect a request. */
const change = <K extends keyof Settings>(name: K, value: Settings[K]): Thenable<void> =>
  vscode.workspace.getConfiguration(section).update(name, value === '' ? undefined : value, vscode.ConfigurationTarget.Global);
