import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';
import { spanOf } from '../../src/host/openArchived';
import { begin, ended, finishedRun, ledger, sampleFolder, sampleQuestion, until } from './research';

describe('a research in the editor', () => {
  it('works the sample through to an article whose citations are bound', async () => {
    const view = (await finishedRun()).active.view();
    assert.ok(view.article.version > 0, 'nothing was published');
    const bound = view.article.blocks.flatMap(({ citations }) => citations).filter(({ state }) => state === 'bound');
    assert.ok(bound.length >= 5, `${bound.length} citations are bound`);
    assert.ok(['converged', 'incomplete'].includes(view.run.outcome ?? ''), String(view.run.outcome));
  });

  it('keeps it beside the documents', async () => {
    const opened = await finishedRun();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder && opened.active.folder.startsWith(vscode.Uri.joinPath(folder, '.research', 'runs').fsPath), opened.active.folder);
  });

  it('goes on when its panel is closed', async () => {
    const opened = await begin('How many winter sailings of the battery ferry were cancelled?');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await ended(opened);
    assert.ok(opened.active.view().article.version > 0);
  });

  it('pauses, and resumes where it was', async () => {
    const opened = await begin('What share of the battery ferry’s sailings was punctual?');
    await until('something was recorded', () => opened.active.recorder.events.length > 3);
    await vscode.commands.executeCommand('researchLedger.pauseRun', opened.id);
    if (opened.active.state.run?.state === 'ended') return; // It was done before the pause could reach it.
    assert.equal(opened.active.state.run?.state, 'paused');
    await vscode.commands.executeCommand('researchLedger.resumeRun', opened.id);
    await ended(opened);
  });

  it('refuses an empty question with a sentence, and begins nothing', async () => {
    const { registry } = await ledger();
    const before = (await registry.list()).length;
    const id = await vscode.commands.executeCommand('researchLedger.newResearch', { question: ' ', folders: ['/'], researcher: 'extractive' });
    assert.equal(id, undefined);
    assert.equal((await registry.list()).length, before);
  });

  it('is listed by its question, its state and its outcome', async () => {
    const opened = await finishedRun();
    const listed = (await (await ledger()).registry.list()).find(({ id }) => id === opened.id);
    assert.equal(listed?.question, opened.active.state.run?.question);
    assert.equal(listed?.outcome, opened.active.state.run?.outcome);
  });

  it('is left as it stands when it is closed, and goes on when it is opened again', async () => {
    const { registry } = await ledger();
    const opened = await begin('How did running costs of the battery ferry compare with the diesel ferry?');
    await until('it works', () => opened.active.recorder.events.length > 5);
    await registry.close(opened.id);
    const again = await registry.open(opened.id);
    assert.ok(again.active !== opened.active);
    if (again.active.state.run?.state === 'ended') return;
    assert.notEqual(again.active.state.run?.state, 'paused');
    await registry.go(opened.id);
    assert.equal(again.active.state.run?.state, 'ended');
  });

  it('continues with a further question', async () => {
    const opened = await begin('How many winter sailings of the battery ferry were cancelled?');
    await ended(opened);
    const before = opened.active.state.article.versions.length;
    await opened.active.continueWith('What did the mate write about the winter?');
    await (await ledger()).registry.go(opened.id);
    assert.equal(opened.active.state.run?.state, 'ended');
    assert.ok(opened.active.state.article.versions.length >= before);
  });

  it('follows a run that another program writes, reads it only, and takes it over afterwards', async () => {
    const { registry } = await ledger();
    const extension = vscode.extensions.getExtension('research-ledger.research-ledger');
    const known = new Set((await registry.list()).map(({ id }) => id));
    const cli = path.join(extension?.extensionPath ?? '', 'dist/cli.js');
    const other = spawn(process.execPath, [cli, 'run', sampleQuestion, '--folder', sampleFolder(), '--out', path.join(sampleFolder(), '.research'), '--yes'], { stdio: 'ignore', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
    const gone = new Promise((resolve) => other.once('exit', resolve));
    let id: string | undefined;
    await until('the other program has begun', async () => {
      id = (await registry.list()).find((run) => !known.has(run.id) && run.problem === null)?.id;
      return id !== undefined;
    });
    const followed = await registry.open(id ?? '');
    assert.equal(followed.active.recorder.writable, false);
    assert.deepEqual([followed.active.view().run.readOnly, followed.active.view().run.heldBy], ['followed', { program: 'command-line', host: null }]);
    const before = followed.active.recorder.events.length;
    await until('what the other writes arrives here', () => followed.active.state.run?.state === 'ended');
    assert.ok(followed.active.recorder.events.length > before);
    await gone;
    await vscode.commands.executeCommand('researchLedger.resumeRun', id);
    const own = await registry.open(id ?? '');
    assert.equal(own.active.recorder.writable, true);
    assert.equal(own.active.view().article.version, followed.active.view().article.version);
  });

  it('gives every cited evidence a span that is the quote', async () => {
    const opened = await finishedRun();
    for (const block of opened.active.view().article.blocks) {
      for (const { evidence } of block.citations) {
        if (evidence === null) continue;
        const item = spanOf(opened, evidence);
        const record = opened.active.state.source.snapshots.find(({ id }) => id === item.snapshot);
        const text = await opened.archive.getText(record?.textSha256 ?? '');
        assert.equal(text.state, 'holds');
        assert.equal(text.text.slice(item.start, item.end), item.quote);
      }
    }
  });
});
