import { chromium } from 'playwright-core';
import { isExecutable, onPath } from '../../../scripts/lib/programs.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** The browser's program: CHROMIUM_PATH, else the usual names on PATH. Throws with what to do when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is no program that can be run.`);
    return named;
  }
  const found = onPath(...names) ?? places.find(isExecutable);
  if (found) return found;
  throw new Error([
    'No Chromium was found; the panel and editor tests run in one.',
    '  Debian, Ubuntu:  sudo apt-get install chromium',
    '  macOS:           brew install --cask chromium',
    '  anywhere:        npx playwright-core install chromium',
    'then, if it is not on PATH, set CHROMIUM_PATH to its program.',
  ].join('\n'));
}

/** Starts it without a window. */
export function launchChromium() {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}
