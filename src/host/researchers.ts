import * as vscode from 'vscode';
import { editorModels } from './editorModels';
import { modelServer, setting } from './settings';

export interface ResearcherChoice {
  /** As a run names it. */
  id: string;
  label: string;
  description: string;
}

/** Models that can be asked, in the order of preference: the configured server's, then the editor's own when they are allowed. */
export async function modelChoices(): Promise<ResearcherChoice[]> {
  const model = setting('openai.model');
  const configured = model === '' ? [] : [{ id: `openai:${model}`, label: model, description: vscode.l10n.t('language model at {0}', modelServer()) }];
  const own = setting('editorModels') ? (await editorModels()).map(({ name, label }) => ({ id: `editor:${name}`, label, description: vscode.l10n.t('language model of the editor') })) : [];
  return [...configured, ...own];
}

/**
 * Who can do the research; the default stands first. That is the one named in the settings, else the configured
 * server's model when there is a key, else the editor's first model when those are allowed, else the extractive researcher.
 */
export async function researcherChoices(hasKey: () => Promise<boolean>): Promise<ResearcherChoice[]> {
  const models = await modelChoices();
  const first = setting('researcher') || ((await usable(models, hasKey))[0]?.id ?? extractiveChoice().id);
  return [...models, extractiveChoice()].sort((a, b) => Number(b.id === first) - Number(a.id === first));
}

export const extractiveChoice = (): ResearcherChoice => ({ id: 'extractive', label: researcherLabel('extractive'), description: vscode.l10n.t('no model, no key, no network: quotes the sources by rule') });

/** Models that would not be refused at once for want of a key. */
async function usable(models: readonly ResearcherChoice[], hasKey: () => Promise<boolean>): Promise<readonly ResearcherChoice[]> {
  const ofServer = ({ id }: ResearcherChoice): boolean => id.startsWith('openai:');
  return models.some(ofServer) && !(await hasKey()) ? models.filter((model) => !ofServer(model)) : models;
}

/** The model that a question to a finished ledger is put to: the one that would do the next research; null when that is no model. */
export async function answeringModel(hasKey: () => Promise<boolean>): Promise<ResearcherChoice | null> {
  const named = setting('researcher');
  if (named === '') return (await usable(await modelChoices(), hasKey))[0] ?? null;
  return /^(?:openai|responses|editor|replay):/.test(named) ? { id: named, label: researcherLabel(named), description: '' } : null;
}

export const researcherLabel = (id: string): string => (id === 'extractive' ? vscode.l10n.t('Extractive researcher') : id.slice(id.indexOf(':') + 1));
