import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { beginByKeyboard, runsIn, until, viewOf } from '../support/runs.mjs';
import { closeEditors, command, screenshot, selectionStatus, tab, workbench } from '../support/workbench.mjs';

describe('a writer', () => {
  let page;
  let folder;
  let run;
  before(async () => {
    ({ page, folder } = await workbench());
    const before = await runsIn(folder);
    await beginByKeyboard(page, 'How many winter sailings of the battery ferry were cancelled?');
    run = await until('a run begins', async () => (await runsIn(folder)).find((id) => !before.includes(id)));
    await until('it ends', async () => (await viewOf(folder, run)).run.state === 'ended');
    await writeFile(path.join(folder, 'notes.md'), '# Notes\n\n');
  });
  after(async () => {
    await command(page, 'File: Revert File');
    await closeEditors(page);
    await rm(path.join(folder, 'notes.md'));
  });

  const openNotes = async () => {
    await command(page, 'View: Show Explorer');
    await page.getByRole('treeitem', { name: 'notes.md' }).dblclick();
    await tab(page, /notes\.md/);
  };

  it('chooses a sentence of the article, and has it with its footnote in the file', async () => {
    await openNotes();
    await page.keyboard.press('Control+End');
    await command(page, 'Research Ledger: Insert Cited Findings');
    const runs = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'winter sailings' }).first();
    const findings = page.locator('.quick-input-title').filter({ hasText: 'Insert cited findings' });
    await runs.or(findings).first().waitFor();
    if (!(await findings.isVisible())) await page.keyboard.press('Enter');
    await findings.waitFor();
    await screenshot(page, 'insert-findings');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.view-lines').filter({ hasText: '[^E' }).first().waitFor();
  });

  it('sees at the address what stands there, and that it holds', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
    await command(page, 'Show or Focus Hover');
    await page.locator('.monaco-hover').filter({ hasText: 'match their hash' }).first().waitFor();
    await page.waitForTimeout(500); // It fades in, and the picture is to be looked at.
    await screenshot(page, 'markdown-hover');
    await page.keyboard.press('Escape');
  });

  it('opens the archived words from the file', async () => {
    const { evidence } = await viewOf(folder, run);
    await command(page, 'Open Link');
    await tab(page, /\.txt/);
    const status = await until('the words are selected', async () => {
      const text = await selectionStatus(page).catch(() => '');
      return text.includes('selected') && text;
    });
    const selected = Number(/\((\d+) selected\)/.exec(status)?.[1]);
    assert.ok(evidence.some(({ quote }) => quote?.length === selected), status);
  });
});
