import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hasSpan } from '../../src/core/ledger/restsOn';
import { snapshotUri } from '../../src/host/openArchived';
import { finishedRun, until } from './research';

const pages = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('researchLedger.page'));
const lensesOf = async (uri: vscode.Uri): Promise<(vscode.Command | undefined)[]> => {
  await vscode.workspace.openTextDocument(uri);
  return (await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100)).map(({ command }) => command);
};

/** A report of the sample with tables. */
const tabled = 'harbour-board-trial-report.html';

describe('the page of a source in the editor', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is offered over a text with tables, and over no other', async () => {
    const opened = await finishedRun();
    const { snapshots } = opened.active.state.source;
    const report = snapshots.find(({ address }) => address.endsWith(tabled));
    const plain = snapshots.find(({ mediaType }) => mediaType === 'text/plain');
    assert.ok(report && plain);
    assert.ok((await lensesOf(snapshotUri(opened, report.id))).some((one) => one?.command === 'researchLedger.showPage'));
    assert.ok(!(await lensesOf(snapshotUri(opened, plain.id))).some((one) => one?.command === 'researchLedger.showPage'));
  });

  it('opens for an evidence beside what is there, once for a source', async () => {
    const opened = await finishedRun();
    const report = opened.active.state.source.snapshots.find(({ address }) => address.endsWith(tabled));
    const item = opened.active.state.ledger.evidence.filter(hasSpan).find(({ snapshot }) => snapshot === report?.id);
    assert.ok(report && item);
    await vscode.commands.executeCommand('researchLedger.showPage', opened.id, item.id);
    await until('the page is open', () => pages().length === 1);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(snapshotUri(opened, report.id)), vscode.ViewColumn.One);
    await vscode.commands.executeCommand('researchLedger.showPage');
    await until('the page is in front again', () => pages()[0]?.isActive === true);
    assert.equal(pages().length, 1);
  });
});
