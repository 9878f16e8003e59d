import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'research-ledger.research-ledger';

describe('the extension', () => {
  it('registers every command its manifest offers', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not installed`);
    await extension.activate();
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const offered = manifest.contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.notEqual(offered.length, 0);
    assert.deepEqual(offered.filter((command) => !registered.has(command)), []);
  });

  it('leaves a measure of what its activation cost', async () => {
    await vscode.extensions.getExtension(id)?.activate();
    assert.equal(performance.getEntriesByName('research-ledger/activated', 'measure').length, 1);
  });
});
