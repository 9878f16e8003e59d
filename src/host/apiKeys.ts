import * as vscode from 'vscode';
import { modelServer, publicModelServer } from './settings';

/** The model server's key; a search provider's key has the provider's name. */
export const modelKey = 'openai';

const secretName = (name: string): string => `researchLedger.key.${name}`;
const variable = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;

/** The key of that name: from the editor's secret storage, else from the environment (`OPENAI_API_KEY`, `BRAVE_API_KEY`, …). */
export const apiKey = async (secrets: vscode.SecretStorage, name: string): Promise<string | undefined> => (await secrets.get(secretName(name))) ?? process.env[variable(name)];

/** Whether the model server can be asked: it has its key, or it is not the public one and may ask for none. */
export const hasModelKey = async (secrets: vscode.SecretStorage): Promise<boolean> => modelServer() !== publicModelServer || (await apiKey(secrets, modelKey)) !== undefined;

/** Asks for a key, keeps it in the editor's secret storage alone, and reads it back: where there is no keyring it would vanish unseen. */
export async function setApiKey(secrets: vscode.SecretStorage, given: string | null): Promise<void> {
  const name = given ?? await askName();
  if (name === undefined) return;
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('API key: {0}', label(name)), password: true, ignoreFocusOut: true,
    prompt: vscode.l10n.t('Kept in the editor’s secret storage, never in settings, ledger or log. Empty removes it.'),
  });
  if (key === undefined) return;
  if (key.trim() === '') {
    await secrets.delete(secretName(name));
    void vscode.window.showInformationMessage(vscode.l10n.t('The API key was removed.'));
    return;
  }
  await secrets.store(secretName(name), key.trim());
  if ((await secrets.get(secretName(name))) === key.trim()) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The API key is kept in the secret storage.'));
  } else {
    void vscode.window.showErrorMessage(vscode.l10n.t('The API key could not be kept: this machine has no working keyring. Start the editor with {0} in its environment instead.', variable(name)));
  }
}

async function askName(): Promise<string | undefined> {
  const { providerDescriptions } = await import('../node/search/remoteProviders');
  const names = [modelKey, ...providerDescriptions().filter(({ key }) => key !== 'none').map(({ name }) => name)];
  return (await vscode.window.showQuickPick(names.map((name) => ({ label: label(name), name })), { placeHolder: vscode.l10n.t('Whose key?') }))?.name;
}

const label = (name: string): string => (name === modelKey ? vscode.l10n.t('language model server') : name);
