// The real editor for the journeys: one server with our package installed, one page, opened once and shared.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../../scripts/lib/steps.mjs';
import { installEditor } from '../../../scripts/install-editor.mjs';
import { folderAddress, startEditorServer } from '../../../scripts/lib/editorServer.mjs';
import { launchChromium } from './chromium.mjs';
import { vsixPath } from './vsix.mjs';

/** First start on a busy machine took up to 45 s. */
export const slow = 60_000;
const results = path.join(root, 'test-results');

let opening;
let opened;

/**
 * The workbench all journeys share, opened on first use: the sample folder, trusted.
 * A journey that needs other settings or a folder of its own calls `openWorkbench` and closes what it got.
 * @returns {Promise<{page: import('playwright-core').Page, folder: string, server: object, close: () => Promise<void>}>}
 */
export async function workbench() {
  opening ??= openWorkbench();
  opened = await opening;
  return opened;
}

/** A picture of the shared workbench, when it could be opened. */
export async function pictureOfFailure(title) {
  if (opened) await screenshot(opened.page, `failed ${title}`.replace(/[^\w]+/g, '-'));
}

/** After the last journey. */
export async function closeWorkbench() {
  await opened?.close();
  opening = opened = undefined;
}

/**
 * @param {object} options
 * @param {string} [options.from]  folder that is copied to be the workspace; the sample without it
 * @param {Record<string, unknown>} [options.settings]
 * @param {boolean} [options.trustAll]
 * @param {Record<string, string>} [options.env]
 * @param {string} [options.language]  of the extensions and of the editor's frame as far as it has one, such as `zh-cn`
 */
export async function openWorkbench({ from = path.join(root, 'media/sample'), settings, trustAll, env, language } = {}) {
  const editor = await installEditor();
  const folder = await mkdtemp(path.join(tmpdir(), 'research-ledger-folder-'));
  await cp(from, folder, { recursive: true, filter: (file) => path.basename(file) !== '.research' });
  const server = await startEditorServer({ editor, vsix: vsixPath, settings, trustAll, env });
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  // What a language pack would set: the editor hands it to the extensions.
  if (language) await context.addInitScript((tag) => { globalThis._VSCODE_NLS_LANGUAGE = tag; }, language);
  const page = await context.newPage();
  page.setDefaultTimeout(slow);
  await page.goto(folderAddress(server.url, folder));
  await page.locator('.monaco-workbench').waitFor();
  return {
    page,
    folder,
    server,
    async close() {
      await browser.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs a command by its title in the palette, by keyboard. The palette's list is made when it opens, so that an extension
 * that registers a moment later needs it opened again.
 */
export async function command(page, title, timeout = slow) {
  const input = page.locator('.quick-input-widget input[type=text]');
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
  for (const until = Date.now() + timeout; ;) {
    await page.keyboard.press('F1');
    try {
      await input.waitFor({ timeout: 2_000 });
      await input.fill(`>${title}`, { timeout: 2_000 });
      await row.waitFor({ timeout: 1_500 });
      await page.keyboard.press('Enter');
      return;
    } catch (error) {
      if (error.name !== 'TimeoutError' || Date.now() > until) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Takes the first answer to a question of ours, once that question is there: the list before it looks the same. */
export async function takeFirst(page, question) {
  await page.getByPlaceholder(question).or(page.locator('.quick-input-title').filter({ hasText: question })).first().waitFor();
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await page.keyboard.press('Enter');
}

/** The inside of the n-th webview on screen, counted from 0: its document is two frames down. */
export function webview(page, n = 0) {
  return page.frameLocator('iframe.webview.ready').nth(n).frameLocator('iframe#active-frame');
}

/** The editor tab with that label, once it is there. */
export async function tab(page, name) {
  const found = page.getByRole('tab', { name }).first();
  await found.waitFor();
  return found;
}

/** What the status bar says of the cursor: "Ln 41, Col 28 (6 selected)". */
export function selectionStatus(page) {
  return page.locator('#status\\.editor\\.selection').innerText();
}

/** Closes every tab, so that the next journey starts from an empty editor. */
export async function closeEditors(page) {
  await command(page, 'View: Close All Editors');
  await page.locator('.editor-group-container.empty').first().waitFor();
}

/** Reloads the window. The web workbench writes its storage every few seconds: earlier, the newest panel state would be lost. */
export async function reload(page) {
  await page.waitForTimeout(7_000);
  await page.reload();
  await page.locator('.monaco-workbench').waitFor();
}

/** A picture into test-results/NAME.png. */
export async function screenshot(page, name) {
  await mkdir(results, { recursive: true });
  await page.screenshot({ path: path.join(results, `${name}.png`) });
}
