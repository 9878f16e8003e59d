import { after, before, describe, it } from 'mocha';
import { closeEditors, command, screenshot, webview, workbench } from '../support/workbench.mjs';

describe('the panel', () => {
  let page;
  before(async () => { ({ page } = await workbench()); });
  after(() => closeEditors(page));

  it('opens by a command and runs its script under its own policy', async () => {
    await command(page, 'Research Ledger: New Research');
    await webview(page).getByRole('heading').first().waitFor();
    await screenshot(page, 'panel');
  });
});
