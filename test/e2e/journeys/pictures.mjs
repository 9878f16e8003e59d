// Pictures for people to look at: themes, a narrow panel, a Chinese run in a Chinese editor.
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import { gaugeFolder, gaugeQuestion } from '../support/documents.mjs';
import { beginByKeyboard, question, runsIn, until, viewOf } from '../support/runs.mjs';
import { closeEditors, command, openWorkbench, screenshot, tab, takeFirst, webview, workbench } from '../support/workbench.mjs';

const themes = [['light', 'Light Modern', 'vs'], ['dark', 'Dark Modern', 'vs-dark'], ['high-contrast', 'Dark High Contrast', 'hc-black'], ['high-contrast-light', 'Light High Contrast', 'hc-light']];

async function finished(folder) {
  const run = (await runsIn(folder)).at(-1);
  await until('the run ends', async () => (await viewOf(folder, run)).run.state === 'ended');
}

async function choose(page, theme, kind) {
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+T');
  await page.locator('.quick-input-widget input[placeholder*="Color Theme"]').waitFor({ timeout: 10_000 });
  await page.keyboard.insertText(theme);
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: 10_000 });
}

describe('the look of the editor', () => {
  let page;
  before(async () => {
    const opened = await workbench();
    ({ page } = opened);
    await beginByKeyboard(page);
    await webview(page).locator('button.cite').first().waitFor();
    await finished(opened.folder);
    await webview(page).locator('button.cite').first().press('Enter');
    await tab(page, /\.txt/);
    await page.locator('.codelens-decoration').filter({ hasText: 'hash holds' }).first().waitFor({ state: 'attached' });
    await command(page, 'View: Close Primary Side Bar');
  });
  after(async () => {
    await choose(page, 'Light Modern', 'vs');
    await page.setViewportSize({ width: 1400, height: 900 });
    await closeEditors(page);
  });

  for (const [name, theme, kind] of themes) {
    it(`can be looked at: ${name}`, async () => {
      await choose(page, theme, kind);
      await page.waitForTimeout(700);
      await screenshot(page, `look-${name}`);
    });
  }

  it('can be looked at: 400 px wide, each tab', async () => {
    await closeEditors(page);
    await command(page, 'Research Ledger: Open Run');
    await takeFirst(page, 'Which run?');
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await page.setViewportSize({ width: 448, height: 900 });
    for (const name of ['Progress', 'Ledger', 'Trace', 'Article']) {
      await webview(page).getByRole('tab', { name: new RegExp(name) }).click();
      await page.waitForTimeout(700);
      await screenshot(page, `look-narrow-${name.toLowerCase()}`);
    }
  });
});

describe('the look of the editor in Chinese', () => {
  let opened;
  before(async () => { opened = await openWorkbench({ language: 'zh-cn' }); });
  after(() => opened.close());

  it('can be looked at', async () => {
    const { page, folder } = opened;
    await beginByKeyboard(page, '埃洛里港电池渡轮试验中，每次横渡耗电多少，试验期间的准点率是多少，冬季电池的可用容量下降多少，电池的保修期是几年？');
    await webview(page).locator('button.cite').first().waitFor();
    await finished(folder);
    await screenshot(page, 'look-chinese');
    await webview(page).getByRole('tab', { name: /台账/ }).click();
    await screenshot(page, 'look-chinese-ledger');
    await command(page, 'Research Ledger: 打开引用');
    await takeFirst(page, '哪一条引用？');
    await tab(page, /\.txt/);
    await page.locator('.codelens-decoration').filter({ hasText: '哈希一致' }).first().waitFor({ state: 'attached' });
    await screenshot(page, 'look-chinese-source');
  });
});

describe('the look of a page in Chinese', () => {
  let opened;
  before(async () => {
    const from = await gaugeFolder();
    opened = await openWorkbench({ from, language: 'zh-cn' });
    await rm(from, { recursive: true });
  });
  after(() => opened.close());

  it('can be looked at in each theme: from the card of a citation', async () => {
    const { page, folder } = opened;
    await beginByKeyboard(page, gaugeQuestion, { chinese: true });
    await webview(page).locator('button.cite').first().waitFor();
    await finished(folder);
    for (const [shown, button] of [['pdf', '看页面'], ['sheet', '看工作表']]) {
      const cites = webview(page).locator('button.cite');
      for (let at = 0; ; at++) {
        await cites.nth(at).focus();
        const show = webview(page).locator('.card').getByRole('button', { name: button });
        await webview(page).locator('.card').waitFor();
        if (await show.count() > 0) {
          await screenshot(page, `look-card-${shown}`);
          await show.click();
          break;
        }
        await page.keyboard.press('Escape');
      }
      await webview(page, 1).locator('.mark.asked').first().waitFor();
      for (const [name, theme, kind] of themes.slice(1, 3)) {
        await choose(page, theme, kind);
        await page.waitForTimeout(700);
        await screenshot(page, `look-page-${shown}-${name}`);
      }
      await choose(page, 'Light Modern', 'vs');
      await page.waitForTimeout(700);
      await screenshot(page, `look-page-${shown}-light`);
      await webview(page, 1).locator('main').press('Escape');
      await tab(page, /\.txt/);
    }
  });
});
