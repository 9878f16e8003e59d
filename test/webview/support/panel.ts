import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { FromPanel, ToPanel } from '../../../src/shared/messages';
import { bundlePanel } from './bundle';

export const themes = ['light', 'dark', 'hc-dark', 'hc-light'] as const;
export type Theme = (typeof themes)[number];

const bodyClass: Record<Theme, string> = { light: 'vscode-light', dark: 'vscode-dark', 'hc-dark': 'vscode-high-contrast', 'hc-light': 'vscode-high-contrast-light vscode-high-contrast' };
const themeSheet = readFileSync(path.join(import.meta.dirname, 'themes.css'), 'utf8');
const nonce = 'bm9uY2U';

/** A real Chromium. Says how to get one where there is none: nothing is skipped in silence. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file !== undefined && existsSync(file));
  if (!executablePath) throw new Error('No Chromium was found. Install one (apt-get install chromium) or set CHROMIUM_PATH to its executable.');
  return chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

/** The page and the bundle on a loopback port, as the editor's resource server would hand them out. */
export interface PanelServer { origin: string; close(): Promise<void> }

export async function servePanel(): Promise<PanelServer> {
  const { files } = await bundlePanel();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.slice(1);
    const body = name === '' ? html(searchParams, `http://${request.headers.host}`) : name === 'themes.css' ? themeSheet : files.get(name);
    if (body === undefined) return response.writeHead(name === 'favicon.ico' ? 204 : 404).end();
    const type = name === '' ? 'text/html' : name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'font/ttf';
    return response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((ready) => { server.listen(0, '127.0.0.1', ready); });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => { server.close(() => done()); server.closeAllConnections(); }),
  };
}

export interface PanelOptions { theme?: Theme; width?: number; height?: number; saved?: unknown; motion?: boolean }

/** The real bundle on a page with the policy of the editor's webview, a stub of its API, and everything that the panel said. */
export class PanelPage {
  readonly problems: string[] = [];
  private constructor(readonly page: Page) {}

  /** Takes over the page: what stood there is gone. */
  static async open(page: Page, { origin }: PanelServer, options: PanelOptions = {}): Promise<PanelPage> {
    const panel = new PanelPage(page);
    page.removeAllListeners('pageerror').removeAllListeners('console');
    page.on('pageerror', (error) => panel.problems.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') panel.problems.push(message.text()); });
    await page.setViewportSize({ width: options.width ?? 900, height: options.height ?? 800 });
    await page.emulateMedia({ reducedMotion: options.motion ? 'no-preference' : 'reduce' });
    await page.mouse.move(0, 0);
    const query = new URLSearchParams({ theme: options.theme ?? 'light', saved: JSON.stringify(options.saved ?? null) });
    await page.goto(`${origin}/?${query}`);
    // As the host does: nothing is sent before the panel says that it listens.
    await page.waitForFunction(() => (window as unknown as { sent: FromPanel[] }).sent.some(({ type }) => type === 'ready'));
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
}

function html(query: URLSearchParams, origin: string): string {
  const theme = themes.find((one) => one === query.get('theme')) ?? 'light';
  const saved = (query.get('saved') ?? 'null').replaceAll('<', '\\u003c');
  const stub = `const sent = []; window.sent = sent; window.savedState = ${saved};
    document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
    window.acquireVsCodeApi = () => ({ postMessage: (message) => { sent.push(message); }, getState: () => window.savedState ?? undefined, setState: (state) => { window.savedState = state; } });`;
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${origin}; font-src ${origin}; style-src ${origin} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Research Ledger</title><link rel="stylesheet" href="/themes.css"><link rel="stylesheet" href="/webview.css"></head>
<body class="${bodyClass[theme]}" data-vscode-theme-kind="${bodyClass[theme].split(' ')[0]}"><div id="root" data-run="run-trolley"></div><script nonce="${nonce}">${stub}</script><script nonce="${nonce}" type="module" src="/webview.js"></script></body></html>`;
}
