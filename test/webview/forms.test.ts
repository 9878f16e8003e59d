import { describe, expect, it } from 'vitest';
import { freshRun, richRun, traceLines } from '../fakes/runView';
import type { PanelPage } from './support/panel';
import { usePanels } from './support/setup';

const open = usePanels();

/** Answers what the trace asks for, as the host would. */
async function answerTrace(panel: PanelPage, total: number): Promise<void> {
  let answered = 0;
  for (let quiet = 0; quiet < 3;) {
    const asked = (await panel.sent()).filter((message) => message.type === 'traceRange');
    quiet = asked.length === answered ? quiet + 1 : 0;
    for (const { from, count } of asked.slice(answered)) await panel.post({ type: 'trace', total, from, lines: traceLines(from, Math.max(0, Math.min(count, total - from))) });
    answered = asked.length;
    await panel.frame();
  }
}

describe('the trace', () => {
  it('holds 100,000 events with a page of rows, and asks only for what is in sight', async () => {
    const panel = await open({ tab: 'trace' });
    await answerTrace(panel, 100_000);
    const options = panel.page.locator('.evl [role=option]');
    expect(await options.count()).toBeLessThan(60);
    expect(await options.first().getAttribute('aria-setsize')).toBe('100000');
    expect(await options.first().innerText()).toContain('100000');
    await panel.page.getByRole('listbox').evaluate((list) => { list.scrollTop = 1_400_000; });
    await panel.frame();
    await answerTrace(panel, 100_000);
    expect(await panel.page.locator('[aria-posinset="50001"]').innerText()).toContain('50000');
    const lines = (await panel.sent()).reduce((sum, message) => sum + (message.type === 'traceRange' ? message.count : 0), 0);
    expect(lines).toBeLessThan(1_000);
  });

  it('moves with the keyboard and shows exactly what was recorded', async () => {
    const panel = await open({ tab: 'trace' });
    await answerTrace(panel, 500);
    const { page } = panel;
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await panel.last('eventDetail')).toEqual({ type: 'eventDetail', seq: 498 });
    await panel.post({ type: 'detail', id: '498', text: '{ "replaces": { "id": "B2" } }' });
    expect(await page.getByRole('complementary', { name: 'Event 498' }).innerText()).toContain('"replaces"');
    expect(await page.locator('[aria-selected=true][role=option]').innerText()).toContain('498');
    await page.keyboard.press('End');
    await answerTrace(panel, 500);
    expect(await page.locator(`#${await page.getByRole('listbox').getAttribute('aria-activedescendant')}`).getAttribute('aria-posinset')).toBe('500');
  });

  it('keeps the reader’s place when new events come in above', async () => {
    const panel = await open({ tab: 'trace' });
    await answerTrace(panel, 500);
    const list = panel.page.getByRole('listbox');
    await list.evaluate((element) => { element.scrollTop = 280; });
    await panel.frame();
    await panel.post({ type: 'trace', total: 510, from: 500, lines: traceLines(500, 10) });
    expect(await list.evaluate((element) => element.scrollTop)).toBe(560);
  });

  it('draws no request where no model was asked', async () => {
    const view = richRun();
    const panel = await open({ tab: 'trace', view: { ...view, turns: view.turns.map((turn) => ({ ...turn, tokens: null, spent: 0, reserved: 0 })) } });
    await panel.page.getByRole('heading', { name: 'Turns: tool calls' }).waitFor();
    expect(await panel.page.locator('.turns .k, .chart').count()).toBe(0);
    expect(await panel.page.getByRole('button', { name: /^Turn 1,/ }).getAttribute('aria-label')).not.toContain('tokens');
  });

  it('asks the host for words and for a kind', async () => {
    const panel = await open({ tab: 'trace' });
    await answerTrace(panel, 500);
    await panel.page.getByRole('searchbox', { name: 'Find in events' }).fill('settle');
    await expect.poll(() => panel.last('traceRange')).toMatchObject({ filter: 'settle', kind: null });
    await panel.page.getByRole('combobox', { name: 'Kind' }).selectOption('conflict');
    await expect.poll(() => panel.last('traceRange')).toMatchObject({ filter: 'settle', kind: 'conflict' });
    await panel.post({ type: 'trace', total: 0, from: 0, lines: [] });
    await panel.page.getByText('No event fits.').waitFor();
  });

  it('goes from a turn to its events', async () => {
    const panel = await open({ tab: 'trace' });
    await answerTrace(panel, 500);
    const { page } = panel;
    await page.getByRole('button', { name: 'Turn 12, 21.4k tokens, 1 call, 1 publication' }).waitFor();
    await page.locator('.turns button[tabindex="0"]').first().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await answerTrace(panel, 500);
    expect(await page.locator('.turns [aria-pressed=true]').getAttribute('aria-label')).toBe('Turn 2, 8.0k tokens, 1 call');
    expect(await page.locator('[role=option].active').innerText()).toContain('50');
    expect(await page.getByRole('img', { name: /Requests over 14 turns: 20 spent and 6 reserved of a grant of 57/ }).count()).toBe(1);
  });
});

