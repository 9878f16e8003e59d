import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../core/run/platform';
import { type RunOptions } from '../core/run/records';
import { type ResearchTemplate } from '../core/run/template';
import { commandIds } from './commandIds';
import { researcherChoices, type ResearcherChoice } from './researchers';
import { type RunActions } from './runActions';
import { type RunPanels } from './runPanels';
import { type RunRegistry } from './runRegistry';
import { setting } from './settings';
import { toolProviderName } from './toolProvider';

/** What a caller already knows: another command, a link, a test. What is missing is asked. */
export interface NewResearch {
  question?: string;
  folders?: string[];
  researcher?: string;
}

export interface NewResearchParts {
  registry: RunRegistry;
  panels: RunPanels;
  actions: RunActions;
  /** Whether there is a key for the model server, where it wants one. */
  hasKey: () => Promise<boolean>;
}

const steps = 3;

/** Question, folder, researcher, by keyboard alone; then the panel is open and the run goes on. Gives the run's id, or undefined when the person left. */
export async function newResearch(given: NewResearch, { registry, panels, actions, hasKey }: NewResearchParts): Promise<string | undefined> {
  const question = given.question ?? await askQuestion();
  if (question === undefined) return undefined;
  const folders = given.folders ?? await askFolders();
  if (folders === undefined) return undefined;
  const researcher = given.researcher ?? await askResearcher(hasKey);
  if (researcher === undefined) return undefined;
  const template = await chosenTemplate();
  const { id } = await registry.create(question, { ...optionsFor(folders, researcher), template });
  await panels.show(id);
  actions.work(id);
  return id;
}

/** The template that the settings name. A path in a folder counts only while that folder is trusted: the setting is not read from others. */
async function chosenTemplate(): Promise<ResearchTemplate | null> {
  const named = setting('template');
  if (named === '') return null;
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const file = path.isAbsolute(named) || !first ? path.resolve(named) : path.join(first.uri.fsPath, named);
  const { parseTemplate } = await import('../core/run/template');
  const written = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(vscode.l10n.t('The template {0} cannot be read: {1}', file, errorMessage(cause)), { cause });
  });
  return parseTemplate(written, file);
}

function optionsFor(folders: string[], researcher: string): RunOptions {
  return {
    folders, addresses: [], providers: [...setting('searchProviders'), ...setting('searchTools').map(toolProviderName)], researcher, depth: setting('depth'), limits: setting('limits'), allowHosts: setting('allowHosts'), webQueries: setting('webQueries'),
    reviewPlan: setting('reviewPlan'), askScope: setting('askScope'), language: setting('language') || null, roles: setting('roles'),
  };
}

/** An empty question is refused when it is confirmed, not before a word was written. */
function askQuestion(): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('New Research');
  box.step = 1;
  box.totalSteps = steps;
  box.ignoreFocusOut = true;
  box.prompt = vscode.l10n.t('What do you want to know? One question, with all that bounds it.');
  box.placeholder = vscode.l10n.t('For example: how many winter sailings were cancelled, and why?');
  return new Promise((resolve) => {
    box.onDidChangeValue(() => { box.validationMessage = ''; });
    box.onDidAccept(() => {
      if (box.value.trim() === '') {
        box.validationMessage = vscode.l10n.t('The question is empty. Write what you want to know.');
        return;
      }
      resolve(box.value.trim());
      box.dispose();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

async function askFolders(): Promise<string[] | undefined> {
  const workspace = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const choose = { label: vscode.l10n.t('$(folder-opened) Choose folders or files…'), folders: null };
  const all = workspace.length > 1 ? [{ label: vscode.l10n.t('All workspace folders'), folders: workspace.map(({ uri }) => uri.fsPath) }] : [];
  const each = workspace.map(({ name, uri }) => ({ label: `$(folder) ${name}`, description: uri.fsPath, folders: [uri.fsPath] }));
  const chosen = await vscode.window.showQuickPick([...all, ...each, choose], {
    title: vscode.l10n.t('New Research ({0}/{1})', 2, steps), placeHolder: vscode.l10n.t('What is researched?'), ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  if (chosen.folders) return chosen.folders;
  const picked = await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: true, canSelectMany: true, openLabel: vscode.l10n.t('Research'), title: vscode.l10n.t('What is researched?') });
  return picked?.map(({ fsPath }) => path.resolve(fsPath));
}

async function askResearcher(hasKey: () => Promise<boolean>): Promise<string | undefined> {
  const setUp = { id: null, label: vscode.l10n.t('$(gear) Set up a language model…'), description: vscode.l10n.t('any server with an OpenAI-style interface, with its key, or the editor’s own models') };
  const choices = async (): Promise<(ResearcherChoice | typeof setUp)[]> => [...await researcherChoices(hasKey), setUp];
  const chosen = await vscode.window.showQuickPick(choices(), {
    title: vscode.l10n.t('New Research ({0}/{1})', 3, steps), placeHolder: vscode.l10n.t('Who does it?'), ignoreFocusOut: true,
  });
  if (chosen?.id !== null) return chosen?.id;
  // The question waits: where no model was set up, who does it is asked again.
  return await vscode.commands.executeCommand<string | undefined>(commandIds.chooseModel) ?? askResearcher(hasKey);
}
