import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { folderAddress } from '../../../scripts/lib/editorServer.mjs';
import { startModelServer } from '../support/modelServer.mjs';
import { extensionHosts } from '../support/processes.mjs';
import { beginByKeyboard, openRun, question, runsIn, until, viewOf } from '../support/runs.mjs';
import { openWorkbench, screenshot, slow, webview } from '../support/workbench.mjs';

const key = 'ferry-key-that-holds';
const writes = ['Pause', 'Stop', 'Resume', 'Approve', 'Reject…', 'Take over and go on'];

for (const [how, end] of [
  ['was closed', () => undefined],
  ['was killed', (hosts) => { for (const pid of hosts) process.kill(pid, 'SIGKILL'); }],
]) {
  describe(`a run whose window ${how} while another followed it`, () => {
    let opened;
    let models;
    // Anew for each try: what is closed or killed does not come back.
    beforeEach(async () => {
      models = await startModelServer({ key });
      opened = await openWorkbench({ env: { OPENAI_API_KEY: key }, settings: { 'researchLedger.openai.baseUrl': models.url, 'researchLedger.openai.model': 'ferry-large' } });
    });
    afterEach(async () => {
      await opened?.close();
      await models?.close();
    });

    it('is taken over and finished, and nothing is asked twice', async () => {
      const { page: first, folder, server } = opened;
      const [parts, finish] = ['send_answer_part', 'finish'].map((tool) => models.hold(tool));
      await beginByKeyboard(first, question, { researcher: 'ferry-large' });
      await webview(first).getByRole('region', { name: 'Preview' }).waitFor({ timeout: 120_000 });
      const [run] = await runsIn(folder);
      const hosts = await extensionHosts(server);

      // A browser's second page would bring back what the first one shows.
      const second = await (await first.context().browser().newContext({ viewport: first.viewportSize() })).newPage();
      second.setDefaultTimeout(slow);
      await second.goto(folderAddress(server.url, folder));
      await second.locator('.monaco-workbench').waitFor();
      await openRun(second, 'Port Ellory');
      const panel = webview(second);
      await panel.getByText('Another window on this machine has this run open').waitFor();
      assert.match(await panel.locator('.state').innerText(), /Read-only, following\s+Running/);
      assert.equal(await panel.locator('button.cite').count(), 0);
      parts.release();
      await panel.locator('button.cite').first().waitFor();
      await panel.locator('.note.ask').first().waitFor();
      for (const name of writes) assert.equal(await panel.getByRole('button', { name, exact: true }).count(), 0, `${name} is offered`);
      await screenshot(second, `followed, whose window ${how}`);

      await until('the last answer is half written', () => models.asked.length > models.answered.length);
      end(hosts);
      await first.close();
      const takeOver = panel.getByRole('button', { name: 'Take over and go on' });
      await takeOver.waitFor();
      await screenshot(second, `left, whose window ${how}`);
      await takeOver.click();
      await panel.getByRole('button', { name: 'Stop' }).waitFor();
      assert.equal(await panel.getByText('Nobody works on this run').count(), 0);
      finish.release();
      await until('the run ends', async () => (await viewOf(folder, run)).run.state === 'ended', 120_000);

      assert.equal(new Set(models.answered).size, models.answered.length, 'a request was sent again that had been answered');
      assert.equal(models.asked.length, models.answered.length + 1, 'more was asked again than the one answer that was cut');
      const { article, searches, budget, sources } = await viewOf(folder, run);
      assert.equal(new Set(article.versions.map(({ block, revision }) => `${block} ${revision}`)).size, article.versions.length, 'something was published twice');
      assert.equal(new Set(searches.map(({ query }) => query)).size, searches.length, 'something was searched twice');
      assert.equal(new Set(sources.map(({ address }) => address)).size, sources.length, 'something was archived twice');
      assert.deepEqual([budget.axes.requests.spent, budget.axes.requests.unknown], [models.answered.length, 1]);
    });
  });
}