describe('the start form', () => {
  const waiting = () => { const run = freshRun(); return { ...run, run: { ...run.run, state: 'awaiting-scope', waitingFor: 'scope' } }; };

  it('starts with its defaults on Ctrl+Enter', async () => {
    const panel = await open({ view: waiting() });
    await panel.page.getByRole('textbox', { name: 'Question' }).focus();
    await panel.page.keyboard.press('Control+Enter');
    expect(await panel.last('startScope')).toMatchObject({ fields: { question: expect.stringContaining('120 buses') as string, period: '2018–2026', acceptableSources: 'statistics,filing,first-hand', language: 'en', depth: 'auto', researcher: 'extractive', 'unclear:0': 'No: wire, masts and mounting only.', places: 'folder:transit-notes,wikipedia', review: '' } });
  });

  it('sends what was changed, and may show the plan first', async () => {
    const panel = await open({ view: waiting() });
    const { page } = panel;
    await page.getByRole('textbox', { name: 'Does the cost of the wire include resurfacing the street?' }).fill('Yes');
    await page.getByRole('textbox', { name: 'Regions' }).fill('Alpine cities');
    await page.getByRole('textbox', { name: 'What does “charging on the way” mean?' }).fill('in-motion charging');
    await page.getByRole('combobox', { name: 'Article language' }).selectOption('zh-Hans');
    await page.getByRole('checkbox', { name: 'Wikipedia, Crossref, OpenAlex' }).uncheck();
    await page.getByRole('radio', { name: /Deep/ }).check();
    await page.getByRole('button', { name: 'Add a key… Brave' }).click();
    expect(await panel.last('control')).toEqual({ type: 'control', action: 'addKey', text: 'brave' });
    await page.getByRole('button', { name: 'Review the plan first' }).click();
    expect((await panel.last('startScope'))?.fields).toMatchObject({ 'unclear:0': 'Yes', regions: 'Alpine cities', 'term:charging on the way': 'in-motion charging', language: 'zh-Hans', places: 'folder:transit-notes', depth: 'deep', review: 'plan' });
  });

  it('does not start without a question', async () => {
    const panel = await open({ view: waiting() });
    await panel.page.getByRole('textbox', { name: 'Question' }).fill('  ');
    await panel.page.keyboard.press('Control+Enter');
    expect(await panel.last('startScope')).toBeUndefined();
    await expect.poll(() => panel.page.getByRole('button', { name: 'Start Ctrl Enter' }).isDisabled()).toBe(true);
  });

  it('shows a long line whole, and keeps it one line', async () => {
    const panel = await open({ width: 400, view: waiting() });
    const meaning = panel.page.getByRole('textbox', { name: /charging on the way/ });
    await meaning.fill('the vehicle’s battery charges from overhead wire while it drives and while it stands at a terminal, but not at the depot');
    await meaning.press('Enter');
    expect(await meaning.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
    expect(await meaning.inputValue()).not.toContain('\n');
    expect(await panel.last('startScope')).toBeUndefined();
    await meaning.press('Control+Enter');
    expect((await panel.last('startScope'))?.fields['term:charging on the way']).toContain('not at the depot');
  });
});

describe('the plan', () => {
  const review = () => { const run = richRun(); return { ...run, run: { ...run.run, state: 'awaiting-plan', waitingFor: 'plan' } }; };

  it('is approved by the hash that is shown', async () => {
    const panel = await open({ view: review() });
    expect(await panel.page.locator('.foot').innerText()).toContain('7f3a 19cc');
    await panel.page.getByRole('button', { name: 'Approve and start' }).click();
    expect(await panel.last('approvePlan')).toEqual({ type: 'approvePlan', hash: '7f3a19cc'.repeat(8), claims: [], drop: [] });
  });

  it('carries edits and what was left out', async () => {
    const panel = await open({ view: review() });
    const { page } = panel;
    await page.getByRole('button', { name: 'Edit C2' }).click();
    await page.getByRole('textbox', { name: 'Claim' }).fill('Wire costs about 1 M€ per km.');
    await page.getByRole('combobox', { name: 'Risk' }).selectOption('low');
    await page.getByRole('checkbox', { name: 'Key claim' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit C7' }).click();
    await page.getByRole('checkbox', { name: 'Leave this claim out' }).check();
    expect(await page.locator('.plan').innerText()).toContain('left out');
    expect(await page.locator('.foot').innerText()).toContain('7f3a 19cc, with your changes');
    await page.keyboard.press('Control+Enter');
    expect(await panel.last('approvePlan')).toMatchObject({ drop: ['C7'], claims: [{ id: 'C2', text: 'Wire costs about 1 M€ per km.', risk: 'low', key: true, requirement: { voices: 2 } }] });
  });
});
