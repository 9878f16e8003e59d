import * as vscode from 'vscode';
import { type Log } from '../core/run/platform';
import { type Answering } from './asking';
import { type RunActions } from './runActions';
import { type PanelCommand, type RunPanel } from './runPanel';
import { type RunRegistry } from './runRegistry';

export const panelType = 'researchLedger.run';

export interface PanelsParts {
  registry: RunRegistry;
  actions: RunActions;
  /** The model that a question to a finished ledger is put to, or null. */
  answerer: () => Promise<Answering | null>;
  extension: vscode.Uri;
  log: Log;
}

/** The panels of this window, at most one a run. Loads what a panel needs with the first one. */
export class RunPanels implements vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, RunPanel>();

  constructor(private readonly parts: PanelsParts) {}

  /** The panel that has the focus, or else the only one on screen. */
  get active(): RunPanel | undefined {
    const all = [...this.#panels.values()];
    const visible = all.filter(({ panel }) => panel.visible);
    return all.find(({ panel }) => panel.active) ?? (visible.length === 1 ? visible[0] : undefined);
  }

  isVisible(run: string): boolean {
    return this.#panels.get(run)?.panel.visible ?? false;
  }

  async show(run: string): Promise<RunPanel> {
    const known = this.#panels.get(run);
    if (known) {
      known.reveal();
      return known;
    }
    await this.parts.registry.open(run);
    return this.#panels.get(run) ?? this.#adopt(run, vscode.window.createWebviewPanel(panelType, 'Research Ledger', vscode.ViewColumn.Active, { retainContextWhenHidden: false, enableFindWidget: true }));
  }

  /** After a reload of the window: a panel whose run cannot be opened any more says why, and goes. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const run = typeof state === 'object' && state !== null && 'run' in state && typeof state.run === 'string' ? state.run : null;
    try {
      if (run === null) throw new Error(vscode.l10n.t('It is not known which run this panel showed. Open it from the Research Runs view.'));
      await this.#adopt(run, panel);
    } catch (cause) {
      panel.dispose();
      throw cause;
    }
  }

  command(command: PanelCommand): void {
    this.active?.command(command);
  }

  dispose(): void {
    for (const { panel } of this.#panels.values()) panel.dispose();
    this.#panels.clear();
  }

  async #adopt(run: string, panel: vscode.WebviewPanel): Promise<RunPanel> {
    const [{ RunPanel }, opened] = await Promise.all([import('./runPanel'), this.parts.registry.open(run)]);
    const shown = new RunPanel({ ...this.parts, panel, opened });
    this.#panels.set(run, shown);
    panel.onDidDispose(() => this.#panels.delete(run));
    return shown;
  }
}
