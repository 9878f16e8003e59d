import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { startModelServer } from '../support/modelServer.mjs';
import { question, runsIn, until, viewOf } from '../support/runs.mjs';
import { closeEditors, command, openWorkbench, screenshot, selectionStatus, tab, webview } from '../support/workbench.mjs';

const key = 'ferry-key-that-holds';
const asked = 'Does a winter sailing count that left the berth and turned back?';
const later = 'How many sailings were cancelled in winter, and how loud was the engine?';

describe('a research with a language model', () => {
  let opened;
  let page;
  let server;
  before(async () => {
    server = await startModelServer({
      key, unclear: [{ field: 'terms', question: asked, suggestion: 'No, only one that never left.' }],
      toQuestion: () => 'The Harbour Board counts 34 cancelled winter sailings [[cite:E7]], the mate 57 [[cite:E8]]. How loud the engine was, the ledger does not hold [[cite:E99]].',
    });
    opened = await openWorkbench({ settings: { 'researchLedger.roles': { main: { price: { input: 2, cached: 0.5, output: 8 } } }, 'researchLedger.limits': { money: 5 } } });
    ({ page } = opened);
  });
  after(async () => {
    await opened?.close();
    await server?.close();
  });

  /** Answers the question that is asked now. */
  async function answer(prompt, words) {
    await page.locator('.quick-input-widget').filter({ hasText: prompt }).waitFor();
    if (words !== undefined) await page.locator('.quick-input-widget input:visible').first().fill(words);
    await page.keyboard.press('Enter');
  }
  async function take(title, label) {
    await page.locator('.quick-input-widget').filter({ hasText: title }).or(page.locator(`.quick-input-widget:has(input[placeholder="${title}"])`)).first().waitFor();
    await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label }).first().click();
  }
  /** What the editor notified, in its list: not every editor shows it by itself. */
  async function notified(words) {
    const notice = page.locator('.notifications-center .notification-list-item').filter({ hasText: words }).first();
    await until(`it is notified: ${words}`, async () => {
      await command(page, 'Notifications: Show Notifications');
      return notice.waitFor({ timeout: 1_500 }).then(() => true, () => false);
    });
    return notice;
  }
  const clearNotices = () => command(page, 'Notifications: Clear All Notifications');

  it('has its model chosen in one place, where a refused key says what to do', async () => {
    await command(page, 'Research Ledger: Choose a Language Model');
    await take('Who researches and writes?', 'Another model or server');
    await answer('Address of the server', server.url);
    await answer('API key', 'a-key-of-another');
    await answer('refused the key (401)', 'ferry-large');
    const refused = await notified('refused the key (401). Set a key that may use ferry-large.');
    await screenshot(page, 'model-key-refused');
    await refused.getByRole('button', { name: 'Set API Key…' }).click();
    await answer('API key', key);
    await clearNotices();
    await command(page, 'Research Ledger: Choose a Language Model');
    await take('Who researches and writes?', 'Another model or server');
    await answer('Address of the server', server.url);
    await take('Which model?', 'ferry-large');
    await notified('calls tools.');
    await screenshot(page, 'model-chosen');
    await clearNotices();
  });

  it('asks what is unclear in one form, and shows the plan before anything is searched', async () => {
    await command(page, 'Research Ledger: New Research');
    await answer('What do you want to know', question);
    for (const placeholder of ['What is researched', 'Who does it']) {
      await page.locator(`.quick-input-widget input[placeholder^="${placeholder}"]`).waitFor();
      if (placeholder === 'Who does it') await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'ferry-large' }).first().waitFor();
      await page.keyboard.press('Enter');
    }
    const panel = webview(page);
    await panel.getByRole('textbox', { name: asked }).fill('Yes, it counts.');
    await panel.getByRole('radio', { name: /^Deep/ }).check();
    await screenshot(page, 'start-form');
    await panel.getByRole('button', { name: 'Review the plan first' }).click();
    await panel.getByRole('heading', { name: 'Review the plan' }).waitFor();
    const [run] = await runsIn(opened.folder);
    const { scope, searches, run: { waitingFor } } = await viewOf(opened.folder, run);
    assert.ok(scope.assumed.includes(`${asked} Yes, it counts.`), JSON.stringify(scope.assumed));
    assert.deepEqual([waitingFor, searches.length], ['plan', 0]);
    await panel.getByRole('button', { name: 'Edit C2' }).click();
    await panel.getByRole('textbox', { name: 'Claim' }).fill('A stated share of the trial’s sailings left on time.');
    await panel.getByRole('button', { name: 'Done' }).click();
    await screenshot(page, 'plan-review');
  });

  it('shows the article while it is written, as not saved, and then with citations that open', async () => {
    const { release } = server.hold('send_answer_part');
    const panel = webview(page);
    await panel.getByRole('button', { name: /^Approve and start/ }).click();
    await panel.getByRole('region', { name: 'Preview' }).waitFor({ timeout: 120_000 });
    await screenshot(page, 'preview-article');
    await panel.getByRole('tab', { name: /Progress/ }).click();
    await panel.locator('.two .preview').waitFor();
    await screenshot(page, 'preview-progress');
    await panel.locator('.budget > summary').click();
    await panel.locator('.facts').getByText('publish and finish').waitFor();
    await panel.locator('.budget > summary').click();
    await panel.getByRole('tab', { name: /Article/ }).click();
    release();
    const [run] = await runsIn(opened.folder);
    await until('the run ends', async () => (await viewOf(opened.folder, run)).run.state === 'ended', 120_000);
    await panel.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
    const { claims, article, evidence } = await viewOf(opened.folder, run);
    assert.equal(claims.find(({ id }) => id === 'C2').text, 'A stated share of the trial’s sailings left on time.');
    const cited = article.blocks[0].citations[0];
    assert.equal(cited.state, 'bound');
    const { quote } = evidence.find(({ id }) => id === cited.evidence);
    await panel.locator('button.cite').first().press('Enter');
    await tab(page, /\.(txt|md|html)/);
    await until('the quote is selected', async () => (await selectionStatus(page)).includes(`(${quote.length} selected)`));
  });

  it('shows what was spent, and how the depth was decided', async () => {
    await command(page, 'View: Focus First Editor Group');
    const panel = webview(page);
    await panel.locator('.budget > summary').click();
    await panel.locator('.decisions').waitFor();
    const said = await panel.locator('.decisions').innerText();
    assert.match(said, /deep/i);
    const [run] = await runsIn(opened.folder);
    const { budget } = await viewOf(opened.folder, run);
    assert.equal(budget.depth, 'deep');
    assert.ok(budget.axes.requests.spent > 5);
    // 1,000 new and 3,000 cached tokens in, 500 out a request.
    assert.ok(Math.abs(budget.usage.cost - budget.axes.requests.spent * 0.0075) < 1e-9, JSON.stringify(budget.usage));
    assert.match(await panel.getByRole('row', { name: /Money/ }).innerText(), /5\.00\s+0\.0\d/);
    assert.doesNotMatch(await panel.locator('.facts').innerText(), /publish and finish/);
    await screenshot(page, 'budget-unfolded');
    await panel.locator('.budget > summary').click();
  });

  it('answers a question from its ledger with one request, and researches nothing for it', async () => {
    const panel = webview(page);
    const [run] = await runsIn(opened.folder);
    const before = await viewOf(opened.folder, run);
    await panel.getByRole('button', { name: 'More actions' }).click();
    await panel.getByRole('menuitem', { name: 'Ask this ledger…' }).click();
    await panel.getByText('ferry-large answers from the ledger alone').waitFor();
    await panel.getByRole('textbox', { name: 'Question to the finished ledger' }).fill(later);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('Answered by ferry-large').waitFor();
    assert.match(await panel.locator('.answer').innerText(), /names nothing in this ledger/);
    await screenshot(page, 'ledger-answer');
    await panel.locator('.answer').getByRole('button', { name: /^Citation \d+$/ }).first().click();
    await until('its span is selected', async () => (await selectionStatus(page)).includes('selected'));
    const now = await viewOf(opened.folder, run);
    assert.equal(now.budget.axes.requests.spent, before.budget.axes.requests.spent + 1);
    assert.deepEqual([now.searches.length, now.sources.length, now.run.state], [before.searches.length, before.sources.length, 'ended']);
    await closeEditors(page);
  });
});
