// What a journey knows of the runs: by keyboard it begins one, and with the command line it looks into the folder.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/lib/steps.mjs';
import { command } from './workbench.mjs';

export const question = 'In Port Ellory’s battery ferry trial, how much energy did each crossing use, what share of sailings was punctual, '
  + 'how many winter sailings were cancelled, and how did running costs compare with the diesel ferry?';

/** New research on the open folder, by keyboard alone, with the researcher that stands first: `researcher` is waited for. `chinese`: the editor is. */
export async function beginByKeyboard(page, words = question, { researcher = '', chinese = /\p{Script=Han}/u.test(words) } = {}) {
  const [title, placeholders] = chinese ? ['Research Ledger: 新建研究', ['例如', '研究哪些内容', '由谁研究']] : ['Research Ledger: New Research', ['For example', 'What is researched', 'Who does it']];
  await command(page, title);
  for (const placeholder of placeholders) {
    await page.locator(`.quick-input-widget input[placeholder^="${placeholder}"]`).waitFor();
    if (placeholder === placeholders[0]) await page.keyboard.insertText(words);
    if (placeholder === placeholders[2] && researcher) await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: researcher }).first().waitFor();
    await page.keyboard.press('Enter');
  }
}

/** Opens the run whose question has these words, in a window that shows none. */
export async function openRun(page, words) {
  await command(page, 'Research Ledger: Open Run');
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: words }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Ids of the runs in a folder, oldest first. */
export const runsIn = async (folder) => (await readdir(path.join(folder, '.research/runs')).catch(() => [])).sort();

/** The run as a program sees it, read without taking it from the editor. */
export async function viewOf(folder, run) {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'dist/cli.js'), 'show', path.join(folder, '.research/runs', run), '--json'], { maxBuffer: 64 << 20 });
  return JSON.parse(stdout);
}

/** Asks again until it holds. */
export async function until(what, holds, limit = 60_000) {
  for (const end = Date.now() + limit; ;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}
