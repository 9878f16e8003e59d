import * as vscode from 'vscode';
import { commandIds } from './commandIds';
import { Owner } from './owner';
import { type RunRegistry } from './runRegistry';

/** Says in the status bar that research goes on, with or without a panel; a click opens it. */
export class StatusBar extends Owner {
  readonly #item = this.own(vscode.window.createStatusBarItem('researchLedger.status', vscode.StatusBarAlignment.Left, 50));

  constructor(private readonly registry: RunRegistry) {
    super();
    this.#item.name = 'Research Ledger';
    this.own(registry.onDidChange(() => this.#show()));
  }

  #show(): void {
    const working = this.registry.opened.filter(({ active }) => active.running);
    const [first] = working;
    if (!first) {
      this.#item.hide();
      return;
    }
    const { state } = first.active;
    const parts = state.article.order.length;
    this.#item.text = working.length === 1
      ? vscode.l10n.t('$(sync~spin) Research: {0} sources, {1} parts', state.source.sources.length, parts)
      : vscode.l10n.t('$(sync~spin) {0} researches', working.length);
    this.#item.tooltip = working.map(({ active }) => active.state.run?.question ?? '').join('\n');
    this.#item.command = { command: commandIds.openRun, title: '', arguments: working.length === 1 ? [first.id] : [] };
    this.#item.accessibilityInformation = { label: vscode.l10n.t('Research goes on. Opens the run.') };
    this.#item.show();
  }
}
