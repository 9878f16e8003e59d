import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freshRun, richRun, snapshot, traceLines } from '../../fakes/runView';
import type { RunView } from '../../../src/shared/view';
import { launchBrowser, PanelPage, servePanel, themes } from './panel';

/** Pictures of every tab, theme, width and language into test-results/screens, to be looked at: npx tsx-free, run by scripts/screens.mjs. */
const out = path.resolve(import.meta.dirname, '../../../test-results/screens');

interface Screen { name: string; tab: string; view: (language: 'en' | 'zh') => RunView }

const screens: Screen[] = [
  ...['article', 'progress', 'ledger', 'trace'].map((tab) => ({ name: tab, tab, view: (language: 'en' | 'zh') => richRun(language) })),
  { name: 'start', tab: 'article', view: (language) => { const run = freshRun(language); return { ...run, run: { ...run.run, state: 'awaiting-scope', waitingFor: 'scope' } }; } },
  { name: 'plan', tab: 'article', view: (language) => { const run = richRun(language); return { ...run, run: { ...run.run, state: 'awaiting-plan', waitingFor: 'plan' } }; } },
  { name: 'empty', tab: 'article', view: freshRun },
  { name: 'budget', tab: 'progress', view: richRun },
  { name: 'budget-unpriced', tab: 'progress', view: (language) => { const run = richRun(language); return { ...run, budget: { ...run.budget, axes: { ...run.budget.axes, tokens: { grant: null, spent: 228_000, reserved: 0, unknown: 0 }, money: { grant: null, spent: 0, reserved: 0, unknown: 0 } }, usage: { ...run.budget.usage, cost: null, unknownCosts: 22 } } }; } },
  { name: 'answer', tab: 'progress', view: (language) => { const run = richRun(language); return { ...run, activity: null, run: { ...run.run, state: 'ended', outcome: 'converged', why: null } }; } },
  { name: 'incomplete', tab: 'article', view: (language) => { const run = richRun(language); return { ...run, activity: null, run: { ...run.run, state: 'ended', outcome: 'incomplete', stopReason: 'user', why: 'stopped by you at 14:41' } }; } },
];

export async function takeScreens(only: { name?: string | undefined; theme?: string | undefined; width?: string | undefined; language?: string | undefined }): Promise<number> {
  mkdirSync(out, { recursive: true });
  const [browser, server] = await Promise.all([launchBrowser(), servePanel()]);
  const page = await browser.newPage({ timezoneId: 'UTC' });
  let taken = 0;
  for (const language of ['en', 'zh'] as const) for (const theme of themes) for (const width of [400, 900, 1280]) for (const { name, tab, view } of screens) {
    if ((only.name && only.name !== name) || (only.theme && only.theme !== theme) || (only.width && only.width !== String(width)) || (only.language && only.language !== language)) continue;
    const panel = await PanelPage.open(page, server, { theme, width, height: 900, saved: { run: 'run-trolley', tab, anchor: null, version: null, seen: null } });
    await panel.post(snapshot(view(language), 1, language === 'zh' ? 'zh-cn' : 'en'));
    await page.waitForSelector('main h1');
    if (tab === name) await page.waitForSelector(`#p-${tab} > *`);
    await page.evaluate(() => document.fonts.ready);
    if (name === 'article') await panel.post({ type: 'preview', preview: { kind: 'part', text: language === 'zh' ? '三家运营商都计划在第八年更换电池，但只有诺尔维克客运的车辆已经足够' : 'All three operators plan to replace batteries in year eight, but only Norrvik Lines has vehicles old enough to tell' } });
    if (name.startsWith('budget')) {
      await page.click('.budget > summary');
      await page.waitForSelector('.axes');
    }
    if (name === 'answer') {
      const text = language === 'zh' ? '双向架空线每公里约 **108 万欧元**[[cite:E1]]；另一说为 240 万[[cite:E8]]。噪声是多少，没有记录[[cite:E77]]。' : 'A kilometre of double wire costs about **1.08 M€**[[cite:E1]]; the 2.4 M€ of the newspapers go back to one press release[[cite:E8]]. How loud it is was not recorded[[cite:E77]].';
      await panel.post({ type: 'answered', question: language === 'zh' ? '架空线多少钱一公里，噪声多大？' : 'What does a kilometre of wire cost, and how loud is it?', answer: { by: 'model', model: 'harbor-large', text, missing: [language === 'zh' ? '噪声' : 'loud'], citations: [...text.matchAll(/\[\[cite:(\w+)\]\]/g)].map((found, at) => ({ ordinal: at + 1, evidence: found[1] === 'E77' ? null : found[1] ?? null, state: found[1] === 'E77' ? 'unverified' : 'bound', start: found.index, end: found.index + found[0].length })) } });
      await page.waitForSelector('.answer .cite');
    }
    if (name === 'progress') await panel.post({ type: 'preview', preview: { kind: 'words', text: language === 'zh' ? '搜索：架空线造价 市政账目\n阅读：https://example.org/accounts-2024' : 'Searching: overhead wire cost municipal accounts\nReading: https://example.org/accounts-2024' } });
    if (name === 'trace') await panel.post({ type: 'trace', total: 412, from: 372, lines: traceLines(372, 40) });
    // A picture of the whole page shows also what a reader would have to scroll to.
    await page.evaluate(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.block { content-visibility: visible !important; } .foot { position: static !important; } .tp { min-height: 0 !important; }'); document.adoptedStyleSheets.push(sheet); });
    await panel.frame();
    await page.screenshot({ path: path.join(out, `${name}-${language}-${theme}-${width}.png`), fullPage: true });
    if (panel.problems.length > 0) console.error(name, language, theme, width, panel.problems);
    taken++;
  }
  await Promise.all([browser.close(), server.close()]);
  return taken;
}
