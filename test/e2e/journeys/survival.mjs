import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, it } from 'mocha';
import { root } from '../../../scripts/lib/steps.mjs';
import { extensionHosts } from '../support/processes.mjs';
import { beginByKeyboard, openRun, question, runsIn, until, viewOf } from '../support/runs.mjs';
import { openWorkbench, reload, screenshot, webview, workbench, closeEditors } from '../support/workbench.mjs';

const exec = promisify(execFile);
const exists = (file) => access(file).then(() => true, () => false);

/** A finished run beside the documents, made by the command line. */
async function finishedRun(folder) {
  await exec(process.execPath, [path.join(root, 'dist/cli.js'), 'run', question, '--folder', folder, '--out', path.join(folder, '.research'), '--yes', '--json'], { maxBuffer: 64 << 20 }).catch((error) => {
    if (error.code !== 3) throw error; // Incomplete is an end as well.
  });
  return (await runsIn(folder)).at(-1);
}

describe('a run whose window was killed', () => {
  let opened;
  before(async () => { opened = await openWorkbench(); });
  after(() => opened.close());

  it('goes on by itself when the window is back, and loses nothing', async () => {
    const { page, folder, server } = opened;
    const journal = async () => {
      const [run] = await runsIn(folder);
      return run === undefined ? '' : readFile(path.join(folder, '.research/runs', run, 'ledger.journal'), 'utf8').catch(() => '');
    };
    await beginByKeyboard(page);
    await until('something was recorded', async () => (await journal()).split('\n').length > 12);
    for (const pid of await extensionHosts(server)) process.kill(pid, 'SIGKILL');
    const atDeath = await journal();
    assert.ok(!atDeath.includes('"run.ended"'), 'the run was over before it could be killed');
    await page.reload();
    await page.locator('.monaco-workbench').waitFor();
    const [run] = await runsIn(folder);
    await until('the run ends', async () => (await viewOf(folder, run)).run.state === 'ended', 120_000);
    const view = await viewOf(folder, run);
    assert.ok(view.article.version > 0);
    assert.equal((await runsIn(folder)).length, 1);
    assert.equal(new Set(view.article.versions.map(({ block, revision }) => `${block} ${revision}`)).size, view.article.versions.length, 'something was published twice');
  });
});

describe('a run that another program left to be shown', () => {
  it('is opened with the window, once', async () => {
    const { page, folder } = await workbench();
    const run = await finishedRun(folder);
    const show = path.join(folder, '.research/show');
    await writeFile(show, `${run}\n`);
    await reload(page);
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await until('the file is gone', async () => !(await exists(show)));
    await closeEditors(page);
  });
});

describe('a folder that is not trusted', () => {
  let opened;
  before(async () => { opened = await openWorkbench({ trustAll: false, settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' } }); });
  after(() => opened.close());

  it('has its runs read, and nothing in it written', async () => {
    const { page, folder } = opened;
    const run = await finishedRun(folder);
    const files = ['lock', 'article.md'].map((name) => path.join(folder, '.research/runs', run, name));
    const before = await Promise.all(files.map((file) => readFile(file)));
    await openRun(page, 'Port Ellory');
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await webview(page).locator('button.cite').first().press('Enter');
    await page.getByRole('tab', { name: /\.txt/ }).first().waitFor();
    await screenshot(page, 'untrusted');
    assert.deepEqual(await Promise.all(files.map((file) => readFile(file))), before);
    await webview(page).getByText('This run came with a folder that is not trusted').waitFor();
  });

  it('keeps a new research outside of it', async () => {
    const { page, folder } = opened;
    const before = await runsIn(folder);
    await closeEditors(page);
    await beginByKeyboard(page, 'What share of the battery ferry’s sailings was punctual?');
    await webview(page).getByRole('heading', { level: 1, name: /share of the battery/ }).waitFor();
    await webview(page).locator('button.cite').first().waitFor();
    assert.deepEqual(await runsIn(folder), before);
  });
});
