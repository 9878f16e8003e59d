import * as vscode from 'vscode';
import { parsePath, scheme } from '../core/source/spanAddress';
import { type Snapshot, type Source } from '../core/source/records';
import { commandIds } from './commandIds';
import { hasSpan, type SpanEvidence } from '../core/ledger/restsOn';
import { snapshotUri } from './openArchived';
import { Owner } from './owner';
import { type PageContent } from './pageContent';
import { type OpenedRun, type RunRegistry } from './runRegistry';
import { type SourceFiles } from './sourceFiles';

/** An archived text in an editor: where it came from, and what rests on it. */
interface ShownText {
  opened: OpenedRun;
  snapshot: Snapshot;
  source: Source | undefined;
  evidence: SpanEvidence[];
}

/** Milliseconds in which changes of a running research are drawn together. */
const together = 250;

/** Draws the cited spans of archived texts: highlighted, in the overview ruler, with a banner above and what cites each over it. */
export class SpanMarks extends Owner implements vscode.CodeLensProvider {
  readonly #cited = this.own(vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'), border: '1px solid', borderColor: new vscode.ThemeColor('contrastActiveBorder'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.findMatchForeground'), overviewRulerLane: vscode.OverviewRulerLane.Center,
  }));
  readonly #broken = this.own(vscode.window.createTextEditorDecorationType({
    textDecoration: 'line-through', border: '1px dashed', borderColor: new vscode.ThemeColor('editorError.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.errorForeground'), overviewRulerLane: vscode.OverviewRulerLane.Full,
  }));
  readonly #lensesChanged = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly registry: RunRegistry, private readonly files: SourceFiles, private readonly content: PageContent) {
    super();
    this.own(vscode.languages.registerCodeLensProvider({ scheme }, this));
    this.own(vscode.window.onDidChangeVisibleTextEditors(() => this.#later()));
    this.own(registry.onDidChange(({ run, events }) => {
      if (!vscode.window.visibleTextEditors.some(({ document }) => parsePath(document.uri.path)?.run === run)) return;
      const verified = events.flatMap((event) => (event.type === 'snapshot.verified' ? [event.data.snapshot] : []));
      if (verified.length > 0) void this.#announce(run, verified);
      this.#later();
    }));
    this.ownCall(() => { if (this.#timer !== null) clearTimeout(this.#timer); });
    this.#later();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const shown = await this.#shown(document);
    if (!shown) return [];
    const found = await shown.opened.archive.getText(shown.snapshot.textSha256);
    return [...banner(shown, found.state === 'holds'), ...await this.#page(shown, document.uri), ...citedBy(shown, document, found.state === 'holds')];
  }

  /** A way to the original as its reader sees it, where it has pages or tables. */
  async #page({ opened, snapshot }: ShownText, uri: vscode.Uri): Promise<vscode.CodeLens[]> {
    const kind = await this.content.kind(opened, snapshot).catch((): 'broken' => 'broken');
    if (kind === null) return [];
    // An archive that does not hold is said by the command, as a sentence.
    const title = kind === 'pdf' ? vscode.l10n.t('$(open-preview) show the page') : vscode.l10n.t('$(table) show the table');
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: commandIds.showPage, arguments: [uri] })];
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#lensesChanged.fire();
      for (const editor of vscode.window.visibleTextEditors) void this.#draw(editor);
    }, together);
  }

  async #draw(editor: vscode.TextEditor): Promise<void> {
    const shown = await this.#shown(editor.document);
    if (!shown) return;
    const { opened, snapshot, evidence } = shown;
    const altered = opened.active.state.source.verified[snapshot.id]?.holds === false;
    const option = (item: SpanEvidence): vscode.DecorationOptions => ({ range: rangeOf(editor.document, item), hoverMessage: label(item) });
    const sound = evidence.filter((item) => item.state === 'active' && !altered);
    editor.setDecorations(this.#cited, sound.map(option));
    editor.setDecorations(this.#broken, evidence.filter((item) => !sound.includes(item)).map(option));
  }

  async #announce(run: string, snapshots: readonly string[]): Promise<void> {
    const opened = await this.registry.open(run);
    this.files.announce(snapshots.map((snapshot) => snapshotUri(opened, snapshot)));
  }

  async #shown(document: vscode.TextDocument): Promise<ShownText | null> {
    const place = document.uri.scheme === scheme ? parsePath(document.uri.path) : null;
    if (place?.kind !== 'snapshot') return null;
    const opened = await this.registry.open(place.run);
    const { source, ledger } = opened.active.state;
    const snapshot = source.snapshots.find(({ id }) => id === place.snapshot);
    if (!snapshot) return null;
    return { opened, snapshot, source: source.sources.find(({ id }) => id === snapshot.source), evidence: ledger.evidence.filter(hasSpan).filter((item) => item.snapshot === snapshot.id) };
  }
}

const rangeOf = (document: vscode.TextDocument, { start, end }: SpanEvidence): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));

/** The line above the text: whether its hash holds now, when it was archived, what it is, and where it came from. A narrow editor cuts its end. */
function banner({ opened, snapshot, source }: ShownText, holds: boolean): vscode.CodeLens[] {
  const top = new vscode.Range(0, 0, 0, 0);
  const day = snapshot.retrievedAt.slice(0, 10);
  const line = (title: string, command: string, ...args: unknown[]): vscode.CodeLens => new vscode.CodeLens(top, { title, command, arguments: args });
  return [
    line(hashWords(holds), commandIds.verifyRun, opened.id),
    line(vscode.l10n.t('archived {0}', day), commandIds.openRun, opened.id),
    line(source?.title || snapshot.id, commandIds.openRun, opened.id),
    line(vscode.l10n.t('$(link-external) {0}', snapshot.address), commandIds.openSource, opened.id, snapshot.source, 'address'),
    ...(source?.state === 'withdrawn' ? [line(vscode.l10n.t('$(warning) withdrawn: {0}', source.reason ?? ''), commandIds.openRun, opened.id)] : []),
  ];
}

const hashWords = (holds: boolean): string => (holds ? vscode.l10n.t('$(pass) hash holds') : vscode.l10n.t('$(error) DOES NOT MATCH its hash: changed after it was archived'));

/** What cites each span; with the state of the hash, because the banner is out of sight where a text is long. */
const citedBy = ({ opened, evidence }: ShownText, document: vscode.TextDocument, holds: boolean): vscode.CodeLens[] =>
  evidence.flatMap((item) => [
    new vscode.CodeLens(rangeOf(document, item), { title: label(item), command: commandIds.openRun, arguments: [opened.id, 'ledger'] }),
    new vscode.CodeLens(rangeOf(document, item), { title: hashWords(holds), command: commandIds.verifyRun, arguments: [opened.id] }),
  ]);

function label(item: SpanEvidence): string {
  const relation = {
    supports: vscode.l10n.t('{0} supports {1}', item.id, item.claim),
    contradicts: vscode.l10n.t('{0} contradicts {1}', item.id, item.claim),
    partial: vscode.l10n.t('{0} supports {1} in part', item.id, item.claim),
    uncertain: vscode.l10n.t('{0} leaves {1} uncertain', item.id, item.claim),
  }[item.relation];
  const near = item.match === 'near' ? vscode.l10n.t('{0}, near match', relation) : relation;
  return item.state === 'active' ? near : vscode.l10n.t('{0}, no longer: {1}', near, item.stateReason ?? item.state);
}
