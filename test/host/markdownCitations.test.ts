import * as assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { findingsIn } from '../../src/core/article/findings';
import { addressesIn } from '../../src/core/source/spanAddress';
import { writeFindings } from '../../src/host/insertFinding';
import { begin, ended, finishedRun, ledger, until } from './research';

async function markdown(content: string, at = content.length): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(document.positionAt(at), document.positionAt(at));
  return editor;
}

const problems = ({ document }: vscode.TextEditor): string[] => vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Research Ledger').map(({ message }) => message);

async function hover({ document }: vscode.TextEditor, at: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, document.positionAt(at));
  return hovers.flatMap(({ contents }) => contents).map((content) => (typeof content === 'string' ? content : content.value)).join('\n');
}

describe('a Markdown file that cites a research', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('gets the words at the cursor and the footnotes at its end, as one step to undo, and no footnote twice', async () => {
    const opened = await finishedRun();
    const [first] = findingsIn(opened.active.state).findings;
    assert.ok(first);
    const before = 'Costs: \n\nLast words.';
    const editor = await markdown(before, 'Costs: '.length);
    await writeFindings(editor, opened, [first]);
    const once = editor.document.getText();
    assert.match(once, /^Costs: .*\[\^E\d+-\w+\].*\n\nLast words\.\n\n\[\^E\d+-\w+\]: .*“.*” \[archived words\]\(research-ledger:/);
    const footnotes = (text: string): number => text.match(/^\[\^[^\]]+\]:/gm)?.length ?? 0;
    await writeFindings(editor, opened, [first]);
    assert.equal(footnotes(editor.document.getText()), footnotes(once));
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('gets a finding at its very end, with its footnotes below', async () => {
    const opened = await finishedRun();
    const [first] = findingsIn(opened.active.state).findings;
    assert.ok(first);
    const editor = await markdown('');
    await writeFindings(editor, opened, [first]);
    assert.match(editor.document.getText(), /^\S.*\[\^E\d+-\w+\].*\n\n\[\^E\d+-\w+\]: /);
  });

  it('leads from each address to exactly the words that the footnote quotes, and says at hover what they are and that they hold', async () => {
    const opened = await finishedRun();
    const { findings } = findingsIn(opened.active.state);
    assert.ok(findings.length >= 4);
    const editor = await markdown('');
    await writeFindings(editor, opened, findings);
    const text = editor.document.getText();
    const addresses = addressesIn(text);
    assert.ok(addresses.length >= 4);
    await until('it was looked at, and nothing is wrong', () => problems(editor).length === 0, 5000);
    const { evidence } = opened.active.state.ledger;
    for (const { start, end, span } of addresses) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(text.slice(start, end)).with({ fragment: '' }));
      assert.ok(span);
      const words = document.getText(new vscode.Range(span.from.line - 1, span.from.column - 1, span.to.line - 1, span.to.column - 1));
      assert.ok(evidence.some(({ quote }) => quote === words), words);
    }
    const said = await hover(editor, (addresses[0]?.start ?? 0) + 3);
    assert.match(said, /archived \d{4}-\d\d-\d\d/);
    assert.match(said, /The archived words match their hash/);
    assert.match(said, /E\d+ → C\d+/);
    assert.match(await hover(editor, text.indexOf('[^E') + 2), /The archived words match their hash/);
    assert.equal(await hover(editor, 0), '');
  });

  it('has a problem where a cited source was withdrawn, or its bytes were changed, or the run is not here', async () => {
    const opened = await begin();
    await ended(opened);
    const { findings } = findingsIn(opened.active.state);
    const editor = await markdown('');
    await writeFindings(editor, opened, findings);
    const cited = opened.active.state.ledger.evidence.find(({ id }) => id === findings[0]?.citations[0]);
    const other = opened.active.state.ledger.evidence.find(({ id, source }) => findings.some(({ citations }) => citations.includes(id)) && source !== cited?.source);
    assert.ok(cited?.source && other?.snapshot);
    await opened.active.withdraw(cited.source, 'it was made up', 'user:test');
    await until('the withdrawn source is a problem', () => problems(editor).some((message) => message.includes('it was made up')), 5000);

    const record = opened.active.state.source.snapshots.find(({ id }) => id === other.snapshot);
    assert.ok(record);
    const file = path.join(opened.place.research, 'archive', record.textSha256.slice(0, 2), `${record.textSha256}.txt`);
    const bytes = await readFile(file);
    try {
      await writeFile(file, Buffer.concat([bytes, Buffer.from('x')]));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Looked at again. '));
      await until('the changed bytes are a problem', () => problems(editor).some((message) => message.includes('does not match its hash')), 5000);
    } finally {
      await writeFile(file, bytes);
    }
    const elsewhere = await markdown('See [there](research-ledger:/run-20200101000000-ffffff/N1/Elsewhere.txt#L1,1-L1,9).');
    await until('the missing run is a problem', () => problems(elsewhere).some((message) => message.includes('no run run-20200101000000-ffffff')), 5000);
  });

  it('is looked at without a run being taken from whoever works on it', async () => {
    const opened = await begin();
    await ended(opened);
    const { registry } = await ledger();
    const [finding] = findingsIn(opened.active.state).findings;
    assert.ok(finding);
    const editor = await markdown('');
    await writeFindings(editor, opened, [finding]);
    await registry.close(opened.id);
    const [address] = addressesIn(editor.document.getText());
    assert.match(await hover(editor, (address?.start ?? 0) + 3), /match their hash/);
    assert.ok(!registry.opened.some(({ id }) => id === opened.id), 'the run stayed open');
  });

  it('is asked for where none is in front', async () => {
    const opened = await finishedRun();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { insertFinding } = await import('../../src/host/insertFinding');
    await assert.rejects(insertFinding(opened), /Open the Markdown file first/);
  });
});
