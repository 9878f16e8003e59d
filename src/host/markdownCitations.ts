import * as vscode from 'vscode';
import { type SpanStanding } from '../core/article/spanStanding';
import { errorMessage, type Log } from '../core/run/platform';
import { LineIndex } from '../core/source/position';
import { addressesIn, type FoundAddress } from '../core/source/spanAddress';
import { beginning, quotedInMarkdown } from '../shared/plainText';
import { Owner } from './owner';
import { type OpenedRun, type RunRegistry } from './runRegistry';
import { inEditorLanguage } from './words';

/** Milliseconds in which changes are looked at together; while a person types, from the last key on: a run may have to be read for it. */
const together = 500;

type Archived = Awaited<ReturnType<OpenedRun['archive']['getText']>>;

/** What an address in a file leads to, or why it leads nowhere. */
type Cited = { found: FoundAddress } & ({ standing: SpanStanding; words: string } | { problem: string });

/** Markdown files that cite archived spans: what each citation is worth now, beside it and among the problems. */
export class MarkdownCitations extends Owner implements vscode.HoverProvider {
  readonly #problems = this.own(vscode.languages.createDiagnosticCollection('research-ledger'));
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly registry: RunRegistry, private readonly log: Log) {
    super();
    this.own(vscode.languages.registerHoverProvider({ language: 'markdown' }, this));
    this.own(vscode.window.onDidChangeVisibleTextEditors(() => this.#later()));
    this.own(vscode.workspace.onDidChangeTextDocument(({ document }) => { if (document.languageId === 'markdown') this.#later(true); }));
    this.own(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#problems.delete(uri)));
    // Looking may read a run and hash its texts: only for what is cited on screen, not for each step of another research.
    this.own(registry.onDidChange(({ run }) => { if (markdownOnScreen().some((document) => document.getText().includes(run))) this.#later(); }));
    this.ownCall(() => { if (this.#timer !== null) clearTimeout(this.#timer); });
    this.#later();
  }

  /** Over an address, or over a footnote's number for all that the footnote cites. */
  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | null> {
    const at = document.offsetAt(position);
    const addresses = addressesIn(document.getText());
    const under = addresses.find(({ start, end }) => start <= at && at <= end);
    const reference = under ? undefined : document.getWordRangeAtPosition(position, footnoteReference);
    const shown = under ? [under] : reference ? inFootnote(document, document.getText(reference), addresses) : [];
    if (shown.length === 0) return null;
    return new vscode.Hover((await this.#look(shown)).map(hoverOf), reference ?? (under && rangeOf(document, under)));
  }

  #later(anew = false): void {
    if (anew && this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const document of markdownOnScreen()) {
        this.#judge(document).catch((cause: unknown) => this.log.error(`The citations of ${document.uri.toString()} could not be looked at.`, cause));
      }
    }, together);
  }

  async #judge(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const cited = await this.#look(addressesIn(document.getText()));
    if (document.isClosed || document.version !== version || this.disposed) return;
    this.#problems.set(document.uri, cited.flatMap((one) => problemOf(document, one) ?? []));
  }

  /** Each run is looked at once, each archived text hashed once. */
  async #look(addresses: readonly FoundAddress[]): Promise<Cited[]> {
    const runs = [...new Set(addresses.map(({ run }) => run))];
    const looked = await Promise.all(runs.map(async (run) => {
      const own = addresses.filter((found) => found.run === run);
      try {
        return await this.registry.look(run, (opened) => citedIn(opened, own));
      } catch (cause) {
        return own.map((found) => ({ found, problem: errorMessage(cause) }));
      }
    }));
    return looked.flat();
  }
}

const markdownOnScreen = (): vscode.TextDocument[] => vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ languageId }) => languageId === 'markdown');

const footnoteReference = /\[\^[^\]\s]+\]/;

/** Those addresses that stand in the line that defines a footnote; `reference` as in `[^1]`. */
function inFootnote(document: vscode.TextDocument, reference: string, addresses: readonly FoundAddress[]): FoundAddress[] {
  const line = document.getText().split('\n').findIndex((text) => text.startsWith(`${reference}:`));
  return line < 0 ? [] : addresses.filter(({ start }) => document.positionAt(start).line === line);
}

async function citedIn({ active, archive }: OpenedRun, addresses: readonly FoundAddress[]): Promise<Cited[]> {
  const { standingOf } = await import('../core/article/spanStanding');
  const texts = new Map<string, { archived: Archived; lines: LineIndex }>();
  const cited: Cited[] = [];
  for (const found of addresses) {
    const { run, snapshot, span } = found;
    const record = active.state.source.snapshots.find(({ id }) => id === snapshot);
    if (!record) {
      cited.push({ found, problem: vscode.l10n.t('The run {0} archived no {1}.', run, snapshot) });
      continue;
    }
    const archived = texts.get(snapshot)?.archived ?? await archive.getText(record.textSha256);
    const text = archived.state === 'missing' ? '' : archived.text;
    const lines = texts.get(snapshot)?.lines ?? new LineIndex(text);
    texts.set(snapshot, { archived, lines });
    const range = span && lines.between(span.from, span.to);
    const standing = standingOf(active.state, snapshot, archived.state, span && (range ?? 'nowhere'));
    if (standing) cited.push({ found, standing, words: range ? text.slice(range.start, range.end) : '' });
  }
  return cited;
}

const rangeOf = (document: vscode.TextDocument, { start, end }: FoundAddress): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));

const severities = { broken: vscode.DiagnosticSeverity.Error, fallen: vscode.DiagnosticSeverity.Warning, changed: vscode.DiagnosticSeverity.Information };

function problemOf(document: vscode.TextDocument, cited: Cited): vscode.Diagnostic | null {
  const { message, severity } = 'problem' in cited ? { message: cited.problem, severity: vscode.DiagnosticSeverity.Warning }
    : { message: inEditorLanguage(cited.standing.why ?? ''), severity: cited.standing.state === 'holds' ? null : severities[cited.standing.state] };
  if (severity === null) return null;
  const diagnostic = new vscode.Diagnostic(rangeOf(document, cited.found), message, severity);
  diagnostic.source = 'Research Ledger';
  return diagnostic;
}

/** Characters of the archived words that a hover shows. */
const wordsShown = 500;

/** What stands there, when it is from, what the ledger took it for, and whether it holds. */
function hoverOf(cited: Cited): vscode.MarkdownString {
  const hover = new vscode.MarkdownString('', true);
  if ('problem' in cited) return hover.appendMarkdown(`$(error) ${quotedInMarkdown(cited.problem)}`);
  const { words, standing: { snapshot, source, evidence, state, why } } = cited;
  const published = snapshot.published === null ? '' : ` · ${vscode.l10n.t('published {0}', snapshot.published.value)}`;
  hover.appendMarkdown(`**${quotedInMarkdown(source?.title || snapshot.address)}**${source?.publisher ? ` · ${quotedInMarkdown(source.publisher)}` : ''}${published} · ${vscode.l10n.t('archived {0}', snapshot.retrievedAt.slice(0, 10))}\n\n`);
  if (words !== '') hover.appendMarkdown(`> ${quotedInMarkdown(beginning(words, wordsShown))}\n\n`);
  hover.appendMarkdown(state === 'holds' ? `$(pass) ${vscode.l10n.t('The archived words match their hash.')}` : `$(${state === 'broken' ? 'error' : 'warning'}) ${quotedInMarkdown(inEditorLanguage(why ?? ''))}`);
  if (evidence.length > 0) hover.appendMarkdown(`\n\n${evidence.map(({ id, claim }) => `${id} → ${claim}`).join(', ')}`);
  return hover;
}
