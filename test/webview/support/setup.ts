import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser } from 'playwright-core';
import type { RunView } from '../../../src/shared/view';
import { richRun, snapshot } from '../../fakes/runView';
import { launchBrowser, PanelPage, servePanel, type PanelOptions, type PanelServer } from './panel';

export type Open = (options?: PanelOptions & { view?: RunView; locale?: string; tab?: string }) => Promise<PanelPage>;

/** One browser and one bundle for the tests of a file. A panel that reported an error or broke the policy fails its test. */
export function usePanels(): Open {
  let browser: Browser;
  let server: PanelServer;
  const panels: PanelPage[] = [];
  beforeAll(async () => { [browser, server] = await Promise.all([launchBrowser(), servePanel()]); });
  afterEach(async () => {
    const problems = panels.flatMap((panel) => panel.problems);
    await Promise.all(panels.splice(0).map((panel) => panel.close()));
    expect(problems).toEqual([]);
  });
  afterAll(async () => { await Promise.all([browser?.close(), server?.close()]); });
  return async ({ view = richRun(), locale = 'en', tab, ...options } = {}) => {
    const panel = await PanelPage.open(browser, server, { ...options, ...(tab ? { saved: { tab, anchor: null, version: null, seen: null } } : {}) });
    panels.push(panel);
    await panel.post(snapshot(view, 1, locale));
    await panel.page.waitForSelector('main h1');
    if (tab) await panel.page.waitForSelector(`#p-${tab} > *`);
    await panel.page.evaluate(() => document.fonts.ready);
    return panel;
  };
}
