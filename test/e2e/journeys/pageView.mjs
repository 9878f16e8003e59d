import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import { gaugeFolder, gaugeQuestion } from '../support/documents.mjs';
import { beginByKeyboard, runsIn, until, viewOf } from '../support/runs.mjs';
import { closeEditors, command, openWorkbench, reload, screenshot, selectionStatus, tab, takeFirst, webview } from '../support/workbench.mjs';

describe('the page of a source', () => {
  let opened;
  let page;
  let view;
  before(async () => {
    const from = await gaugeFolder();
    opened = await openWorkbench({ from });
    await rm(from, { recursive: true });
    ({ page } = opened);
    await beginByKeyboard(page, gaugeQuestion);
    await webview(page).locator('button.cite').first().waitFor();
    const [run] = await runsIn(opened.folder);
    await until('the run ends', async () => (view = await viewOf(opened.folder, run)).run.state === 'ended');
    await closeEditors(page);
  });
  after(() => opened.close());

  /** Opens the archived span of the evidence whose quote has these words, and the page beside it. */
  async function showPage(words) {
    const { id } = view.evidence.find(({ quote }) => quote?.includes(words));
    await command(page, 'Research Ledger: Open a Citation');
    await takeFirst(page, 'Which run?'); // the only one
    await page.locator('.quick-input-title').filter({ hasText: 'Which citation?' }).waitFor();
    await page.locator('.quick-input-widget input[type=text]').fill(`${id} →`);
    await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: `${id} →` }).first().waitFor();
    await page.keyboard.press('Enter');
    await tab(page, /\.txt/);
    await until('the span is selected', async () => (await selectionStatus(page)).includes('selected'));
    await page.locator('.codelens-decoration').filter({ hasText: /show the (page|table)/ }).first().waitFor({ state: 'attached', timeout: 15_000 });
    await command(page, 'Research Ledger: Show the Page of This Source');
    return webview(page).locator(`[data-mark~="${id}"]`).first();
  }

  it('is drawn for a PDF with the cited lines marked, and turned by keyboard', async () => {
    const mark = await showPage('4.82');
    await mark.waitFor();
    assert.ok((await webview(page).getByText('Page 2 of 3').count()) > 0);
    const inked = await webview(page).locator('canvas').evaluate((canvas, box) => {
      const sharp = canvas.width / canvas.clientWidth;
      const { data } = canvas.getContext('2d').getImageData(box.left * sharp, box.top * sharp, box.width * sharp, box.height * sharp);
      return data.some((value, index) => index % 4 === 0 && value < 100);
    }, await mark.evaluate(({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }) => ({ left, top, width, height })));
    assert.ok(inked, 'no letters are drawn where the mark stands');
    await screenshot(page, 'page-pdf');
    await webview(page).locator('main').press('PageDown');
    await webview(page).getByText('Page 3 of 3').waitFor();
    await webview(page).getByRole('img', { name: /Page 3 of 3/ }).waitFor();
  });

  it('comes back after a reload of the window, and Esc leads back to the text', async () => {
    await reload(page);
    await webview(page).locator('.mark.asked').first().waitFor();
    await webview(page).locator('main').press('Escape');
    await until('the page is closed', async () => (await page.locator('iframe.webview').count()) === 0);
    await until('the span is selected', async () => (await selectionStatus(page)).includes('selected'));
    await closeEditors(page);
  });

  it('shows the sheet of a workbook with the cited cells marked', async () => {
    const mark = await showPage('455300');
    await mark.waitFor();
    assert.deepEqual(await webview(page).locator('.mark.asked').allInnerTexts(), ['Dredging cost', '412000', '455300']);
    assert.match(await webview(page).getByRole('button', { name: /455300/ }).getAttribute('aria-label'), /C2/);
    assert.equal(await webview(page).getByRole('combobox', { name: 'Table' }).inputValue(), '2');
    assert.equal(await webview(page).getByRole('columnheader', { name: '2024' }).count(), 1);
    await screenshot(page, 'page-sheet');
    await closeEditors(page);
  });
});
