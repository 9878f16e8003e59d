import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { FromPanel, ToPanel } from '../../../src/shared/messages';
import { bundlePanel } from './bundle';

export const themes = ['light', 'dark', 'hc-dark', 'hc-light'] as const;
export type Theme = (typeof themes)[number];

const bodyClass: Record<Theme, string> = { light: 'vscode-light', dark: 'vscode-dark', 'hc-dark': 'vscode-high-contrast', 'hc-light': 'vscode-high-contrast-light vscode-high-contrast' };
const themeSheet = readFileSync(path.join(import.meta.dirname, 'themes.css'), 'utf8');
const origin = 'https://panel.test';
const nonce = 'bm9uY2U';

/** A real Chromium. Says how to get one where there is none: nothing is skipped in silence. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file !== undefined && existsSync(file));
  if (!executablePath) throw new Error('No Chromium was found. Install one (apt-get install chromium) or set CHROMIUM_PATH to its executable.');
  return chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

export interface PanelOptions { theme?: Theme; width?: number; height?: number; saved?: unknown; reducedMotion?: boolean }

/** The real bundle on a page with the policy of the editor's webview, a stub of its API, and everything that the panel said. */
export class PanelPage {
  readonly problems: string[] = [];
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, files: Map<string, Uint8Array>, options: PanelOptions = {}): Promise<PanelPage> {
    const context = await browser.newContext({ viewport: { width: options.width ?? 900, height: options.height ?? 800 }, reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce', timezoneId: 'UTC', bypassCSP: false });
    const page = await context.newPage();
    const panel = new PanelPage(page);
    page.on('pageerror', (error) => panel.problems.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') panel.problems.push(message.text()); });
    await page.route(`${origin}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') return route.fulfill({ contentType: 'text/html', body: html(options) });
      if (name === 'themes.css') return route.fulfill({ contentType: 'text/css', body: themeSheet });
      if (name === 'favicon.ico') return route.fulfill({ status: 204 });
      const body = files.get(name);
      const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'font/ttf';
      return body ? route.fulfill({ contentType: type, body: Buffer.from(body) }) : route.fulfill({ status: 404 });
    });
    await page.goto(`${origin}/`);
    return panel;
  }

  /** A message from the host. */
  async post(message: ToPanel | Record<string, unknown>): Promise<void> {
    await this.page.evaluate((data) => { postMessage(data, '*'); }, message);
    await this.frame();
  }

  /** Two frames: what was posted is drawn. */
  async frame(): Promise<void> {
    await this.page.evaluate(() => new Promise<void>((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done())); }));
  }

  async sent(): Promise<FromPanel[]> {
    return this.page.evaluate(() => (window as unknown as { sent: FromPanel[] }).sent);
  }

  /** The last message of a type, or undefined. */
  async last<T extends FromPanel['type']>(type: T): Promise<Extract<FromPanel, { type: T }> | undefined> {
    return (await this.sent()).findLast((message): message is Extract<FromPanel, { type: T }> => message.type === type);
  }

  async savedState(): Promise<unknown> {
    return this.page.evaluate(() => (window as unknown as { savedState: unknown }).savedState);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

function html({ theme = 'light', saved }: PanelOptions): string {
  const stub = `const sent = []; const problems = []; window.sent = sent; window.savedState = ${JSON.stringify(saved ?? null)};
    document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
    window.acquireVsCodeApi = () => ({ postMessage: (message) => { sent.push(message); }, getState: () => window.savedState ?? undefined, setState: (state) => { window.savedState = state; } });`;
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${origin}; font-src ${origin}; style-src ${origin} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Research Ledger</title><link rel="stylesheet" href="/themes.css"><link rel="stylesheet" href="/webview.css"></head>
<body class="${bodyClass[theme]}" data-vscode-theme-kind="${bodyClass[theme].split(' ')[0]}"><div id="root"></div><script nonce="${nonce}">${stub}</script><script nonce="${nonce}" type="module" src="/webview.js"></script></body></html>`;
}

export { bundlePanel };
