import * as vscode from 'vscode';
import { type Finding } from '../core/article/findings';
import { addressOfEvidence } from './openArchived';
import { type OpenedRun } from './runRegistry';
import { setting } from './settings';

/** Lets a writer choose cited sentences of a run's article, and writes them at the cursor of the Markdown file in front. */
export async function insertFinding(opened: OpenedRun): Promise<void> {
  const editor = markdownInFront();
  const { findingsIn } = await import('../core/article/findings');
  const { findings, leftOut } = findingsIn(opened.active.state);
  if (findings.length === 0) {
    throw new Error(leftOut === 0
      ? vscode.l10n.t('This run has published no cited sentence yet.')
      : vscode.l10n.t('No sentence of this run can be cited: the citations of all {0} do not hold.', leftOut));
  }
  const [{ withoutMarkers }, { sourceName }] = await Promise.all([import('../core/article/sentences'), import('../core/article/insertion')]);
  const items = findings.map((finding) => ({
    label: withoutMarkers(finding.text),
    detail: [[...new Set(finding.citations.map((id) => sourceName(opened.active.state, id)))].join('; '), ...finding.notices.map((notice) => `$(warning) ${notice}`)].join(' · '), finding,
  }));
  const chosen = await choose(items, vscode.l10n.t('Insert cited findings'), leftOut === 0 ? vscode.l10n.t('Sentences of the article to cite') : vscode.l10n.t('Sentences of the article to cite; {0} are left out, since a citation of theirs does not hold', leftOut));
  if (chosen.length > 0) await writeFindings(editor, opened, chosen.map(({ finding }) => finding));
}

/** Several of the items, or the one that has the focus where none is ticked; none when the person changed their mind. */
function choose<T extends vscode.QuickPickItem>(items: readonly T[], title: string, placeholder: string): Promise<readonly T[]> {
  const pick = vscode.window.createQuickPick<T>();
  Object.assign(pick, { items, title, placeholder, canSelectMany: true, matchOnDetail: true, ignoreFocusOut: true });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems);
      pick.dispose();
    });
    pick.onDidHide(() => {
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}

/** Throws a sentence when there is no Markdown file to write into. */
function markdownInFront(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'markdown') throw new Error(vscode.l10n.t('Open the Markdown file first, and put the cursor where the finding belongs.'));
  return editor;
}

/** One edit, to be undone as one: the words at the cursor, and the footnotes that the file lacks at its end. */
export async function writeFindings(editor: vscode.TextEditor, opened: OpenedRun, findings: readonly Finding[]): Promise<void> {
  const { insertionOf, spansOf } = await import('../core/article/insertion');
  const { state } = opened.active;
  const addresses = new Map<string, string>();
  for (const { id } of spansOf(state, findings)) addresses.set(id, await addressOfEvidence(opened, id));
  const made = findings.map((finding) => insertionOf(state, opened.id, finding, setting('citationStyle'), addresses));
  const { document, selection } = editor;
  const whole = document.getText();
  const footnotes = [...new Map(made.flatMap((one) => [...one.footnotes]))].filter(([label]) => !whole.includes(`[^${label}]:`)).map(([label, text]) => `[^${label}]: ${text}`);
  const end = document.positionAt(whole.length);
  const words = made.map(({ text }) => text).join(' ');
  const written = await editor.edit((edit) => {
    edit.replace(selection, words);
    if (footnotes.length > 0) edit.insert(end, `${gapBefore(selection.end.isEqual(end) ? words : whole)}${footnotes.join('\n')}\n`);
  });
  if (!written) throw new Error(vscode.l10n.t('The finding could not be written: the file is read-only, or was changed in that moment. Try again.'));
}

/** Line ends that set footnotes apart from the text before them, but not from footnotes. */
function gapBefore(text: string): string {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const ends = /\n*$/.exec(text.replaceAll('\r', ''))?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, (/^\[\^[^\]]+\]:/.test(last) ? 1 : 2) - ends));
}
