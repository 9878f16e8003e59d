import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { RunView } from '../../../src/shared/view';
import { richRun, snapshot } from '../../fakes/runView';
import { launchBrowser, PanelPage, servePanel, type PanelOptions, type PanelServer } from './panel';

export type Open = (options?: PanelOptions & { view?: RunView; locale?: string; tab?: string }) => Promise<PanelPage>;

/** One browser, one bundle and one page for the tests of a file. A panel that reported an error or broke the policy fails its test. */
export function usePanels(): Open {
  let browser: Browser | undefined;
  let server: PanelServer | undefined;
  let page: Page;
  const panels: PanelPage[] = [];
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), servePanel()]);
    page = await browser.newPage({ timezoneId: 'UTC' });
  });
  afterEach(() => { expect(panels.splice(0).flatMap((panel) => panel.problems)).toEqual([]); });
  afterAll(async () => { await Promise.all([browser?.close(), server?.close()]); });
  return async ({ view = richRun(), locale = 'en', tab, ...options } = {}) => {
    if (!server) throw new Error('The panel is not served yet: open it inside a test.');
    const panel = await PanelPage.open(page, server, { ...options, ...(tab ? { saved: { run: 'run-trolley', tab, anchor: null, version: null, seen: null } } : {}) });
    panels.push(panel);
    await panel.post(snapshot(view, 1, locale));
    await page.waitForSelector('main h1');
    if (tab) await page.waitForSelector(`#p-${tab} > *`);
    return panel;
  };
}
