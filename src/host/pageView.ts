import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { errorMessage } from '../core/run/platform';
import { scheme } from '../core/source/spanAddress';
import { fromPageView, rowsAtOnce, type FromPageView, type ToPageView } from '../shared/pageMessages';
import { hasSpan } from '../core/ledger/restsOn';
import { snapshotUri } from './openArchived';
import { Owner } from './owner';
import { snapshotOf, type PageTarget } from './pageContent';
import { type PageViewsParts } from './pageViews';
import { type OpenedRun } from './runRegistry';

/** What a page keeps to be found again after a reload of the window. */
export const kept = z.object({ run: z.string(), snapshot: z.string(), span: z.nullable(z.object({ start: z.int(), end: z.int() })) });

function titleOf(opened: OpenedRun, target: PageTarget): string {
  const snapshot = snapshotOf(opened, target.snapshot);
  const source = opened.active.state.source.sources.find(({ id }) => id === snapshot.source);
  return vscode.l10n.t('Page: {0}', source?.title || snapshot.id);
}

/** One source drawn as its reader sees it. The page holds nothing: what it shows comes anew whenever it says `ready`. */
export class PageView extends Owner {
  readonly panel: vscode.WebviewPanel;

  constructor(private readonly parts: PageViewsParts & { panel: vscode.WebviewPanel; opened: OpenedRun; pdf: boolean }, private target: PageTarget) {
    super();
    const { panel, extension, opened } = parts;
    this.panel = panel;
    panel.title = titleOf(opened, target);
    panel.iconPath = { light: vscode.Uri.joinPath(extension, 'media', 'run-light.svg'), dark: vscode.Uri.joinPath(extension, 'media', 'run-dark.svg') };
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, 'dist')] };
    this.own(panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)));
    panel.onDidDispose(() => this.dispose());
    this.#load();
  }

  /** Another span of the same source. */
  retarget(target: PageTarget): void {
    this.target = target;
    this.panel.reveal();
    this.#load();
  }

  #load(): void {
    const { extension, opened, pdf } = this.parts;
    this.panel.webview.html = pageHtml(this.panel.webview, extension, pdf, { run: opened.id, ...this.target });
  }

  async #receive(data: unknown): Promise<void> {
    const parsed = fromPageView.safeParse(data);
    if (!parsed.success) {
      this.parts.log.warn(`A message from a page was refused: ${z.prettifyError(parsed.error)}`);
      return;
    }
    try {
      await this.#answer(parsed.data);
    } catch (cause) {
      this.parts.log.warn(`The page of ${this.target.snapshot} in ${this.parts.opened.id}: ${errorMessage(cause)}`);
      this.#post({ type: 'failed', message: errorMessage(cause) });
    }
  }

  async #answer(message: FromPageView): Promise<void> {
    const { content, registry } = this.parts;
    const opened = await registry.open(this.parts.opened.id);
    switch (message.type) {
      case 'ready': return this.#post(await content.document(opened, this.target));
      case 'rows': return this.#post(await content.rows(opened, this.target, { table: message.table, from: message.from, count: rowsAtOnce }));
      case 'openText': return this.#openText(opened, message.mark);
      case 'close': {
        // Where the page stood, so that the text covers nothing else.
        const column = this.panel.viewColumn;
        this.panel.dispose();
        return this.#openText(opened, null, column);
      }
    }
  }

  async #openText(opened: OpenedRun, mark: string | null, column = vscode.ViewColumn.One): Promise<void> {
    const item = mark === null ? undefined : opened.active.state.ledger.evidence.filter(hasSpan).find(({ id }) => id === mark);
    const span = item ?? this.target.span;
    const document = await vscode.workspace.openTextDocument(snapshotUri(opened, this.target.snapshot));
    const standing = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === scheme)?.viewColumn;
    await vscode.window.showTextDocument(document, {
      viewColumn: standing ?? column, preview: true,
      ...(span ? { selection: new vscode.Range(document.positionAt(span.start), document.positionAt(span.end)) } : {}),
    });
  }

  #post(message: ToPageView): void {
    if (!this.disposed) void this.panel.webview.postMessage(message);
  }
}

/**
 * Nothing is loaded from outside the extension. A PDF is drawn by the library that ships beside the bundle; its worker is started
 * from a blob, because a page may start none from another origin, and its fonts come as data.
 */
function pageHtml(webview: vscode.Webview, extension: vscode.Uri, pdf: boolean, state: z.infer<typeof kept>): string {
  const nonce = randomBytes(16).toString('hex');
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', name)).toString();
  const drawing = `; connect-src ${webview.cspSource}; worker-src blob:; img-src blob: data:; font-src blob: data:`;
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'${pdf ? drawing : ''}`;
  const library = pdf ? `<script nonce="${nonce}" type="module" src="${file('assets/pdfjs/pdf.min.mjs')}"></script>` : '';
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('pageView.css')}">
<title>Research Ledger</title></head>
<body><div id="root" data-state="${Buffer.from(JSON.stringify(state)).toString('base64')}" data-assets="${file('assets/pdfjs')}"></div>
${library}<script nonce="${nonce}" type="module" src="${file('pageView.js')}"></script></body></html>`;
}
