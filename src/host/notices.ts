import * as vscode from 'vscode';
import { isOwnPause } from '../core/run/ownPause';
import { type Outcome } from '../core/run/records';
import { sentence } from '../shared/plainText';
import { commandIds } from './commandIds';
import { Owner } from './owner';
import { type RunPanels } from './runPanels';
import { type RunChange, type RunRegistry } from './runRegistry';
import { inEditorLanguage } from './words';

/** Says what a person must know when no panel shows it: a pause with its reason and the next step, and the end. */
export class Notices extends Owner {
  constructor(registry: RunRegistry, private readonly panels: RunPanels) {
    super();
    this.own(registry.onDidChange((change) => this.#say(change)));
  }

  #say({ run, events }: RunChange): void {
    for (const event of events) {
      if (event.type === 'run.stateChanged' && event.data.state === 'paused' && !isOwnPause(event.data.reason)) void this.#paused(run, inEditorLanguage(event.data.said ?? event.data.reason ?? ''), event.data.waitingFor === 'key');
      if (event.type === 'run.ended' && event.data.outcome !== 'cancelled' && !this.panels.isVisible(run)) void this.#ended(run, event.data.outcome, inEditorLanguage(event.data.said ?? event.data.why));
    }
  }

  async #paused(run: string, reason: string, needsKey: boolean): Promise<void> {
    const [open, resume, key] = [vscode.l10n.t('Open'), vscode.l10n.t('Resume'), vscode.l10n.t('Set API Key…')];
    const chosen = await vscode.window.showWarningMessage(vscode.l10n.t('The research paused: {0} What was found is kept.', sentence(reason)), open, ...(needsKey ? [key] : []), resume);
    if (chosen === open) await vscode.commands.executeCommand(commandIds.openRun, run);
    if (chosen === resume) await vscode.commands.executeCommand(commandIds.resumeRun, run);
    if (chosen === key) await vscode.commands.executeCommand(commandIds.setApiKey);
  }

  async #ended(run: string, outcome: Outcome, why: string): Promise<void> {
    const open = vscode.l10n.t('Open');
    const said = outcome === 'converged' ? vscode.l10n.t('The research converged: {0}', sentence(why))
      : outcome === 'failed' ? vscode.l10n.t('The research failed: {0}', sentence(why))
        : vscode.l10n.t('The research ended incomplete: {0}', sentence(why));
    if ((await vscode.window.showInformationMessage(said, open)) === open) await vscode.commands.executeCommand(commandIds.openRun, run);
  }
}

