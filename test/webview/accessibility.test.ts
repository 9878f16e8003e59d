import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { RunView } from '../../src/shared/view';
import { freshRun, richRun, traceLines } from '../fakes/runView';
import { themes } from './support/panel';
import { usePanels, type Open } from './support/setup';

const open = usePanels();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings, as `rule: element`. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(context: Document, options: unknown): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe.run;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`));
  });
}

interface Scene { name: string; tab?: string; view: RunView; prepare?: (panel: Awaited<ReturnType<Open>>) => Promise<void> }

const scoped = (state: string, waitingFor: string): RunView => { const run = richRun(); return { ...run, run: { ...run.run, state, waitingFor } }; };
const scenes: Scene[] = [
  { name: 'article', tab: 'article', view: richRun(), prepare: async (panel) => {
    await panel.post({ type: 'preview', preview: { kind: 'part', text: 'Being written' } });
    await panel.page.getByText('Scope 1').click();
    await panel.page.getByText('Standard depth').click();
    await panel.page.getByRole('button', { name: 'Citation 5, does not hold' }).focus();
    await panel.page.keyboard.press('ArrowDown');
  } },
  { name: 'progress', tab: 'progress', view: richRun() },
  { name: 'ledger', tab: 'ledger', view: richRun(), prepare: async ({ page }) => {
    await page.getByRole('button', { name: 'Expand C2' }).click();
    await page.getByRole('button', { name: 'Correct E8' }).click();
  } },
  { name: 'trace', tab: 'trace', view: richRun(), prepare: async (panel) => {
    await panel.post({ type: 'trace', total: 200, from: 100, lines: traceLines(100, 100) });
    await panel.page.getByRole('listbox').focus();
    await panel.page.keyboard.press('ArrowDown');
  } },
  { name: 'start form', view: scoped('awaiting-scope', 'scope') },
  { name: 'plan', view: scoped('awaiting-plan', 'plan'), prepare: async ({ page }) => page.getByRole('button', { name: 'Edit C2' }).click() },
  { name: 'empty', view: freshRun() },
];

it('finds what is wrong', async () => {
  const { page } = await open();
  await page.evaluate(() => { document.querySelector('main')?.append(document.createElement('button')); });
  expect((await findings(page)).join()).toContain('button-name');
});

describe.each(themes)('in the theme %s', (theme) => {
  it.each(scenes)('$name has no serious finding', async ({ view, tab, prepare }) => {
    const panel = await open({ theme, view, ...(tab ? { tab } : {}) });
    await prepare?.(panel);
    await panel.frame();
    expect(await findings(panel.page)).toEqual([]);
  });
});

describe('every width', () => {
  it.each([320, 400, 520, 700, 900, 1200])('of %i px shows everything without scrolling sideways', async (width) => {
    const panel = await open({ width });
    for (const tab of ['article', 'progress', 'ledger', 'trace']) {
      await panel.post({ type: 'command', command: 'showTab', argument: tab });
      await panel.page.waitForSelector(`#p-${tab} > *`);
      await panel.frame();
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(width);
    }
  });

  it('keeps the reading column, and gains margin and outline', async () => {
    const column = async (width: number) => {
      const { page } = await open({ width });
      const [text, note, toc] = await Promise.all([page.locator('#B2 .row').nth(1).locator('> :first-child').boundingBox(), page.locator('#B2 .row').nth(1).locator('.note').boundingBox(), page.locator('.toc').isVisible()]);
      return { text: Math.round(text?.width ?? 0), beside: (note?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0), toc };
    };
    expect(await column(700)).toMatchObject({ beside: false, toc: false });
    const wide = await column(900);
    expect(wide).toMatchObject({ beside: true, toc: false });
    expect(await column(1280)).toEqual({ text: wide.text, beside: true, toc: true });
  });

  it('gives every target at least 24 px', async () => {
    const panel = await open({ width: 400 });
    for (const tab of ['article', 'progress', 'ledger', 'trace']) {
      await panel.post({ type: 'command', command: 'showTab', argument: tab });
      await panel.page.waitForSelector(`#p-${tab} > *`);
      const small = await panel.page.evaluate(() => [...document.querySelectorAll<HTMLElement>('button:not(.cite), select, summary, input, vscode-button, [role=tab]')]
        .filter((element) => element.offsetParent !== null && !element.closest('p:not(.acts), .sr') && element.getBoundingClientRect().height < 24)
        .map((element) => `${element.className} ${element.textContent} ${element.getBoundingClientRect().height}`));
      expect(small, tab).toEqual([]);
    }
  });
});

describe('motion', () => {
  it('stops where it is not wanted', async () => {
    const animated = (page: Page) => page.locator('.spin').first().evaluate((element) => getComputedStyle(element).animationName);
    expect(await animated((await open({ motion: true })).page)).toBe('turn');
    expect(await animated((await open()).page)).toBe('none');
  });
});

describe('in Chinese', () => {
  it.each(['article', 'progress', 'ledger', 'trace'])('the frame of %s has no English word left', async (tab) => {
    const panel = await open({ view: richRun('zh'), locale: 'zh-cn', tab });
    expect(await panel.page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
    const words = await panel.page.evaluate(() => {
      const spoken = [...document.querySelectorAll<HTMLElement>('.state, [role=tab], .h, .lbl, summary, button:not(.cite), vscode-button, th, [role=columnheader], .more, .note p, legend, option, .legend, .cmp')];
      const named = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label') ?? '');
      return [...spoken.map((element) => element.innerText), ...named].flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []);
    });
    const names = ['English', 'Deutsch', 'OpenAlex', 'Crossref', 'kWh', 'Harbour', 'Post', 'Lysmark', 'Today', 'Transit', 'Digest'];
    expect([...new Set(words)].filter((word) => !names.includes(word))).toEqual([]);
  });

  it('reads with the wider line of its script', async () => {
    const { page } = await open({ view: richRun('zh'), locale: 'zh-cn' });
    const line = await page.locator('#B2 .row').nth(1).evaluate((row) => parseFloat(getComputedStyle(row).lineHeight) / parseFloat(getComputedStyle(row).fontSize));
    expect(line).toBeCloseTo(1.85, 1);
    expect(await page.locator('#B2 .note').first().innerText()).toBe('已修订 · 2 由 E14 引起 比较');
  });
});
