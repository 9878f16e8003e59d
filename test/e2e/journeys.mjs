// The journeys: mocha drives the real editor, with our package installed, through Playwright.
//   node test/e2e/journeys.mjs [part of a title]
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { isMain } from '../../scripts/lib/main.mjs';
import { root } from '../../scripts/lib/steps.mjs';
import { packVsix } from './support/vsix.mjs';
import { closeWorkbench, pictureOfFailure } from './support/workbench.mjs';

const folder = path.join(root, 'test/e2e/journeys');

/**
 * Packs dist/ and runs every journey on the editor that EDITOR_VERSION names ("1.99" or "current").
 * @param {{only?: string}} options  `only` narrows to titles that contain it
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runJourneys({ only } = {}) {
  await packVsix();
  const mocha = new Mocha({
    timeout: 180_000,
    forbidOnly: true,
    // The editor answers when it will: a key that came before its question is pressed once more. What is broken stays broken.
    retries: 1,
    ...(only ? { fgrep: only } : {}),
    rootHooks: {
      async afterEach() {
        if (this.currentTest.state === 'failed') await pictureOfFailure(this.currentTest.fullTitle());
      },
      afterAll: closeWorkbench,
    },
  });
  for (const name of readdirSync(folder).sort()) if (name.endsWith('.mjs')) mocha.addFile(path.join(folder, name));
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const runner = mocha.run((failed) => { resolve({ passed: runner.stats.passes, failed }); });
  });
}

if (isMain(import.meta)) {
  const { passed, failed } = await runJourneys({ only: process.argv[2] });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
