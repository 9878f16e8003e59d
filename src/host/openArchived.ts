import * as vscode from 'vscode';
import { hasSpan, restsOn, type SpanEvidence } from '../core/ledger/restsOn';
import { LineIndex } from '../core/source/position';
import { addressOf, revisionPath, scheme, snapshotPath, versionPath } from '../core/source/spanAddress';
import { type OpenedRun } from './runRegistry';

/** The evidence of that id; for a calculation or an inference the first of its premises that stands in a text. Throws a sentence. */
export function spanOf({ active }: OpenedRun, evidence: string): SpanEvidence {
  const under = restsOn(active.state.ledger.evidence, [evidence]);
  const found = under.find(hasSpan);
  if (found) return found;
  throw new Error(under.length === 0
    ? vscode.l10n.t('There is no evidence {0} in this run.', evidence)
    : vscode.l10n.t('{0} stands on no span of an archived text.', evidence));
}

export function snapshotUri(opened: OpenedRun, snapshot: string): vscode.Uri {
  const record = opened.active.state.source.snapshots.find(({ id }) => id === snapshot);
  const source = opened.active.state.source.sources.find(({ id }) => id === record?.source);
  return vscode.Uri.from({ scheme, path: snapshotPath(opened.id, snapshot, source?.title || source?.address || '') });
}

/** Opens the archived text with exactly the quoted characters selected. */
export async function openSpan(opened: OpenedRun, evidence: string, beside: boolean): Promise<vscode.TextEditor> {
  const item = spanOf(opened, evidence);
  const document = await vscode.workspace.openTextDocument(snapshotUri(opened, item.snapshot));
  const selection = new vscode.Range(document.positionAt(item.start), document.positionAt(item.end));
  const editor = await vscode.window.showTextDocument(document, { selection, viewColumn: columnFor(beside), preview: true });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenter);
  await warnIfAltered(opened, item.snapshot);
  return editor;
}

/** Opens the newest archived text of a source. */
export async function openSource(opened: OpenedRun, source: string): Promise<void> {
  const newest = opened.active.state.source.snapshots.findLast((snapshot) => snapshot.source === source);
  if (!newest) {
    const record = opened.active.state.source.sources.find(({ id }) => id === source);
    throw new Error(vscode.l10n.t('{0} was not archived, so there is nothing to open: {1}', source, record?.reason ?? record?.address ?? ''));
  }
  await vscode.window.showTextDocument(snapshotUri(opened, newest.id), { viewColumn: columnFor(true), preview: true });
  await warnIfAltered(opened, newest.id);
}

/** The live page of a source: in the browser, where the editor first shows the address; a file in the editor. */
export async function openAddress(opened: OpenedRun, source: string): Promise<void> {
  const record = opened.active.state.source.sources.find(({ id }) => id === source);
  if (!record) throw new Error(vscode.l10n.t('There is no source {0} in this run.', source));
  const uri = vscode.Uri.parse(record.address, true);
  if (uri.scheme === 'file') await vscode.commands.executeCommand('vscode.open', uri);
  else if (uri.scheme === 'http' || uri.scheme === 'https') await vscode.env.openExternal(uri);
  else throw new Error(vscode.l10n.t('{0} is not an address that can be opened.', record.address));
}

/** Two article versions, or two revisions of one block, in the diff editor. */
export async function compareTexts(opened: OpenedRun, block: string | null, from: number, to: number): Promise<void> {
  const uri = (n: number): vscode.Uri => vscode.Uri.from({ scheme, path: block === null ? versionPath(opened.id, n) : revisionPath(opened.id, block, n) });
  const title = block === null ? vscode.l10n.t('Article: version {0} ↔ version {1}', from, to) : vscode.l10n.t('{0}: revision {1} ↔ revision {2}', block, from, to);
  await vscode.commands.executeCommand('vscode.diff', uri(from), uri(to), title);
}

/** The one address of the span that evidence stands on. */
export async function addressOfEvidence(opened: OpenedRun, evidence: string): Promise<string> {
  const item = spanOf(opened, evidence);
  const record = opened.active.state.source.snapshots.find(({ id }) => id === item.snapshot);
  const text = record ? await opened.archive.getText(record.textSha256) : { state: 'missing' as const };
  if (text.state === 'missing') throw new Error(vscode.l10n.t('The archived text of {0} is missing.', item.snapshot));
  return addressOf(snapshotUri(opened, item.snapshot).path, new LineIndex(text.text).fragment(item));
}

/** Where archived texts already stand, else beside what is active. */
function columnFor(beside: boolean): vscode.ViewColumn {
  const standing = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === scheme)?.viewColumn;
  return standing ?? (beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
}

/** The banner can be switched off with all code lenses; this cannot. */
async function warnIfAltered(opened: OpenedRun, snapshot: string): Promise<void> {
  const record = opened.active.state.source.snapshots.find(({ id }) => id === snapshot);
  if (record && (await opened.archive.getText(record.textSha256)).state === 'altered') {
    void vscode.window.showWarningMessage(vscode.l10n.t('The archived text of {0} does not match its hash: it was changed after it was archived, and nothing that cites it holds.', snapshot));
  }
}
