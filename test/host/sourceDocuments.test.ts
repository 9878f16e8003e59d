import * as assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type SpanEvidence } from '../../src/core/ledger/restsOn';
import { snapshotUri, spanOf } from '../../src/host/openArchived';
import { type OpenedRun } from '../../src/host/runRegistry';
import { begin, ended, finishedRun, until } from './research';

const citedIn = (opened: OpenedRun): SpanEvidence[] => [...new Set(opened.active.view().article.blocks.flatMap(({ citations }) => citations.flatMap(({ evidence }) => evidence ?? [])))].map((id) => spanOf(opened, id));

const lensesOf = async (uri: vscode.Uri): Promise<vscode.CodeLens[]> => vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
const titlesOf = async (uri: vscode.Uri): Promise<string[]> => (await lensesOf(uri)).map(({ command }) => command?.title ?? '');

describe('an archived source in the editor', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens with exactly the quoted characters selected, for every citation', async () => {
    const opened = await finishedRun();
    const cited = citedIn(opened);
    assert.ok(cited.length >= 5);
    for (const item of cited) {
      await vscode.commands.executeCommand('researchLedger.openEvidence', opened.id, item.id);
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.scheme, 'research-ledger');
      assert.equal(editor.document.getText(editor.selection), item.quote, item.id);
    }
  });

  it('is the archived text, character by character, whatever the encoding setting says', async () => {
    const opened = await finishedRun();
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      for (const { id, textSha256 } of opened.active.state.source.snapshots) {
        const document = await vscode.workspace.openTextDocument(snapshotUri(opened, id));
        const text = await opened.archive.getText(textSha256);
        assert.ok(text.state === 'holds' && document.getText() === text.text, id);
      }
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('selects the span of a link’s fragment', async () => {
    const opened = await finishedRun();
    const [item] = citedIn(opened);
    assert.ok(item);
    await vscode.commands.executeCommand('researchLedger.copyCitationLink', opened.id, item.id);
    const address = await vscode.env.clipboard.readText();
    assert.match(address, /^research-ledger:\/run-[\w-]+\/N\d+\/[^#]+\.txt#L\d+,\d+-L\d+,\d+$/);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(address).with({ fragment: '' }));
    const [, ...numbers] = /#L(\d+),(\d+)-L(\d+),(\d+)$/.exec(address) ?? [];
    const [line, column, endLine, endColumn] = numbers.map((n) => Number(n) - 1) as [number, number, number, number];
    assert.equal(document.getText(new vscode.Range(line, column, endLine, endColumn)), item.quote);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(address));
    await until('the link’s span is selected', () => vscode.window.activeTextEditor?.document.getText(vscode.window.activeTextEditor.selection) === item.quote, 10_000);
  });

  it('is only read', async () => {
    const opened = await finishedRun();
    const uri = snapshotUri(opened, 'N1');
    const before = await vscode.workspace.fs.readFile(uri);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('research-ledger'), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, Buffer.from('other')));
    await assert.rejects(async () => vscode.workspace.fs.delete(uri));
    assert.deepEqual(await vscode.workspace.fs.readFile(uri), before);
    assert.equal((await vscode.workspace.fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
  });

  it('has a banner that says where it came from and that its hash holds, and what cites each span', async () => {
    const opened = await finishedRun();
    const [item] = citedIn(opened);
    assert.ok(item);
    const record = opened.active.state.source.snapshots.find(({ id }) => id === item.snapshot);
    assert.ok(record);
    const titles = await titlesOf(snapshotUri(opened, item.snapshot));
    assert.ok(titles.some((title) => title.includes('hash holds')), titles.join(' | '));
    assert.ok(titles.some((title) => title.includes(record.address)));
    const [hash, archived] = titles;
    assert.ok(hash?.includes('hash holds') && archived?.includes(record.retrievedAt.slice(0, 10)), titles.join(' | '));
    assert.ok(titles.some((title) => title.startsWith(`${item.id} `) && title.includes(item.claim)), titles.join(' | '));
  });

  it('refuses what is no archived text', async () => {
    const opened = await finishedRun();
    for (const name of [`/${opened.id}/N999/none.txt`, `/${opened.id}/../../etc/passwd`, '/run-none/N1/x.txt', '/x']) {
      await assert.rejects(async () => vscode.workspace.fs.readFile(vscode.Uri.from({ scheme: 'research-ledger', path: name })), name);
    }
  });

  it('shows two versions of the article to be compared', async () => {
    const opened = await finishedRun();
    await vscode.commands.executeCommand('researchLedger.compareVersions', opened.id, 2);
    await until('the comparison is open', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual([input.original.path, input.modified.path], [`/${opened.id}/article/v1.md`, `/${opened.id}/article/v2.md`]);
    const text = (await vscode.workspace.openTextDocument(input.modified)).getText();
    assert.ok(text.startsWith('# '), text.slice(0, 50));
  });

  it('says when one byte of it was changed, and so does the run', async () => {
    const opened = await begin('What share of the battery ferry’s sailings was punctual, and how many were cancelled in winter?');
    await ended(opened);
    const [item] = citedIn(opened);
    assert.ok(item);
    const record = opened.active.state.source.snapshots.find(({ id }) => id === item.snapshot);
    assert.ok(record);
    const uri = snapshotUri(opened, item.snapshot);
    const before = (await vscode.workspace.openTextDocument(uri)).getText();
    const body = path.join(opened.place.research, 'archive', record.textSha256.slice(0, 2), `${record.textSha256}.txt`);
    const bytes = await readFile(body);
    const altered = Buffer.from(bytes);
    altered[altered.length - 2] = (altered[altered.length - 2] ?? 0) ^ 1;
    await writeFile(body, altered);
    try {
      const { holds, said } = await vscode.commands.executeCommand<{ holds: boolean; said: string }>('researchLedger.verifyRun', opened.id);
      assert.equal(holds, false);
      assert.match(said, new RegExp(`\\b${item.id}\\b|findings`));
      const view = opened.active.view();
      assert.equal(view.evidence.find(({ id }) => id === item.id)?.state, 'broken');
      assert.ok(view.article.blocks.flatMap(({ citations }) => citations).some(({ evidence, state }) => evidence === item.id && state === 'broken'));
      const titles = await titlesOf(uri);
      assert.ok(titles.some((title) => title.includes('DOES NOT MATCH')), titles.join(' | '));
      await vscode.window.showTextDocument(uri);
      await until('the open text is the one that stands there', async () => (await vscode.workspace.openTextDocument(uri)).getText() !== before);
    } finally {
      await writeFile(body, bytes);
    }
    const again = await vscode.commands.executeCommand<{ holds: boolean }>('researchLedger.verifyRun', opened.id);
    assert.equal(again.holds, true);
    assert.equal(opened.active.view().evidence.find(({ id }) => id === item.id)?.state, 'active');
  });
});
