import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { beginByKeyboard, question, runsIn, until, viewOf } from '../support/runs.mjs';
import { closeEditors, command, reload, screenshot, selectionStatus, tab, webview, workbench } from '../support/workbench.mjs';

describe('a new research', () => {
  let page;
  let folder;
  before(async () => { ({ page, folder } = await workbench()); });
  after(() => closeEditors(page));

  it('begins by keyboard alone, and its article grows in the panel', async () => {
    await beginByKeyboard(page);
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await webview(page).locator('button.cite').first().waitFor();
    const run = (await runsIn(folder)).at(-1);
    await until('the run ends', async () => (await viewOf(folder, run)).run.state === 'ended');
    const { article } = await viewOf(folder, run);
    await until('the panel shows every block', async () => (await webview(page).locator('button.cite').count()) >= article.blocks.flatMap(({ citations }) => citations).length);
    await screenshot(page, 'new-research');
  });

  it('opens the archived span with exactly the quoted characters selected when a citation is opened', async () => {
    const run = (await runsIn(folder)).at(-1);
    const { evidence, article } = await viewOf(folder, run);
    const cited = article.blocks[0].citations[0].evidence;
    const { quote, start } = evidence.find(({ id }) => id === cited);
    await webview(page).locator('button.cite').first().press('Enter');
    await tab(page, /\.txt/);
    const status = await until('the selection is shown', async () => {
      const text = await selectionStatus(page);
      return text.includes('selected') && text;
    });
    assert.ok(status.includes(`(${quote.length} selected)`), `${status}, the quote has ${quote.length} characters from ${start}`);
    await page.locator('.codelens-decoration').filter({ hasText: 'hash holds' }).first().waitFor({ state: 'attached' }); // The banner is above the text, which is scrolled to the quote.
    await screenshot(page, 'evidence');
  });

  it('goes from citation to citation and to the next notice by keys that can be bound anew', async () => {
    await command(page, 'View: Focus First Editor Group');
    const focused = () => webview(page).locator(':focus').first();
    await page.keyboard.press(']');
    await until('a citation has the focus', async () => (await focused().getAttribute('class').catch(() => ''))?.includes('cite'));
    const first = await focused().getAttribute('aria-label').catch(() => null) ?? await focused().innerText();
    await page.keyboard.press(']');
    await until('the next one has it', async () => (await focused().getAttribute('aria-label').catch(() => null) ?? await focused().innerText()) !== first);
    await page.keyboard.press('F8');
    await until('a notice has the focus', async () => (await focused().getAttribute('class').catch(() => ''))?.includes('note'));
  });

  it('brings panel and archived text back after a reload of the window', async () => {
    await reload(page);
    await tab(page, /\.txt/);
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await webview(page).locator('button.cite').first().waitFor();
    await screenshot(page, 'after-reload');
  });

  it('is listed in the Research Runs view and opened from there', async () => {
    await closeEditors(page);
    await command(page, 'Research Ledger: Focus on Research Runs View');
    const row = page.getByRole('treeitem').filter({ hasText: 'Port Ellory' }).first();
    await row.waitFor();
    await row.click();
    await webview(page).getByRole('heading', { name: question }).waitFor();
    await screenshot(page, 'runs-view');
  });
});
