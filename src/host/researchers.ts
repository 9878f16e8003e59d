import * as vscode from 'vscode';
import { modelServer, setting } from './settings';

export interface ResearcherChoice {
  /** As a run names it. */
  id: string;
  label: string;
  description: string;
}

/** Who can do the research: the extractive researcher always, the configured model when there is one. The default stands first. */
export function researcherChoices(): ResearcherChoice[] {
  const model = setting('openai.model');
  const choices = ['extractive', ...(model === '' ? [] : [`openai:${model}`])].map((id) => ({ id, label: researcherLabel(id), description: describe(id) }));
  const preferred = setting('researcher');
  return choices.sort((a, b) => Number(b.id === preferred) - Number(a.id === preferred));
}

export const researcherLabel = (id: string): string => (id === 'extractive' ? vscode.l10n.t('Extractive researcher') : id.slice(id.indexOf(':') + 1));

const describe = (id: string): string => (id === 'extractive'
  ? vscode.l10n.t('no model, no key, no network: quotes the sources by rule')
  : vscode.l10n.t('language model at {0}', modelServer()));
