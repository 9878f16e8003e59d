import * as vscode from 'vscode';
import { type Log } from '../core/run/platform';
import { type TextRange } from '../core/source/reader';
import { parsePath, scheme } from '../core/source/spanAddress';
import { hasSpan } from '../core/ledger/restsOn';
import { spanOf } from './openArchived';
import { Owner } from './owner';
import { type PageContent, snapshotOf, type PageTarget } from './pageContent';
import { type PageView } from './pageView';
import { type OpenedRun, type RunRegistry } from './runRegistry';

export const pageViewType = 'researchLedger.page';

export interface PageViewsParts {
  registry: RunRegistry;
  content: PageContent;
  extension: vscode.Uri;
  log: Log;
}

/** The pages on screen beside archived texts, at most one a snapshot. Loads what a page needs with the first one. */
export class PageViews extends Owner implements vscode.WebviewPanelSerializer {
  readonly #views = new Map<string, PageView>();

  constructor(private readonly parts: PageViewsParts) {
    super();
    this.own(vscode.window.registerWebviewPanelSerializer(pageViewType, this));
    this.ownCall(() => { for (const { panel } of [...this.#views.values()]) panel.dispose(); });
  }

  /** Shows the page of an evidence (by its id, in a run) or of the archived text in an editor, at its selection. Throws a sentence when neither is named. */
  async show(target: unknown, evidence: unknown): Promise<void> {
    const { registry } = this.parts;
    if (typeof target === 'string' && typeof evidence === 'string') {
      const opened = await registry.open(target);
      const item = spanOf(opened, evidence);
      return this.#show(opened, { snapshot: item.snapshot, span: { start: item.start, end: item.end } });
    }
    const editor = vscode.window.activeTextEditor;
    const uri = target instanceof vscode.Uri ? target : editor?.document.uri;
    const place = uri?.scheme === scheme ? parsePath(uri.path) : null;
    if (place?.kind !== 'snapshot') throw new Error(vscode.l10n.t('Open an archived text first, for example with a citation; its page is then shown beside it.'));
    const opened = await registry.open(place.run);
    await this.#show(opened, { snapshot: place.snapshot, span: editor?.document.uri.toString() === uri?.toString() && editor ? selectedIn(editor, opened, place.snapshot) : null });
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    try {
      const { kept } = await import('./pageView');
      const known = kept.safeParse(state);
      if (!known.success) throw new Error(vscode.l10n.t('It is not known which source this page showed. Open it from its archived text.'));
      const { run, ...target } = known.data;
      await this.#adopt(panel, await this.parts.registry.open(run), target);
    } catch (cause) {
      panel.dispose();
      throw cause;
    }
  }

  async #show(opened: OpenedRun, target: PageTarget): Promise<void> {
    const snapshot = snapshotOf(opened, target.snapshot);
    if (await this.parts.content.kind(opened, snapshot) === null) {
      throw new Error(vscode.l10n.t('{0} has neither pages nor tables to show: its text is all that there is to see.', snapshot.address));
    }
    const shown = this.#views.get(keyOf(opened, target));
    if (shown) return shown.retarget(target);
    const panel = vscode.window.createWebviewPanel(pageViewType, 'Research Ledger', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false }, { retainContextWhenHidden: false });
    await this.#adopt(panel, opened, target);
  }

  async #adopt(panel: vscode.WebviewPanel, opened: OpenedRun, target: PageTarget): Promise<void> {
    const [kind, { PageView }] = await Promise.all([this.parts.content.kind(opened, snapshotOf(opened, target.snapshot)), import('./pageView')]);
    const key = keyOf(opened, target);
    this.#views.set(key, new PageView({ ...this.parts, panel, opened, pdf: kind === 'pdf' }, target));
    panel.onDidDispose(() => this.#views.delete(key));
  }
}

const keyOf = (opened: OpenedRun, { snapshot }: PageTarget): string => `${opened.id}/${snapshot}`;

/** What is selected; without a selection the evidence at the cursor, else the place of the cursor. */
function selectedIn({ document, selection }: vscode.TextEditor, { active }: OpenedRun, snapshot: string): TextRange {
  const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
  const there = start === end ? active.state.ledger.evidence.filter(hasSpan).find((item) => item.snapshot === snapshot && item.start <= start && start <= item.end) : undefined;
  return there ? { start: there.start, end: there.end } : { start, end };
}
