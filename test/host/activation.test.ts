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
});
