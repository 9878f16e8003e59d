import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { errorMessage } from '../core/run/platform';
import { TraceIndex } from '../core/run/traceRange';
import { fromPanel, type FromPanel, type ToPanel } from '../shared/messages';
import { type RunView } from '../shared/view';
import { Asking } from './asking';
import { Heartbeat } from './heartbeat';
import { Owner } from './owner';
import { panelPage } from './panelPage';
import { answer } from './panelRequests';
import { PreviewFeed } from './previewFeed';
import { type PanelsParts } from './runPanels';
import { type OpenedRun } from './runRegistry';
import { startOffer } from './startOffer';
import { ViewFeed } from './viewFeed';
import { errorWords, inEditorLanguage, viewInEditorLanguage } from './words';

export interface PanelParts extends PanelsParts {
  panel: vscode.WebviewPanel;
  opened: OpenedRun;
}

export type PanelCommand = Extract<ToPanel, { type: 'command' }>['command'];

/** What a page of one opened run is fed from. */
interface Behind {
  opened: OpenedRun;
  feed: ViewFeed;
  preview: PreviewFeed;
  trace: TraceIndex;
  stop: () => void;
}

/** One run on screen. Owns its page and its feed; the run itself belongs to the registry and goes on without it. */
export class RunPanel extends Owner {
  readonly run: string;
  readonly panel: vscode.WebviewPanel;
  #behind: Behind;
  readonly #beat: Heartbeat;
  readonly #asking: Asking;
  /** Commands that came before the page could hear them. */
  #waiting: ToPanel[] = [];
  #ready = false;

  constructor(private readonly parts: PanelParts) {
    super();
    const { panel, opened, registry, extension, log } = parts;
    this.panel = panel;
    this.run = opened.id;
    this.#behind = this.#standBehind(opened);
    this.#asking = new Asking({ answerer: parts.answerer, post: (message) => this.#post(message), words: errorWords });
    this.#beat = new Heartbeat({
      send: () => this.#post({ type: 'pulse' }),
      reload: () => {
        log.warn(`The panel of ${this.run} does not answer; it is loaded anew.`);
        this.#load();
      },
      givenUp: () => log.error(`The panel of ${this.run} does not answer. Close it and open the run again; the run itself goes on.`),
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, 'dist')] };
    panel.iconPath = { light: vscode.Uri.joinPath(extension, 'media', 'run-light.svg'), dark: vscode.Uri.joinPath(extension, 'media', 'run-dark.svg') };
    this.own(panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)));
    this.own(panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#hide();
      else if (!this.#ready) this.#beat.start();
    }));
    this.own(registry.onDidChange(({ run, what }) => {
      if (run !== this.run) return;
      if (what === 'reopened') void this.#follow();
      else if (what !== 'closed') this.#behind.feed.changed();
    }));
    this.ownCall(() => {
      this.#behind.stop();
      this.#asking.stop();
      this.#beat.stop();
    });
    panel.onDidDispose(() => this.dispose());
    this.#load();
  }

  reveal(): void {
    this.panel.reveal();
  }

  command(command: PanelCommand, argument: string | null = null): void {
    const message: ToPanel = { type: 'command', command, argument };
    if (this.#ready) this.#post(message);
    else this.#waiting.push(message);
  }

  #load(): void {
    this.#hide();
    this.panel.title = titleOf(this.#behind.opened);
    this.panel.webview.html = panelPage(this.panel.webview, this.parts.extension, this.run);
    if (this.panel.visible) this.#beat.start();
  }

  /** A hidden page is gone, with all that it was told; it says `ready` when it is back. */
  #hide(): void {
    this.#ready = false;
    this.#behind.feed.stop();
    this.#behind.preview.stop();
    this.#beat.stop();
  }

  async #follow(): Promise<void> {
    const opened = await this.parts.registry.open(this.run);
    this.#behind.stop();
    this.#behind = this.#standBehind(opened);
    if (this.#ready) this.#show();
  }

  #show(): void {
    this.#behind.feed.snapshot();
    this.#behind.preview.start();
    this.#asking.again();
  }

  #standBehind(opened: OpenedRun): Behind {
    const post = (message: ToPanel): void => this.#post(message);
    const feed = new ViewFeed({ view: () => shownView(opened), offer: (view) => startOffer(view, opened), locale: vscode.env.language, post, monotonic: () => performance.now() });
    const preview = new PreviewFeed({ preview: opened.active.preview, post });
    const deafen = opened.active.preview.onChange(() => preview.changed());
    return {
      opened, feed, preview, trace: new TraceIndex(() => opened.active.recorder.events, inEditorLanguage),
      stop: () => {
        deafen();
        feed.stop();
        preview.stop();
      },
    };
  }

  #post(message: ToPanel): void {
    if (this.disposed) return;
    void this.panel.webview.postMessage(message);
  }

  async #receive(data: unknown): Promise<void> {
    const parsed = fromPanel.safeParse(data);
    if (!parsed.success) {
      this.parts.log.warn(`A message from the panel was refused: ${z.prettifyError(parsed.error)}`);
      this.#post({ type: 'failed', request: 'message', message: vscode.l10n.t('The panel sent something that this version does not understand. Reload the window.') });
      return;
    }
    const message = parsed.data;
    this.#beat.heard(message.type === 'pulse');
    switch (message.type) {
      case 'pulse': return;
      case 'ready':
        this.#ready = true;
        this.#show();
        this.#beat.start();
        for (const command of this.#waiting.splice(0)) this.#post(command);
        return;
      case 'resync': return this.#behind.feed.snapshot();
      default: return this.#answer(message);
    }
  }

  async #answer(message: Exclude<FromPanel, { type: 'ready' | 'resync' | 'pulse' }>): Promise<void> {
    const { actions, log } = this.parts;
    try {
      const reply = await answer(message, { ...this.#behind, actions, asking: this.#asking });
      if (reply) this.#post(reply);
    } catch (cause) {
      log.warn(`${message.type} failed for ${this.run}: ${errorMessage(cause)}`);
      this.#post({ type: 'failed', request: message.type, message: errorWords(cause) });
    }
  }
}

/** The core knows that it may not write; only the editor knows that this is for want of trust. */
function shownView({ active, place }: OpenedRun): RunView {
  const view = viewInEditorLanguage(active.view(), active.state);
  return place.trusted || view.run.writer ? view : { ...view, run: { ...view.run, readOnly: 'untrusted' } };
}

/** Columns of a tab's title. */
const longestTitle = 40;

export function titleOf(opened: OpenedRun): string {
  const question = opened.active.state.run?.question ?? opened.id;
  let width = 0;
  let title = '';
  for (const letter of question) {
    // Letters of Chinese, Japanese and Korean take two columns.
    width += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。？！、：；（）]/u.test(letter) ? 2 : 1;
    if (width > longestTitle) return `${title.trimEnd()}…`;
    title += letter;
  }
  return title;
}
