#!/usr/bin/env node
// Stands in for the desktop program `code`: takes the flags that `runTests` of @vscode/test-electron passes, runs those tests in the
// extension host of a VS Code server, and ends with their exit code. The extension host's console, with the workbench's own remarks, goes to
// dist-test/host-console.log.
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { installEditor } from '../../../scripts/install-editor.mjs';
import { root } from '../../../scripts/lib/steps.mjs';
import { folderAddress, startEditorServer } from '../../../scripts/lib/editorServer.mjs';
import { launchChromium } from './chromium.mjs';
import { packModelProvider } from './modelProvider.mjs';

const limit = 300_000;
const timedOut = 124;

const flag = (name) => process.argv.filter((one) => one.startsWith(`--${name}=`)).map((one) => one.slice(name.length + 3));
const folder = process.argv.slice(2).find((one) => one.startsWith('/'));
const [tests] = flag('extensionTestsPath');
if (!folder || !tests) throw new Error('codeShim needs a folder and --extensionTestsPath=FILE.');

const consoleLog = createWriteStream(path.join(root, 'dist-test', 'host-console.log'));
const server = await startEditorServer({ editor: await installEditor(), vsix: await packModelProvider() });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const ended = new Promise((resolve) => { void page.exposeFunction('codeAutomationExit', resolve); });
  await page.exposeFunction('codeAutomationLog', (type, args) => { consoleLog.write(`${line(args)}\n`); });
  const remote = (file) => `vscode-remote://${new URL(server.url).host}${file}`;
  await page.goto(folderAddress(server.url, folder, [
    ...flag('extensionDevelopmentPath').map((file) => ['extensionDevelopmentPath', remote(file)]),
    ['extensionTestsPath', remote(tests)],
  ]));
  process.exitCode = await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, limit, timedOut).unref(); })]);
  if (process.exitCode === timedOut) console.error(`The host tests did not end within ${limit / 1000} s.\n${server.log().slice(-4000)}`);
} finally {
  await browser.close();
  await server.stop();
}

/** Console arguments arrive in printf style. */
function line(args) {
  const [format, ...rest] = args.map(String);
  return [format.replace(/%[sd]/g, () => rest.shift() ?? ''), ...rest].join(' ');
}
